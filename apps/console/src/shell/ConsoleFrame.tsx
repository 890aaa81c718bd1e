import { formatTimeSeconds } from "@club/i18n";
import { OfflineBar } from "@club/ui";
import { ConsoleShell, useKeys, type ConsoleShellProps } from "@club/ui/console";
import { createContext, use, type ReactNode } from "react";
import { useClubFace } from "../api/club-settings.ts";
import { go } from "../core/address.ts";
import { useIsOnline } from "../core/connection.ts";
import { useT } from "../core/lang.ts";
import { pathOf } from "../core/paths.ts";
import { useSession } from "../core/session.ts";
import { clubZone } from "../core/time.ts";
import { rolesText } from "./names.ts";

export interface ConsoleFrameProps {
  readonly title: string;
  readonly meta?: ReactNode;
  readonly headEnd?: ReactNode;
  readonly act?: ReactNode;
  readonly children: ReactNode;
}

/** What the frame shows from outside the page: the app above knows the pages and the warnings. */
export interface FrameSlots extends Pick<
  ConsoleShellProps,
  "groups" | "footItems" | "currentId" | "status" | "bell" | "menu" | "strip"
> {
  /** Warnings above every page. */
  readonly notices: ReactNode;
  readonly onSearch: () => void;
}

export const FrameContext = createContext<FrameSlots>({
  groups: [],
  currentId: "",
  menu: { label: "", count: 0, isOpen: false, onTurn: () => undefined },
  notices: null,
  onSearch: () => undefined,
});

/** The frame of every page: rail, head with the search and the club's clock, act bar. */
export function ConsoleFrame(props: ConsoleFrameProps): ReactNode {
  const t = useT();
  const session = useSession();
  const face = useClubFace().data;
  const isOnline = useIsOnline();
  const { notices, onSearch, ...slots } = use(FrameContext);
  useKeys({ "mod+k": onSearch, "/": onSearch });
  return (
    <ConsoleShell
      {...slots}
      brand={face?.name ?? t("app.name")}
      logo={face?.logo_url}
      navLabel={t("nav.main")}
      user={{
        name: session?.name ?? "",
        role: rolesText(t, session?.roles ?? [], session?.ownRoles),
        initials: initialsOf(session?.name ?? ""),
        onPress: () => go(pathOf("settings")),
      }}
      title={props.title}
      meta={props.meta}
      headEnd={props.headEnd}
      search={{ label: t("search.label"), keyCap: searchKey(), onPress: onSearch }}
      clock={(nowMs) => formatTimeSeconds(nowMs, clubZone(), t.language)}
      act={props.act}
    >
      {!isOnline && <OfflineBar />}
      {notices}
      {props.children}
    </ConsoleShell>
  );
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
