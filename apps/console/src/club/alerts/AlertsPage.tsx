import { DataTable, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useAlerts, usePastAlerts, type Alert } from "../../api/alerts.ts";
import { useClubSettings } from "../../api/club-settings.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { GroupPanel } from "../settings/GroupPanel.tsx";
import { ALERT_GROUPS } from "../settings/setting-form.ts";
import { AlertCards, alertText, dismissedText } from "./AlertCards.tsx";
import { DismissDialog } from "./DismissDialog.tsx";

/** What is wrong and what was, at which figure it begins, and to whom it goes. Route: /alerts */
export function AlertsPage(): ReactNode {
  const t = useT();
  const mayReadSettings = useMay("GET /api/operator/club-settings");
  return (
    <ConsoleFrame title={t("route.alerts")} meta={t("alerts.meta")}>
      <Now />
      <Past />
      {mayReadSettings && <Choices />}
    </ConsoleFrame>
  );
}

function Now(): ReactNode {
  const t = useT();
  const query = useAlerts();
  const [asked, setAsked] = useState<Alert | undefined>(undefined);
  return (
    <Panel title={t("alerts.now")}>
      <Listing query={query} rows={2}>
        {(alerts) => <AlertCards alerts={alerts} onDismiss={setAsked} />}
      </Listing>
      {asked !== undefined && <DismissDialog alert={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}

function Past(): ReactNode {
  const t = useT();
  const query = usePastAlerts();
  return (
    <Panel title={t("alerts.past")}>
      <Listing query={query} rows={4}>
        {({ list }) => (
          <DataTable
            label={t("alerts.past")}
            rows={list}
            rowId={(row) => row.alert_id}
            empty={t("alerts.noPast")}
            columns={(column) => [
              column.strong("what", t("alerts.what"), (row) => alertText(t, row)),
              column.text("from", t("alerts.from"), (row) => whenText(t, row.since)),
              column.text("until", t("alerts.until"), (row) => whenText(t, row.until)),
              column.text("told", t("alerts.toldAt"), (row) =>
                row.told_at === null ? t("alerts.untold") : whenText(t, row.told_at),
              ),
              column.text("by", t("alerts.dismissedBy"), (row) => dismissedText(t, row)),
            ]}
          />
        )}
      </Listing>
    </Panel>
  );
}

function Choices(): ReactNode {
  const t = useT();
  const query = useClubSettings();
  return (
    <Listing query={query} rows={8}>
      {(groups) => (
        <div className="setting-groups">
          {groups
            .filter(({ group }) => ALERT_GROUPS.has(group))
            .map((group) => (
              <GroupPanel key={group.group} group={group} />
            ))}
          <p className="mute">{t("alerts.receiversHint")}</p>
        </div>
      )}
    </Listing>
  );
}
