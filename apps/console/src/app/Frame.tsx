import { formatTime } from "@club/i18n";
import { lazyPage } from "@club/ui";
import { useIsNarrow, type ConsoleNavGroup, type ConsoleNavItem } from "@club/ui/console";
import { createElement, use, useState, type ReactNode } from "react";
import { useAlerts } from "../api/alerts.ts";
import { useVerification } from "../api/ledger.ts";
import { useRacesOfToday } from "../api/meetings.ts";
import { useApprovals, useWaitingTopUps } from "../api/top-ups.ts";
import { useWaitingWithdrawals } from "../api/withdrawals.ts";
import { OpenPage } from "../core/address.ts";
import { useT, type T } from "../core/lang.ts";
import { hrefOf, type PageName } from "../core/paths.ts";
import { useResultsClerk, useSession } from "../core/session.ts";
import { clubZone } from "../core/time.ts";
import { PauseBar } from "../day/incidents/PauseBar.tsx";
import { waitsFor } from "../day/run-sheet/look-at.ts";
import { RaceInHand } from "../day/run-sheet/RaceInHand.tsx";
import { FactorWarning } from "../people/account/FactorWarning.tsx";
import { FrameContext } from "../shell/ConsoleFrame.tsx";
import { mayOpen, ROUTES, type Route } from "./routes.ts";

const loadPalette = async () => ({
  default: (await import("./CommandPalette.tsx")).CommandPalette,
});

const loadAlerts = async () => ({
  default: (await import("../club/alerts/AlertCentre.tsx")).AlertCentre,
});

/** Fills every page's frame with what is outside the page: rail, books, warnings, search. */
export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useT();
  const [isSearching, setIsSearching] = useState(false);
  const [isTold, setIsTold] = useState(false);
  const open = useAlerts().data?.filter((alert) => alert.dismissed_at === null).length ?? 0;
  const nav = useNav(t);
  const slots = {
    ...nav,
    menu: useMenu(t, nav.groups),
    strip: useStrip(),
    status: useBooksStatus(t),
    notices: (
      <>
        <PauseBar />
        <FactorWarning />
      </>
    ),
    onSearch: () => setIsSearching(true),
    bell: {
      label: open === 0 ? t("alerts.none") : t("alerts.open", { n: open }),
      count: open,
      onPress: () => setIsTold(true),
    },
  };
  return (
    <FrameContext value={slots}>
      {children}
      {isSearching &&
        createElement(lazyPage(loadPalette), { onClose: () => setIsSearching(false) })}
      {isTold && createElement(lazyPage(loadAlerts), { onClose: () => setIsTold(false) })}
    </FrameContext>
  );
}

const GROUPS = ["nav.day", "nav.money", "nav.club"] as const;

function useNav(t: T) {
  const open = use(OpenPage)?.page;
  const topUps = useWaitingTopUps().data?.waiting ?? 0;
  const approvals = useApprovals().data?.length ?? 0;
  const withdrawals = useWaitingWithdrawals().data?.waiting ?? 0;
  const clerk = useResultsClerk();
  const session = useSession();
  const isOfDay = mayOpen(session, "sheet");
  const races = useRacesOfToday({ enabled: clerk !== undefined && isOfDay });
  const results = races.filter((race) => waitsFor({ race }, clerk)).length;
  const counts: Partial<Record<PageName, number>> = {
    approvals: topUps + approvals + withdrawals,
    races: results,
  };
  const itemsOf = (group: Route["group"]): ConsoleNavItem[] =>
    (Object.keys(ROUTES) as PageName[])
      .filter((page) => ROUTES[page].group === group && mayOpen(session, page))
      .map((page) => ({
        id: page,
        label: t(`route.${page}`),
        icon: ROUTES[page].icon,
        href: hrefOf(page),
        count: counts[page],
      }));
  const groups: ConsoleNavGroup[] = GROUPS.map((id) => ({
    id,
    label: t(id),
    items: itemsOf(id),
  })).filter(({ items }) => items.length > 0);
  return {
    groups,
    footItems: itemsOf("foot"),
    currentId: open === undefined ? "" : (ROUTES[open].parent ?? open),
  };
}

/** The rail of a phone. Kept here, so that a page that comes meanwhile leaves it open. */
function useMenu(t: T, groups: readonly ConsoleNavGroup[]) {
  const [isOpen, onTurn] = useState(false);
  const items = groups.flatMap((group) => group.items);
  const count = items.reduce((sum, item) => sum + (item.count ?? 0), 0);
  const label = count === 0 ? t("nav.menu") : t("nav.menuWaiting", { n: count });
  return { label, count, isOpen, onTurn };
}

/** The race in hand, above each page of a phone but the one that shows it. */
function useStrip(): ReactNode {
  const open = use(OpenPage);
  const maySee = mayOpen(useSession(), "sheet");
  const isShown = useIsNarrow() && maySee && open?.page !== "sheet";
  return isShown && <RaceInHand openId={open?.page === "race" ? open.id : undefined} />;
}

function useBooksStatus(t: T) {
  const verification = useVerification();
  if (verification.phase !== "done") return undefined;
  const { ok, at } = verification.result;
  const time = formatTime(at, clubZone(), t.language);
  return {
    ok,
    text: t(ok ? "books.verified" : "books.broken", { time }),
    href: hrefOf("ledger"),
  };
}
