/** Bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** The bytes of lower-case hex; null for any other text. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) {
    bytes[i] = Number.parseInt(text.slice(i * 2, i * 2 + 2), 16);
  }
  return bytes;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BITS = 6;

/** The bytes of base64, standard or URL-safe, with or without padding; else null. */
export function fromBase64(text: string): Uint8Array | null {
  const digits = text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  if (digits.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((digits.length * BITS) / 8));
  let [held, bits, at] = [0, 0, 0];
  for (const digit of digits) {
    const value = ALPHABET.indexOf(digit);
    if (value < 0) return null;
    held = ((held << BITS) | value) & 0xffff;
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 0xff;
    }
  }
  // The leftover bits must be zero, or a second text would give the same bytes.
  return (held & ((1 << bits) - 1)) === 0 ? bytes : null;
}

/** A text as the bytes that are hashed and signed. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
