import type { ReactNode } from "react";
import { Cloth } from "../Cloth.tsx";
import { Tag } from "../Tag.tsx";
import "../styles/console-parts.css";

export interface PlacingRunner {
  readonly number: number;
  readonly name: string;
  /** Why it is not allowed here: "scratched", "no such runner". */
  readonly fault?: string | undefined;
}

export interface PlacingListProps {
  readonly label: string;
  /** Groups in finishing order; a group of two or more is a dead heat. */
  readonly groups: readonly {
    readonly place: number;
    readonly runners: readonly PlacingRunner[];
  }[];
  readonly deadHeat: string;
}

/** A result read back in cloths and names. */
export function PlacingList({ label, groups, deadHeat }: PlacingListProps): ReactNode {
  return (
    <ol className="c-placings" aria-label={label}>
      {groups.map((group) => (
        <li key={group.place} value={group.place}>
          <b className="fig">{group.place}</b>
          <div>
            {group.runners.map((runner, index) => (
              <p key={`${runner.number} ${index}`}>
                <Cloth number={runner.number} />
                <span>{runner.name}</span>
                {runner.fault !== undefined && <Tag tone="loss">{runner.fault}</Tag>}
                {index === 0 && group.runners.length > 1 && <Tag tone="brass">{deadHeat}</Tag>}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Runners in one line of cloths. */
export function ClothLine(props: {
  readonly label: string;
  readonly numbers: readonly number[];
  readonly struck?: boolean | undefined;
}): ReactNode {
  return (
    <p className="c-cloth-line across">
      <span className="mute">{props.label}</span>
      {props.numbers.map((number) => (
        <Cloth key={number} number={number} size="small" scratched={props.struck ?? false} />
      ))}
    </p>
  );
}
