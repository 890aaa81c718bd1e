import { lastDigitsOf, maskAccount } from "../../core/kit/mask-account.ts";

const HIDDEN = "•••";
/** A number of an account in what somebody wrote to a bank: an IBAN, or eight digits and more. */
const NUMBER_IN_TEXT = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b|\d(?:[ -]?\d){7,}/g;

const masked = (number: string): string =>
  maskAccount(lastDigitsOf(number.replaceAll(/[\s-]/g, "")));
const hidden = (): string => HIDDEN;
const maskedWithin = (text: string): string => text.replace(NUMBER_IN_TEXT, masked);

/** What a program sees of a field, by the field's name, wherever it stands in an answer. */
const FIELDS: ReadonlyMap<string, (text: string) => string> = new Map([
  ["account_number", masked],
  ["phone", hidden],
  ["date_of_birth", hidden],
  ["name", maskedWithin],
  ["details", maskedWithin],
  ["note", maskedWithin],
]);

/**
 * An answer as a key may read it: account numbers by their last digits, no phone and no date of birth.
 * A program keeps books; whoever pays or calls somebody does so at the desk.
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
