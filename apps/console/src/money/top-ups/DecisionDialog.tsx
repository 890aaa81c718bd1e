import type { OperatorTopUp } from "@club/contract";
import { formatMoney } from "@club/i18n";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import type { Decide } from "./TopUpQueue.tsx";

/** Asks once more before money is booked; a rejection asks for the reason that the player reads. */
export function DecisionDialog(props: {
  readonly asking: "approve" | "reject";
  readonly topUp: OperatorTopUp;
  readonly currency: string;
  readonly act: Decide;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { topUp, act } = props;
  const isReject = props.asking === "reject";
  const money = formatMoney(topUp.amount_cents, props.currency, t.language);
  const name = topUp.full_name ?? topUp.user_name;
  return (
    <AskDialog
      title={t(isReject ? "approvals.rejectTitle" : "approvals.approveTitle", { name, money })}
      text={t(isReject ? "approvals.rejectText" : "approvals.approveText")}
      label={t(isReject ? "approvals.reject" : "approvals.approve")}
      danger={isReject}
      money={isReject ? undefined : money}
      reason={isReject ? "needed" : "none"}
      reasonHint={t("approvals.reasonHint")}
      busy={act.busy}
      error={act.error}
      onSubmit={(reason) => void act.run(topUp, isReject ? reason : undefined)}
      onClose={props.onClose}
    />
  );
}
