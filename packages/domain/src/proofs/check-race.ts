import { present } from "../assert.ts";
import type { PoolBet } from "../bets/bet-order.ts";
import { BET_TYPES, isMultiPool, poolOf } from "../bets/bet-types.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import { readCombination, writeCombination } from "../bets/combinations.ts";
import { sumCents } from "../money/cents.ts";
import type { Cents } from "../money/cents.ts";
import { countInDouble } from "../settlement/double-plan.ts";
import { validatePlacings } from "../settlement/placings.ts";
import type { PoolPlan, WinningCombination } from "../settlement/plan-shapes.ts";
import { finishTally, outcomeOfCount, startTally } from "../settlement/pool-tally.ts";
import type { Backing } from "../settlement/pool-tally.ts";
import type { PoolOutcome } from "../settlement/pool-outcome.ts";
import { planPool } from "../settlement/pool-plan.ts";
import { FormatError } from "./read-json.ts";
import { checkLastLeg } from "./check-legs.ts";
import { compare } from "./check-line.ts";
import type { CheckLine } from "./check-line.ts";
import type { PoolFile, RaceFile } from "./race-file.ts";
import { livePoolOf } from "./make-race-file.ts";
import { jackpotInOf } from "../pools/pool-facts.ts";
import type { MultiPool, PoolFacts } from "../pools/pool-facts.ts";
import { factsOfPool, finalPlacings } from "./race-file-facts.ts";
import { Refusal } from "../refusal.ts";

/**
 * Recomputes the dividends of a race's public file with the functions that settle, and compares
 * everything that follows from its stakes and result. Source: docs/rules/proofs.md, "The checks".
 *
 * @throws FormatError - the file contradicts itself so badly that nothing can be computed.
 */
export function checkRace(file: RaceFile): readonly CheckLine[] {
  const isDone = file.race.status === "settled" || file.race.status === "abandoned";
  const lines = file.pools.flatMap((pool, at) =>
    checkPool(file, pool, isDone).map((line) => ({ ...line, at })),
  );
  return [compare("settled", {}, [true, isDone]), ...checkPlacings(file), ...lines];
}

function checkPlacings(file: RaceFile): CheckLine[] {
  const placings = finalPlacings(file);
  if (file.race.status !== "settled" || placings === null) {
    const expected = file.race.status === "settled";
    return [compare("placings", {}, [expected, placings !== null && expected])];
  }
  const runners = file.runners.map(({ number }) => number);
  const scratched = file.runners.filter((each) => each.scratched).map(({ number }) => number);
  try {
    validatePlacings(placings, { runners, scratched });
    return [compare("placings", {}, [true, true])];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [compare("placings", {}, [true, String(error.params["reason"])])];
  }
}

function checkPool(file: RaceFile, pool: PoolFile, isDone: boolean): readonly CheckLine[] {
  const stated = BigInt(pool.gross_cents);
  const where = { pool: pool.pool };
  const isMulti = isMultiPool(pool.pool);
  const grossCents = isMulti
    ? costOfSelections(pool) - BigInt(pool.refunded_cents)
    : sumCents(Object.values(pool.stakes_cents).map(BigInt));
  const gross = compare("gross", where, [grossCents, stated]);
  if (pool.status === "OPEN" || pool.status === "CLOSED") {
    // A pool over several races waits for its other legs; anything else of a settled race is paid.
    const mayWait = !isDone || poolOf(pool.pool).legs > 1;
    return [gross, compare("status", where, [mayWait ? pool.status : "settled", pool.status])];
  }
  const facts = factsOfPool(file, pool);
  if (facts.kind === "multi") return [gross, ...checkMulti(file, pool, facts)];
  const plan = planPool(facts);
  const backed = backedOf(plan, pool);
  const outcome = outcomeOfCount(
    {
      pool: facts,
      grossCents: plan.isOff ? 0n : grossCents,
      refundedCents: BigInt(pool.refunded_cents),
      jackpotInCents: jackpotInOf(facts),
      backed,
    },
    plan.winners.length > 0,
  );
  return [
    gross,
    compare("combinations", where, [0, countUnknown(facts, pool)]),
    ...compareAmounts(pool, outcome),
    ...compareTickets(pool, plan),
    ...compareDividends(pool, outcome),
    ...(facts.kind === "double" && pool.given_back !== true ? checkLastLeg(file, pool) : []),
  ];
}

/** The same from the bets themselves: their stakes by combination are nowhere written out. */
function checkMulti(file: RaceFile, pool: PoolFile, facts: MultiPool): readonly CheckLine[] {
  const where = { pool: pool.pool };
  // Given back before settlement: its legs were never known to it.
  if (pool.given_back === true) {
    return [compare("refunded_of_bets", where, [costOfSelections(pool), pool.refunded_cents])];
  }
  const bets = betsOfFile(pool);
  const tally = startTally(facts);
  for (const { bet, count } of bets) tally.add(bet, count);
  const outcome = finishTally(tally);
  const { backed } = tally.count();
  const unknown = bets.filter(({ bet }) =>
    bet.slots.some((slot, i) => slot.some((runner) => !facts.legs[i]?.runners.includes(runner))),
  );
  const ticketsOfWinner = (combination: string) =>
    backed.find(({ winner }) => winner.combination === combination)?.tickets ?? [];
  const items = [
    ...new Set([...backed.map((each) => each.winner.combination), ...Object.keys(pool.tickets)]),
  ];
  const isPaid = outcome.dividends.length > 0;
  return [
    compare("combinations", where, [0, unknown.length]),
    compare("refunded_of_bets", where, [outcome.refundedCents, pool.refunded_cents]),
    ...compareAmounts(pool, outcome),
    ...(isPaid ? items : []).map((item) =>
      compare("tickets", { ...where, item }, [
        JSON.stringify(
          ticketsOfWinner(item).map((each) => [Number(each.unitStakeCents), each.count]),
        ),
        JSON.stringify(own(pool.tickets, item) ?? []),
      ]),
    ),
    ...compareDividends(pool, outcome),
    ...checkLastLeg(file, pool),
  ];
}

/** The bets that the file of a pool over three races and more lists. */
export function betsOfFile({ pool, selections = [] }: PoolFile): { bet: PoolBet; count: number }[] {
  const type = BET_TYPES.find(({ pools }) => pools[0] === pool);
  const { index: betType, legs } = present(type, "a pool has a bet type");
  return selections.map(({ legs: slots, unit_cents, count }) => {
    if (slots.length !== legs || unit_cents === 0)
      throw new FormatError(`${pool}: a bet was expected`);
    return { bet: { betType, slots, unitStakeCents: BigInt(unit_cents) }, count };
  });
}

function costOfSelections(pool: PoolFile): Cents {
  return sumCents(
    betsOfFile(pool).map(
      ({ bet, count }) => BigInt(countCombinations(bet)) * BigInt(count) * bet.unitStakeCents,
    ),
  );
}

/** Combinations with stakes that nobody could have bet, or that came back (scratched runners). */
function countUnknown(facts: PoolFacts, pool: PoolFile): number {
  const live = livePoolOf(facts);
  if (live === null) return Object.keys(pool.stakes_cents).length;
  const fields = facts.kind === "single" ? [facts] : facts.legs;
  const { length } = poolOf(pool.pool);
  const isLive = (combination: string): boolean => {
    const numbers = readCombination(combination);
    if (numbers.length !== length || writeCombination(pool.pool, numbers) !== combination) {
      return false;
    }
    if (fields.length === 1 && new Set(numbers).size !== length) return false;
    return numbers.every((number, i) => {
      const leg = fields.length === 1 ? 0 : i;
      return fields[leg]?.runners.includes(number) && !live.scratched[leg]?.has(number);
    });
  };
  return Object.keys(pool.stakes_cents).filter((each) => !isLive(each)).length;
}

/** The winning combinations that somebody holds, with the tickets that the file lists for them. */
function backedOf(plan: PoolPlan, pool: PoolFile): Backing[] {
  return plan.winners.flatMap((winner) => {
    if (stakesOn(plan, pool, winner) === 0n) return [];
    const tickets = ticketsOf(pool, winner.combination);
    const stakesCents = sumCents(
      tickets.map(({ unitStakeCents, count }) => unitStakeCents * BigInt(count)),
    );
    // Tickets that do not add up to the stakes are reported as a difference of their own.
    return stakesCents === 0n ? [] : [{ winner, tickets, stakesCents }];
  });
}

function ticketsOf(pool: PoolFile, combination: string) {
  return (own(pool.tickets, combination) ?? []).map(([unit, count]) => ({
    unitStakeCents: BigInt(unit),
    count,
  }));
}

/**
 * The stakes on one winner; in a double also those on withdrawn runners that the favourite
 * replaces.
 */
function stakesOn({ substitutions }: PoolPlan, pool: PoolFile, winner: WinningCombination): Cents {
  if (substitutions === null) return BigInt(own(pool.stakes_cents, winner.combination) ?? 0);
  let stakes = 0n;
  for (const [combination, cents] of Object.entries(pool.stakes_cents)) {
    const slots = readCombination(combination).map((runner) => [runner]);
    stakes += BigInt(countInDouble(substitutions, slots, winner.numbers)) * BigInt(cents);
  }
  return stakes;
}

function compareTickets(pool: PoolFile, plan: PoolPlan): CheckLine[] {
  if (pool.status !== "PAID") return [];
  return plan.winners.flatMap((winner) => {
    const stakes = stakesOn(plan, pool, winner);
    const told = sumCents(
      ticketsOf(pool, winner.combination).map((each) => each.unitStakeCents * BigInt(each.count)),
    );
    if (stakes === 0n && told === 0n) return [];
    return [compare("tickets", { pool: pool.pool, item: winner.combination }, [stakes, told])];
  });
}

function compareAmounts(pool: PoolFile, outcome: PoolOutcome): CheckLine[] {
  const where = { pool: pool.pool };
  return [
    compare("status", where, [outcome.status, pool.status]),
    compare("takeout", where, [outcome.takeoutCents, pool.takeout_cents]),
    compare("net", where, [outcome.netCents, pool.net_cents]),
    compare("paid", where, [outcome.paidCents, pool.paid_cents]),
    compare("breakage", where, [outcome.breakageCents, pool.breakage_cents]),
    compare("house_topup", where, [outcome.houseTopUpCents, pool.house_topup_cents]),
    compare("jackpot_out", where, [outcome.jackpotOutCents, pool.jackpot_out_cents]),
    compare("book_result", where, [outcome.bookResultCents, pool.book_result_cents]),
  ];
}

function compareDividends(pool: PoolFile, outcome: PoolOutcome): CheckLine[] {
  const computed = new Map(
    outcome.dividends.map(({ combination, dividendCents }) => [combination, dividendCents]),
  );
  const all = new Set([...computed.keys(), ...Object.keys(pool.dividends_cents)]);
  return [...all].map((item) =>
    compare("dividend", { pool: pool.pool, item }, [
      computed.get(item) ?? "none",
      own(pool.dividends_cents, item) ?? "none",
    ]),
  );
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
