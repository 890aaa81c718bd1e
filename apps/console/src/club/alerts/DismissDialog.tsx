import type { ReactNode } from "react";
import { dismissAlert, type Alert } from "../../api/alerts.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { alertText } from "./AlertCards.tsx";

/** Why an alert needs nobody any more. */
export function DismissDialog(props: {
  readonly alert: Alert;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { condition, subject, since } = props.alert;
  return (
    <AskDialog
      title={t("alerts.dismiss")}
      text={`${alertText(t, props.alert)}. ${t("alerts.dismissText")}`}
      label={t("alerts.dismiss")}
      reason="needed"
      onClose={props.onClose}
      run={async (reason) => {
        await dismissAlert({ condition, subject, since, reason });
        return t("alerts.dismissed");
      }}
    />
  );
}
