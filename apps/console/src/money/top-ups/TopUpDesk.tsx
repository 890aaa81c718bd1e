import type { OperatorTopUp } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { showToast } from "@club/ui";
import { Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { meanwhileText } from "../../api/error-text.ts";
import {
  approve,
  approveTogether,
  reject,
  useDecidedTopUps,
  useWaitingTopUps,
} from "../../api/top-ups.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { useSession } from "../../core/session.ts";
import { AskForm } from "../../shell/AskDialog.tsx";
import { MoneyDesk, type DeskEntry, type DialogProps } from "../desk/MoneyDesk.tsx";
import { TopUpFacts } from "./TopUpFacts.tsx";

type Act = "approve" | "reject";

const TOP_UPS: DeskEntry<OperatorTopUp, Act> = {
  idOf: (topUp) => topUp.topup_id,
  useWaiting: useWaitingTopUps,
  useDone: useDecidedTopUps,
  doneShown: 6,
  noneText: (t) => t("approvals.noneText"),
  since: (topUp) => topUp.created_at,
  statusTag: (t, { status }) => (
    <Tag tone={status === "submitted" ? "brass" : "plain"}>{t(`topUp.${status}`)}</Tag>
  ),
  doneAt: (topUp) => topUp.decided_at ?? topUp.created_at,
  doneBy: (topUp) => topUp.decided_by,
  doneTag: (t, { status, reason }) => (
    <Tag tone={status === "approved" ? "turf" : "loss"}>
      {t(`topUp.${status}`)}
      {reason !== null && `: ${reason}`}
    </Tag>
  ),
  isMarkable: () => true,
  approveTogether,
  actOf: (key) => (key === "a" ? "approve" : key === "r" ? "reject" : undefined),
  approval: (t) => ({ label: t("approvals.approve") }),
  Facts: TopUpFacts,
  Dialog: TopUpDialog,
};

/** Top-ups that wait for the money to arrive. */
export function TopUpDesk({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  return <MoneyDesk entry={TOP_UPS} switcher={switcher} />;
}

/** Asks for confirmation before money is booked; a rejection needs a reason for the player. */
function TopUpDialog(props: DialogProps<OperatorTopUp, Act>): ReactNode {
  const t = useT();
  const { asking, row: topUp, onDone, onClose } = props;
  const me = useSession()?.name;
  const isReject = asking === "reject";
  const act = useAct(async (reason: string) => {
    const id = topUp.topup_id;
    const done = isReject
      ? await reject({ topup_id: id, reason })
      : await approve({ topup_id: id });
    const { decided_by: by, decided_at: at, status } = done;
    onDone(true);
    if ("approval_id" in done && done.approval_id !== null) {
      showToast(t("withdrawals.done.pending"));
      return;
    }
    // Another operator decided the same a moment before.
    const isOthers = by !== null && at !== null && by !== me;
    const said = t(isReject ? "approvals.rejected" : "approvals.approved");
    showToast(isOthers ? meanwhileText(t, { by, at, status }) : said);
  });
  const money = formatMoney(topUp.amount_cents, props.currency, t.language);
  const name = topUp.full_name ?? topUp.user_name;
  return (
    <AskForm
      title={t(isReject ? "approvals.rejectTitle" : "approvals.approveTitle", { name, money })}
      text={t(isReject ? "approvals.rejectText" : "approvals.approveText")}
      label={t(isReject ? "approvals.reject" : "approvals.approve")}
      danger={isReject}
      money={isReject ? undefined : money}
      reason={isReject ? "needed" : "none"}
      reasonHint={t("approvals.reasonHint")}
      act={act}
      onClose={onClose}
    />
  );
}
