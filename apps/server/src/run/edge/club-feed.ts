import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { FastifyBaseLogger } from "fastify";
import { pause } from "../../core/kit/pause.ts";
import { FeedEvents } from "../../tell/live/feed.ts";
import { FEED_PATH } from "../../tell/live/feed.routes.ts";
import { StartError } from "../run-process.ts";

/** The club says something every 15 s: after two of its pings the way there is dead. */
const SILENT_MS = 35_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const OK = 200;
const WRONG_TOKEN = 401;
const NO_FEED = 404;

interface FeedOptions {
  readonly of: string;
  readonly token: string;
  readonly log: Pick<FastifyBaseLogger, "info" | "warn">;
  /** It begins, or begins anew: what was known before does not lead to what comes now. */
  readonly onBeginning: () => Promise<void>;
  readonly onEvents: () => Promise<void>;
  /** How much later than the quickest message of this connection one came. */
  readonly onDelay: (ms: number) => void;
}

/** Follows the events of a club: connects, goes on where it was after a cut, and knows whether it is heard. */
export class ClubFeed {
  readonly events = new FeedEvents();
  readonly #options: FeedOptions;
  #heardAt = Number.NEGATIVE_INFINITY;
  #failures = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Heard of lately. A club that starts anew is back within this time, and nobody need leave the edge. */
  get isHeard(): boolean {
    return this.silentMs < SILENT_MS;
  }

  get silentMs(): number {
    return performance.now() - this.#heardAt;
  }

  /**
   * Connects for the first time. A club that is away is waited for in `follow`.
   *
   * @throws StartError for a token or an address that no waiting makes right
   */
  async connect(signal: AbortSignal): Promise<IncomingMessage | null> {
    try {
      return await this.#ask(signal);
    } catch (error) {
      if (error instanceof StartError) throw error;
      this.#options.log.warn({ reason: (error as Error).message }, "the club does not answer yet");
      return null;
    }
  }

  /** Until the signal: reads the feed, and connects anew when it ends. */
  async follow(first: IncomingMessage | null, signal: AbortSignal): Promise<void> {
    let answer = first;
    while (!signal.aborted) {
      try {
        answer ??= await this.#ask(signal);
        await this.#read(answer);
      } catch (error) {
        if (signal.aborted) return;
        this.#options.log.warn({ reason: (error as Error).message }, "no feed from the club");
      }
      answer = null;
      await pause(this.#pauseMs(), signal);
    }
  }

  /** Each edge at a time of its own: they all lose a club at once. */
  #pauseMs(): number {
    const most = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    return most * (0.5 + Math.random() / 2);
  }

  async #ask(signal: AbortSignal): Promise<IncomingMessage> {
    const { of, token } = this.#options;
    const last = this.events.lastSeq;
    const url = new URL(last === null ? FEED_PATH : `${FEED_PATH}?after=${last}`, of);
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const headers = { authorization: `Bearer ${token}` };
    return await new Promise((resolve, reject) => {
      const sending = send(url, { headers, signal, agent: false }, (answer) => {
        const fault = faultOf(of, answer);
        if (fault === null) resolve(answer);
        else {
          sending.destroy();
          reject(fault);
        }
      });
      sending.setTimeout(SILENT_MS, () => sending.destroy(new Error("nothing was heard")));
      sending.on("error", (error) => reject(isNoAddress(error) ? noAddress(of) : error));
      sending.end();
    });
  }

  async #read(answer: IncomingMessage): Promise<void> {
    let quickestMs = Number.POSITIVE_INFINITY;
    const heard = (): void => {
      this.#heardAt = performance.now();
      this.#failures = 0;
    };
    for await (const line of linesOf(answer, heard)) {
      if (!line.startsWith("data: ")) continue;
      const { isBeginning, sentMs } = this.events.take(line.slice("data: ".length));
      const tookMs = Date.now() - sentMs;
      quickestMs = Math.min(quickestMs, tookMs);
      // The clocks of two machines differ: what counts is how much later than usual it came.
      this.#options.onDelay(tookMs - quickestMs);
      await (isBeginning ? this.#options.onBeginning() : this.#options.onEvents());
    }
    throw new Error("the club closed it");
  }
}

/** What is wrong with an answer that is no feed; an error of another kind passes by itself. */
function faultOf(of: string, { statusCode = 0, headers }: IncomingMessage): Error | null {
  if (statusCode === WRONG_TOKEN) {
    return new StartError(`The club at ${of} has another CLUB_EDGE_TOKEN than this edge.`);
  }
  const isFeed = headers["content-type"]?.startsWith("text/event-stream") === true;
  if (statusCode === NO_FEED || (statusCode === OK && !isFeed)) {
    return new StartError(
      `There is no feed for edges at ${of}: CLUB_EDGE_OF must lead to a club, and CLUB_EDGE_TOKEN be set there.`,
    );
  }
  return statusCode === OK ? null : new Error(`the club answered ${statusCode}`);
}

const isNoAddress = (error: Error): boolean => (error as { code?: string }).code === "ENOTFOUND";

function noAddress(of: string): StartError {
  return new StartError(`There is no machine of the name in CLUB_EDGE_OF (it is "${of}").`);
}

/** Lines as they are whole. A long one comes in many pieces, which are put together once. */
async function* linesOf(answer: IncomingMessage, onPiece: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const piece of answer) {
    onPiece();
    const [end = "", ...next] = decoder.decode(piece as Buffer, { stream: true }).split("\n");
    begun.push(end);
    for (const start of next) {
      yield begun.join("");
      begun = [start];
    }
  }
}
