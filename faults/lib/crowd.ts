import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { TestPlayer } from "../../apps/server/src/test/club.ts";

export interface CrowdOptions {
  readonly url: string;
  readonly players: readonly TestPlayer[];
  readonly raceId: string;
  /** Begins every key. */
  readonly prefix: string;
  /** Rounds of a bet, a read, sometimes a question about a key; none waits for another. */
  readonly roundsPerSecond: number;
  /** See `watchPace`: rounds are sent as many times more slowly, so that they load the club the same. */
  readonly pace?: () => number;
}

/** How one request ended; status 0 when the connection broke. */
export interface Asked {
  readonly what: string;
  readonly status: number;
  readonly code: string;
  readonly hasRetryAfter: boolean;
  /** When it was sent, by performance.now(). */
  readonly at: number;
  readonly ms: number;
}

export interface Crowd {
  readonly asked: readonly Asked[];
  /** Order id by key, for every bet with a receipt. */
  readonly acknowledged: Map<string, string>;
  /** Sends no more and waits for the answers. */
  stop(): Promise<void>;
}

const READS = [
  "/api/user/wallet",
  "/api/order/list",
  "/api/statement/list",
  "/api/events/race/RACE",
  "/api/user/profile",
];
/** Requests sent at once at the start, so that every connection of the pools is open. */
const OPENING = 60;
/** Promise P14. */
const ANSWERED_WITHIN_MS = 4000;
const RESOLVES_ONE_IN = 30;

/**
 * An open loop: people who do not slow down because the club does. Every request is sent once,
 * never again, and how it ended is recorded.
 */
export function startCrowd(options: CrowdOptions): Crowd {
  const asked: Asked[] = [];
  const acknowledged = new Map<string, string>();
  const atWork = new Set<Promise<void>>();
  let isStopped = false;
  const send = (request: Request): void => {
    const answered = ask(options.url, request, asked).then((orderId) => {
      if (orderId !== null) acknowledged.set(request.key, orderId);
      atWork.delete(answered);
    });
    atWork.add(answered);
  };
  const playRound = (round: number): void => {
    const player = options.players[round % options.players.length] as TestPlayer;
    const of = { player, raceId: options.raceId };
    send({ ...of, what: "bet", key: `${options.prefix} ${round}` });
    if (round < OPENING || round % RESOLVES_ONE_IN === 0)
      send({ ...of, what: "resolve", key: `${options.prefix} never sent ${round}` });
    send({ ...of, what: READS[round % READS.length] as string, key: "" });
  };
  const run = async (): Promise<void> => {
    let round = 0;
    for (; round < OPENING; round++) playRound(round);
    let next = performance.now();
    for (; !isStopped; round++) {
      playRound(round);
      next += (1000 * (options.pace?.() ?? 1)) / options.roundsPerSecond;
      await sleep(Math.max(0, next - performance.now()));
    }
  };
  const running = run();
  return {
    asked,
    acknowledged,
    stop: async () => {
      isStopped = true;
      await running;
      await Promise.all(atWork);
    },
  };
}

interface Request {
  /** "bet", "resolve", or the path that is read. */
  readonly what: string;
  readonly key: string;
  readonly player: TestPlayer;
  readonly raceId: string;
}

async function ask(url: string, request: Request, asked: Asked[]): Promise<string | null> {
  const at = performance.now();
  const end = (answer: Pick<Asked, "status" | "code" | "hasRetryAfter">): void =>
    void asked.push({ what: request.what, ...answer, at, ms: performance.now() - at });
  try {
    const response = await fetch(...toFetch(url, request));
    const body = (await response.json()) as { data?: { order_id?: string }; code?: string };
    end({
      status: response.status,
      code: body.code ?? "",
      hasRetryAfter: response.headers.has("retry-after"),
    });
    return response.status === 200 ? (body.data?.order_id ?? null) : null;
  } catch (error) {
    end({ status: 0, code: String(error), hasRetryAfter: false });
    return null;
  }
}

function toFetch(url: string, request: Request): [string, RequestInit] {
  const { what, key, player, raceId } = request;
  const headers = { authorization: `Bearer ${player.token}`, "content-type": "application/json" };
  if (what === "resolve") {
    const body = JSON.stringify({ idempotency_key: key });
    return [`${url}/api/order/resolve`, { method: "POST", headers, body }];
  }
  if (what !== "bet") return [url + what.replace("RACE", raceId), { headers }];
  const body = JSON.stringify({ race_id: raceId, bet_type: 9, horse: [1, 2], betAmount: 1 });
  const withKey = { ...headers, "idempotency-key": key };
  return [`${url}/api/order/place-order`, { method: "POST", headers: withKey, body }];
}

/** Promise P14. */
export const NORMAL_WITHIN_MS = 2000;
const SECOND_MS = 1000;
const STEP_MS = 50;

interface Fault {
  readonly from: number;
  readonly to: number;
}

const USUAL_MS = 3 * SECOND_MS;

/** A pause of the machine fills the queue of reads for a moment. */
const REST_ANSWERED = 0.98;

/**
 * The club is normal again soon after a fault, and stays so: within 2 s comes a second in which as
 * large a part of what was sent was answered with 200 as in the worst of the three seconds before the
 * fault (all of it, on a machine that has a core for the club), from then on nearly all of it is, and
 * every bet. Beside others that take the cores some reads find the queue full without any fault: the
 * parts are divided by the pace, as the time is multiplied by it.
 *
 * @param fault - when it began and ended, by performance.now()
 * @param pace - see `watchPace`
 */
export function expectNormalAfter(asked: readonly Asked[], fault: Fault, pace: number): void {
  const { to: endedAt } = fault;
  const normalMs = normalAfter(asked, endedAt, usualPart(asked, fault) / pace);
  const parts = `answered of each second: ${answeredBySecond(asked, endedAt).join(", ")}`;
  expect(normalMs, `ms until normal again; ${parts}`).toBeLessThan(NORMAL_WITHIN_MS * pace);
  const rest = asked.filter(({ at }) => at >= endedAt + normalMs);
  expect(answeredPart(rest), `stays normal; ${parts}`).toBeGreaterThanOrEqual(REST_ANSWERED / pace);
  const bets = rest.filter(({ what }) => what === "bet");
  expect(bets.length, "bets are sent").toBeGreaterThan(0);
  expect(answeredPart(bets), "every bet is taken").toBeGreaterThanOrEqual(1 / pace);
}

const answeredPart = (asked: readonly Asked[]): number =>
  asked.filter(({ status }) => status === 200).length / Math.max(1, asked.length);

const answeredFrom = (asked: readonly Asked[], from: number): number =>
  answeredPart(asked.filter(({ at }) => at >= from && at < from + SECOND_MS));

function usualPart(asked: readonly Asked[], { from }: Fault): number {
  const seconds = Array.from({ length: USUAL_MS / SECOND_MS }, (_, i) => i + 1);
  const usual = Math.min(...seconds.map((n) => answeredFrom(asked, from - n * SECOND_MS)));
  expect(usual, "part that was answered before the fault").toBeGreaterThan(0);
  return usual;
}

const lastWholeSecond = (asked: readonly Asked[]): number =>
  Math.max(...asked.map(({ at }) => at)) - SECOND_MS;

/** From the fault's end on, for the message of a failing test. */
function answeredBySecond(asked: readonly Asked[], endedAt: number): string[] {
  const parts: string[] = [];
  for (let from = endedAt; from <= lastWholeSecond(asked); from += SECOND_MS)
    parts.push(answeredFrom(asked, from).toFixed(3));
  return parts;
}

function normalAfter(asked: readonly Asked[], endedAt: number, part: number): number {
  for (let from = endedAt; from <= lastWholeSecond(asked); from += STEP_MS) {
    if (answeredFrom(asked, from) >= part) return from - endedAt;
  }
  return Number.POSITIVE_INFINITY;
}

/** Answers counted by what was asked and how it ended, for the message of a failing test. */
function tally(asked: readonly Asked[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what, status, code } of asked) {
    const name = `${what} ${status} ${code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

interface Vitals {
  /** Resident memory. */
  readonly mib: number;
  /** Requests in progress. */
  readonly atWork: number;
  /** Requests waiting for a connection, in the pool with the longest queue. */
  readonly waiting: number;
}

/** A club process's vital figures, from its metrics, which answer whatever the database does. */
export async function vitalsOf(url: string): Promise<Vitals> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const values = (pattern: RegExp): number[] =>
    [...text.matchAll(pattern)].map(([, value]) => Number(value));
  return {
    mib: Math.max(...values(/^process_resident_memory_bytes (\S+)$/gm)) / 2 ** 20,
    atWork: Math.max(...values(/^club_http_requests_at_work (\S+)$/gm)),
    waiting: Math.max(...values(/^club_db_connections\{.*state="waiting".*\} (\S+)$/gm)),
  };
}

const CALM_MS = 3000;
const CALM_MIB = 2;
const WARM_WITHIN_MS = 30_000;

/** The figures of a warm club: its memory has hardly grown for a while. */
export async function warmVitalsOf(url: string): Promise<Vitals> {
  const end = performance.now() + WARM_WITHIN_MS;
  let now = await vitalsOf(url);
  let highest = now.mib;
  let highAt = performance.now();
  while (performance.now() < Math.min(end, highAt + CALM_MS)) {
    await sleep(100);
    now = await vitalsOf(url);
    if (now.mib > highest + CALM_MIB) [highest, highAt] = [now.mib, performance.now()];
  }
  return now;
}

/** Looks every 100 ms until stopped; keeps the worst of each figure. */
export function watchVitals(url: string): { stop(): Promise<Vitals> } {
  let worst: Vitals = { mib: 0, atWork: 0, waiting: 0 };
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      const now = await vitalsOf(url);
      worst = {
        mib: Math.max(worst.mib, now.mib),
        atWork: Math.max(worst.atWork, now.atWork),
        waiting: Math.max(worst.waiting, now.waiting),
      };
      await sleep(100);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return worst;
    },
  };
}

/**
 * Every answer, however slow the database, comes in time, and a 503 says when to come again.
 *
 * @param pace - see `watchPace`
 */
export function expectBounded(asked: readonly Asked[], pace = 1): void {
  const counts = JSON.stringify(tally(asked));
  const wrong = asked.filter(({ status, hasRetryAfter }) =>
    status === 503 ? !hasRetryAfter : status !== 200,
  );
  expect(wrong, `200, or 503 with Retry-After: ${counts}`).toEqual([]);
  const within = ANSWERED_WITHIN_MS * pace;
  const slow = asked.filter(({ ms }) => ms >= within);
  const slowest = Math.max(0, ...slow.map(({ ms }) => ms));
  const which = `${JSON.stringify(tally(slow))}, ${Math.round(slowest)} ms at most, of ${counts}`;
  expect(slow.length, `every request answered within ${within} ms: ${which}`).toBe(0);
}
