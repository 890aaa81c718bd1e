import type { FastifyRequest } from "fastify";

/** The console's own page: an identity provider sends the browser back to it, and links lead there. */
export function consolePage(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}/console/`;
}
