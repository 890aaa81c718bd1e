import type { PoolNumbers } from "@club/contract";
import { isMultiPool } from "@club/domain";
import { formatDividend, formatMoney } from "@club/i18n";
import type { PoolTableRow, PoolTableWin, TagTone } from "@club/ui/console";
import type { T } from "../../core/lang.ts";

export const BEFORE = ["gross_cents", "jackpot_in_cents", "takeout_cents", "net_cents"] as const;
export const AFTER = ["paid_cents", "breakage_cents", "house_topup_cents"] as const;
/** Columns shown only where one of the pools has such money. */
export const SELDOM = ["refunded_cents", "jackpot_out_cents", "book_result_cents"] as const;

export type FigureKey = (typeof BEFORE)[number] | (typeof AFTER)[number] | (typeof SELDOM)[number];
const ALL: readonly FigureKey[] = [...BEFORE, ...AFTER, ...SELDOM];

export interface Money {
  readonly t: T;
  readonly currency: string;
}

const TONES: Readonly<Record<PoolNumbers["status"], TagTone>> = {
  PAID: "turf",
  REFUND: "firm",
  REFUND_NO_WINNER: "firm",
  JACKPOT: "brass",
  JACKPOT_MINOR_PAID: "brass",
};

/** Sums of each kind of money over the pools, in cents. */
export function sumsOf(pools: readonly PoolNumbers[]): Record<FigureKey, bigint> {
  const sums = Object.fromEntries(ALL.map((key) => [key, 0n])) as Record<FigureKey, bigint>;
  for (const pool of pools) for (const key of ALL) sums[key] += BigInt(pool[key]);
  return sums;
}

/**
 * Both sides of the identity of rules.md section 4 over all pools: what came in, and where it went.
 * With declared dividends the difference goes to the club's book result.
 */
export function identityOf(pools: readonly PoolNumbers[]): { left: bigint; right: bigint } {
  const sums = sumsOf(pools);
  return {
    left: sums.gross_cents + sums.jackpot_in_cents + sums.house_topup_cents,
    right:
      sums.takeout_cents +
      sums.paid_cents +
      sums.breakage_cents +
      sums.jackpot_out_cents +
      sums.book_result_cents,
  };
}

export function figuresOf(
  { t, currency }: Money,
  numbers: Readonly<Record<FigureKey, bigint | number>>,
): PoolTableRow["figures"] {
  return Object.fromEntries(
    ALL.map((key) => {
      const text = formatMoney(numbers[key], currency, t.language, { plain: true });
      return [key, { text, zero: BigInt(numbers[key]) === 0n }];
    }),
  );
}

/** A pool of the dry run as a row of the table. */
export function rowOf(money: Money, pool: PoolNumbers, raceName: RaceName) {
  const { t } = money;
  const dividends = Object.entries(pool.dividends_cents).map(
    ([combination, cents]): PoolTableWin => ({
      id: combination,
      parts: partsOf(combination),
      dividend: formatDividend(cents, t.language),
    }),
  );
  const missing = pool.missing_dividends.map((combination): PoolTableWin => ({
    id: combination,
    parts: partsOf(combination),
    dividend: t("dry.missing"),
    isMissing: true,
  }));
  return {
    id: pool.pool_id,
    name: poolName(t, pool, raceName),
    status: t(`poolStatus.${pool.status}`),
    tone: TONES[pool.status],
    figures: figuresOf(money, pool),
    wins: [...dividends, ...missing],
  };
}

/** The short name of a race among others: "R3". */
export type RaceName = (raceId: string) => string | undefined;

export type Pooled = Pick<PoolNumbers, "pool" | "race_id" | "race_id2">;

/** A pool by its name, one of several races with them: "Double WIN · R3 + R5", "Quaddie · R3 – R6". */
export function poolName(t: T, pool: Pooled, raceName: RaceName): string {
  const name = t(`pool.${pool.pool}`);
  if (pool.race_id2 === null) return name;
  const [leg1, leg2] = [raceName(pool.race_id), raceName(pool.race_id2)];
  if (leg1 === undefined || leg2 === undefined) return name;
  return `${name} · ${leg1} ${isMultiPool(pool.pool) ? "–" : "+"} ${leg2}`;
}

/** "7-3-1" in cloths; "F" is the field of a void leg, "1/4" a leg that two won, "5/6" a second prize. */
export function partsOf(combination: string): PoolTableWin["parts"] {
  if (!combination.includes("-") && combination.includes("/")) return [{ text: combination }];
  return combination
    .split("-")
    .flatMap((part) =>
      part === "F"
        ? [{ text: part }]
        : part
            .split("/")
            .flatMap((number, i) => [
              ...(i === 0 ? [] : [{ text: "/" }]),
              { number: Number(number) },
            ]),
    );
}
