import { Refusal } from "@club/domain";
import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import type { z } from "zod";

/** Parses input by a call's schema. @throws request.invalid with the field to blame. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (input: unknown) => {
    // A POST without a body is one with an empty object: the field that misses is named.
    const parsed = schema.safeParse(httpPart === "body" ? (input ?? {}) : input);
    if (parsed.success) return { value: parsed.data };
    const field = fieldOf(parsed.error.issues[0]) || (httpPart ?? "request");
    throw new Refusal("request.invalid", { field: field.slice(0, 100) });
  };
};

/** Where it is wrong; a field that a call does not know is named itself, and "" stands for the whole input. */
function fieldOf(issue: z.core.$ZodIssue | undefined): string {
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return [...(issue?.path ?? []), ...unknown].map(String).join(".");
}

/**
 * Shapes an answer by its schema: a field that it does not name never leaves, and an answer that does
 * not fit is our fault, not the caller's.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (answer: unknown) => JSON.stringify(schema.parse(answer));
};
