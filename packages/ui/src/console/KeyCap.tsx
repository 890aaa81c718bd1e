import type { ReactNode } from "react";
import { Icon } from "../Icon.tsx";
import "../styles/console.css";

/** Drawn, because few fonts have its character. */
const ENTER = "⏎";

/** The key that does the act: "R", "⏎", "⌘K". */
export function KeyCap({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd className="key-cap">
      {children === ENTER ? <Icon name="enter" label={ENTER} /> : children}
    </kbd>
  );
}
