import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { cellAfterKey } from "../date-picker.ts";

export interface Cell {
  readonly value: string;
  readonly text: string;
  readonly isOff: boolean;
}

/** Months or years in three columns; the arrow keys move in them. */
export function CellGrid(props: {
  readonly label: string;
  readonly cells: readonly Cell[];
  readonly selected: string | null;
  readonly onPick: (value: string) => void;
}): ReactNode {
  const { cells, selected } = props;
  const group = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(selected);
  const found = cells.findIndex(({ value }) => value === at);
  const here =
    found === -1
      ? Math.max(
          0,
          cells.findIndex(({ isOff }) => !isOff),
        )
      : found;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = cellAfterKey(here, event.key, cells.length);
    if (next === null) return;
    event.preventDefault();
    setAt(cells[next]?.value ?? null);
    group.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div
      ref={group}
      className="cell-grid"
      role="group"
      aria-label={props.label}
      onKeyDown={onKeyDown}
    >
      {cells.map(({ value, text, isOff }, index) => (
        <button
          key={value}
          type="button"
          tabIndex={index === here ? 0 : -1}
          data-start={index === here ? "" : undefined}
          aria-pressed={value === selected}
          aria-disabled={isOff || undefined}
          onClick={() => !isOff && props.onPick(value)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
