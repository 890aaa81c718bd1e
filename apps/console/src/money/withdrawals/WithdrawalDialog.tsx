import type { OperatorWithdrawal } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { showToast } from "@club/ui";
import { useState, type ReactNode } from "react";
import { isPending } from "../../api/ask.ts";
import { useAct } from "../../api/use-act.ts";
import { approve, markPaid, reject, useWithdrawal, verifyCard } from "../../api/withdrawals.ts";
import { useT } from "../../core/lang.ts";
import { AskForm } from "../../shell/AskDialog.tsx";
import type { DialogProps } from "../desk/MoneyDesk.tsx";

export type WithdrawalAct = "approve" | "reject" | "paid" | "verify";

/** Asks for confirmation before money moves; a rejection needs a reason for the player. */
export function WithdrawalDialog(props: DialogProps<OperatorWithdrawal, WithdrawalAct>): ReactNode {
  const t = useT();
  const { asking, row: withdrawal } = props;
  const money = formatMoney(withdrawal.amount_cents, props.currency, t.language);
  const name = withdrawal.full_name ?? withdrawal.user_name;
  // The account as it was looked at; the row may come anew while the question stands here.
  const { data: looked } = useWithdrawal(withdrawal.withdrawal_id, false);
  const [seen] = useState(looked?.account?.changed_at ?? withdrawal.account_changed_at);
  const act = useAct(async (reason: string) => {
    const shown = { ...withdrawal, account_changed_at: seen };
    const said = await carryOut(asking, shown, reason);
    showToast(t(said));
    // A paid or rejected one leaves the queue; an approved or verified one stays.
    props.onDone(asking === "paid" || asking === "reject");
  });
  return (
    <AskForm
      title={t(`withdrawals.ask.${asking}`, { money, name })}
      text={t(`withdrawals.askText.${asking}`)}
      label={t(`withdrawals.act.${asking}`)}
      danger={asking === "reject"}
      money={asking === "approve" || asking === "paid" ? money : undefined}
      reason={asking === "reject" ? "needed" : asking === "verify" ? "optional" : "none"}
      reasonHint={asking === "reject" ? t("approvals.reasonHint") : undefined}
      act={act}
      onClose={props.onClose}
    />
  );
}

type Said =
  | "withdrawals.done.approve"
  | "withdrawals.done.pending"
  | "withdrawals.done.reject"
  | "withdrawals.done.paid"
  | "withdrawals.done.verify";

async function carryOut(
  act: WithdrawalAct,
  withdrawal: OperatorWithdrawal,
  reason: string,
): Promise<Said> {
  const id = withdrawal.withdrawal_id;
  switch (act) {
    case "approve":
      return isPending(await approve({ withdrawal_id: id }))
        ? "withdrawals.done.pending"
        : "withdrawals.done.approve";
    case "reject":
      await reject({ withdrawal_id: id, reason });
      return "withdrawals.done.reject";
    case "paid":
      await markPaid({ withdrawal_id: id });
      return "withdrawals.done.paid";
    case "verify":
      await verifyCard({
        player_id: withdrawal.player_id,
        reason,
        changed_at: withdrawal.account_changed_at,
      });
      return "withdrawals.done.verify";
  }
}
