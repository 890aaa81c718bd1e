import type { ReactNode } from "react";
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

/** One screen: head, what scrolls, what stays at the thumb. The toasts' region is always there. */
export function AppShell(props: AppShellProps): ReactNode {
  const t = useText();
  return (
    <div className="shell">
      <a className="shell-skip" href="#main" onClick={focusMain}>
        {t("nav.skip")}
      </a>
      {props.header}
      {props.banner}
      <main id="main" className="shell-main" tabIndex={-1}>
        {props.children}
      </main>
      <footer className="shell-foot">
        {props.floating}
        {props.act !== undefined && <div className="act-bar">{props.act}</div>}
        {props.tabBar}
      </footer>
      <ToastRegion />
    </div>
  );
}

/** The address is the route (hash mode), so the skip link moves the focus itself. */
function focusMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
