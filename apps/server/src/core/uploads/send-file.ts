import type { FastifyReply } from "fastify";

export interface SentFile {
  readonly name: string;
  readonly type: string;
}

/** Nothing in a file may run, also not where somebody opens it in a window of its own. */
const FILE_CSP = "default-src 'none'; sandbox";

/** Headers of a file that goes to its owner: kept nowhere, never shown as a page (promises S10, S15). */
export function asFile(reply: FastifyReply, { name, type }: SentFile): FastifyReply {
  return reply.headers({
    "content-type": type,
    "content-disposition": `attachment; filename="${name.replace(/[^\w.-]/g, "-")}"`,
    "content-security-policy": FILE_CSP,
    "cache-control": "no-store",
  });
}
