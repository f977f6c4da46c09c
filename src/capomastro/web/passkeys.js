// Passkeys: what the browser's WebAuthn wants and gives, from and to the JSON that the server speaks.

import { post } from './api.js';

/** Passkeys are made for names, not for numbers: under a bare address the browser refuses them. */
export const canPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** @param {string} text */
function bytesOf(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function textOf(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {any[] | undefined} list */
const descriptors = (list) => (list ?? []).map((one) => ({ ...one, id: bytesOf(one.id) }));

/**
 * @param {PublicKeyCredential} credential @param {string[]} fields
 */
function asJson(credential, fields) {
  const response = /** @type {any} */ (credential.response);
  const given = fields.filter((field) => response[field]).map((field) => [field, textOf(response[field])]);
  return {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    response: Object.fromEntries(given),
    clientExtensionResults: {},
  };
}

/** Makes a passkey for the player of this device; nothing if the person thinks better of it. */
export async function addPasskey() {
  const { options } = await post('/api/me/passkeys/options');
  const wanted = /** @type {any} */ (options);
  const publicKey = {
    ...wanted,
    challenge: bytesOf(wanted.challenge),
    user: { ...wanted.user, id: bytesOf(wanted.user.id) },
    excludeCredentials: descriptors(wanted.excludeCredentials),
  };
  const made = await navigator.credentials.create({ publicKey }).catch(() => null);
  if (!made) return null;
  const credential = asJson(/** @type {PublicKeyCredential} */ (made), ['clientDataJSON', 'attestationObject']);
  return post('/api/me/passkeys', { credential });
}

/** Signs this device in by a passkey; nothing if the person thinks better of it. */
export async function signIn() {
  const { options } = await post('/api/me/sign-in/options');
  const wanted = /** @type {any} */ (options);
  const publicKey = {
    ...wanted,
    challenge: bytesOf(wanted.challenge),
    allowCredentials: descriptors(wanted.allowCredentials),
  };
  const shown = await navigator.credentials.get({ publicKey }).catch(() => null);
  if (!shown) return null;
  const fields = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'];
  return post('/api/me/sign-in', { credential: asJson(/** @type {PublicKeyCredential} */ (shown), fields) });
}
