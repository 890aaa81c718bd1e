import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const OK = 200;
const UNCHANGED = 304;

/** A cache may hand out a copy for so long while it fetches the next one. */
const WHILE_FETCHING_S = 2;

/** `Cache-Control` of what everybody may read. */
export function keptFor(seconds: number): string {
  return `public, max-age=${seconds}, stale-while-revalidate=${WHILE_FETCHING_S}`;
}

/** The tag of a text: the same text has the same one, in every process. */
export function etagOf(text: string): string {
  return `"${hash("sha256", text, "base64url")}"`;
}

/**
 * Whether the caller has this version. A cache on the way that packs an answer marks its tag as
 * weak.
 */
export function hasVersion(request: FastifyRequest, etag: string): boolean {
  const known = request.headers["if-none-match"];
  if (known === undefined) return false;
  return known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** Tags an answer, and sends nothing but that to who has it already. An `onSend` hook. */
export async function tagAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== OK || typeof payload !== "string") return payload;
  const etag = etagOf(payload);
  reply.header("etag", etag);
  if (!hasVersion(request, etag)) return payload;
  reply.status(UNCHANGED).removeHeader("content-length");
  return null;
}
