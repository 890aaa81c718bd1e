import type { RunnerColumn } from "@club/domain";
import { memo, type ClipboardEvent, type KeyboardEvent, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { addRunners, type CellPlace, readBlock, setCell } from "./card-sheet.ts";
import { cellId, cellSelector, type FormAct } from "./form-act.ts";
import { optionsOf } from "./SheetField.tsx";

export type TakeBlock = (at: CellPlace, block: readonly (readonly string[])[]) => void;

export interface RunnerCellProps extends CellPlace {
  readonly value: string;
  /** Says where it stands: nobody hears the head of its column. */
  readonly label: string;
  readonly act: FormAct;
  readonly onBlock: TakeBlock;
}

const INPUT_MODES: Partial<Record<RunnerColumn, "numeric" | "decimal">> = {
  number: "numeric",
  barrier: "numeric",
  weight_kg: "decimal",
};

type Control = HTMLInputElement | HTMLSelectElement;

/** A cell of a runner. A meeting has a thousand of them: only what changed is drawn again. */
export const RunnerCell = memo(function RunnerCell(props: RunnerCellProps): ReactNode {
  const t = useT();
  const { column, value, act } = props;
  const at = { race: props.race, row: props.row, column };
  const shared = {
    "data-cell": cellId(at),
    "aria-label": props.label,
    value,
    onChange: (event: { readonly target: Control }) => act(setCell(at, event.target.value)),
    onKeyDown: (event: KeyboardEvent<Control>) => goAlong(event, at, act),
    onPaste: (event: ClipboardEvent<Control>) => {
      const block = readBlock(event.clipboardData.getData("text/plain"));
      if (block === null) return;
      event.preventDefault();
      props.onBlock(at, block);
    },
  };
  const options = optionsOf(t, column, value);
  if (options === undefined) {
    return (
      <input {...shared} inputMode={INPUT_MODES[column]} autoComplete="off" spellCheck={false} />
    );
  }
  return (
    <select {...shared}>
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
});

const STEPS: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** Enter and the arrows go along the column; Enter in the last row adds one. */
function goAlong(event: KeyboardEvent<Control>, at: CellPlace, act: FormAct): void {
  const { key, currentTarget, nativeEvent } = event;
  const step = STEPS[key];
  // Enter also ends a word of Chinese that is being typed.
  if (step === undefined || nativeEvent.isComposing || hasModifier(event)) return;
  if (key !== "Enter" && currentTarget instanceof HTMLSelectElement) return;
  event.preventDefault();
  const next = cellSelector({ ...at, row: at.row + step });
  const there = currentTarget.closest("table")?.querySelector<Control>(next);
  if (there instanceof HTMLElement) {
    there.focus();
    if (there instanceof HTMLInputElement) there.select();
  } else if (key === "Enter") act(addRunners(at.race), next);
}

const hasModifier = (event: KeyboardEvent): boolean =>
  event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
