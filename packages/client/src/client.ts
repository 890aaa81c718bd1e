import type { Call } from "@club/contract";
import { isRefusal, type CallError } from "./call-error.ts";
import { readAnswer, sendWish, type Envelope } from "./exchange.ts";
import { answerOf, type Answer, type AnyWish, type Wish } from "./wish.ts";

export interface ClientOptions {
  /** The access token of whoever is signed in. */
  readonly token: () => string | undefined;
  readonly language: () => string;
  /** Replaces this token by another. @throws CallError when only a sign-in would help */
  readonly refresh: (usedToken: string) => Promise<void>;
  /** Ends the session: a refreshed token was not accepted either. */
  readonly expire: () => CallError;
  /** The app's copy of the server's clock; every answer corrects it. */
  readonly clock: { readonly now: () => number; readonly setOffset: (ms: number) => void };
  readonly send?: typeof sendWish;
  /** Called for every failure that the club itself answered with. */
  readonly onRefusal?: (error: CallError) => void;
  /** Supplies what a refused call lacked; true: it is sent once more. */
  readonly supply?: (error: CallError) => Promise<boolean>;
}

export interface Client {
  /** Makes a call of the contract. @throws CallError: the server's refusal, or why there was no answer */
  readonly call: <C extends Call>(wish: Wish<C>) => Promise<Answer<C>>;
  readonly exchange: (wish: AnyWish) => Promise<Envelope>;
  /** Fetches a file, which has no envelope. @throws CallError */
  readonly fetchFile: (path: string) => Promise<Blob>;
}

/**
 * Talks to the club for whoever is signed in. If the token has expired, it refreshes it and sends
 * the same wish once more. That is safe: a wish that moves money carries an idempotency key.
 */
export function createClient(options: ClientOptions): Client {
  const { send = sendWish } = options;

  async function sendWith(wish: AnyWish, token: string | undefined): Promise<Response> {
    return await send(wish, {
      "accept-language": options.language(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    });
  }

  async function respond(wish: AnyWish): Promise<Response> {
    const token = wish.anonymous === true ? undefined : options.token();
    let response = await sendWith(wish, token);
    if (token !== undefined && isExpired(response)) {
      await options.refresh(token);
      response = await sendWith(wish, options.token());
      if (isExpired(response)) throw options.expire();
    }
    readClock(response, options.clock);
    return response;
  }

  async function answer(response: Response): Promise<Envelope> {
    try {
      return await readAnswer(response);
    } catch (error) {
      if (isRefusal(error)) options.onRefusal?.(error);
      throw error;
    }
  }

  async function exchange(wish: AnyWish): Promise<Envelope> {
    try {
      return await answer(await respond(wish));
    } catch (error) {
      if (!isRefusal(error) || (await options.supply?.(error)) !== true) throw error;
      return await answer(await respond(wish));
    }
  }

  return {
    exchange,
    call: async (wish) => answerOf(await exchange(wish as AnyWish)),
    async fetchFile(path) {
      const response = await respond({ method: "GET", path });
      if (!response.ok) await answer(response);
      return await response.blob();
    },
  };
}

/** The specification names both as "expired". */
function isExpired(response: Response): boolean {
  return response.status === 401 || response.status === 402;
}

const HALF_SECOND_MS = 500;
const DRIFT_MS = 1500;

/** Countdowns follow the server clock. Its header has whole seconds: small offsets do not count. */
function readClock(response: Response, clock: ClientOptions["clock"]): void {
  const serverMs = Date.parse(response.headers.get("date") ?? "") + HALF_SECOND_MS;
  if (Number.isNaN(serverMs) || Math.abs(serverMs - clock.now()) < DRIFT_MS) return;
  clock.setOffset(serverMs - Date.now());
}
