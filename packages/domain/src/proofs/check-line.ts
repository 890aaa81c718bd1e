/** What is checked, by name; its words are the reader's. Source: docs/rules/proofs.md, "The checks". */
export const CHECK_NAMES = [
  // The money of a race.
  "settled",
  "placings",
  "gross",
  "combinations",
  "status",
  "takeout",
  "net",
  "tickets",
  "dividend",
  "paid",
  "breakage",
  "house_topup",
  "jackpot_out",
  "book_result",
  "favourite",
  "leg",
  // The money of an event of sports.
  "outcome",
  "price",
  // The frozen pool.
  "frozen",
  "root_race",
  "root_close",
  "root_stakes",
  "signature",
  "file_signature",
  "key",
  // A receipt.
  "receipt_hash",
  "path",
  "root_of_receipt",
  "bets_of_receipt",
  "in_time",
  // The log of signed roots.
  "previous",
  "order",
  "log_size",
  "log_root",
  "consistency",
  "in_log",
  "kept",
  // A day.
  "day_signature",
  "root_of_bets",
  "stakes_of_bets",
  "refunded_of_bets",
  "payout",
  "paid_of_bets",
  "books",
  // Anything.
  "format",
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** What was computed here against what the club states. */
export type CheckLine = {
  readonly check: CheckName;
  /** Where: a pool, and in it a combination; a race, a bet, a key. */
  readonly pool: string | null;
  readonly item: string | null;
  /** Of a pool's line: the pool's place in its file, from 0. Two of one kind have one name. */
  readonly at?: number;
  readonly computed: string;
  readonly stated: string;
  readonly verdict: "equal" | "differs" | "unchecked";
};

type Where = { readonly pool?: string | null; readonly item?: string | null };
type Value = string | number | bigint | boolean | null;

/** Equal, or the difference. */
export function compare(
  check: CheckName,
  { pool = null, item = null }: Where,
  [computed, stated]: readonly [Value, Value],
): CheckLine {
  const [here, there] = [String(computed), String(stated)];
  const verdict = here === there ? "equal" : "differs";
  return { check, pool, item, computed: here, stated: there, verdict };
}

/** What cannot be checked with what is at hand. */
export function unchecked(check: CheckName, why: string, where: Where = {}): CheckLine {
  const { pool = null, item = null } = where;
  return { check, pool, item, computed: why, stated: "", verdict: "unchecked" };
}

/** Whether there is something, and all of it is equal. */
export function allEqual(lines: readonly CheckLine[]): boolean {
  return lines.length > 0 && lines.every(({ verdict }) => verdict === "equal");
}
