import { TabBar, type TabBarItem } from "@club/ui";
import type { ReactNode } from "react";
import { useOpenBets } from "../api/open-bets.ts";
import { useT } from "../core/lang.ts";
import { hrefOf, type TabId } from "../core/routes.ts";

/** The four places at the bottom, with the number of open bets. */
export function MainTabs({ current }: { readonly current: TabId | null }): ReactNode {
  const t = useT();
  const [races = 0, sports = 0] = useOpenBets();
  const openBets = races + sports;
  const items: readonly (TabBarItem & { readonly id: TabId })[] = [
    { id: "races", label: t("nav.races"), icon: "races", href: hrefOf("home") },
    { id: "sports", label: t("nav.sports"), icon: "ball", href: hrefOf("sports") },
    {
      id: "bets",
      label: t("nav.bets"),
      icon: "bets",
      href: hrefOf("orders"),
      badge: openBets,
      badgeLabel: t("shell.openBets", { n: openBets }),
    },
    { id: "account", label: t("nav.account"), icon: "account", href: hrefOf("account") },
  ];
  return <TabBar items={items} currentId={current ?? ""} label={t("nav.main")} />;
}
