const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DIGITS = 10;

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
