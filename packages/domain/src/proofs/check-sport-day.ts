import type { Cents } from "../money/cents.ts";
import { SPORT_BET_SHAPES, countLines } from "../sports/bet-kinds.ts";
import type { OutcomeResult } from "../sports/outcome-result.ts";
import { legFactor } from "../sports/outcome-result.ts";
import { returnOf } from "../sports/price-sport-bet.ts";
import { type SettledSportBet, settleSportBet } from "../sports/settle-sport-bet.ts";
import { toHex } from "./bytes.ts";
import { checkEvent, checkRootOfEvent, nameOfMarket } from "./check-event.ts";
import { type CheckLine, compare } from "./check-line.ts";
import type { ProofTools } from "./check-root.ts";
import type { EventFile, MarketFile } from "./event-file.ts";
import { leafHash, merkleRoot } from "./merkle.ts";
import { sportLeafText } from "./sport-receipt.ts";
import type { DaySportBet, SportDay } from "./sport-day.ts";

/** Recomputes the sports of a day: every event, every frozen list, every bet, the ledger. */
export function checkSportDay(day: SportDay, { hash }: Pick<ProofTools, "hash">): CheckLine[] {
  const known = knownResults(day);
  const lines = day.events.flatMap((file) => {
    const bets = day.bets.filter(({ leaf }) =>
      leaf.legs.some(({ event_id }) => event_id === file.event.event_id),
    );
    const name = `${file.event.home} ${file.event.away}`.trim();
    const own = [
      ...checkEvent(file),
      ...checkRootOfEvent(file),
      ...checkTree(file, bets, hash),
      ...checkCounts(file, bets),
    ];
    return own.map((line): CheckLine => {
      return { ...line, item: line.item === null ? name : `${name} ${line.item}` };
    });
  });
  const events = new Set(day.events.map(({ event }) => event.event_id));
  const strays = day.bets.filter(({ leaf }) => !leaf.legs.some((leg) => events.has(leg.event_id)));
  const prices = new Prices(day.events);
  return [
    ...lines,
    compare("root_of_bets", { item: "bets of no event" }, [0, strays.length]),
    ...day.bets.flatMap((bet) => [...checkBet(bet, known), ...prices.check(bet)]),
    ...checkBooks(day),
  ];
}

/** Checks the frozen list against the leaves, and that no leaf is later than the close. */
function checkTree(
  { root, event }: EventFile,
  bets: readonly DaySportBet[],
  hash: ProofTools["hash"],
): CheckLine[] {
  if (root === null) return [compare("root_of_bets", {}, [bets.length, 0])];
  const sorted = [...bets].sort((a, b) => (a.leaf.order_id < b.leaf.order_id ? -1 : 1));
  const leaves = sorted.map(({ leaf }) => leafHash(sportLeafText(leaf), hash));
  const late = bets.filter(({ leaf }) => leaf.accepted_at >= root.closed_at).length;
  return [
    compare("bets_of_receipt", {}, [bets.length, root.bets]),
    compare("root_of_bets", {}, [toHex(merkleRoot(leaves, hash)), root.root]),
    compare("in_time", { item: event.closed_at }, [0, late]),
  ];
}

type Sums = { bets: number; stakesCents: Cents; paidCents: Cents; refundedCents: Cents };

/** The file's counts and sums of its bets, against the bets themselves. */
function checkCounts(file: EventFile, bets: readonly DaySportBet[]): CheckLine[] {
  const singles = new Map<string, Sums>();
  const multiples = noSums();
  for (const bet of bets) {
    const [leg] = bet.leaf.legs;
    if (bet.leaf.kind !== "single" || leg === undefined) add(multiples, bet);
    else {
      const key = bet.void ? `void ${leg.market_id}` : leg.outcome_id;
      const sums = singles.get(key) ?? noSums();
      singles.set(key, sums);
      add(sums, bet);
    }
  }
  return [
    compare("stakes_of_bets", { pool: "multiples" }, [
      `${multiples.bets} ${multiples.stakesCents}`,
      `${file.multiples.bets} ${file.multiples.stakes_cents}`,
    ]),
    ...file.markets.flatMap((market) => countMarket(market, singles)),
  ];
}

function countMarket(market: MarketFile, singles: ReadonlyMap<string, Sums>): CheckLine[] {
  const pool = nameOfMarket(market);
  const voided = singles.get(`void ${market.market_id}`) ?? noSums();
  const lines = market.outcomes.flatMap((outcome) => {
    const where = { pool, item: outcome.key };
    const own = singles.get(outcome.outcome_id) ?? noSums();
    return [
      compare("stakes_of_bets", where, [
        `${own.bets} ${own.stakesCents}`,
        `${outcome.bets} ${outcome.stakes_cents}`,
      ]),
      compare("paid_of_bets", where, [own.paidCents, outcome.paid_cents]),
      compare("refunded_of_bets", where, [own.refundedCents, outcome.refunded_cents]),
    ];
  });
  const stated = `${market.voided_bets} ${market.voided_cents}`;
  return [
    ...lines,
    compare("stakes_of_bets", { pool }, [`${voided.bets} ${voided.stakesCents}`, stated]),
  ];
}

function noSums(): Sums {
  return { bets: 0, stakesCents: 0n, paidCents: 0n, refundedCents: 0n };
}

function add(sums: Sums, bet: DaySportBet): void {
  sums.bets += 1;
  sums.stakesCents += BigInt(bet.leaf.cost_cents);
  sums.paidCents += BigInt(bet.payout_cents);
  sums.refundedCents += BigInt(bet.refund_cents);
}

/** The result of every outcome that a leg names; absent where nothing states it. */
function knownResults(day: SportDay): ReadonlyMap<string, OutcomeResult | null> {
  const known = new Map(day.elsewhere.map(({ outcome_id, result }) => [outcome_id, result]));
  for (const { event, markets } of day.events) {
    const isPaid = event.status === "settled" || event.status === "void";
    for (const { outcomes } of markets) {
      for (const { outcome_id, result } of outcomes) known.set(outcome_id, isPaid ? result : null);
    }
  }
  return known;
}

/** Pays one bet again. */
function checkBet(bet: DaySportBet, known: ReadonlyMap<string, OutcomeResult | null>): CheckLine[] {
  const { leaf, payout_cents, refund_cents } = bet;
  const where = { item: leaf.order_id };
  const isShaped = hasShape(leaf);
  if (!isShaped) return [compare("payout", where, ["a bet", "no bet of its kind"])];
  const most = returnOf(
    { kind: leaf.kind, unitCents: BigInt(leaf.unit_stake_cents) },
    leaf.legs.map(({ odds_milli }) => legFactor({ status: "won" }, odds_milli)),
  );
  const printed = compare("payout", where, [true, BigInt(bet.max_payout_cents) <= most]);
  const settled = bet.void
    ? { payoutCents: 0n, refundCents: BigInt(leaf.cost_cents) }
    : settleAgain(bet, known);
  return [
    printed,
    compare("payout", where, [settled.payoutCents, payout_cents]),
    compare("payout", where, [settled.refundCents, refund_cents]),
  ];
}

/** Whether a bet has a number of legs that its kind allows, and costs what its lines cost. */
function hasShape({ kind, legs, unit_stake_cents, cost_cents }: DaySportBet["leaf"]): boolean {
  const { minLegs, maxLegs } = SPORT_BET_SHAPES[kind];
  if (legs.length < minLegs || legs.length > maxLegs || unit_stake_cents === 0) return false;
  if (legs.some(({ odds_milli }) => odds_milli === 0)) return false;
  const cost = BigInt(countLines(kind, legs.length)) * BigInt(unit_stake_cents);
  return cost === BigInt(cost_cents);
}

/** Nothing while a leg is open. */
function settleAgain(
  { leaf, max_payout_cents }: DaySportBet,
  known: ReadonlyMap<string, OutcomeResult | null>,
): Pick<SettledSportBet, "payoutCents" | "refundCents"> {
  const legs = leaf.legs.flatMap(({ outcome_id, odds_milli }) => {
    const result = known.get(outcome_id) ?? null;
    return result === null ? [] : [{ oddsMilli: odds_milli, result }];
  });
  if (legs.length < leaf.legs.length) return { payoutCents: 0n, refundCents: 0n };
  return settleSportBet({
    kind: leaf.kind,
    unitCents: BigInt(leaf.unit_stake_cents),
    costCents: BigInt(leaf.cost_cents),
    maxPayoutCents: BigInt(max_payout_cents),
    legs,
  });
}

/** The odds that the day's events ever showed while bets were taken by them. */
class Prices {
  readonly #shown = new Map<string, ReadonlySet<number>>();
  readonly #events: ReadonlySet<string>;

  constructor(events: readonly EventFile[]) {
    this.#events = new Set(events.map(({ event }) => event.event_id));
    for (const { markets } of events) {
      for (const { outcomes, prices } of markets) {
        outcomes.forEach(({ outcome_id }, i) => {
          this.#shown.set(outcome_id, new Set(prices.map((each) => each.odds_milli[i] ?? 0)));
        });
      }
    }
  }

  /** Whether each leg in one of these events was taken at odds that its market showed. */
  check({ leaf }: DaySportBet): CheckLine[] {
    const never = leaf.legs.filter(
      ({ event_id, outcome_id, odds_milli }) =>
        this.#events.has(event_id) && this.#shown.get(outcome_id)?.has(odds_milli) !== true,
    );
    return [compare("price", { item: leaf.order_id }, [0, never.length])];
  }
}

/** The ledger's own sums against those of the bets. */
function checkBooks({ bets, books }: SportDay): CheckLine[] {
  let [staked, returned] = [0n, 0n];
  for (const { leaf, payout_cents, refund_cents } of bets) {
    staked += BigInt(leaf.cost_cents);
    returned += BigInt(payout_cents) + BigInt(refund_cents);
  }
  const where = { item: "sports" };
  return [
    compare("books", where, [staked, books.staked_cents]),
    compare("books", where, [returned, books.returned_cents]),
  ];
}
