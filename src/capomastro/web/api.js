// Requests to the server, and the socket on which it tells what happens.

import { addWords, hasWord, t } from './i18n.js';

export class Refused extends Error {
  /** @param {number} status @param {Protocol.Failure | null} [answer] @param {string} [message] */
  constructor(status, answer = null, message = undefined) {
    super(message ?? `HTTP ${status}`);
    this.status = status;
    this.kind = answer?.error ?? 'failed';
    this.update = answer?.update ?? null;
    this.reason = answer?.reason ?? null;
  }
}

/** No answer came, or one that is not the server's: whether the request was heard is not known. */
export class Unreachable extends Error {
  constructor() {
    super(t('net.failed'));
  }
}

/**
 * A refusal in the reader's language: its reason if it has one, else what its code says. The words of a newer server are
 * not known here; then it says only that it refuses.
 * @param {Protocol.Failure | null} answer
 */
async function worded(answer) {
  if (!answer?.code) return undefined;
  try {
    await addWords('refusals');
    const { reasonWords } = await import('./reasons.js');
    const reason = answer.reason && (await reasonWords(answer.reason));
    if (reason) return reason;
  } catch {
    return t('net.failed'); // the words cannot be had just now
  }
  const key = `refused.${answer.code}`;
  return hasWord(key) ? t(key, answer.values) : t('refused');
}

/**
 * @param {string} method @param {string} path @param {object} [body]
 * @param {{ keepalive?: boolean, headers?: Record<string, string> }} [options]
 */
async function ask(method, path, body, { keepalive = false, headers = {} } = {}) {
  /** @type {RequestInit & { headers: Record<string, string> }} */
  const options = { method, headers: { Prefer: 'return=minimal', ...headers }, credentials: 'same-origin', keepalive };
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  let answer = null;
  let text = '';
  try {
    answer = await fetch(path, options);
    text = await answer.text();
  } catch {
    throw new Unreachable();
  }
  let value = null;
  try {
    value = JSON.parse(text);
  } catch {
    if (answer.status >= 500) throw new Unreachable(); // an error page of something between us and the server
  }
  if (!answer.ok) throw new Refused(answer.status, value, await worded(value));
  return value;
}

/**
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<Protocol.GetAnswer<Path>>}
 */
export const get = (path) => ask('GET', path);
/**
 * Asks what a link is for; a device that has no cookie yet gets one.
 * @param {string} table @param {string} token
 * @returns {Promise<Protocol.Invitation>}
 */
export const invitation = (table, token) =>
  ask('GET', `/api/tables/${table}/invitation`, undefined, { headers: { Authorization: `Bearer ${token}` } });
/**
 * `outlives` lets the request go on when the page is left.
 * @template {string} Path
 * @param {Path} path @param {object} body
 * @returns {Promise<Protocol.PostAnswer<Path>>}
 */
export const post = (path, body = {}, outlives = false) => ask('POST', path, body, { keepalive: outlives });
/**
 * @template {string} Path
 * @param {Path} path @param {object} body
 * @returns {Promise<Protocol.PutAnswer<Path>>}
 */
export const put = (path, body = {}) => ask('PUT', path, body);

/**
 * Requests that show a secret in a header: nothing that another site makes a browser send has it.
 * @param {string} token
 */
export function bearing(token) {
  const options = { headers: { Authorization: `Bearer ${token}` } };
  return {
    /** @template {string} Path @param {Path} path @returns {Promise<Protocol.GetAnswer<Path>>} */
    get: (path) => ask('GET', path, undefined, options),
    /** @template {string} Path @param {Path} path @param {object} body @returns {Promise<Protocol.PostAnswer<Path>>} */
    post: (path, body) => ask('POST', path, body, options),
    /** @template {string} Path @param {Path} path @param {object} body @returns {Promise<Protocol.PutAnswer<Path>>} */
    put: (path, body) => ask('PUT', path, body, options),
  };
}

/** A new key for each click, so that a request can be repeated without doing its work twice. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Waits so long, or until the browser says that the network is back.
 * @param {number} ms
 * @returns {Promise<void>}
 */
const pause = (ms) =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      done();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
  });

/**
 * Posts a request that carries a key, and repeats it: as long as the server cannot be reached, of which `waits` is told,
 * and a few times while it cannot do what is asked.
 * @template {string} Path
 * @param {Path} path @param {object} body
 */
export async function postSurely(path, body, waits = () => {}, tries = 5) {
  const request = { ...body, key: newKey() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await post(path, request);
    } catch (problem) {
      const away = problem instanceof Unreachable;
      const passing = away || (problem instanceof Refused && [429, 503].includes(problem.status));
      if (!passing || (!away && attempt >= tries)) throw problem;
      if (away) waits();
      await pause(Math.min(5000, 250 * 2 ** attempt));
    }
  }
}

const SILENCE = 45_000;
const ANSWER = 6_000;
const FINAL = new Set([4403, 4404]);

/**
 * The stream of a table. It reconnects by itself and resumes after `since()`.
 * @param {string} table @param {number | null} seat
 * @param {{ since: () => number, onMessage: (message: Message) => void, onState: (state: string, code?: number) => void }} options
 */
export function stream(table, seat, { since, onMessage, onState }) {
  /** @type {WebSocket | null} */
  let socket = null;
  let closed = false;
  let tries = 0;
  let retry = 0;
  let watchdog = 0;

  /**
   * A socket that is silent for so long is given up.
   * @param {number} ms
   */
  function within(ms) {
    clearTimeout(watchdog);
    watchdog = setTimeout(lose, ms);
  }

  function connect() {
    clearTimeout(retry);
    if (closed) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const which = seat === null ? 'none' : seat;
    const here = new WebSocket(
      `${scheme}://${location.host}/api/tables/${table}/stream?seat=${which}&since=${since()}&brief=1`,
    );
    socket = here;
    within(SILENCE);
    here.onopen = () => {
      if (here === socket) {
        tries = 0;
        within(SILENCE);
        onState('live');
        ask();
      }
    };
    here.onmessage = (event) => {
      if (here === socket) {
        within(SILENCE);
        onMessage(JSON.parse(event.data));
      }
    };
    here.onclose = (event) => {
      if (here !== socket) return;
      if (FINAL.has(event.code)) {
        clearTimeout(watchdog);
        onState('refused', event.code);
      } else lose();
    };
  }

  /** Gives the socket up, without waiting for its end, and tries again a little later. */
  function lose() {
    clearTimeout(watchdog);
    const old = socket;
    socket = null;
    old?.close();
    if (closed) return;
    onState('lost');
    clearTimeout(retry);
    retry = setTimeout(connect, Math.min(15_000, 300 * 2 ** tries) * (0.7 + Math.random() * 0.6));
    tries += 1;
  }

  /** Asks for a word: it tells the time by the server's clock, and whether the socket still works. */
  function ask() {
    socket?.send('{"type":"ping"}');
  }

  /** Somebody looks again, or the network is back: one socket is wanted now, and one that works. */
  function wake() {
    if (closed || document.hidden) return;
    if (socket?.readyState === WebSocket.CONNECTING) return;
    if (socket?.readyState === WebSocket.OPEN) {
      ask();
      within(ANSWER);
      return;
    }
    tries = 0;
    socket = null;
    connect();
  }

  window.addEventListener('online', wake);
  window.addEventListener('offline', lose);
  document.addEventListener('visibilitychange', wake);
  connect();
  return {
    close() {
      closed = true;
      clearTimeout(retry);
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', lose);
      document.removeEventListener('visibilitychange', wake);
      lose();
    },
  };
}
