import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

export interface ClubAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type AskClub = (
  path: string,
  headers: Readonly<Record<string, string>>,
) => Promise<ClubAnswer>;

const ANSWERS_WITHIN_MS = 10_000;
/** A file of a race with hundreds of thousands of bets has some tens of megabytes. */
const MOST_BYTES = 64 * 1024 * 1024;
/** More wait for their turn: an edge is no crowd for its club. */
const AT_ONCE = 32;

/**
 * Reads from the club, over connections that are kept. The answer stays packed as it came, which
 * `fetch` would unpack.
 */
export function clubAsker(of: string): { readonly ask: AskClub; readonly close: () => void } {
  const { protocol, hostname, port } = new URL(of);
  const isSafe = protocol === "https:";
  const kept = { keepAlive: true, maxSockets: AT_ONCE };
  const agent = isSafe ? new HttpsAgent(kept) : new HttpAgent(kept);
  const send = isSafe ? httpsRequest : httpRequest;
  // The path goes out as it came in: it is never put together with an address.
  const to = { protocol, hostname: hostname.replace(/^\[|\]$/g, ""), port, agent };
  const ask: AskClub = async (path, headers) =>
    await new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
      const sending = send({ ...to, path, headers, signal }, (answer) => {
        const { statusCode: status = 0, headers: told } = answer;
        readAll(answer).then((body) => resolve({ status, headers: told, body }), reject);
      });
      sending.on("error", reject);
      sending.end();
    });
  return { ask, close: () => agent.destroy() };
}

async function readAll(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new Error("the answer is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
