// Requests to the server, and the socket on which it tells what happens.

import { addWords, hasWord, t } from './i18n.js';

export class Refused extends Error {
  constructor(status, answer, message) {
    super(message ?? `HTTP ${status}`);
    this.status = status;
    this.kind = answer?.error ?? 'failed';
    this.update = answer?.update ?? null;
  }
}

/** A refusal in the reader's language, where there are words for its code; else in the server's. */
async function worded(answer) {
  await addWords('refusals').catch(() => {}); // where these words cannot be had, the server's will do
  const key = `refused.${answer?.code}`;
  return hasWord(key) ? t(key, answer.values) : answer?.message;
}

async function ask(method, path, body) {
  const options = { method, headers: {}, credentials: 'same-origin' };
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(path, options);
  const text = await answer.text();
  let value = null;
  try {
    value = JSON.parse(text);
  } catch { /* an error page of something between us and the server */ }
  if (!answer.ok) throw new Refused(answer.status, value, await worded(value));
  return value;
}

export const get = (path) => ask('GET', path);
export const post = (path, body = {}) => ask('POST', path, body);
export const put = (path, body = {}) => ask('PUT', path, body);

/** A new key for each click, so that a request can be repeated without doing its work twice. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Posts a request that carries a key; repeats it while the network or the store fails. */
export async function postSurely(path, body, tries = 5) {
  const request = { ...body, key: newKey() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await post(path, request);
    } catch (problem) {
      const passing = !(problem instanceof Refused) || problem.status === 503 || problem.status === 429;
      if (!passing || attempt >= tries) throw problem;
      await pause(250 * 2 ** attempt);
    }
  }
}

const SILENCE = 45_000;
const FINAL = new Set([4403, 4404]);

/** The stream of a table. It reconnects by itself and resumes after `since()`. */
export function stream(table, seat, { since, onMessage, onState }) {
  let socket = null;
  let closed = false;
  let tries = 0;
  let retry = 0;
  let watchdog = 0;

  function heard() {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => socket?.close(), SILENCE);
  }

  function connect() {
    if (closed) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const which = seat === null ? 'none' : seat;
    const here = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/stream?seat=${which}&since=${since()}`);
    socket = here;
    here.onopen = () => { tries = 0; heard(); onState('live'); };
    here.onmessage = (event) => { heard(); onMessage(JSON.parse(event.data)); };
    here.onclose = (event) => {
      clearTimeout(watchdog);
      if (closed || here !== socket) return;
      if (FINAL.has(event.code)) { onState('refused'); return; }
      onState('lost');
      retry = setTimeout(connect, Math.min(15_000, 300 * 2 ** tries) * (0.7 + Math.random() * 0.6));
      tries += 1;
    };
  }

  function now() {
    if (closed || socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(retry);
    tries = 0;
    connect();
  }

  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', now);
  connect();
  return {
    drop: () => socket?.close(),
    close() {
      closed = true;
      clearTimeout(retry);
      clearTimeout(watchdog);
      window.removeEventListener('online', now);
      document.removeEventListener('visibilitychange', now);
      socket?.close();
    },
  };
}
