import {
  EVENT_FORMAT,
  type EventFile,
  type MarketFile,
  type OutcomeFile,
  type OutcomeResult,
} from "@club/domain";
import type { FileEventRow, FileMarketRow, SinglesRow } from "./event-file.queries.ts";

/** Everything an event's file is made from; passed to a thread unchanged. */
export interface EventParts {
  readonly event: FileEventRow;
  readonly markets: readonly FileMarketRow[];
  readonly singles: readonly SinglesRow[];
  readonly multiples: { readonly bets: number; readonly stakes: bigint };
}

/** The public file of a closed event. While a result is being paid it shows none. */
export function eventFileOf({ event, markets, singles, multiples }: EventParts): EventFile {
  const { status, is_posting, closed_at } = event;
  if (status === "draft" || status === "open" || closed_at === null) {
    throw new Error(`event ${event.id} is ${status}`);
  }
  const isPaid = (status === "settled" || status === "void") && !is_posting;
  const byOutcome = Map.groupBy(singles, ({ outcome_id }) => outcome_id);
  return {
    format: EVENT_FORMAT,
    club: event.club,
    event: {
      event_id: event.id,
      sport: event.sport,
      competition: event.competition,
      home: event.home,
      away: event.away,
      start_time: event.start_time.toISOString(),
      closed_at: closed_at.toISOString(),
      status: isPaid ? status : is_posting ? "final" : status,
    },
    markets: markets.map((market) => marketOf(market, byOutcome, isPaid)),
    multiples: { bets: multiples.bets, stakes_cents: Number(multiples.stakes) },
    results: isPaid
      ? event.results.map(({ version, kind, score_home: home, score_away: away }) => ({
          version,
          kind,
          score: home === null || away === null ? null : { home, away },
        }))
      : [],
    root: event.root,
  };
}

function marketOf(
  market: FileMarketRow,
  singles: ReadonlyMap<string, readonly SinglesRow[]>,
  isPaid: boolean,
): MarketFile {
  const { id, type, line_milli, version, outcomes } = market;
  const own = outcomes.flatMap((outcome) => singles.get(outcome.id) ?? []);
  const voided = own.filter(({ is_void }) => is_void);
  return {
    market_id: id,
    type,
    line_milli,
    status: isPaid ? market.status : "closed",
    version,
    prices: market.prices.map((price) => ({
      version: price.version,
      at: price.at,
      odds_milli: outcomes.map((outcome) => price.odds[outcome.id] ?? 0),
    })),
    voided_bets: voided.reduce((sum, { bets }) => sum + bets, 0),
    voided_cents: Number(stakesOf(voided)),
    outcomes: outcomes.map((outcome) => outcomeOf(outcome, singles.get(outcome.id) ?? [], isPaid)),
  };
}

function outcomeOf(
  outcome: FileMarketRow["outcomes"][number],
  singles: readonly SinglesRow[],
  isPaid: boolean,
): OutcomeFile {
  const live = singles.filter(({ is_void }) => !is_void);
  const result = isPaid ? resultOf(outcome) : null;
  const returns = result !== null && result.status !== "lost";
  const sum = (amount: (row: SinglesRow) => bigint): number =>
    Number(live.reduce((total, row) => total + amount(row), 0n));
  return {
    outcome_id: outcome.id,
    key: outcome.key,
    result,
    bets: live.reduce((total, { bets }) => total + bets, 0),
    stakes_cents: Number(stakesOf(live)),
    tickets: returns
      ? live.map(({ version, unit, most, bets }) => [version, Number(unit), Number(most), bets])
      : [],
    paid_cents: isPaid ? sum(({ paid }) => paid) : 0,
    refunded_cents: isPaid ? sum(({ refunded }) => refunded) : 0,
  };
}

function stakesOf(singles: readonly SinglesRow[]): bigint {
  return singles.reduce((sum, { unit, bets }) => sum + unit * BigInt(bets), 0n);
}

/** The result that an outcome's row holds. */
export function resultOf({
  result,
  tied,
  places,
}: {
  readonly result: string | null;
  readonly tied: number | null;
  readonly places: number | null;
}): OutcomeResult | null {
  if (result === null) return null;
  if (result === "dead_heat") return { status: result, tied: tied ?? 2, places: places ?? 1 };
  return { status: result as "won" };
}
