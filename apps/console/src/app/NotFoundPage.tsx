import { ConsoleButton, Panel, PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { hrefOf } from "../core/paths.ts";
import { useSession } from "../core/session.ts";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";
import { rolesText } from "../shell/names.ts";

/** No such address, and the way back to the day. */
export function NotFoundPage(): ReactNode {
  const t = useT();
  return (
    <ConsoleFrame title={t("route.notFound")}>
      <Panel label={t("route.notFound")}>
        <PanelState
          state="empty"
          title={t("notFound.title")}
          act={<ConsoleButton href={hrefOf("sheet")}>{t("notFound.toSheet")}</ConsoleButton>}
        />
      </Panel>
    </ConsoleFrame>
  );
}

/** An address that the operator's roles do not open: whose page it is, and whom to ask. */
export function ForbiddenPage({ title }: { readonly title: string }): ReactNode {
  const t = useT();
  const session = useSession();
  const roles = rolesText(t, session?.roles ?? [], session?.ownRoles);
  return (
    <ConsoleFrame title={title}>
      <Panel label={title}>
        <PanelState
          state="empty"
          title={t("forbidden.title")}
          text={t("forbidden.text", { roles })}
          act={<ConsoleButton href={hrefOf("settings")}>{t("forbidden.own")}</ConsoleButton>}
        />
      </Panel>
    </ConsoleFrame>
  );
}
