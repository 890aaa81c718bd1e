import { request } from "node:https";
import { publicLookup } from "../push/push-transport.ts";

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the program answered; 0: it was not reached. */
export type WebhookTransport = (message: WebhookRequest) => Promise<{ status: number }>;

const PATIENCE_MS = 10_000;
const MOST_ANSWER_BYTES = 64 * 1024;

/**
 * Calls a program of somebody else's: only at public addresses, which are those that the connection is
 * then made to, so a name that changes its mind leads nowhere; a redirect is an answer like another and
 * is not followed; ten seconds, and what is answered is thrown away.
 */
export const callWebhook: WebhookTransport = async ({ url, headers, body }) =>
  await new Promise((resolve) => {
    const sending = request(
      url,
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
