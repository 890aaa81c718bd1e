import type { DeclaredDividendLine, RacePool, RunnerLine } from "@club/contract";
import {
  type Approximate,
  approximateDividends,
  type Cents,
  favouriteOf,
  isRunnerPool,
  type RaceField,
} from "@club/domain";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import type { PoolViewRow, RaceRow, RunnerRow } from "./race-views.queries.ts";

/** A draw's seed reveals the winner, so it is shown only once the race has run. */
const IS_RUN: ReadonlySet<string> = new Set(["interim", "final", "settled", "abandoned"]);

/** A race for its readers: the rows and what follows from them. */
export interface RaceView {
  readonly row: RaceRow;
  readonly pools: readonly PoolViewRow[];
}

/** What players and operators both see of a race, as the wire names it. */
export function toRaceFace({ row, pools }: RaceView) {
  return {
    ...toMeetingFace(row),
    currency: row.currency,
    ...toRaceLine(row),
    class: row.class,
    handicap: row.handicap,
    going: row.going,
    closed_at: wireInstant(row.closed_at),
    note: row.note,
    runners: toRunnerLines({ row, pools }),
    pools: pools.map((pool) => toRacePool(row, pool)),
    offered: [...row.offered],
    ending: row.ending,
    favourite: favourite({ row, pools }),
    result: row.result,
    inquiry: row.inquiry,
    root: row.root,
    draw_hash: row.draw_hash,
    draw_seed: IS_RUN.has(row.status) ? row.draw_seed : null,
  };
}

/** The dividends of every settled pool of the race. */
export function toDividendLines(pools: readonly PoolViewRow[]): DeclaredDividendLine[] {
  return pools.flatMap(({ code, outcome }) =>
    (outcome?.dividends ?? []).map(({ combination, dividendCents }) => ({
      pool: code,
      combination,
      dividend_cents: Number(dividendCents),
    })),
  );
}

type MeetingRow = Pick<
  RaceRow,
  "event_id" | "code" | "meetings" | "event_type" | "country" | "timezone" | "date"
>;

export function toMeetingFace(row: MeetingRow) {
  const { event_id, code, meetings, event_type, country, timezone, date } = row;
  return { event_id, code, meetings, event_type, country, timezone, date };
}

type LineRow = Pick<
  RaceRow,
  "race_id" | "number" | "name" | "start_time" | "status" | "distance_m"
>;

export function toRaceLine({ race_id, number, name, start_time, status, distance_m }: LineRow) {
  return {
    race_id,
    raceNo: number,
    name,
    start_time: wireInstant(start_time),
    status,
    distance_m,
  };
}

export function toRunnerLines({ row, pools }: RaceView): RunnerLine[] {
  const win = approximatesOf(row, singlePool(pools, "WIN"));
  const place = approximatesOf(row, singlePool(pools, "PLACE"));
  return row.runners.map(({ number, ...runner }) => ({
    horse_id: number,
    ...runner,
    win_approx: win[number] ?? null,
    place_approx: place[number] ?? null,
  }));
}

function toRacePool(row: RaceRow, pool: PoolViewRow): RacePool {
  return {
    pool: pool.code,
    pool_id: pool.pool_id,
    race_id: pool.race_id,
    race_id2: pool.race_id2,
    status: pool.status,
    gross_cents: wireCents(pool.gross_cents),
    bets: pool.bets,
    takeout_bps: pool.rules.takeoutBps[pool.code],
    jackpot_in_cents: wireCents(pool.jackpot_cents),
    approximates: approximatesOf(row, pool),
    ...(pool.race_id2 !== null && {
      dividends: toDividendLines([pool]).map(({ pool: _code, ...line }) => line),
    }),
  };
}

/** What each backed runner would about pay now, by saddle number; empty for other kinds of pool. */
function approximatesOf(row: RaceRow, pool: PoolViewRow | undefined): Record<string, number> {
  if (pool === undefined || !isRunnerPool(pool.code)) return {};
  const { code, rules } = pool;
  const field = fieldOf(row.runners);
  const open = {
    pool: code,
    rules,
    handicap: row.handicap,
    ...field,
    stakesByRunner: stakesOf(pool),
  };
  return Object.fromEntries(
    approximateDividends(open).flatMap(({ runner, dividendCents }: Approximate) =>
      dividendCents === null ? [] : [[String(runner), wireCents(dividendCents)]],
    ),
  );
}

/** Null while nobody backs a live runner to win: the rule would then return its lowest number. */
function favourite({ row, pools }: RaceView): number | null {
  const win = singlePool(pools, "WIN");
  if (win === undefined) return null;
  const stakes = stakesOf(win);
  const number = favouriteOf(stakes, fieldOf(row.runners));
  return number === null || (stakes.get(number) ?? 0n) === 0n ? null : number;
}

function singlePool(pools: readonly PoolViewRow[], code: string): PoolViewRow | undefined {
  return pools.find((pool) => pool.code === code && pool.race_id2 === null);
}

function stakesOf(pool: PoolViewRow): Map<number, Cents> {
  return new Map(
    Object.entries(pool.stakes).map(([number, cents]) => [Number(number), BigInt(cents)]),
  );
}

function fieldOf(runners: readonly RunnerRow[]): RaceField {
  return {
    runners: runners.map((runner) => runner.number),
    scratched: runners.filter((runner) => runner.scratched).map((runner) => runner.number),
  };
}
