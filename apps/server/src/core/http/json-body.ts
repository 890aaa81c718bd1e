import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Keys that would reach an object's prototype in careless code; none of our fields has these names.
 */
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor"]);
const NEEDS_A_LOOK = /__proto__|constructor|\\u/;

/**
 * The value of a JSON body, or undefined for an empty one.
 *
 * @throws request.malformed for text that is no JSON or has forbidden keys; request.invalid for text
 *   that no database can hold: a NUL or half a surrogate pair.
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("request.malformed");
  }
  if (NEEDS_A_LOOK.test(text)) checkDeep(value);
  return value;
}

/** A loop, not a recursion: a body of brackets alone would overflow the stack. */
function checkDeep(root: unknown): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string") checkText(value);
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) waiting.push(item);
      continue;
    }
    for (const [key, item] of Object.entries(value)) {
      if (FORBIDDEN_KEYS.has(key)) throw new Refusal("request.malformed");
      checkText(key);
      waiting.push(item);
    }
  }
}

function checkText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw new Refusal("request.invalid", { field: "body" });
}

/**
 * Keeps the text of each JSON body of a scope beside its value, since a signature covers the bytes
 * as they came. Returns the function that looks it up; the text is empty for a request without a
 * body.
 */
export function keepBodyTexts(scope: FastifyInstance): (request: FastifyRequest) => string {
  const texts = new WeakMap<object, string>();
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (request: object, text: string) => {
      texts.set(request, text);
      return parseJsonBody(text);
    },
  );
  return (request) => texts.get(request) ?? "";
}
