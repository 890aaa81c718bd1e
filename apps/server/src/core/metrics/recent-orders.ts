const MINUTE_MS = 60_000;
const MINUTES = 10;
/** Times kept for each minute: enough for a percentile, however many bets come. */
const MOST_TIMES = 1000;

interface Minute {
  readonly codes: Map<string, number>;
  readonly elapsedMs: number[];
}

export interface OrdersOfLate {
  /** 99 of 100 bets were answered within so many milliseconds; null without bets. */
  readonly p99Ms: number | null;
  /** Bets that were refused, by code, the most frequent first. */
  readonly refused: readonly { readonly code: string; readonly count: number }[];
}

/** How bets fared in the last ten minutes, in this process: for the run sheet. */
export class RecentOrders {
  readonly #minutes = new Map<number, Minute>();

  note(order: { readonly elapsedMs: number; readonly code: string | undefined }): void {
    const minute = this.#minuteAt(Date.now());
    if (minute.elapsedMs.length < MOST_TIMES) minute.elapsedMs.push(order.elapsedMs);
    if (order.code === undefined) return;
    minute.codes.set(order.code, (minute.codes.get(order.code) ?? 0) + 1);
  }

  read(): OrdersOfLate {
    this.#forget(Date.now());
    const counts = new Map<string, number>();
    const times: number[] = [];
    for (const minute of this.#minutes.values()) {
      times.push(...minute.elapsedMs);
      for (const [code, count] of minute.codes) counts.set(code, (counts.get(code) ?? 0) + count);
    }
    times.sort((a, b) => a - b);
    const at = times[Math.ceil(times.length * 0.99) - 1];
    const refused = [...counts].map(([code, count]) => ({ code, count }));
    return {
      p99Ms: at === undefined ? null : Math.round(at),
      refused: refused.sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)),
    };
  }

  #minuteAt(nowMs: number): Minute {
    const key = Math.floor(nowMs / MINUTE_MS);
    const known = this.#minutes.get(key);
    if (known !== undefined) return known;
    this.#forget(nowMs);
    const made: Minute = { codes: new Map(), elapsedMs: [] };
    this.#minutes.set(key, made);
    return made;
  }

  #forget(nowMs: number): void {
    const oldest = Math.floor(nowMs / MINUTE_MS) - MINUTES;
    for (const key of this.#minutes.keys()) if (key <= oldest) this.#minutes.delete(key);
  }
}
