/**
 * SHA-256 (FIPS 180-4) without platform APIs: the thread that checks a race on a phone has no
 * synchronous hash, and a page opened from disk has none at all.
 */

const ROUNDS = 64;
const BLOCK = 64;
const WORD = 2 ** 32;

/** The first 32 fractional bits of the square (or cube) roots of the first primes. */
const { START, CONSTANTS } = primeRoots();

export function sha256(bytes: Uint8Array): Uint8Array {
  const state = Uint32Array.from(START);
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  const words = new Uint32Array(ROUNDS);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + i * 4);
    expand(words);
    compress(state, words);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, i) => out.setUint32(i * 4, word));
  return digest;
}

/** A one bit, zeros, and the length in bits: whole blocks. */
function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / WORD));
  view.setUint32(padded.length - 4, (bytes.length * 8) % WORD);
  return padded;
}

function expand(words: Uint32Array): void {
  for (let i = 16; i < ROUNDS; i += 1) {
    const a = at(words, i - 15);
    const b = at(words, i - 2);
    const small0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const small1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words[i] = at(words, i - 16) + small0 + at(words, i - 7) + small1;
  }
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < ROUNDS; i += 1) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + big1 + choice + at(CONSTANTS, i) + at(words, i)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + big0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = at(state, i) + word;
  });
}

function at(words: Uint32Array, index: number): number {
  return words[index] as number;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function primeRoots(): { START: Uint32Array; CONSTANTS: Uint32Array } {
  const primes: number[] = [];
  for (let next = 2; primes.length < ROUNDS; next += 1) {
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  }
  return {
    START: Uint32Array.from(primes.slice(0, 8), (prime) => (Math.sqrt(prime) % 1) * WORD),
    CONSTANTS: Uint32Array.from(primes, (prime) => (Math.cbrt(prime) % 1) * WORD),
  };
}
