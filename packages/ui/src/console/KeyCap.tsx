import type { ReactNode } from "react";
import "../styles/console.css";

/** The key that does the act: "R", "⏎", "⌘K". */
export function KeyCap({ children }: { readonly children: ReactNode }): ReactNode {
  return <kbd className="key-cap">{children}</kbd>;
}
