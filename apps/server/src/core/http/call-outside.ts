import { lookup } from "node:dns";
import { request } from "node:https";
import { connect, isIP } from "node:net";
import type { LookupFunction, Socket } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** A message to a service or a program outside of the club. */
export interface OutsideCall<Body extends string | Buffer> {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** The answer's status; 0: nobody was reached. The other side may say when to try again. */
export interface OutsideAnswer {
  readonly status: number;
  readonly retryAfterS?: number;
}

export type OutsideTransport<Body extends string | Buffer> = (
  call: OutsideCall<Body>,
) => Promise<OutsideAnswer>;

const MOST_ANSWER_BYTES = 64 * 1024;

/**
 * Posts to the outside (promise S20), only to public addresses. The address is checked when the
 * connection is made, so a name that resolves differently later leads nowhere. A redirect is an
 * answer like any other and is not followed. The call has a time-out, and the body of the answer is
 * thrown away.
 */
export function callOutside(patienceMs: number): OutsideTransport<string | Buffer> {
  return async ({ url, headers, body }) =>
    await new Promise((resolve) => {
      const sending = request(
        url,
        { method: "POST", headers, lookup: publicLookup, signal: AbortSignal.timeout(patienceMs) },
        (response) => {
          let bytes = 0;
          response.on("data", (piece: Buffer) => {
            bytes += piece.length;
            if (bytes > MOST_ANSWER_BYTES) response.destroy();
          });
          response.on("error", () => undefined);
          const status = response.statusCode ?? 0;
          const retryAfterS = retryAfterOf(response.headers["retry-after"], Date.now());
          resolve(retryAfterS === undefined ? { status } : { status, retryAfterS });
        },
      );
      sending.on("error", () => resolve({ status: 0 }));
      sending.end(body);
    });
}

/** Seconds that `Retry-After` asks for (RFC 9110, 10.2.3), as a number or as an instant. */
export function retryAfterOf(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  // A date begins with a weekday; whatever else `Date.parse` accepts is not one.
  const untilMs = /^[A-Z]/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(untilMs) ? undefined : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}

/** Looks a name up and refuses it when any of its addresses is not public. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const first = addresses?.[0];
    if (error !== null || first === undefined) {
      callback(error ?? new Error("no address"), "", 0);
    } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new Error("not a public address"), "", 0);
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Whether an address that is written as numbers is not public: such a one is never looked up. */
export function isPrivateLiteral(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return isIP(bare) !== 0 && !isPublicAddress(bare);
}

/** Opens a connection that leads to the public internet or nowhere (promise S20). */
export function connectPublic(to: { readonly host: string; readonly port: number }): Socket {
  const host = isPrivateLiteral(to.host) ? "private.invalid" : to.host;
  return connect({ host, port: to.port, lookup: publicLookup });
}
