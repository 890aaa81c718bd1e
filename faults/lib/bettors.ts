import { setTimeout as sleep } from "node:timers/promises";
import type { TestPlayer } from "../../apps/server/src/test/club.ts";

export interface BettorsOptions {
  /** Where the bets go; it may change during the run. */
  readonly url: () => string;
  readonly players: readonly TestPlayer[];
  readonly raceId: string;
  /** The runners of each Each Way of 1.00; default 1 and 2. */
  readonly horses?: readonly number[];
  /** How many bets are to be acknowledged in all. */
  readonly bets: number;
  readonly lanes: number;
  /** The start of every key, as keys live as long as their bets. */
  readonly prefix: string;
  /** New slips at this pace, while a lane is free; default: as fast as the lanes go. */
  readonly perSecond?: number;
  /** The pause before a slip is sent again; default 50. */
  readonly againAfterMs?: number;
  /** How long a slip is sent again before the run fails; default a minute. */
  readonly patienceMs?: number;
  /** Codes after which a slip is sent again, besides 503 with a time to come again. */
  readonly passing?: readonly string[];
  /** Told of each answer: "" for a receipt, else its code. */
  readonly onAnswer?: (slip: { key: string; player: TestPlayer }, code: string) => void;
}

export interface Bettors {
  /** Order id by key, for every bet that got a receipt. */
  readonly acknowledged: Map<string, string>;
  /** Answers other than a receipt, counted by code; "cut" where none came. */
  readonly trouble: Map<string, number>;
  readonly longestGapMs: number;
  /** Resolves when all bets are acknowledged. */
  readonly done: Promise<void>;
  /** Sends no new slips; those under way go on until they have their receipts. */
  readonly enough: () => void;
  /** Sends no new slips; those under way end or are given up. */
  readonly stop: () => void;
}

const PATIENCE_MS = 60_000;

/**
 * Players who bet as the app does: each slip has its key, and is sent again with the same key until
 * it has a receipt. A refusal that is not transient ends the run.
 */
export function startBettors(options: BettorsOptions): Bettors {
  const state = {
    acknowledged: new Map<string, string>(),
    trouble: new Map<string, number>(),
    longestGapMs: 0,
    lastAt: performance.now(),
    next: 0,
    bets: options.bets,
    isStopped: false,
  };
  let dueAt = 0;
  const turn = async (): Promise<void> => {
    if (options.perSecond === undefined) return;
    const now = performance.now();
    dueAt = Math.max(now, dueAt + 1000 / options.perSecond);
    await sleep(dueAt - now);
  };
  const lanes = Array.from({ length: options.lanes }, async (_, lane) => {
    while (state.next < state.bets && !state.isStopped) {
      await turn();
      const key = `${options.prefix} ${state.next++}`;
      const player = options.players[lane % options.players.length] as TestPlayer;
      const orderId = await placeUntilAnswered(options, { key, player, state });
      if (orderId === null) return;
      state.acknowledged.set(key, orderId);
      const now = performance.now();
      state.longestGapMs = Math.max(state.longestGapMs, now - state.lastAt);
      state.lastAt = now;
    }
  });
  const done = Promise.all(lanes).then(() => undefined);
  return {
    acknowledged: state.acknowledged,
    trouble: state.trouble,
    get longestGapMs() {
      return state.longestGapMs;
    },
    done,
    enough: () => {
      state.bets = state.next;
    },
    stop: () => {
      state.isStopped = true;
    },
  };
}

interface Slip {
  readonly key: string;
  readonly player: TestPlayer;
  readonly state: { readonly trouble: Map<string, number>; readonly isStopped: boolean };
}

/** The order id of the slip, or null when the bettors were stopped first. */
async function placeUntilAnswered(options: BettorsOptions, slip: Slip): Promise<string | null> {
  const { trouble } = slip.state;
  const { againAfterMs = 50, patienceMs = PATIENCE_MS } = options;
  const end = performance.now() + patienceMs;
  while (performance.now() < end && !slip.state.isStopped) {
    const answer = await placeOnce(options, slip);
    options.onAnswer?.(slip, answer.code);
    if (answer.orderId !== null) return answer.orderId;
    trouble.set(answer.code, (trouble.get(answer.code) ?? 0) + 1);
    if (!answer.isPassing && options.passing?.includes(answer.code) !== true)
      throw new Error(`${slip.key} was refused: ${answer.code}`);
    await sleep(againAfterMs);
  }
  if (slip.state.isStopped) return null;
  throw new Error(`${slip.key} had no receipt in time`);
}

async function placeOnce(
  options: BettorsOptions,
  slip: Slip,
): Promise<{ orderId: string | null; code: string; isPassing: boolean }> {
  try {
    const response = await fetch(`${options.url()}/api/order/place-order`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${slip.player.token}`,
        "idempotency-key": slip.key,
      },
      body: JSON.stringify({
        race_id: options.raceId,
        bet_type: 9,
        horse: options.horses ?? [1, 2],
        betAmount: 1,
      }),
      signal: AbortSignal.timeout(5000),
    });
    const body = (await response.json()) as { data?: { order_id: string }; code?: string };
    if (response.status === 200)
      return { orderId: body.data?.order_id ?? null, code: "", isPassing: true };
    const isPassing = response.status === 503 && response.headers.get("retry-after") !== null;
    return { orderId: null, code: body.code ?? String(response.status), isPassing };
  } catch {
    return { orderId: null, code: "cut", isPassing: true };
  }
}
