import { assert } from "../assert.ts";
import type { Cents } from "../money/cents.ts";
import type { Fraction } from "../money/fraction.ts";
import type { DeclaredDividend, PoolOutcome } from "./pool-outcome.ts";

/** The amounts of an outcome, in the order in which they are written. */
const AMOUNTS = [
  "grossCents",
  "refundedCents",
  "jackpotInCents",
  "takeoutCents",
  "netCents",
  "paidCents",
  "breakageCents",
  "houseTopUpCents",
  "jackpotOutCents",
  "bookResultCents",
] as const satisfies readonly (keyof PoolOutcome)[];

/** An outcome as JSON: what a settlement plan stores, cents as decimal text. */
export type OutcomeJson = {
  pool: PoolOutcome["pool"];
  status: PoolOutcome["status"];
  dividends: {
    combination: string;
    dividendCents: string;
    raw: [string, string];
    share: [string, string];
    stakesCents: string;
    /** Unit stake and count. */
    tickets: [string, number][];
  }[];
} & Record<(typeof AMOUNTS)[number], string>;

/** Writes an outcome so that `outcomeFromJson` gives it back. */
export function outcomeToJson(outcome: PoolOutcome): OutcomeJson {
  const amounts = Object.fromEntries(AMOUNTS.map((key) => [key, String(outcome[key])]));
  return {
    pool: outcome.pool,
    status: outcome.status,
    ...(amounts as Record<(typeof AMOUNTS)[number], string>),
    dividends: outcome.dividends.map((each) => ({
      combination: each.combination,
      dividendCents: String(each.dividendCents),
      raw: writeFraction(each.raw),
      share: writeFraction(each.share),
      stakesCents: String(each.stakesCents),
      tickets: each.tickets.map(({ unitStakeCents, count }) => [String(unitStakeCents), count]),
    })),
  };
}

/** Reads what `outcomeToJson` wrote, even after a trip through text. */
export function outcomeFromJson(json: OutcomeJson): PoolOutcome {
  const amounts = Object.fromEntries(AMOUNTS.map((key) => [key, readCents(json[key])]));
  return {
    pool: json.pool,
    status: json.status,
    ...(amounts as Record<(typeof AMOUNTS)[number], Cents>),
    dividends: json.dividends.map((each): DeclaredDividend => ({
      combination: each.combination,
      dividendCents: readCents(each.dividendCents),
      raw: readFraction(each.raw),
      share: readFraction(each.share),
      stakesCents: readCents(each.stakesCents),
      tickets: each.tickets.map(([unit, count]) => ({ unitStakeCents: readCents(unit), count })),
    })),
  };
}

function writeFraction({ top, bottom }: Fraction): [string, string] {
  return [String(top), String(bottom)];
}

function readFraction([top, bottom]: readonly [string, string]): Fraction {
  return { top: readCents(top), bottom: readCents(bottom) };
}

function readCents(text: string): Cents {
  assert(/^-?\d+$/.test(text), "an outcome holds whole cents");
  return BigInt(text);
}
