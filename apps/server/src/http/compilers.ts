import { Refusal } from "@club/domain";
import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import type { z } from "zod";

/** Parses input by a call's schema. @throws request.invalid with the field to blame. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (input: unknown) => {
    // A POST without a body is one with an empty object: the field that misses is named.
    const parsed = schema.safeParse(httpPart === "body" ? (input ?? {}) : input);
    if (parsed.success) return { value: parsed.data };
    const field = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
    throw new Refusal("request.invalid", { field: field.slice(0, 100) });
  };
};

/**
 * Shapes an answer by its schema: a field that it does not name never leaves, and an answer that does
 * not fit is our fault, not the caller's.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (answer: unknown) => JSON.stringify(schema.parse(answer));
};
