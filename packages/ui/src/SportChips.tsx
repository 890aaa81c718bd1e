import type { ReactNode } from "react";
import { Rail } from "./Rail.tsx";
import "./styles/board.css";
import "./styles/sport.css";

export interface SportChipsProps {
  readonly label: string;
  readonly chips: readonly {
    readonly id: string;
    readonly label: string;
    readonly count: number;
  }[];
  readonly selectedId: string;
  readonly onSelect: (id: string) => void;
}

/** The sports on the board, each with how many matches it has. */
export function SportChips(props: SportChipsProps): ReactNode {
  return (
    <div className="board">
      <div className="sport-chips" role="group" aria-label={props.label}>
        {props.chips.map((chip) => (
          <button
            key={chip.id}
            type="button"
            className="sport-chip"
            aria-pressed={chip.id === props.selectedId}
            onClick={() => props.onSelect(chip.id)}
          >
            {chip.label}
            <span className="fig">{chip.count}</span>
          </button>
        ))}
      </div>
      <Rail />
    </div>
  );
}
