import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import "./styles/shell.css";

export interface TabBarItem {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly href: string;
  readonly badge?: number | undefined;
  /** What the badge counts: "2 open bets". */
  readonly badgeLabel?: string | undefined;
}

export interface TabBarProps {
  readonly items: readonly TabBarItem[];
  readonly currentId: string;
  readonly label: string;
}

/** The four places at the bottom. */
export function TabBar({ items, currentId, label }: TabBarProps): ReactNode {
  return (
    <nav className="tab-bar" aria-label={label}>
      {items.map((item) => (
        <a key={item.id} href={item.href} aria-current={item.id === currentId ? "page" : undefined}>
          <Icon name={item.icon} />
          {item.badge !== undefined && item.badge > 0 && (
            <span className="tab-bar-badge fig" role="img" aria-label={item.badgeLabel}>
              {item.badge}
            </span>
          )}
          <span>{item.label}</span>
        </a>
      ))}
    </nav>
  );
}
