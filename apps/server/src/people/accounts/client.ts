import type { FastifyRequest } from "fastify";
import { languageOf } from "../../core/http/envelope.ts";
import type { Client } from "./register-player.ts";

/** Where a request comes from. */
export function clientOf(request: FastifyRequest): Client {
  return {
    address: request.ip,
    device: request.headers["user-agent"],
    language: languageOf(request.headers["accept-language"]),
  };
}
