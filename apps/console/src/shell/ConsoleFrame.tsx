import { formatTime, formatTimeSeconds } from "@club/i18n";
import { lazyPage, OfflineBar } from "@club/ui";
import { ConsoleShell, useKeys, type ConsoleNavGroup, type ConsoleNavItem } from "@club/ui/console";
import { createElement, useState, type ReactNode } from "react";
import { go } from "../core/address.ts";
import { useVerification } from "../api/ledger.ts";
import { useApprovals, useWaitingTopUps } from "../api/top-ups.ts";
import { useIsOnline } from "../core/connection.ts";
import { PauseBar } from "../day/incidents/PauseBar.tsx";
import { useT, type T } from "../core/lang.ts";
import { FactorWarning } from "../people/account/FactorWarning.tsx";
import { usePlace } from "../core/place.ts";
import { hrefOf, pathOf, ROUTES, type Route, type RouteId } from "../app/routes.ts";
import { useSession } from "../core/session.ts";
import { deviceZone } from "../core/zone.ts";
import { rolesText } from "./roles.ts";

const loadPalette = async () => ({
  default: (await import("../app/CommandPalette.tsx")).CommandPalette,
});

export interface ConsoleFrameProps {
  readonly title: string;
  readonly meta?: ReactNode;
  readonly headEnd?: ReactNode;
  readonly act?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page: rail, head with the search and the club's clock, act bar. */
export function ConsoleFrame(props: ConsoleFrameProps): ReactNode {
  const t = useT();
  const session = useSession();
  const isOnline = useIsOnline();
  const [isSearching, setIsSearching] = useState(false);
  useKeys({ "mod+k": () => setIsSearching(true), "/": () => setIsSearching(true) });
  const { groups, footItems, currentId } = useNav(t);
  return (
    <>
      <ConsoleShell
        brand={t("app.name")}
        navLabel={t("nav.main")}
        groups={groups}
        footItems={footItems}
        currentId={currentId}
        user={{
          name: session?.name ?? "",
          role: rolesText(t, session?.roles ?? []),
          initials: initialsOf(session?.name ?? ""),
          onPress: () => go(pathOf("settings")),
        }}
        title={props.title}
        meta={props.meta}
        headEnd={props.headEnd}
        search={{
          label: t("search.label"),
          keyCap: searchKey(),
          onPress: () => setIsSearching(true),
        }}
        status={useBooksStatus(t)}
        clock={(nowMs) => formatTimeSeconds(nowMs, deviceZone(), t.language)}
        act={props.act}
      >
        {!isOnline && <OfflineBar />}
        <PauseBar />
        <FactorWarning />
        {props.children}
      </ConsoleShell>
      {isSearching &&
        createElement(lazyPage(loadPalette), { onClose: () => setIsSearching(false) })}
    </>
  );
}

const GROUPS = ["nav.day", "nav.money", "nav.club"] as const;

function useNav(t: T) {
  const place = usePlace();
  const topUps = useWaitingTopUps().data?.waiting ?? 0;
  const approvals = useApprovals().data?.length ?? 0;
  const itemsOf = (group: Route["group"]): ConsoleNavItem[] =>
    (ROUTES as readonly Route[])
      .filter((route) => route.group === group)
      .map((route) => ({
        id: route.id,
        label: t(route.title),
        icon: route.icon,
        href: hrefOf(route.id as RouteId),
        ...(route.id === "approvals" && { count: topUps + approvals }),
      }));
  const groups: ConsoleNavGroup[] = GROUPS.map((id) => ({ id, label: t(id), items: itemsOf(id) }));
  return {
    groups,
    footItems: itemsOf("foot"),
    currentId: place?.route.parent ?? place?.route.id ?? "",
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

function initialsOf(name: string): string {
  return name
    .split(/[\s._-]+/)
    .map((part) => part.charAt(0).toUpperCase())
    .join("")
    .slice(0, 2);
}

function searchKey(): string {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";
}
