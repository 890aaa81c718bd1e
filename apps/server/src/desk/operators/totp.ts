import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** RFC 6238 with what every authenticator knows: HMAC-SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Phone clocks drift: one step before and one after are accepted too. */
const STEPS_EITHER_SIDE = 1;
const SECRET_BYTES = 20;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BITS_PER_LETTER = 5;
const BITS_PER_BYTE = 8;

/** The step that an instant lies in. */
export function stepOf(seconds: number): number {
  return Math.floor(seconds / STEP_SECONDS);
}

/** The code of a step: RFC 4226, section 5.3. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(BITS_PER_BYTE);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * The step whose code was typed, or null. Steps up to `lastStep` are used up, so a code that
 * somebody else saw being typed is worthless.
 */
export function matchingStep(
  secret: Buffer,
  typed: string,
  clock: { seconds: number; lastStep: number },
): number | null {
  const code = Buffer.from(typed.replaceAll(/\s/g, ""));
  if (code.length !== DIGITS) return null;
  const now = stepOf(clock.seconds);
  let found: number | null = null;
  for (let step = now - STEPS_EITHER_SIDE; step <= now + STEPS_EITHER_SIDE; step++) {
    const isIt = timingSafeEqual(Buffer.from(codeOfStep(secret, step)), code);
    if (isIt && step > clock.lastStep) found ??= step;
  }
  return found;
}

/** A new secret of 160 bits, as RFC 4226 asks for. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Base32 of RFC 4648 without padding: how a secret is typed into an authenticator. */
export function toBase32(bytes: Buffer): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << BITS_PER_BYTE) | byte) & 0xffff;
    bits += BITS_PER_BYTE;
    while (bits >= BITS_PER_LETTER) {
      bits -= BITS_PER_LETTER;
      text += ALPHABET.charAt((held >> bits) & 0x1f);
    }
  }
  if (bits > 0) text += ALPHABET.charAt((held << (BITS_PER_LETTER - bits)) & 0x1f);
  return text;
}

/** What the QR code of an enrolment says. */
export function otpauthUrl(secret: string, name: { club: string; operator: string }): string {
  const label = `${encodeURIComponent(name.club)}:${encodeURIComponent(name.operator)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(name.club)}`;
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
