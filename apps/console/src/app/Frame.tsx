import { formatTime } from "@club/i18n";
import { lazyPage } from "@club/ui";
import type { ConsoleNavGroup, ConsoleNavItem } from "@club/ui/console";
import { createElement, use, useState, type ReactNode } from "react";
import { useVerification } from "../api/ledger.ts";
import { useApprovals, useWaitingTopUps } from "../api/top-ups.ts";
import { OpenPage } from "../core/address.ts";
import { useT, type T } from "../core/lang.ts";
import { hrefOf, type PageName } from "../core/paths.ts";
import { deviceZone } from "../core/time.ts";
import { PauseBar } from "../day/incidents/PauseBar.tsx";
import { FactorWarning } from "../people/account/FactorWarning.tsx";
import { FrameContext } from "../shell/ConsoleFrame.tsx";
import { ROUTES, type Route } from "./routes.ts";

const loadPalette = async () => ({
  default: (await import("./CommandPalette.tsx")).CommandPalette,
});

/** Fills every page's frame with what is outside the page: rail, books, warnings, search. */
export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useT();
  const [isSearching, setIsSearching] = useState(false);
  const slots = {
    ...useNav(t),
    status: useBooksStatus(t),
    notices: (
      <>
        <PauseBar />
        <FactorWarning />
      </>
    ),
    onSearch: () => setIsSearching(true),
  };
  return (
    <FrameContext value={slots}>
      {children}
      {isSearching &&
        createElement(lazyPage(loadPalette), { onClose: () => setIsSearching(false) })}
    </FrameContext>
  );
}

const GROUPS = ["nav.day", "nav.money", "nav.club"] as const;

function useNav(t: T) {
  const open = use(OpenPage)?.page;
  const topUps = useWaitingTopUps().data?.waiting ?? 0;
  const approvals = useApprovals().data?.length ?? 0;
  const itemsOf = (group: Route["group"]): ConsoleNavItem[] =>
    (Object.keys(ROUTES) as PageName[])
      .filter((page) => ROUTES[page].group === group)
      .map((page) => ({
        id: page,
        label: t(`route.${page}`),
        icon: ROUTES[page].icon,
        href: hrefOf(page),
        ...(page === "approvals" && { count: topUps + approvals }),
      }));
  const groups: ConsoleNavGroup[] = GROUPS.map((id) => ({ id, label: t(id), items: itemsOf(id) }));
  return {
    groups,
    footItems: itemsOf("foot"),
    currentId: open === undefined ? "" : (ROUTES[open].parent ?? open),
  };
}

function useBooksStatus(t: T) {
  const verification = useVerification();
  if (verification.phase !== "done") return undefined;
  const { ok, at } = verification.result;
  const time = formatTime(at, deviceZone(), t.language);
  return {
    ok,
    text: t(ok ? "books.verified" : "books.broken", { time }),
    href: hrefOf("ledger"),
  };
}
