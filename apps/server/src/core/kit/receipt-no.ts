const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DIGITS = 10;

/**
 * The number on a player's ticket: 50 random bits of the order id in Crockford's base 32, such as
 * "7K2QM-0ZX4D". It is derived from the id, so it is not stored.
 */
export function receiptNo(orderId: string): string {
  let bits = BigInt(`0x${orderId.replaceAll("-", "").slice(-13)}`) & ((1n << 50n) - 1n);
  let text = "";
  for (let i = 0; i < DIGITS; i++) {
    text = ALPHABET[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** The bits behind a receipt's number, however it was written down: null for what is none. */
export function receiptBits(text: string): bigint | null {
  const plain = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  if (plain.length !== DIGITS) return null;
  let bits = 0n;
  for (const letter of plain) {
    const value = ALPHABET.indexOf(letter);
    if (value === -1) return null;
    bits = (bits << 5n) | BigInt(value);
  }
  return bits;
}
