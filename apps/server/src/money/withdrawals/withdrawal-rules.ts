import { Refusal } from "@club/domain";
import { z } from "zod";
import type { Queryable } from "../../core/db/connect.ts";
import { readSetting } from "../../core/db/club-setting.ts";
import type { PaymentFacts } from "./withdrawals.queries.ts";
import type { WITHDRAWAL_WAITS } from "@club/contract";

const HOUR_MS = 3_600_000;

/** The club's setting `withdrawals`, each part with its default. */
const rules = z.object({
  /** cooling: a cancelled one stays held for a day; never: none can be cancelled (promise G13). */
  cancel: z.enum(["cooling", "never"]).default("cooling"),
  cooling_hours: z.int().min(24).max(168).default(24),
  /** How many hours an account must have been there before money goes to it (promise S25). */
  account_hours: z.int().min(0).max(720).default(24),
  /** With four eyes on, an amount above this needs two operators. */
  second_over_cents: z.int().min(0).default(1_000_000),
});
export type WithdrawalRules = z.infer<typeof rules>;

/** The rules as the club has set them. */
export async function readRules(db: Queryable): Promise<WithdrawalRules> {
  const setting = rules.safeParse((await readSetting(db, "withdrawals")) ?? {});
  return setting.success ? setting.data : rules.parse({});
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
