import { lastDigitsOf, maskAccount } from "../../core/kit/mask-account.ts";

const HIDDEN = "•••";
/** An account number in what somebody wrote to a bank: an IBAN, or eight or more digits. */
const NUMBER_IN_TEXT = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b|\d(?:[ -]?\d){7,}/g;

const masked = (number: string): string =>
  maskAccount(lastDigitsOf(number.replaceAll(/[\s-]/g, "")));
const hidden = (): string => HIDDEN;
const maskedWithin = (text: string): string => text.replace(NUMBER_IN_TEXT, masked);

/** What a program sees of a field, by the field's name, wherever it stands in an answer. */
const FIELDS: ReadonlyMap<string, (text: string) => string> = new Map([
  ["account_number", masked],
  ["iban", (text) => (text === "" ? text : masked(text))],
  ["phone", hidden],
  ["date_of_birth", hidden],
  ["name", maskedWithin],
  ["details", maskedWithin],
  ["note", maskedWithin],
  ["reason", maskedWithin],
  ["reference", maskedWithin],
]);

/**
 * An answer as an API key may read it: only the last digits of account numbers, no phone and no
 * date of birth. A program keeps books; people who pay or call somebody do so at the desk.
 */
export function maskAnswer<T>(answer: T): T {
  return mask(answer) as T;
}

function mask(value: unknown, name = ""): unknown {
  if (typeof value === "string") return FIELDS.get(name)?.(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => mask(item, name));
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mask(item, key)]));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
