import { Segmented } from "@club/ui/console";
import type { ReactNode } from "react";
import { replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { Payouts } from "./Payouts.tsx";
import { Receiving } from "./Receiving.tsx";
import { Reconcile } from "./Reconcile.tsx";
import { Statement } from "./Statement.tsx";
import "./bank.css";

const TABS = ["lines", "reconcile", "payouts", "accounts"] as const;

/** What the bank says, against what the ledger says, and what goes to the bank. Route: /bank */
export function BankPage(): ReactNode {
  const t = useT();
  const asked = useQueryOfAddress().get("tab");
  const tab = TABS.find((each) => each === asked) ?? "lines";
  const switcher = (
    <Segmented
      label={t("route.bank")}
      value={tab}
      onChange={(id) => replaceAddress(`${pathOf("bank")}?tab=${id}`)}
      options={TABS.map((id) => ({ id, label: t(`bank.${id}`) }))}
    />
  );
  switch (tab) {
    case "lines":
      return <Statement switcher={switcher} />;
    case "reconcile":
      return <Reconcile switcher={switcher} />;
    case "payouts":
      return <Payouts switcher={switcher} />;
    case "accounts":
      return <Receiving switcher={switcher} />;
  }
}
