import { LANGUAGES, type Language } from "@club/i18n";
import { ConsoleButton, ConsoleSelect, FactList, Panel, Segmented } from "@club/ui/console";
import type { ReactNode } from "react";
import { signOut } from "../api/client.ts";
import { useWhole } from "../api/read.ts";
import { useStreamState } from "../api/stream.ts";
import { ClubSettings } from "../club/settings/ClubSettings.tsx";
import { setLanguage, useT } from "../core/lang.ts";
import { useSession } from "../core/session.ts";
import { setTheme, THEMES, useTheme } from "../core/theme.ts";
import { FactorPanel } from "../people/account/FactorPanel.tsx";
import { PasswordPanel } from "../people/account/PasswordPanel.tsx";
import { SessionTable } from "../people/account/SessionTable.tsx";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";
import { rolesText } from "../shell/names.ts";

/** This desk: who is signed in, language, theme, how it is connected. */
export function SettingsPage(): ReactNode {
  const t = useT();
  const theme = useTheme();
  return (
    <ConsoleFrame title={t("route.settings")}>
      <div className="columns-two">
        <You />
        <Panel title={t("settings.desk")} padded>
          <div className="form">
            <ConsoleSelect
              label={t("settings.language")}
              value={t.language}
              options={LANGUAGES.map(({ id, name }) => ({ id, label: name }))}
              onChange={(id) => void setLanguage(id as Language)}
            />
            <Segmented
              label={t("settings.theme")}
              value={theme}
              onChange={setTheme}
              options={THEMES.map((id) => ({ id, label: t(`theme.${id}`) }))}
            />
          </div>
        </Panel>
        <FactorPanel />
        <PasswordPanel />
        <Panel title={t("people.ownSessions")}>
          <SessionTable operatorId={null} />
        </Panel>
      </div>
      <ClubSettings />
    </ConsoleFrame>
  );
}

/** Who is signed in, and what this desk is connected to. */
function You(): ReactNode {
  const t = useT();
  const session = useSession();
  const stream = useStreamState();
  const status = useWhole(["status"], "/api/status");
  return (
    <Panel title={t("settings.you")} padded>
      <div className="form">
        <FactList
          facts={[
            { label: t("signIn.name"), value: session?.name ?? "" },
            {
              label: t("settings.roles"),
              value: rolesText(t, session?.roles ?? [], session?.ownRoles),
            },
            { label: t("settings.live"), value: t(`stream.${stream}`) },
            { label: t("settings.release"), value: status.data?.version ?? "" },
          ]}
        />
        <div className="acts">
          <ConsoleButton kind="danger" onPress={() => void signOut()}>
            {t("act.signOut")}
          </ConsoleButton>
        </div>
      </div>
    </Panel>
  );
}
