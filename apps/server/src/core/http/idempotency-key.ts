import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";

const MOST_CHARACTERS = 200;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** The Idempotency-Key of a request, or null. @throws idempotency.key_invalid */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (
    typeof key !== "string" ||
    key.length === 0 ||
    key.length > MOST_CHARACTERS ||
    !PRINTABLE.test(key)
  ) {
    throw new Refusal("idempotency.key_invalid");
  }
  return key;
}

/**
 * The same for calls that require a key.
 *
 * @throws idempotency.key_needed, idempotency.key_invalid
 */
export function requireIdempotencyKey(request: FastifyRequest): string {
  const key = idempotencyKeyOf(request);
  if (key === null) throw new Refusal("idempotency.key_needed");
  return key;
}
