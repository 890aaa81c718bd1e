import type { ReactNode } from "react";
import { ClubMark } from "../ClubMark.tsx";
import { ConsoleIcon, type AnyIconName } from "./ConsoleIcon.tsx";
import "../styles/console.css";

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

export interface ConsoleOperator {
  readonly name: string;
  readonly role: string;
  readonly initials: string;
  readonly onPress?: (() => void) | undefined;
}

/** Where an operator can go, and who that is: the rail at a desk, a sheet on a phone. */
export interface ConsolePlaces {
  readonly brand: string;
  /** The club's own logo; without one its mark. */
  readonly logo?: string | null | undefined;
  readonly navLabel: string;
  readonly groups: readonly ConsoleNavGroup[];
  /** At the foot of the rail: audit log, settings. */
  readonly footItems?: readonly ConsoleNavItem[] | undefined;
  readonly currentId: string;
  readonly user: ConsoleOperator;
}

export function Brand({ brand, logo }: Pick<ConsolePlaces, "brand" | "logo">): ReactNode {
  return (
    <p className="c-brand across">
      <ClubMark logo={logo} />
      {brand}
    </p>
  );
}

/** The places at the foot, as a group without a head. */
export const footOf = ({ footItems: items }: ConsolePlaces): readonly ConsoleNavGroup[] =>
  items === undefined ? [] : [{ id: "foot", items }];

export function Places(props: {
  readonly groups: readonly ConsoleNavGroup[];
  readonly currentId: string;
  readonly onChoose?: (() => void) | undefined;
}): ReactNode {
  return props.groups.map((group) => (
    <div className="c-nav-group" key={group.id}>
      {group.label !== undefined && <h2>{group.label}</h2>}
      {group.items.map((item) => (
        <a
          key={item.id}
          href={item.href}
          title={item.label}
          aria-current={item.id === props.currentId ? "page" : undefined}
          onClick={props.onChoose}
        >
          <ConsoleIcon name={item.icon} />
          <span>{item.label}</span>
          {item.count !== undefined && item.count > 0 && <b className="fig">{item.count}</b>}
        </a>
      ))}
    </div>
  ));
}

/** Who is signed in, and the way to the own settings. */
export function ConsoleUser(props: {
  readonly user: ConsoleOperator;
  readonly onPress: (() => void) | undefined;
}): ReactNode {
  const { user } = props;
  return (
    <button type="button" className="c-user across gap-2" onClick={props.onPress}>
      <span aria-hidden="true">{user.initials}</span>
      <span>
        <b>{user.name}</b>
        <small>{user.role}</small>
      </span>
    </button>
  );
}
