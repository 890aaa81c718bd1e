import { type Cents, sumCents } from "../money/cents.ts";
import { type MarketShape, decideAbandoned, decideMarket } from "../sports/decide-market.ts";
import { interruptionRule } from "../sports/interruptions.ts";
import { type OutcomeResult, legFactor } from "../sports/outcome-result.ts";
import { returnOf } from "../sports/price-sport-bet.ts";
import { settleSportBet } from "../sports/settle-sport-bet.ts";
import { type CheckLine, compare, unchecked } from "./check-line.ts";
import { type ProofTools, checkSignature, checkSignedFile } from "./check-root.ts";
import {
  type EventFile,
  MULTIPLES,
  type MarketFile,
  type OutcomeFile,
  type SportTicket,
} from "./event-file.ts";
import type { ClubKey } from "./signed-root.ts";

/** Checks everything in an event's public file: results, singles, frozen list, signatures. */
export async function checkEventFile(
  file: EventFile,
  keys: readonly ClubKey[] | null,
  tools: ProofTools,
): Promise<CheckLine[]> {
  const lines = [...checkEvent(file), ...checkRootOfEvent(file)];
  if (file.root !== null) lines.push(...(await checkSignature(file.root, keys, tools)));
  return [...lines, ...(await checkSignedFile(file, keys, tools))];
}

/**
 * Decides every market of an event's public file again from its result and pays its singles again,
 * with the functions that settle. Source: docs/rules/proofs.md, "The checks".
 */
export function checkEvent(file: EventFile): readonly CheckLine[] {
  const isDone = file.event.status === "settled" || file.event.status === "void";
  return [
    compare("settled", {}, [true, isDone]),
    compare("placings", {}, [isDone, file.results.length > 0]),
    ...file.markets.flatMap((market) => [
      ...checkResults(file, market, isDone),
      ...market.outcomes.flatMap((outcome) => checkSingles(market, outcome)),
    ]),
  ];
}

/** What became of the outcomes, by the result that counts. */
function checkResults(file: EventFile, market: MarketFile, isDone: boolean): CheckLine[] {
  const decided = decide(file, market);
  return market.outcomes.map((outcome, i) => {
    const where = { pool: nameOfMarket(market), item: outcome.key };
    const stated = resultText(outcome.result);
    // An operator decides an outright; no score says its result.
    if (decided === null) return compare("outcome", where, [isDone, outcome.result !== null]);
    return compare("outcome", where, [resultText(decided[i] ?? null), stated]);
  });
}

function decide(file: EventFile, market: MarketFile): readonly (OutcomeResult | null)[] | null {
  const last = file.results.at(-1);
  if (last === undefined) return market.outcomes.map(() => null);
  const shape: MarketShape = {
    type: market.type,
    lineMilli: market.line_milli,
    keys: market.outcomes.map(({ key }) => key),
  };
  switch (last.kind) {
    case "markets":
      return null;
    case "void":
      return market.outcomes.map(() => ({ status: "void" }));
    case "abandoned":
      return decideAbandoned(shape, last.score, interruptionRule(file.event.sport).decidedStand);
    case "score":
      return last.score === null ? null : decideMarket(shape, last.score);
  }
}

/** The singles on one outcome: their stakes, their prices, what they were paid. */
function checkSingles(market: MarketFile, outcome: OutcomeFile): CheckLine[] {
  const where = { pool: nameOfMarket(market), item: outcome.key };
  const { result, tickets } = outcome;
  if (result === null || result.status === "lost") {
    return [
      compare("tickets", where, [0, tickets.length]),
      compare("paid", where, [0, outcome.paid_cents]),
      compare("refunded_of_bets", where, [0, outcome.refunded_cents]),
    ];
  }
  const paid = tickets.map((each) => settleTicket(market, outcome, each));
  const stakes = sumCents(tickets.map(([, unit, , count]) => BigInt(unit) * BigInt(count)));
  const count = tickets.reduce((sum, each) => sum + each[3], 0);
  return [
    compare("tickets", where, [outcome.stakes_cents, stakes]),
    compare("tickets", where, [outcome.bets, count]),
    compare("price", where, [0, paid.filter((each) => each === null).length]),
    compare("paid", where, [
      sumCents(paid.map((each) => each?.payoutCents ?? 0n)),
      outcome.paid_cents,
    ]),
    compare("refunded_of_bets", where, [
      sumCents(paid.map((each) => each?.refundCents ?? 0n)),
      outcome.refunded_cents,
    ]),
  ];
}

type Paid = { readonly payoutCents: Cents; readonly refundCents: Cents };

/**
 * What equal singles were paid together; null: no such price was ever shown, or the maximum printed
 * on them is more than that price returns.
 */
function settleTicket(market: MarketFile, outcome: OutcomeFile, ticket: SportTicket): Paid | null {
  const [version, unit, most, count] = ticket;
  const oddsMilli = oddsAt(market, outcome.outcome_id, version);
  if (oddsMilli === undefined || oddsMilli === 0 || outcome.result === null) return null;
  const unitCents = BigInt(unit);
  const won = legFactor({ status: "won" }, oddsMilli);
  if (BigInt(most) > returnOf({ kind: "single", unitCents }, [won])) return null;
  const settled = settleSportBet({
    kind: "single",
    unitCents,
    costCents: unitCents,
    maxPayoutCents: BigInt(most),
    legs: [{ oddsMilli, result: outcome.result }],
  });
  const times = BigInt(count);
  return {
    payoutCents: settled.payoutCents * times,
    refundCents: settled.refundCents * times,
  };
}

function oddsAt(market: MarketFile, outcomeId: string, version: number): number | undefined {
  const place = market.outcomes.findIndex((each) => each.outcome_id === outcomeId);
  return market.prices.find((price) => price.version === version)?.odds_milli[place];
}

/** The frozen list of an event against its file: which event, when it closed, bets and stakes. */
export function checkRootOfEvent(file: EventFile): CheckLine[] {
  const { root, event, markets, multiples } = file;
  if (root === null) return [compare("frozen", {}, [true, false])];
  const bets = markets.reduce(
    (sum, each) => each.outcomes.reduce((own, { bets: n }) => own + n, sum + each.voided_bets),
    multiples.bets,
  );
  const lines = [
    compare("frozen", {}, [true, root.format === "club-event-root/1"]),
    compare("root_race", {}, [event.event_id, root.race_id]),
    compare("root_close", {}, [event.closed_at, root.closed_at]),
    compare("bets_of_receipt", {}, [bets, root.bets]),
  ];
  // A root signed before roots listed stakes.
  if (root.bets > 0 && Object.keys(root.pools).length === 0) {
    return [...lines, unchecked("root_stakes", "the signed list names no stakes")];
  }
  const staked = new Map(markets.map((each) => [each.market_id, stakedIn(each)]));
  staked.set(MULTIPLES, BigInt(multiples.stakes_cents));
  const names = new Set([...Object.keys(root.pools), ...staked.keys()]);
  const stated = (name: string): bigint =>
    BigInt(Object.hasOwn(root.pools, name) ? (root.pools[name] ?? 0) : 0);
  return [
    ...lines,
    ...[...names].map((name) => {
      const market = markets.find(({ market_id }) => market_id === name);
      const pool = market === undefined ? name : nameOfMarket(market);
      return compare("root_stakes", { pool }, [staked.get(name) ?? 0n, stated(name)]);
    }),
  ];
}

function stakedIn(market: MarketFile): Cents {
  return sumCents([
    BigInt(market.voided_cents),
    ...market.outcomes.map(({ stakes_cents }) => BigInt(stakes_cents)),
  ]);
}

/** A market in a line of a check: "over_under 2500". */
export function nameOfMarket({ type, line_milli }: MarketFile): string {
  return line_milli === null ? type : `${type} ${line_milli}`;
}

function resultText(result: OutcomeResult | null): string {
  if (result === null) return "open";
  const { status } = result;
  return status === "dead_heat" ? `${status} ${result.tied}/${result.places}` : status;
}
