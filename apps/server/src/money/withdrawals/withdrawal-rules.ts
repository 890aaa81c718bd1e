import { Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import {
  choiceField,
  defineSettings,
  numberField,
  readGroup,
} from "../../core/db/setting-groups.ts";
import type { ValuesOf } from "../../core/db/setting-groups.ts";
import type { PaymentFacts } from "./withdrawals.queries.ts";
import type { WITHDRAWAL_WAITS } from "@club/contract";

const HOUR_MS = 3_600_000;

const MOST_CENTS = 100_000_000;

/** The rules of money that leaves. */
export const WITHDRAWALS = defineSettings({
  name: "withdrawals",
  isMoney: true,
  fields: {
    least_cents: numberField("cents", { least: 1, most: MOST_CENTS, fallback: 1 }),
    most_cents: numberField("cents", { least: 1, most: MOST_CENTS, fallback: MOST_CENTS }),
    /** cooling: a cancelled one stays held for a day; never: none can be cancelled (promise G13). */
    cancel: choiceField(["cooling", "never"], "cooling"),
    cooling_hours: numberField("whole", { least: 24, most: 168, fallback: 24 }),
    /** How many hours an account must have been there before money goes to it (promise S25). */
    account_hours: numberField("whole", { least: 0, most: 720, fallback: 24 }),
    /** With four eyes on, an amount above this needs two operators. */
    second_over_cents: numberField("cents", { least: 0, most: MOST_CENTS, fallback: 1_000_000 }),
  },
  check: ({ least_cents: least, most_cents: most }) => {
    if (least > most) throw new Refusal("setting.invalid", { field: "least_cents" });
  },
});
export type WithdrawalRules = ValuesOf<(typeof WITHDRAWALS)["fields"]>;

/** The rules as the club has set them. */
export async function readRules(db: Queryable): Promise<WithdrawalRules> {
  return await readGroup(db, WITHDRAWALS);
}

export type HoldFacts = Pick<PaymentFacts, "now" | "reset_until" | "is_frozen">;

export type Wait = (typeof WITHDRAWAL_WAITS)[number];

/** When the account has been there long enough; null without an account. */
export function accountReadyAt(facts: PaymentFacts, hours: number): Date | null {
  if (facts.changed_at === null) return null;
  return new Date(facts.changed_at.getTime() + hours * HOUR_MS);
}

/** What still blocks a withdrawal's payment; empty: it may be paid. */
export function waitsOf(facts: PaymentFacts, hours: number): Wait[] {
  const readyAt = accountReadyAt(facts, hours);
  const waits: Wait[] = [];
  if (facts.verified_at === null) waits.push("verification");
  if (readyAt === null || readyAt > facts.now) waits.push("new_account");
  if (facts.needs_identity) waits.push("identity");
  if (waitsAfterReset(facts)) waits.push("password_reset");
  if (facts.is_frozen) waits.push("payment_case");
  return waits;
}

/** @throws withdrawal.frozen while the case of a payment that was taken back is open */
export async function refuseFrozen(tx: Queryable, playerId: string): Promise<void> {
  const { rows } = await tx.query<{ is_frozen: boolean }>(
    "SELECT withdrawals_frozen($1) AS is_frozen",
    [playerId],
  );
  if (rows[0]?.is_frozen ?? true) throw new Refusal("withdrawal.frozen");
}

function waitsAfterReset({ reset_until: until, now }: HoldFacts): boolean {
  return until !== null && until > now;
}

/** What no operator may pass over. @throws withdrawal.frozen, withdrawal.after_reset */
export function refuseHeldBack(facts: HoldFacts): void {
  if (facts.is_frozen) throw new Refusal("withdrawal.frozen");
  if (!waitsAfterReset(facts)) return;
  throw new Refusal("withdrawal.after_reset", { until: facts.reset_until?.toISOString() });
}
