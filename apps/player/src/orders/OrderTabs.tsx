import { Icon, TabSwitch } from "@club/ui";
import type { ReactNode } from "react";
import type { OrderTab } from "../api/orders.ts";
import { useT } from "../core/lang.ts";

const TABS: readonly OrderTab[] = ["open", "settled", "all"];

/** The tab that the address names, or else the open bets. */
export function tabOf(address: URLSearchParams): OrderTab {
  return TABS.find((each) => each === address.get("tab")) ?? "open";
}

interface Props {
  readonly current: OrderTab;
  readonly hrefOfTab: (tab: OrderTab) => string;
  readonly openCount?: number | undefined;
  /** The list of the other kind of bets. */
  readonly other: { readonly href: string; readonly label: string };
}

export function OrderTabs({ current, hrefOfTab, openCount, other }: Props): ReactNode {
  const t = useT();
  return (
    <TabSwitch
      label={t("orders.tabs")}
      currentId={current}
      items={TABS.map((id) => ({
        id,
        label: t(`orders.tab.${id}`),
        href: hrefOfTab(id),
        count: id === "open" ? openCount : undefined,
      }))}
      end={
        <a className="head-link mute" href={other.href}>
          {other.label}
          <Icon name="chevron-right" />
        </a>
      }
    />
  );
}
