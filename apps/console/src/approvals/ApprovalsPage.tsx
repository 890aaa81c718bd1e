import { Segmented } from "@club/ui/console";
import type { ReactNode } from "react";
import { replaceAddress, useQueryOfAddress } from "../address.ts";
import { useApprovals, useWaitingTopUps } from "../api/top-ups.ts";
import { useT } from "../lang.ts";
import { pathOf } from "../routes.ts";
import { SecondEyes } from "./SecondEyes.tsx";
import { TopUpQueue } from "./TopUpQueue.tsx";

/** What waits for a decision: top-ups, and acts that need a second operator. Route: /approvals */
export function ApprovalsPage(): ReactNode {
  const t = useT();
  const tab = useQueryOfAddress().get("tab") === "second" ? "second" : "topups";
  const switcher = (
    <Segmented
      label={t("route.approvals")}
      value={tab}
      onChange={(id) => replaceAddress(`${pathOf("approvals")}?tab=${id}`)}
      options={[
        {
          id: "topups",
          label: t("approvals.topUps"),
          count: useWaitingTopUps().data?.waiting ?? 0,
        },
        { id: "second", label: t("approvals.second"), count: useApprovals().data?.length ?? 0 },
      ]}
    />
  );
  return tab === "topups" ? <TopUpQueue switcher={switcher} /> : <SecondEyes switcher={switcher} />;
}
