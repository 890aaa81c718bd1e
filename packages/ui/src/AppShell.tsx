import { createContext, useContext, type ReactNode } from "react";
import { useText } from "./text.tsx";
import { ToastRegion } from "./Toast.tsx";
import "./styles/shell.css";

export interface AppShellProps {
  readonly header: ReactNode;
  /** Bars under the header: offline, update. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
  /** The act of the page, kept at the bottom above the tab bar. */
  readonly act?: ReactNode;
  readonly tabBar?: ReactNode;
  /** The floating button, above the tab bar. */
  readonly floating?: ReactNode;
}

/** alone: the screen is the page; main: others stand beside it; beside: such another. */
export const ShellContext = createContext<"alone" | "main" | "beside">("alone");

/** Where a sheet stands in the page, on a screen with room for it; null: it lies over the page. */
export const SheetPlaceContext = createContext<Element | null>(null);

/** One screen: head, what scrolls, what stays at the thumb. The toasts' region is always there. */
export function AppShell(props: AppShellProps): ReactNode {
  const role = useContext(ShellContext);
  const isBeside = role === "beside";
  const isAlone = role === "alone";
  return (
    <div className="shell" data-alone={isAlone || undefined}>
      {isAlone && <SkipLink />}
      {props.header}
      {props.banner}
      {isBeside ? (
        <div className="shell-main">{props.children}</div>
      ) : (
        <main id="main" className="shell-main" tabIndex={-1}>
          {props.children}
        </main>
      )}
      <footer className="shell-foot" ref={isAlone ? followHeight : undefined}>
        {props.floating}
        {props.act !== undefined && <div className="act-bar">{props.act}</div>}
        {props.tabBar}
      </footer>
      {!isBeside && <ToastRegion />}
    </div>
  );
}

/** Says in `--foot` what the foot covers of the window: the page beneath leaves it that much room. */
function followHeight(foot: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty("--foot", `${foot.offsetHeight}px`);
  });
  observer.observe(foot, { box: "border-box" });
  return () => observer.disconnect();
}

/** The first stop of the keyboard: past what is on every page. */
export function SkipLink(): ReactNode {
  const t = useText();
  return (
    <a className="shell-skip" href="#main" onClick={focusMain}>
      {t("nav.skip")}
    </a>
  );
}

/** The address is the route (hash mode), so the skip link moves the focus itself. */
function focusMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
