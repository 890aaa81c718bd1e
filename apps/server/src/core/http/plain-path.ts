import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Another spelling of a path: no slash at first, two of them, a dot segment, a backslash or the mark of
 * a fragment, and what needs no encoding (letters, digits, `-._~`) or hides a slash, encoded.
 */
const OTHER_SPELLING =
  /^(?!\/)|\/\/|\/\.\.?(?:\/|$)|[\\#]|%(?:2[DEF]|3\d|4[1-9A-F]|5[\dACF]|6[1-9A-F]|7[\dAE])/i;

const ENDS_IN_ID = /:\w+$/;

/** Whether a path, without its query, is in the one spelling that is answered. */
export function isPlainPath(path: string): boolean {
  return !OTHER_SPELLING.test(path);
}

/**
 * Every path has one spelling, and any other is not found: a proxy in front of the club, or a reader of its
 * log, sees the same path as the club (promise S10).
 */
export function addPlainPaths(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const path = pathOf(request);
    // Where a route ends in an id, a slash at the end would be an empty one.
    const hasNoId = path.endsWith("/") && ENDS_IN_ID.test(routeOf(request));
    if (hasNoId || !isPlainPath(path)) throw new Refusal("not_found");
    done();
  });
}

/**
 * The path of the route that was found, such as `/console/*`: what is decided by path is decided by
 * this one, never by the text that was sent. Where no route was found it is that text.
 */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? pathOf(request);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "/";
}
