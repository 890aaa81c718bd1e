import { Segmented } from "@club/ui/console";
import type { ReactNode } from "react";
import { useApprovals, useWaitingTopUps } from "../../api/top-ups.ts";
import { useWaitingWithdrawals } from "../../api/withdrawals.ts";
import { replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { TopUpDesk } from "../top-ups/TopUpDesk.tsx";
import { WithdrawalDesk } from "../withdrawals/WithdrawalDesk.tsx";
import { ApprovalQueue } from "./ApprovalQueue.tsx";

const TABS = ["topups", "withdrawals", "second"] as const;

/** Waiting decisions: money in, money out, acts that need a second operator. Route: /approvals */
export function ApprovalsPage(): ReactNode {
  const t = useT();
  const asked = useQueryOfAddress().get("tab");
  const tab = TABS.find((each) => each === asked) ?? "topups";
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
        {
          id: "withdrawals",
          label: t("withdrawals.title"),
          count: useWaitingWithdrawals().data?.waiting ?? 0,
        },
        { id: "second", label: t("approvals.second"), count: useApprovals().data?.length ?? 0 },
      ]}
    />
  );
  switch (tab) {
    case "topups":
      return <TopUpDesk switcher={switcher} />;
    case "withdrawals":
      return <WithdrawalDesk switcher={switcher} />;
    case "second":
      return <ApprovalQueue switcher={switcher} />;
  }
}
