export type KeypadKey =
  | "0"
  | "1"
  | "2"
  | "3"
  | "4"
  | "5"
  | "6"
  | "7"
  | "8"
  | "9"
  | "00"
  | "."
  | "back"
  | "clear";

const WHOLE_DIGITS = 7;
const DECIMALS = 2;

/**
 * What the typed amount becomes after a key: digits with at most one point and two places after it.
 * A key that would make something else changes nothing.
 */
export function pressKey(typed: string, key: KeypadKey): string {
  if (key === "clear") return "";
  if (key === "back") return typed.slice(0, -1);
  if (key === ".") return typed.includes(".") ? typed : `${typed === "" ? "0" : typed}.`;
  let text = typed;
  for (const digit of key) text = addDigit(text, digit);
  return text;
}

function addDigit(typed: string, digit: string): string {
  const [whole = "", decimals] = typed.split(".");
  if (decimals !== undefined) return decimals.length < DECIMALS ? typed + digit : typed;
  if (whole === "0") return digit;
  return whole.length < WHOLE_DIGITS && !(whole === "" && digit === "00") ? typed + digit : typed;
}

/** The typed amount in cents: "10.5" is 1050n, "" is 0n. */
export function centsOfTyped(typed: string): bigint {
  const [whole = "", decimals = ""] = typed.split(".");
  return BigInt(whole === "" ? "0" : whole) * 100n + BigInt(decimals.padEnd(DECIMALS, "0"));
}

/** Cents as they would be typed: 1050n is "10.50", 1000n is "10". */
export function typedOfCents(cents: bigint): string {
  if (cents === 0n) return "";
  const decimals = cents % 100n;
  return decimals === 0n
    ? `${cents / 100n}`
    : `${cents / 100n}.${decimals.toString().padStart(DECIMALS, "0")}`;
}

/** A key of a hardware keyboard as a key of the keypad. */
export function keypadKeyOf(key: string): KeypadKey | undefined {
  if (/^[0-9]$/.test(key)) return key as KeypadKey;
  if (key === "." || key === ",") return ".";
  if (key === "Backspace") return "back";
  return key === "Delete" ? "clear" : undefined;
}
