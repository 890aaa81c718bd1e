import { assert } from "../assert.ts";

/** The JSON that proofs are made of: numbers are whole and safe. */
export type CanonicalValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

/**
 * The one text of a value by RFC 8785, for the JSON that we use: keys sorted by their UTF-16 code
 * units, no blanks, whole numbers only. A bigint is written as a number, so it must be safe.
 * Source: docs/rules/proofs.md, "The text of a bet".
 */
export function canonicalJson(value: CanonicalValue): string {
  switch (typeof value) {
    case "string":
      assert(value.isWellFormed(), "a text has no half of a surrogate pair");
      return JSON.stringify(value);
    case "number":
    case "bigint":
      assert(Number.isSafeInteger(Number(value)), "a number is whole and safe");
      return String(value === 0 ? 0 : value);
    case "boolean":
      return String(value);
    default:
      return canonicalComposite(value);
  }
}

function canonicalComposite(
  value: null | readonly CanonicalValue[] | { readonly [key: string]: CanonicalValue },
): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const written = entries.map(([key, each]) => `${canonicalJson(key)}:${canonicalJson(each)}`);
  return `{${written.join(",")}}`;
}
