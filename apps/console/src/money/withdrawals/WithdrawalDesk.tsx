import type { OperatorWithdrawal } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Tag, column } from "@club/ui/console";
import type { ReactNode } from "react";
import {
  approveTogether,
  useEndedWithdrawals,
  useWaitingWithdrawals,
} from "../../api/withdrawals.ts";
import type { T } from "../../core/lang.ts";
import { MoneyDesk, type DeskEntry } from "../desk/MoneyDesk.tsx";
import { WithdrawalDialog, type WithdrawalAct } from "./WithdrawalDialog.tsx";
import { WithdrawalFacts } from "./WithdrawalFacts.tsx";

const WITHDRAWALS: DeskEntry<OperatorWithdrawal, WithdrawalAct> = {
  idOf: (withdrawal) => withdrawal.withdrawal_id,
  useWaiting: useWaitingWithdrawals,
  useDone: useEndedWithdrawals,
  doneShown: 12,
  noneText: (t) => t("withdrawals.noneText"),
  since: (withdrawal) => withdrawal.requested_at,
  statusTag: (t, { status }) => (
    <Tag tone={status === "approved" ? "turf" : "brass"}>{t(`withdrawals.${status}`)}</Tag>
  ),
  look: lookAt,
  doneAt: (withdrawal) => withdrawal.ended_at ?? withdrawal.requested_at,
  doneBy: (withdrawal) => withdrawal.ended_by,
  doneTag: (t, { status, reason }) => (
    <Tag tone={status === "paid" ? "turf" : status === "rejected" ? "loss" : "plain"}>
      {t(`withdrawals.${status}`)}
      {reason !== null && `: ${t.find(`withdrawals.reason.${reason}`) ?? reason}`}
    </Tag>
  ),
  doneColumns: (t, currency) => [
    column.figure("claimed", t("withdrawals.claimed"), ({ claimed_cents: cents }) =>
      cents === 0 ? "–" : formatMoney(cents, currency, t.language),
    ),
  ],
  isMarkable: ({ status }) => status === "requested",
  approveTogether,
  actOf,
  approval,
  Facts: WithdrawalFacts,
  Dialog: WithdrawalDialog,
};

/** Withdrawals that wait for a decision or the bank. */
export function WithdrawalDesk({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  return <MoneyDesk entry={WITHDRAWALS} switcher={switcher} />;
}

/** A approves, or marks as paid once approved; R rejects, V verifies the account. */
function actOf(key: string, withdrawal: OperatorWithdrawal): WithdrawalAct | undefined {
  switch (key) {
    case "a":
      return withdrawal.status === "approved" ? "paid" : "approve";
    case "r":
      return "reject";
    case "v":
      return withdrawal.waits_for.includes("verification") ? "verify" : undefined;
    default:
      return undefined;
  }
}

function approval(t: T, withdrawal: OperatorWithdrawal) {
  const { status, waits_for: waits, approval_id: approvalId } = withdrawal;
  if (status === "approved") {
    const notYet = waits.map((wait) => t(`withdrawals.waits.${wait}`)).join(", ");
    return { label: t("withdrawals.act.paid"), ...(notYet !== "" && { notYet }) };
  }
  const label = t("approvals.approve");
  if (approvalId !== null) return { label, notYet: t("withdrawals.second") };
  const isReset = waits.includes("password_reset");
  return { label, ...(isReset && { notYet: t("withdrawals.waits.password_reset") }) };
}

function lookAt(t: T, withdrawal: OperatorWithdrawal): ReactNode {
  const { approval_id: approvalId, payout, provider_payout: order } = withdrawal;
  return (
    <>
      {approvalId !== null && <Tag tone="firm">{t("withdrawals.second")}</Tag>}
      {approvalId === null && withdrawal.needs_second && (
        <Tag tone="firm">{t("withdrawals.fourEyes")}</Tag>
      )}
      {withdrawal.waits_for.map((wait) => (
        <Tag key={wait} tone="brass">
          {t(`withdrawals.waits.${wait}`)}
        </Tag>
      ))}
      {payout !== null && <Tag tone="turf">{payout.name}</Tag>}
      {order !== null && (
        <Tag tone={order.state === "held" ? "loss" : "turf"}>
          {t(`withdrawals.provider.${order.state}`)}
        </Tag>
      )}
    </>
  );
}
