import type { PoolBet } from "../bets/bet-order.ts";
import type { Cents } from "../money/cents.ts";
import { roundDividend, floor } from "../money/rounding.ts";
import type { Rounding } from "../money/rounding.ts";
import { deadHeatMethodOf } from "../pools/dividend.ts";
import type { PoolFacts } from "../pools/pool-facts.ts";
import { prizesOf } from "../settlement/multi-outcome.ts";
import { startPayout } from "../settlement/pay-bet.ts";
import type { BetSettlement, PoolPayout } from "../settlement/pay-bet.ts";
import type { DeclaredDividend, PoolOutcome } from "../settlement/pool-outcome.ts";
import type { Fraction } from "../money/fraction.ts";

export const EXPLAIN_KEYS = [
  "void",
  "scratched",
  "refund",
  "no_winner",
  "pool",
  "declared",
  "jackpot_in",
  "takeout",
  "net",
  "major",
  "minor",
  "guarantee",
  "shares",
  "dividend",
  "minimum",
  "house_topup",
  "jackpot_out",
  "substitute",
  "line",
  "no_line",
  "payout",
] as const;

/** What a step says; the app has the words. Source: docs/rules/proofs.md, "Why this amount". */
export type ExplainKey = (typeof EXPLAIN_KEYS)[number];

export type ExplainParam = string | number | bigint | readonly number[];

/** One step from the pool to the money of a bet. */
export type ExplainStep = {
  readonly key: ExplainKey;
  readonly params: Readonly<Record<string, ExplainParam>>;
  /** null: the step has no money of its own. */
  readonly amountCents: Cents | null;
};

/** The part of a bet in one settled pool. */
export type SettledPart = {
  readonly facts: PoolFacts;
  readonly outcome: PoolOutcome;
  readonly bet: PoolBet;
};

/** The part of a bet in a pool that was refunded in full before settlement. */
export type GivenBackPart = { readonly pool: string; readonly refundCents: Cents };

/** Above this, only dividends that the bet holds become steps: a field in a double has many. */
const MOST_DIVIDENDS = 6;

/**
 * Why a settled bet was paid what it was, step by step. Nothing is computed a second time: the steps
 * repeat, in order, what settling the pool and paying the bet reported. The last step is the
 * payout. Source: docs/rules/proofs.md, "Why this amount".
 */
export function explainBet(
  parts: readonly (SettledPart | GivenBackPart)[],
): readonly ExplainStep[] {
  let payoutCents = 0n;
  const steps = parts.flatMap((part) => {
    if ("refundCents" in part) return [step("refund", part.refundCents, { pool: part.pool })];
    const payout = startPayout(part.facts, part.outcome);
    const settled = payout.settle(part.bet);
    payoutCents += settled.payoutCents;
    return explainPart(part, payout, settled);
  });
  return [...steps, step("payout", payoutCents)];
}

/** A bet that an operator cancelled: its cost was refunded and it left its pools. */
export function explainVoid(refundCents: Cents): readonly ExplainStep[] {
  return [step("void", refundCents), step("payout", 0n)];
}

function step(
  key: ExplainKey,
  amountCents: Cents | null,
  params: ExplainStep["params"] = {},
): ExplainStep {
  return { key, params, amountCents };
}

function explainPart(
  part: SettledPart,
  payout: PoolPayout,
  settled: BetSettlement,
): readonly ExplainStep[] {
  const { bet, outcome } = part;
  const { pool } = outcome;
  const scratched = scratchedStep(part, settled);
  if (outcome.status === "REFUND" || outcome.status === "REFUND_NO_WINNER") {
    const key = outcome.status === "REFUND" ? "refund" : "no_winner";
    return [...scratched, step(key, settled.refundCents - settled.scratchRefundCents, { pool })];
  }
  const replaced = payout
    .replaced(bet)
    .map(({ leg, withdrawn, favourite }) =>
      step("substitute", null, { pool, leg, withdrawn, favourite }),
    );
  return [
    ...scratched,
    ...poolSteps(part),
    ...prizeSteps(part),
    ...dividendSteps(part, settled),
    ...replaced,
    ...lineSteps(part, settled),
  ];
}

function scratchedStep({ bet, outcome }: SettledPart, settled: BetSettlement) {
  const { scratchRefundCents } = settled;
  if (scratchRefundCents === 0n) return [];
  const params = {
    pool: outcome.pool,
    combinations: scratchRefundCents / bet.unitStakeCents,
    unit_stake_cents: bet.unitStakeCents,
  };
  return [step("scratched", scratchRefundCents, params)];
}

/** From all money in the pool to what its winners share. */
function poolSteps({ facts, outcome }: SettledPart): ExplainStep[] {
  const { pool, grossCents, jackpotInCents, takeoutCents, netCents } = outcome;
  const whole = step("pool", grossCents, { pool });
  if (facts.declared !== null) return [whole, step("declared", null, { pool })];
  const jackpot = jackpotInCents > 0n ? [step("jackpot_in", jackpotInCents, { pool })] : [];
  const bps = facts.rules.takeoutBps[pool];
  return [
    whole,
    step("takeout", -takeoutCents, { pool, bps, gross_cents: grossCents }),
    ...jackpot,
    step("net", netCents, { pool }),
  ];
}

/** How a pool over three races and more is divided into its prizes. */
function prizeSteps({ facts, outcome }: SettledPart): ExplainStep[] {
  const money = facts.kind === "multi" ? prizesOf(facts, outcome) : null;
  if (money === null || facts.kind !== "multi") return [];
  const { pool } = outcome;
  const { majorCents, minorCents, guaranteedCents } = money;
  const params = { pool, guarantee_cents: facts.guaranteeCents };
  return [
    ...(minorCents > 0n
      ? [step("major", majorCents, { pool }), step("minor", minorCents, { pool })]
      : []),
    ...(guaranteedCents > 0n ? [step("guarantee", guaranteedCents, params)] : []),
  ];
}

function dividendSteps(part: SettledPart, settled: BetSettlement): ExplainStep[] {
  const { outcome } = part;
  const { pool, dividends, jackpotOutCents, houseTopUpCents } = outcome;
  if (outcome.status === "JACKPOT") return [step("jackpot_out", jackpotOutCents, { pool })];
  const held = new Set(settled.lines.map(({ combination }) => combination));
  const shown =
    dividends.length <= MOST_DIVIDENDS
      ? dividends
      : dividends.filter(({ combination }) => held.has(combination));
  // The prizes of a pool over three races and more share nothing with each other.
  const isMulti = part.facts.kind === "multi";
  const areShared = dividends.length > 1 && !isMulti;
  const shares = areShared ? [step("shares", null, sharesOf(part))] : [];
  // What the guarantee put on top has been told with the prizes.
  const beyondCents = houseTopUpCents - guaranteedIn(part);
  const topUp = beyondCents > 0n ? [step("house_topup", beyondCents, { pool })] : [];
  const isKept = isMulti && jackpotOutCents > 0n;
  const kept = isKept ? [step("jackpot_out", jackpotOutCents, { pool })] : [];
  return [...shares, ...shown.flatMap((each) => dividendStep(part, each)), ...topUp, ...kept];
}

function guaranteedIn({ facts, outcome }: SettledPart): Cents {
  return (facts.kind === "multi" ? prizesOf(facts, outcome)?.guaranteedCents : null) ?? 0n;
}

function sharesOf({ facts, outcome }: SettledPart) {
  const { pool, dividends } = outcome;
  return { pool, count: dividends.length, method: deadHeatMethodOf(facts.rules, pool) };
}

function dividendStep({ facts, outcome }: SettledPart, dividend: DeclaredDividend): ExplainStep[] {
  const { pool } = outcome;
  const { combination, dividendCents, raw, share, stakesCents } = dividend;
  const prizes = facts.kind === "multi" ? prizesOf(facts, outcome) : null;
  const netCents = prizes === null ? outcome.netCents : prizes.centsFor(combination);
  const shown = { pool, combination, stakes_cents: stakesCents };
  if (facts.declared !== null) return [step("dividend", dividendCents, shown)];
  const rounding = facts.rules.rounding[pool];
  const roundedCents = roundDividend(raw, rounding);
  const params = {
    ...shown,
    method: deadHeatMethodOf(facts.rules, pool),
    net_cents: netCents,
    share_top: share.top,
    share_bottom: share.bottom,
    raw: writeRaw(raw),
    rounding: roundingText(rounding),
  };
  if (roundedCents === dividendCents) return [step("dividend", dividendCents, params)];
  return [
    step("dividend", roundedCents, params),
    step("minimum", dividendCents, { pool, combination, minimum_cents: dividendCents }),
  ];
}

/** How a dividend is rounded, as the public file of a race writes it: "down 10". */
export function roundingText({ kind, stepCents }: Rounding): string {
  return `${kind} ${stepCents}`;
}

function lineSteps({ bet, outcome }: SettledPart, { lines }: BetSettlement): ExplainStep[] {
  const { pool } = outcome;
  if (lines.length === 0) return [step("no_line", 0n, { pool })];
  return lines.map(({ combination, count, dividendCents, payoutCents }) =>
    step("line", payoutCents, {
      pool,
      combination,
      count,
      unit_stake_cents: bet.unitStakeCents,
      dividend_cents: dividendCents,
    }),
  );
}

const DECIMALS = 4;
const SCALE = 10n ** BigInt(DECIMALS);
const CENTS = 100n;

/** A raw dividend of so many cents as text per 1.00, cut to four decimals: "14.3417". */
export function writeRaw({ top, bottom }: Fraction): string {
  const scaled = floor({ top: top * SCALE, bottom: bottom * CENTS });
  const isBelowZero = scaled < 0n;
  const digits = String(isBelowZero ? -scaled : scaled).padStart(DECIMALS + 1, "0");
  return `${isBelowZero ? "-" : ""}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
