import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileOfForm } from "./multipart.ts";

/** Routes that take a form with a file: it comes to these alone; everywhere else a body is JSON. */
export function uploadScope(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "multipart/form-data",
      { parseAs: "buffer" },
      async (request: FastifyRequest, body: Buffer) =>
        fileOfForm(request.headers["content-type"] ?? "", body),
    );
    routes(scope);
  });
}

/** The file of the form; null when the body was something else. */
export function uploadedFile({ body }: FastifyRequest): Buffer | null {
  return Buffer.isBuffer(body) ? body : null;
}
