import { ConsoleButton, ConsoleDialog } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useAlerts, type Alert } from "../../api/alerts.ts";
import { go } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { Listing } from "../../shell/Listing.tsx";
import { AlertCards } from "./AlertCards.tsx";
import { DismissDialog } from "./DismissDialog.tsx";

/** What the bell in the head opens: what is wrong now, and the way to the page of alerts. */
export function AlertCentre({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const query = useAlerts();
  const [asked, setAsked] = useState<Alert | undefined>(undefined);
  if (asked !== undefined) {
    return <DismissDialog alert={asked} onClose={() => setAsked(undefined)} />;
  }
  const openPage = () => {
    onClose();
    go(pathOf("alerts"));
  };
  return (
    <ConsoleDialog
      title={t("route.alerts")}
      onClose={onClose}
      onSubmit={openPage}
      acts={
        <>
          <ConsoleButton onPress={onClose}>{t("act.close")}</ConsoleButton>
          <ConsoleButton kind="primary" type="submit" keyCap="⏎">
            {t("alerts.all")}
          </ConsoleButton>
        </>
      }
    >
      <Listing query={query} rows={3}>
        {(alerts) => <AlertCards alerts={alerts} onDismiss={setAsked} />}
      </Listing>
    </ConsoleDialog>
  );
}
