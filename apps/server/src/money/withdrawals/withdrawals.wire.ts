import type { OperatorWithdrawal, Withdrawal, WithdrawalTerms } from "@club/contract";
import { maskAccount } from "../../core/kit/mask-account.ts";
import { accountReadyAt, waitsOf } from "./withdrawal-rules.ts";
import type { WithdrawalMethod } from "./withdrawal-method.ts";
import type { WithdrawalRules } from "./withdrawal-rules.ts";
import type { OperatorWithdrawalRow, TermsRow, WithdrawalRow } from "./withdrawals.queries.ts";

export function toWithdrawal(row: WithdrawalRow, rules: WithdrawalRules): Withdrawal {
  return {
    withdrawal_id: row.id,
    status: row.status,
    amount_cents: Number(row.amount_cents),
    fee_cents: 0,
    reference: row.reference,
    bank_name: row.bank_name,
    account_number: maskAccount(row.last_digits),
    requested_at: row.requested_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    reason: row.reason,
    may_cancel: row.status === "requested" && rules.cancel === "cooling",
    cooling_cents: Number(row.cooling_cents),
    releases_at: row.releases_at?.toISOString() ?? null,
    claimed_cents: Number(row.claimed_cents),
    method: row.method,
  };
}

export function toOperatorWithdrawal(
  row: OperatorWithdrawalRow,
  { rules, fourEyes }: { rules: WithdrawalRules; fourEyes: boolean },
): OperatorWithdrawal {
  const isOver = row.status === "paid" || row.status === "rejected" || row.status === "cancelled";
  return {
    ...toWithdrawal(row, rules),
    player_id: row.player_id,
    user_name: row.user_name,
    full_name: row.full_name,
    approved_by: row.approved_by,
    ended_by: row.ended_by,
    waits_for: isOver ? [] : waitsOf(row, rules.account_hours),
    ...accountTimesOf(row, rules.account_hours),
    needs_second: fourEyes && row.amount_cents > BigInt(rules.second_over_cents),
    approval_id: row.approval_id,
    is_in_and_out: row.is_in_and_out,
    shared_with: row.shared_with,
    flags: row.is_in_and_out ? [...row.flags, "in_and_out"] : row.flags,
    payout: payoutOf(row),
    provider_payout:
      row.order_state === null
        ? null
        : { state: row.order_state, failure: row.order_failure, said: row.order_said ?? "" },
  };
}

function accountTimesOf(
  row: OperatorWithdrawalRow,
  hours: number,
): Pick<OperatorWithdrawal, "account_changed_at" | "account_ready_at"> {
  return {
    account_changed_at: row.changed_at?.toISOString() ?? null,
    account_ready_at: accountReadyAt(row, hours)?.toISOString() ?? null,
  };
}

function payoutOf(row: OperatorWithdrawalRow): OperatorWithdrawal["payout"] {
  const { payout_id: id, payout_number: number, payout_status: status } = row;
  if (id === null || number === null || status === null) return null;
  return { file_id: id, name: payoutName(number), status };
}

/** What a payout file is called, at the club and at its bank: short, and never used again. */
export function payoutName(number: bigint): string {
  return `HC-PAY-${number}`;
}

export function toTerms(
  facts: TermsRow,
  { rules, method }: { rules: WithdrawalRules; method: WithdrawalMethod },
): WithdrawalTerms {
  const readyAt = accountReadyAt(facts, rules.account_hours) ?? facts.now;
  const resetUntil = facts.reset_until?.getTime() ?? 0;
  const payable = Math.max(readyAt.getTime(), facts.now.getTime(), resetUntil);
  return {
    available_cents: Number(facts.cash_cents + facts.cooling_cents),
    held_cents: Number(facts.held_cents),
    min_cents: Math.max(rules.least_cents, Number(method.leastCents)),
    max_cents: Math.min(rules.most_cents, Number(method.mostCents)),
    arrives_by: method.arrivesBy(payable, facts.time_zone).toISOString(),
    waits_for: waitsOf(facts, rules.account_hours),
  };
}
