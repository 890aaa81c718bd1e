import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Another spelling of a path: no leading slash or two of them, a dot segment, a backslash, a
 * fragment mark, or an encoded character that needs no encoding (letters, digits, `-._~`) or hides
 * a slash.
 */
const OTHER_SPELLING =
  /^(?!\/)|\/\/|\/\.\.?(?:\/|$)|[\\#]|%(?:2[DEF]|3\d|4[1-9A-F]|5[\dACF]|6[1-9A-F]|7[\dAE])/i;

const ENDS_IN_ID = /:\w+$/;

/** Whether a path, without its query, is in the one spelling that is answered. */
export function isPlainPath(path: string): boolean {
  return !OTHER_SPELLING.test(path);
}

/**
 * Every path has one spelling; any other is not found. So a proxy in front of the club, or a reader
 * of its log, sees the same path as the club (promise S10).
 */
export function addPlainPaths(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const path = pathOf(request);
    // Where a route ends in an id, a trailing slash would be an empty id.
    const hasNoId = path.endsWith("/") && ENDS_IN_ID.test(routeOf(request));
    if (hasNoId || !isPlainPath(path)) throw new Refusal("not_found");
    done();
  });
}

/**
 * The path of the matched route, such as `/console/*`. Decisions by path use this, never the text
 * that was sent. Where no route matched it is that text.
 */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? pathOf(request);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "/";
}
