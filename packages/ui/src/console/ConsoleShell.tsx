import type { ReactNode } from "react";
import { useClock } from "../clock.ts";
import { ToastRegion } from "../Toast.tsx";
import { ConsoleIcon } from "./ConsoleIcon.tsx";
import { ConsoleMenu } from "./ConsoleMenu.tsx";
import { Brand, ConsoleUser, footOf, Places, type ConsolePlaces } from "./ConsolePlaces.tsx";
import { KeyCap } from "./KeyCap.tsx";
import "../styles/console.css";
import "../styles/console-parts.css";
import "../styles/console-phone.css";
import "../styles/board.css";

export interface ConsoleShellProps extends ConsolePlaces {
  /** On a phone the rail is a sheet, and this its button. */
  readonly menu: {
    readonly label: string;
    /** How much waits behind it. */
    readonly count: number;
    readonly isOpen: boolean;
    readonly onTurn: (isOpen: boolean) => void;
  };
  /** Between head and page, however far that is scrolled: the race in hand. */
  readonly strip?: ReactNode;
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
  const { menu } = props;
  return (
    <div className="c-shell">
      <aside className="c-rail down board">
        <Brand {...props} />
        <nav aria-label={props.navLabel}>
          <Places {...props} groups={props.groups} />
        </nav>
        <div className="c-rail-foot">
          <Places {...props} groups={footOf(props)} />
          <ConsoleUser user={props.user} onPress={props.user.onPress} />
        </div>
      </aside>
      <ConsoleHead {...props} />
      {props.strip}
      <main className="c-page down gap-3" tabIndex={0}>
        {props.children}
      </main>
      {props.act !== undefined && <footer className="c-act across">{props.act}</footer>}
      {menu.isOpen && <ConsoleMenu {...props} onClose={() => menu.onTurn(false)} />}
      <ToastRegion />
    </div>
  );
}

/** A landmark all the same: what is behind it are the places. */
function MenuButton({ menu, navLabel }: ConsoleShellProps): ReactNode {
  return (
    <nav className="c-menu-button" aria-label={navLabel}>
      <button
        type="button"
        aria-label={menu.label}
        aria-haspopup="dialog"
        aria-expanded={menu.isOpen}
        onClick={() => menu.onTurn(true)}
      >
        <ConsoleIcon name="menu" />
        {menu.count > 0 && <b className="fig">{menu.count}</b>}
      </button>
    </nav>
  );
}

function ConsoleHead(props: ConsoleShellProps): ReactNode {
  const { search, status, bell } = props;
  const time = useClock(props.clock);
  return (
    <header className="c-head across gap-3">
      <MenuButton {...props} />
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
