import { lookup } from "node:dns";
import { request } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./endpoint.ts";

export interface PushRequest {
  endpoint: URL;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** What the push service says; 0: it was not reached. */
export type PushTransport = (message: PushRequest) => Promise<{ status: number }>;

const PATIENCE_MS = 5000;
const MOST_ANSWER_BYTES = 64 * 1024;

/**
 * Sends to a push service (promise S20): only to public addresses, looked at when the connection is
 * made, so that a name which changes its mind leads nowhere; no redirects, five seconds, and the
 * answer is thrown away.
 */
export const sendToPushService: PushTransport = async ({ endpoint, headers, body }) =>
  await new Promise((resolve) => {
    const sending = request(
      endpoint,
      { method: "POST", headers, lookup: publicLookup, signal: AbortSignal.timeout(PATIENCE_MS) },
      (response) => {
        let bytes = 0;
        response.on("data", (piece: Buffer) => {
          bytes += piece.length;
          if (bytes > MOST_ANSWER_BYTES) response.destroy();
        });
        response.on("error", () => undefined);
        resolve({ status: response.statusCode ?? 0 });
      },
    );
    sending.on("error", () => resolve({ status: 0 }));
    sending.end(body);
  });

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
