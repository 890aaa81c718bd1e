import type { ReactNode } from "react";
import "./styles/slip.css";

export interface FilterChipsProps {
  readonly label: string;
  readonly chips: readonly { readonly id: string; readonly label: string }[];
  readonly selectedId: string;
  readonly onSelect: (id: string) => void;
}

/** One filter of a row that scrolls sideways. */
export function FilterChips({ label, chips, selectedId, onSelect }: FilterChipsProps): ReactNode {
  return (
    <div className="filter-chips" role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.id}
          type="button"
          className="choice"
          aria-pressed={chip.id === selectedId}
          onClick={() => onSelect(chip.id)}
        >
          {chip.label}
        </button>
      ))}
    </div>
  );
}
