/** A file that is not what it claims to be: where, and what was expected there. */
export class FormatError extends Error {
  override name = "FormatError";
}

/** Turns an unknown value into a typed one. @throws FormatError */
export type Reader<T> = (value: unknown, where: string) => T;

export type Read<R> = R extends Reader<infer T> ? T : never;

const MOST_TEXT = 1000;

function fail(where: string, what: string): never {
  throw new FormatError(`${where}: ${what} was expected`);
}

export const text: Reader<string> = (value, where) => {
  if (typeof value === "string" && value.length <= MOST_TEXT && value.isWellFormed()) return value;
  return fail(where, "a text");
};

export const flag: Reader<boolean> = (value, where) =>
  typeof value === "boolean" ? value : fail(where, "true or false");

/** A whole number that JSON can carry. */
export const whole: Reader<number> = (value, where) =>
  Number.isSafeInteger(value) ? (value as number) : fail(where, "a whole number");

export const natural: Reader<number> = (value, where) => {
  const number = whole(value, where);
  return number >= 0 ? number : fail(where, "a number of zero or more");
};

const HEX_HASH = /^[0-9a-f]{64}$/;

export const hash: Reader<string> = (value, where) =>
  typeof value === "string" && HEX_HASH.test(value) ? value : fail(where, "a hash");

/** ISO 8601 in UTC with milliseconds: such texts compare as the instants that they are. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

export const instant: Reader<string> = (value, where) =>
  typeof value === "string" && INSTANT.test(value) ? value : fail(where, "an instant");

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, where) => (value === null ? null : reader(value, where));
}

/** A field that may be missing. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, where) => (value === undefined ? undefined : reader(value, where));
}

export function oneOf<const T extends string>(choices: readonly T[]): Reader<T> {
  return (value, where) =>
    choices.find((choice) => choice === value) ?? fail(where, choices.join(" or "));
}

export function listOf<T>(reader: Reader<T>, most = 100_000): Reader<readonly T[]> {
  return (value, where) => {
    if (!Array.isArray(value) || value.length > most) return fail(where, "a list");
    return value.map((each: unknown, i) => reader(each, `${where}[${i}]`));
  };
}

export function pairOf<A, B>(first: Reader<A>, second: Reader<B>): Reader<readonly [A, B]> {
  return (value, where) => {
    if (!Array.isArray(value) || value.length !== 2) return fail(where, "two values");
    return [first(value[0], `${where}[0]`), second(value[1], `${where}[1]`)];
  };
}

/** An object with any keys, all values of one kind. */
export function recordOf<T>(reader: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, where) => {
    const entries = Object.entries(objectAt(value, where));
    return Object.fromEntries(entries.map(([key, each]) => [key, reader(each, `${where}.${key}`)]));
  };
}

type Fields = Record<string, Reader<unknown>>;
type MayBeMissing<F extends Fields> = {
  [Key in keyof F]: undefined extends Read<F[Key]> ? Key : never;
}[keyof F];
type Shape<F extends Fields> = {
  readonly [Key in Exclude<keyof F, MayBeMissing<F>>]: Read<F[Key]>;
} & { readonly [Key in MayBeMissing<F>]?: Read<F[Key]> };

/** An object with these fields and no others: an unknown field could mean anything. */
export function objectOf<F extends Fields>(fields: F): Reader<Shape<F>> {
  return (value, where) => {
    const object = objectAt(value, where);
    const unknown = Object.keys(object).find((key) => !Object.hasOwn(fields, key));
    if (unknown !== undefined) return fail(`${where}.${unknown.slice(0, 40)}`, "no such field");
    const read = Object.entries(fields).flatMap(([key, reader]) => {
      const found = Object.hasOwn(object, key) ? object[key] : undefined;
      const each = reader(found, `${where}.${key}`);
      return each === undefined ? [] : [[key, each] as const];
    });
    return Object.fromEntries(read) as Shape<F>;
  };
}

function objectAt(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return fail(where, "an object");
  }
  return value as Record<string, unknown>;
}
