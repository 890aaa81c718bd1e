import { Refusal } from "@club/domain";
import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import type { z } from "zod";
import type { Envelope } from "./envelope.ts";

/** Properties that zod measures on any value that has them. */
const MEASURES = ["length", "size"] as const;

/** Parses input by a call's schema. @throws request.invalid with the field to blame. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (input: unknown) => {
    // A POST without a body is one with an empty object: the field that misses is named.
    const parsed = parse(schema, httpPart === "body" ? (input ?? {}) : input);
    if (parsed?.success === true) return { value: parsed.data };
    const field = fieldOf(parsed?.error.issues[0]) || (httpPart ?? "request");
    throw new Refusal("request.invalid", { field: field.slice(0, 100) });
  };
};

/**
 * A value of the wrong shape is refused, even one that makes the parser throw: zod measures a
 * text's length even after it has refused its type, and a length such as `{"length": {"toString":
 * 1}}` is no number. Such input is parsed again without its lengths, to find the field to blame.
 */
function parse(schema: z.ZodType, input: unknown): z.ZodSafeParseResult<unknown> | undefined {
  try {
    return schema.safeParse(input);
  } catch {
    removeLengths(input);
  }
  try {
    const again = schema.safeParse(input);
    return again.success ? undefined : again;
  } catch {
    return undefined;
  }
}

/** A loop, not a recursion, as in json-body.ts. */
function removeLengths(root: unknown): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) {
      for (const name of MEASURES) Reflect.deleteProperty(value, name);
    }
    for (const item of Object.values(value)) waiting.push(item);
  }
}

/** Where it is wrong; a field that a call does not know is named itself, and "" stands for the whole input. */
function fieldOf(issue: z.core.$ZodIssue | undefined): string {
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return [...(issue?.path ?? []), ...unknown].map(String).join(".");
}

/**
 * Shapes an answer by its schema. A field that the schema does not name never leaves; an answer
 * that does not fit is our fault, not the caller's.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (answer: unknown) => JSON.stringify(schema.parse(answer));
};

/**
 * The same for what everybody may read: what a cache hands to all who ask within its second is
 * shaped and written once. The value is known again by itself, so it must never change.
 */
export const sharedSerializerCompiler: FastifySerializerCompiler<unknown> = (route) => {
  const write = serializerCompiler({ ...route, schema: route.schema as z.ZodType });
  const written = new WeakMap<object, string>();
  return (answer: unknown) => {
    const shared = onlyPart(answer as Envelope);
    if (shared === null) return write(answer);
    const known = written.get(shared);
    if (known !== undefined) return known;
    const text = write(answer);
    written.set(shared, text);
    return text;
  };
};

/** The one value of an envelope that says nothing else; null: it says more. */
function onlyPart(envelope: Envelope): object | null {
  const { status: _ok, message, data, list, ...beside } = envelope;
  const isPlain = message === "OK" && Object.keys(beside).length === 0;
  const part = list === undefined ? data : data === undefined ? list : null;
  return isPlain && typeof part === "object" ? part : null;
}
