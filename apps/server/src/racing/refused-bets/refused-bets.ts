import type { AppContext } from "../../core/context.ts";
import { deleteRefusedBefore, insertRefused } from "./refused-bets.queries.ts";

/** A bet that was not taken, as it was asked for. */
export interface RefusedBet {
  readonly playerId: string;
  readonly code: string;
  readonly raceId: string | null;
  readonly eventId: string | null;
  readonly betType: number | null;
  /** Of one combination or line. */
  readonly stakeCents: bigint | null;
}

const WAIT_MS = 1000;
/** More than these in a second are a flood: what is beyond them is counted, not kept. */
const MOST_WAITING = 2000;

type Parts = Pick<AppContext, "db" | "log" | "metrics" | "settings">;

/**
 * Keeps refused bets for the report. A refusal costs its answer nothing and accepted bets never come
 * here: it is noted when the answer is out, and written with those of the same second. Lossy on
 * purpose: what a flood, a crash or a database that is away takes is counted in a metric.
 */
export class RefusedBets {
  readonly #ctx: Parts;
  #waiting: (RefusedBet & { readonly at: number })[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(ctx: Parts) {
    this.#ctx = ctx;
  }

  note(bet: RefusedBet): void {
    if (this.#ctx.settings.refusedBetsDays === 0) return;
    if (this.#waiting.length >= MOST_WAITING) return this.#lose(1);
    this.#waiting.push({ ...bet, at: performance.now() });
    this.#timer ??= setTimeout(() => void this.flush(), WAIT_MS).unref();
  }

  /** Writes what waits. Never fails: what cannot be written is lost, and counted. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bets = this.#waiting;
    if (bets.length === 0) return;
    this.#waiting = [];
    const now = performance.now();
    try {
      const aged = bets.map((bet) => ({ ...bet, ageMs: Math.round(now - bet.at) }));
      await insertRefused(this.#ctx.db.jobs, aged);
    } catch (error) {
      this.#lose(bets.length);
      this.#ctx.log.warn({ err: error, bets: bets.length }, "refused bets were not kept");
    }
  }

  #lose(bets: number): void {
    this.#ctx.metrics.refusedLost.inc(bets);
  }
}

/** Forgets refusals that are older than the club keeps them; clock work. */
export async function forgetRefusedBets(ctx: Pick<AppContext, "db" | "settings">): Promise<void> {
  await deleteRefusedBefore(ctx.db.jobs, ctx.settings.refusedBetsDays);
}
