import type { ReactNode } from "react";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/list.css";

export interface TabSwitchItem extends TapTarget {
  readonly id: string;
  readonly label: string;
  readonly count?: number | undefined;
}

export interface TabSwitchProps {
  readonly label: string;
  readonly items: readonly TabSwitchItem[];
  readonly currentId: string;
}

/** The lists of a page, one in view: underlined. */
export function TabSwitch({ label, items, currentId }: TabSwitchProps): ReactNode {
  return (
    <nav className="tab-switch" aria-label={label}>
      {items.map(({ id, label: text, count, ...tap }) => (
        <Tap key={id} {...tap} current={id === currentId ? "true" : undefined}>
          {text}
          {count !== undefined && count > 0 && (
            <span className="tab-switch-count fig">{count}</span>
          )}
        </Tap>
      ))}
    </nav>
  );
}
