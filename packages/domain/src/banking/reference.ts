const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGIT = /\d/;

/**
 * The check sign of letters and digits by ISO 7064, MOD 37,36: one wrong sign, or two neighbours
 * changed over, and it is another one. Blanks and hyphens do not count.
 * Source: docs/rules/money.md, "The reference".
 */
function checkSign(text: string): string {
  const most = SIGNS.length;
  let rest = most;
  for (const sign of text.toUpperCase().replaceAll(/[^0-9A-Z]/g, "")) {
    rest = (rest + SIGNS.indexOf(sign)) % most;
    rest = ((rest === 0 ? most : rest) * 2) % (most + 1);
  }
  return SIGNS.charAt((most + 1 - rest) % most);
}

/** The text with its check digit; null where the check sign is a letter, and another text is drawn. */
export function withCheckDigit(text: string): string | null {
  const sign = checkSign(text);
  return DIGIT.test(sign) ? text + sign : null;
}

/** Whether the last sign is the check digit of those before it. */
export function hasCheckDigit(reference: string): boolean {
  return withCheckDigit(reference.slice(0, -1)) === reference;
}
