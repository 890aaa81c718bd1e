import type { AppContext } from "../../core/context.ts";
import { deleteRefusedBefore, insertRefused } from "./refused-bets.queries.ts";

/** A refused bet, as it was asked for. */
export interface RefusedBet {
  readonly playerId: string;
  readonly code: string;
  readonly raceId: string | null;
  readonly eventId: string | null;
  readonly betType: number | null;
  /** Per combination or line. */
  readonly stakeCents: bigint | null;
}

const WAIT_MS = 1000;
/** More than these in a second are a flood: the excess is counted, not stored. */
const MOST_WAITING = 2000;

type Parts = Pick<AppContext, "db" | "log" | "metrics" | "settings">;

/**
 * Stores refused bets for the report. Refusals answer no slower for it, and accepted bets never
 * come here: a refusal is noted once answered, and written with the others of its second. Lossy on
 * purpose: what is lost to a flood, a crash or an unreachable database is counted in a metric.
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

  /** Writes what is waiting. Never fails: what cannot be written is lost, and counted. */
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

/** Clock work: deletes refusals older than the club keeps them. */
export async function forgetRefusedBets(ctx: Pick<AppContext, "db" | "settings">): Promise<void> {
  await deleteRefusedBefore(ctx.db.jobs, ctx.settings.refusedBetsDays);
}
