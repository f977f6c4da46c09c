// The numbers a match is dealt from, by the browser's own SHA-256 and HMAC: core/deal.py and core/chance.py in short.

/** A browser computes only for pages that came safely; elsewhere the device takes no part and checks nothing. */
export const able = () => Boolean(crypto.subtle);

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);
/** @param {Uint8Array<ArrayBuffer>} bytes */
const digest = async (bytes) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** @param {string} text */
export const sha256 = (text) => digest(utf8(text));
/**
 * What binds a device to its nonce.
 * @param {string} nonce
 */
export const shareOf = (nonce) => sha256(`capomastro share\n${nonce}`);
/**
 * What binds the server to its secret.
 * @param {string} secret
 */
export const commitmentOf = (secret) => digest(new Uint8Array([...utf8('capomastro seed\0'), ...bytesOf(secret)]));

/**
 * The seed of a match, from the first line of its file: the secret alone, or with everybody's nonces.
 * @param {Fair.Head} head
 */
export function seedOf({ game, seats, seed, deal }) {
  if (!deal) return Promise.resolve(seed);
  const chosen = Object.keys(deal.options).sort();
  const lines = ['capomastro deal', deal.table, game, deal.rules, seats];
  lines.push(chosen.map((name) => `${name}=${deal.options[name]}`).join(), deal.components ?? '-', seed);
  const shares = [...deal.shares].sort((one, other) => one.seats[0] - other.seats[0]);
  return sha256([...lines, ...shares.map((share) => share.nonce)].join('\n'));
}

/**
 * What a match file says: its first line, whether it is whole, and of how many rewinds the chance of each step is.
 * @param {string} text
 */
export async function readFile(text) {
  const lines = text.trimEnd().split('\n');
  const ending = lines.pop() ?? '{}';
  /** @type {Fair.Head} */
  const head = JSON.parse(lines[0]);
  const rewinds = [0];
  for (const line of lines.slice(1)) rewinds.push(JSON.parse(line).rewind ?? rewinds.at(-1));
  /** @param {number} step */
  const rewindOf = (step) => rewinds[step] ?? 0;
  const whole = (await sha256(lines.join('\n'))) === JSON.parse(ending).digest;
  return { head, whole, steps: rewinds.length - 1, rewindOf };
}

/** @param {number} number */
function eightBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** The random numbers of a match, one after another, as the rules drew them; steps after a rewind have other ones. */
export class Chance {
  /** @param {string} seed @param {(step: number) => number} rewindOf of how many rewinds the chance of a step is */
  constructor(seed, rewindOf) {
    this.root = bytesOf(seed);
    this.rewindOf = rewindOf;
    this.rewind = 0;
    this.key = this.keyOf(this.root);
    /** @type {Map<string, number>} */
    this.counters = new Map();
    this.draws = 0;
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes */
  keyOf(bytes) {
    return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  }

  /**
   * From here on the numbers of this step.
   * @param {number} step
   */
  async at(step) {
    const rewind = this.rewindOf(step);
    if (rewind === this.rewind) return;
    this.rewind = rewind;
    const message = new Uint8Array([...utf8('capomastro rewind\0'), ...eightBytes(rewind)]);
    const seed = await crypto.subtle.sign('HMAC', await this.keyOf(this.root), message);
    this.key = this.keyOf(new Uint8Array(seed));
  }

  /**
   * The next number below n of a stream.
   * @param {string} stream @param {number} n
   */
  async draw(stream, n) {
    this.draws += 1;
    const below = BigInt(n);
    const limit = (1n << 56n) - ((1n << 56n) % below);
    for (;;) {
      const word = await this.word(stream);
      if (word < limit) return Number(word % below);
    }
  }

  /** @param {string} stream */
  async word(stream) {
    const count = this.counters.get(stream) ?? 0;
    this.counters.set(stream, count + 1);
    const message = new Uint8Array([...utf8(`${stream}\0`), ...eightBytes(count)]);
    const signed = new DataView(await crypto.subtle.sign('HMAC', await this.key, message));
    return signed.getBigUint64(0) >> 8n;
  }

  /**
   * One of these, which is then drawn no more.
   * @template T
   * @param {string} stream @param {T[]} rest
   */
  async drawFrom(stream, rest) {
    return rest.splice(await this.draw(stream, rest.length), 1)[0];
  }
}
