import { Panel, PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { usePlace } from "../core/place.ts";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";

/** While the code of a page comes. */
export function WaitingPage(): ReactNode {
  const t = useT();
  const place = usePlace();
  return (
    <ConsoleFrame title={place === undefined ? "" : t(place.route.title)}>
      <Panel label={t("state.loading")}>
        <PanelState state="loading" rows={8} />
      </Panel>
    </ConsoleFrame>
  );
}
