import type { SportNumbers } from "@club/contract";
import type { OutcomeResult } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { rowsAhead } from "../../core/db/read-ahead.ts";
import { settleLegBet } from "./settle-leg-bet.ts";
import type { SportEventRowData, SportMarketData } from "../events/sport-rows.ts";
import { type LegBetData, type SportResultData, readLegBets } from "./stored-results.ts";
import { toMarket } from "../events/sports.wire.ts";

const PAGE = 5000;

/** Every bet with a leg in an event, page by page. */
export async function* legBets(db: Queryable, eventId: string): AsyncGenerator<LegBetData> {
  const read = async (page: { after: string; limit: number }): Promise<LegBetData[]> =>
    await readLegBets(db, { eventId, isDecided: false, ...page });
  for await (const page of rowsAhead(PAGE, read)) yield* page;
}

/** What an event's bets come to by a result, carried out or not. */
export async function countNumbers(
  db: Queryable,
  asked: { event: SportEventRowData; markets: readonly SportMarketData[]; result: SportResultData },
): Promise<SportNumbers> {
  const { event, markets, result } = asked;
  const sums = { bets: 0, decided: 0, stakes: 0n, payout: 0n, refund: 0n };
  for await (const bet of legBets(db, event.id)) {
    if (bet.status === "void") continue;
    sums.bets += 1;
    const settled = settleLegBet(bet, result.outcomes);
    if (settled === null) continue;
    sums.decided += 1;
    sums.stakes += bet.cost_cents;
    sums.payout += settled.payoutCents;
    sums.refund += settled.refundCents;
  }
  const book = sums.stakes - sums.payout - sums.refund;
  return {
    event_id: event.id,
    result_version: result.version,
    kind: result.kind,
    score: toResultScore(result),
    is_confirmed: result.confirmed_by !== null,
    markets: withResults(event, markets, result.outcomes),
    bets: sums.bets,
    decided_bets: sums.decided,
    waiting_bets: sums.bets - sums.decided,
    stakes_cents: Number(sums.stakes),
    payout_cents: Number(sums.payout),
    refund_cents: Number(sums.refund),
    book_result_cents: Number(book),
    balanced: sums.stakes === sums.payout + sums.refund + book,
  };
}

/** The markets as they would be with these results. */
export function withResults(
  event: SportEventRowData,
  markets: readonly SportMarketData[],
  outcomes: Record<string, OutcomeResult>,
): SportNumbers["markets"] {
  return markets.map((market) => {
    const wire = toMarket(market, event);
    return {
      ...wire,
      outcomes: wire.outcomes.map((outcome) => ({
        ...outcome,
        result: outcomes[outcome.outcome_id]?.status ?? outcome.result,
      })),
    };
  });
}

export function toResultScore(result: {
  score_home: number | null;
  score_away: number | null;
}): SportNumbers["score"] {
  const { score_home: home, score_away: away } = result;
  return home === null || away === null ? null : { home, away };
}
