import { assert } from "../assert.ts";

/** The JSON that proofs are made of: numbers are safe integers. */
export type CanonicalValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue | undefined };

/**
 * The canonical text of a value by RFC 8785, for the JSON that we use: keys sorted by their UTF-16
 * code units, no blanks, whole numbers only; a field without a value is left out. A bigint is written as a number, so it must be safe.
 * Source: docs/rules/proofs.md, "The text of a bet".
 */
export function canonicalJson(value: CanonicalValue): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return canonicalText(value);
  if (typeof value === "object") return canonicalComposite(value);
  assert(Number.isSafeInteger(Number(value)), "a number is whole and safe");
  return String(Object.is(value, -0) ? 0 : value);
}

function canonicalText(text: string): string {
  assert(text.isWellFormed(), "a text has no half of a surrogate pair");
  return JSON.stringify(text);
}

type Composite = Extract<CanonicalValue, object>;

function canonicalComposite(value: Composite): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = entries.flatMap(([key, each]) =>
    each === undefined ? [] : [`${canonicalText(key)}:${canonicalJson(each)}`],
  );
  return `{${fields.join(",")}}`;
}

function isList(value: Composite): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}
