import { sumCents } from "@club/domain";
import type { TrialLine } from "../../api/ledger.ts";

/** A kind of account with its sum, debit or credit; the jackpots of all pools together. */
export interface TrialRow {
  readonly kind: TrialLine["kind"];
  readonly accounts: number;
  readonly pools: readonly string[];
  /** Credit positive, in cents. */
  readonly balance: bigint;
}

/** Debit accounts first, then credit, each in the order of the chart. */
export function trialRows(lines: readonly TrialLine[]): TrialRow[] {
  const byKind = Map.groupBy(lines, (line) => line.kind);
  const rows = [...byKind].map(([kind, all]) => ({
    kind,
    accounts: all.reduce((sum, line) => sum + line.accounts, 0),
    pools: all.flatMap((line) =>
      line.pool === null || line.balance_cents === 0 ? [] : [line.pool],
    ),
    balance: sumCents(all.map((line) => BigInt(line.balance_cents))),
  }));
  return rows.toSorted((a, b) => Number(b.balance < 0n) - Number(a.balance < 0n));
}

export interface TrialSums {
  readonly debit: bigint;
  readonly credit: bigint;
  /** Zero when the books balance. */
  readonly difference: bigint;
}

export function trialSums(rows: readonly TrialRow[]): TrialSums {
  const sumOf = (side: (balance: bigint) => boolean) =>
    sumCents(rows.map((row) => row.balance).filter(side));
  const credit = sumOf((balance) => balance > 0n);
  const debit = -sumOf((balance) => balance < 0n);
  return { debit, credit, difference: credit - debit };
}
