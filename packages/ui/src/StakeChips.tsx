import type { ReactNode } from "react";
import "./styles/slip.css";

export interface StakeChipsProps {
  readonly label: string;
  readonly chips: readonly { readonly id: string; readonly label: string }[];
  /** None is chosen before the player chooses. */
  readonly selectedId?: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Something before the chips: the "Per combination" switch. */
  readonly start?: ReactNode;
}

/** Usual stakes in one tap. */
export function StakeChips({
  label,
  chips,
  selectedId,
  onSelect,
  start,
}: StakeChipsProps): ReactNode {
  return (
    <div className="stake-chips" role="group" aria-label={label}>
      {start}
      {chips.map((chip) => (
        <button
          key={chip.id}
          type="button"
          className="choice fig"
          data-id={chip.id}
          aria-pressed={chip.id === selectedId}
          onClick={() => onSelect(chip.id)}
        >
          {chip.label}
        </button>
      ))}
    </div>
  );
}
