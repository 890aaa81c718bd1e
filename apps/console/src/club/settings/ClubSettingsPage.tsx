import type { ReactNode } from "react";
import { useClubSettings } from "../../api/club-settings.ts";
import { useT } from "../../core/lang.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { GroupPanel } from "./GroupPanel.tsx";
import { ALERT_GROUPS } from "./setting-form.ts";

/** What a keeper changes in the running club. Route: /club-settings */
export function ClubSettingsPage(): ReactNode {
  const t = useT();
  const query = useClubSettings();
  return (
    <ConsoleFrame title={t("route.clubSettings")} meta={t("clubSetting.meta")}>
      <Listing query={query} rows={12}>
        {(groups) => (
          <div className="setting-groups">
            {groups
              .filter(({ group }) => !ALERT_GROUPS.has(group))
              .map((group) => (
                <GroupPanel key={group.group} group={group} />
              ))}
          </div>
        )}
      </Listing>
    </ConsoleFrame>
  );
}
