import type { OperatorTopUp } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Notice } from "@club/ui";
import { ConsoleButton, ConsoleDialog, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useT } from "../lang.ts";
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
  const [reason, setReason] = useState("");
  const isReject = props.asking === "reject";
  const missing = isReject && reason.trim() === "";
  const money = formatMoney(topUp.amount_cents, props.currency, t.language);
  const name = topUp.full_name ?? topUp.user_name;
  const submit = () => {
    if (!missing) void act.run(topUp, isReject ? reason.trim() : undefined);
  };
  return (
    <ConsoleDialog
      title={t(isReject ? "approvals.rejectTitle" : "approvals.approveTitle", { name, money })}
      onClose={props.onClose}
      onSubmit={submit}
      acts={
        <>
          <ConsoleButton onPress={props.onClose}>{t("act.cancel")}</ConsoleButton>
          <ConsoleButton
            kind={isReject ? "danger" : "primary"}
            type="submit"
            busy={act.busy}
            money={isReject ? undefined : money}
            reason={missing ? t("act.reasonMissing") : undefined}
            keyCap="⏎"
          >
            {t(isReject ? "approvals.reject" : "approvals.approve")}
          </ConsoleButton>
        </>
      }
    >
      <p className="mute">{t(isReject ? "approvals.rejectText" : "approvals.approveText")}</p>
      {isReject && (
        <ConsoleField
          label={t("act.reason")}
          value={reason}
          onChange={setReason}
          hint={t("approvals.reasonHint")}
          autoFocus
        />
      )}
      {act.error !== undefined && (
        <Notice tone="loss" alert>
          {act.error}
        </Notice>
      )}
    </ConsoleDialog>
  );
}
