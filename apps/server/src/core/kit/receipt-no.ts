const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DIGITS = 10;

/**
 * The number on a player's ticket: 50 random bits of the order id in Crockford's base 32, as
 * "7K2QM-0ZX4D". It follows from the id, so it is stored nowhere.
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
