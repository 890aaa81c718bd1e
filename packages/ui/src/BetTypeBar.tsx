import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import "./styles/slip.css";

export interface BetTypeBarProps {
  readonly label: string;
  /** "All 15". */
  readonly allLabel: string;
  readonly onAll: () => void;
  readonly types: readonly { readonly id: string; readonly label: string }[];
  readonly selectedId?: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** The bet types at the thumb: all of them, then the most used. */
export function BetTypeBar(props: BetTypeBarProps): ReactNode {
  return (
    <div className="type-bar" role="group" aria-label={props.label}>
      <button type="button" className="choice choice-all" onClick={props.onAll}>
        <Icon name="bets" />
        {props.allLabel}
      </button>
      {props.types.map((type) => (
        <button
          key={type.id}
          type="button"
          className="choice"
          aria-pressed={type.id === props.selectedId}
          onClick={() => props.onSelect(type.id)}
        >
          {type.label}
        </button>
      ))}
    </div>
  );
}
