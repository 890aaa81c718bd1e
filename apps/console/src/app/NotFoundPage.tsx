import { ConsoleButton, Panel, PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { hrefOf } from "../core/paths.ts";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";

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
