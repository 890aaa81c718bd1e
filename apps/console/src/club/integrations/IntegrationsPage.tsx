import { Segmented } from "@club/ui/console";
import type { ReactNode } from "react";
import { replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Keys } from "./Keys.tsx";
import { Webhooks } from "./Webhooks.tsx";

/** Programs that the club notifies, and programs that may read from it. Route: /doors */
export function IntegrationsPage(): ReactNode {
  const t = useT();
  const tab = useQueryOfAddress().get("tab") === "keys" ? "keys" : "webhooks";
  return (
    <ConsoleFrame
      title={t("route.doors")}
      meta={t("doors.meta")}
      headEnd={
        <Segmented
          label={t("route.doors")}
          value={tab}
          onChange={(id) => replaceAddress(`${pathOf("doors")}?tab=${id}`)}
          options={[
            { id: "webhooks", label: t("doors.webhooks") },
            { id: "keys", label: t("doors.keys") },
          ]}
        />
      }
    >
      {tab === "keys" ? <Keys /> : <Webhooks />}
    </ConsoleFrame>
  );
}
