import type { ReactNode } from "react";
import { ClubMark } from "../ClubMark.tsx";
import { useClock } from "../clock.ts";
import { ToastRegion } from "../Toast.tsx";
import { ConsoleIcon, type AnyIconName } from "./ConsoleIcon.tsx";
import { KeyCap } from "./KeyCap.tsx";
import "../styles/console.css";
import "../styles/board.css";

export interface ConsoleNavItem {
  readonly id: string;
  readonly label: string;
  readonly icon: AnyIconName;
  readonly href: string;
  /** How many wait there. */
  readonly count?: number | undefined;
}

export interface ConsoleNavGroup {
  readonly id: string;
  readonly label?: string | undefined;
  readonly items: readonly ConsoleNavItem[];
}

export interface ConsoleShellProps {
  readonly brand: string;
  /** The club's own logo; without one its mark. */
  readonly logo?: string | null | undefined;
  readonly navLabel: string;
  readonly groups: readonly ConsoleNavGroup[];
  /** At the foot of the rail: audit log, settings. */
  readonly footItems?: readonly ConsoleNavItem[] | undefined;
  readonly currentId: string;
  readonly user: {
    readonly name: string;
    readonly role: string;
    readonly initials: string;
    readonly onPress?: (() => void) | undefined;
  };
  readonly title: string;
  readonly meta?: ReactNode;
  /** Between the title and the search: buttons, a filter. */
  readonly headEnd?: ReactNode;
  readonly search: {
    readonly label: string;
    readonly keyCap: string;
    readonly onPress: () => void;
  };
  /** What is wrong, and how much of it nobody has seen to. */
  readonly bell?:
    | { readonly label: string; readonly count: number; readonly onPress: () => void }
    | undefined;
  /** "Books verified 14:31". */
  readonly status?:
    | { readonly text: string; readonly ok: boolean; readonly href?: string | undefined }
    | undefined;
  /** The club's clock as text, from milliseconds: "14:31:48". */
  readonly clock: (nowMs: number) => string;
  readonly children: ReactNode;
  /** The act of the page, at the bottom. */
  readonly act?: ReactNode;
}

/** The console's frame: rail of places, head with search and clock, page, act bar. */
export function ConsoleShell(props: ConsoleShellProps): ReactNode {
  return (
    <div className="c-shell">
      <aside className="c-rail down board">
        <p className="c-brand across">
          <ClubMark logo={props.logo} />
          {props.brand}
        </p>
        <nav aria-label={props.navLabel}>
          {props.groups.map((group) => (
            <NavGroup key={group.id} group={group} currentId={props.currentId} />
          ))}
        </nav>
        <div className="c-rail-foot">
          {props.footItems !== undefined && (
            <NavGroup group={{ id: "foot", items: props.footItems }} currentId={props.currentId} />
          )}
          <button type="button" className="c-user across gap-2" onClick={props.user.onPress}>
            <span aria-hidden="true">{props.user.initials}</span>
            <span>
              <b>{props.user.name}</b>
              <small>{props.user.role}</small>
            </span>
          </button>
        </div>
      </aside>
      <ConsoleHead {...props} />
      <main className="c-page down gap-3" tabIndex={0}>
        {props.children}
      </main>
      {props.act !== undefined && <footer className="c-act across">{props.act}</footer>}
      <ToastRegion />
    </div>
  );
}

function NavGroup(props: {
  readonly group: ConsoleNavGroup;
  readonly currentId: string;
}): ReactNode {
  const { group, currentId } = props;
  return (
    <div className="c-nav-group">
      {group.label !== undefined && <h2>{group.label}</h2>}
      {group.items.map((item) => (
        <a
          key={item.id}
          href={item.href}
          title={item.label}
          aria-current={item.id === currentId ? "page" : undefined}
        >
          <ConsoleIcon name={item.icon} />
          <span>{item.label}</span>
          {item.count !== undefined && item.count > 0 && <b className="fig">{item.count}</b>}
        </a>
      ))}
    </div>
  );
}

function ConsoleHead(props: ConsoleShellProps): ReactNode {
  const { search, status, bell } = props;
  const time = useClock(props.clock);
  return (
    <header className="c-head across gap-3">
      <h1>{props.title}</h1>
      {props.meta !== undefined && <span className="c-head-meta">{props.meta}</span>}
      <span className="c-head-end">{props.headEnd}</span>
      <button type="button" className="c-search across gap-2" onClick={search.onPress}>
        <ConsoleIcon name="search" />
        <span>{search.label}</span>
        <KeyCap>{search.keyCap}</KeyCap>
      </button>
      {bell !== undefined && (
        <button
          type="button"
          className="c-bell across"
          data-on={bell.count > 0}
          title={bell.label}
          aria-label={bell.label}
          onClick={bell.onPress}
        >
          <ConsoleIcon name="bell" />
          {bell.count > 0 && <b className="fig">{bell.count}</b>}
        </button>
      )}
      {status !== undefined && (
        <a className="c-status across" data-ok={status.ok} href={status.href}>
          <ConsoleIcon name={status.ok ? "shield" : "alert"} />
          {status.text}
        </a>
      )}
      <time className="c-clock fig">{time}</time>
    </header>
  );
}
