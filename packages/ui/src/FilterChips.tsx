import type { ReactNode } from "react";
import "./styles/slip.css";

export interface FilterChipsProps<Id extends string> {
  readonly label: string;
  readonly chips: readonly { readonly id: Id; readonly label: string }[];
  /** Several where more than one filter may be on. */
  readonly selectedId: Id | readonly Id[];
  readonly onSelect: (id: Id) => void;
}

/** The filters of a row that scrolls sideways. */
export function FilterChips<Id extends string>(props: FilterChipsProps<Id>): ReactNode {
  const { label, chips, selectedId, onSelect } = props;
  const selected: readonly string[] = typeof selectedId === "string" ? [selectedId] : selectedId;
  return (
    <div className="filter-chips" role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.id}
          type="button"
          className="choice"
          aria-pressed={selected.includes(chip.id)}
          onClick={() => onSelect(chip.id)}
        >
          {chip.label}
        </button>
      ))}
    </div>
  );
}
