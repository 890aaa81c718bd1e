import { FilterChips, TabSwitch } from "@club/ui";
import type { ReactNode } from "react";
import { useOpenBets } from "../api/open-bets.ts";
import type { OrderTab } from "../api/orders.ts";
import { useT } from "../core/lang.ts";
import { isWanted, ORDER_FILTERS, ORDER_KINDS, type OrderFilter } from "./order-kinds.ts";

const TABS: readonly OrderTab[] = ["open", "settled", "all"];

interface Props {
  readonly tab: OrderTab;
  readonly filter: OrderFilter;
  readonly hrefOfTab: (tab: OrderTab) => string;
  readonly onFilter: (filter: OrderFilter) => void;
}

/** Which bets the list shows: by state, and by what they are on. */
export function OrderTabs({ tab, filter, hrefOfTab, onFilter }: Props): ReactNode {
  const t = useT();
  const open = useOpenBets().filter((_, at) => isWanted(filter, ORDER_KINDS[at] ?? "racing"));
  return (
    <>
      <TabSwitch
        label={t("orders.tabs")}
        currentId={tab}
        items={TABS.map((id) => ({
          id,
          label: t(`orders.tab.${id}`),
          href: hrefOfTab(id),
          count: id === "open" ? open.reduce((all, n) => all + n, 0) : undefined,
        }))}
      />
      <FilterChips
        label={t("orders.kinds")}
        selectedId={filter}
        onSelect={onFilter}
        chips={ORDER_FILTERS.map((id) => ({ id, label: t(`orders.kind.${id}`) }))}
      />
    </>
  );
}
