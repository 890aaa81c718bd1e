import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseJsonBody } from "./json-body.ts";

/**
 * Keeps the text of each JSON body of a scope beside its value: a signature is over the bytes as they
 * came. Returns what hands it out; empty for a request without a body.
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
