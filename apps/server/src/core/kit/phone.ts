import { Refusal } from "@club/domain";

const SEPARATORS = /[\s().\-/]/g;
const NUMBER = /^\+?\d{6,15}$/;
const SHOWN_DIGITS = 3;

/** A phone number, or what is typed of one, without spaces; a leading 00 becomes +. */
export function tidyPhone(text: string): string {
  return text.replace(SEPARATORS, "").replace(/^00/, "+");
}

/** The same, if it is one. @throws request.invalid */
export function parsePhone(text: string): string {
  const number = tidyPhone(text);
  if (!NUMBER.test(number)) throw new Refusal("request.invalid", { field: "phone" });
  return number;
}

/** The last digits, by which the owner recognises the number. */
export function maskPhone(number: string): string {
  return `•••${number.slice(-SHOWN_DIGITS)}`;
}
