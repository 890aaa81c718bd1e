import { showToast } from "@club/ui";
import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import { useT } from "../../core/lang.ts";
import {
  type CardSheet,
  type CellPlace,
  changeText,
  type SheetChange,
  type SheetRace,
  writeSheet,
} from "./card-sheet.ts";

/** Takes what becomes of the card's text. */
export type ChangeText = (next: (csv: string) => string) => void;

/** Changes the sheet; what the selector finds in the form then has the focus. */
export type FormAct = (change: SheetChange, focus?: string) => void;

/** Takes something out, says so, and offers to undo it. */
export type TakeOut = (change: SheetChange, said: string, focus: string) => void;

/** What the parts of a race are drawn from. */
export interface RaceProps {
  readonly sheet: CardSheet;
  readonly race: SheetRace;
  /** Its place among the races. */
  readonly at: number;
  readonly act: FormAct;
  readonly takeOut: TakeOut;
}

/** The acts of a form on a sheet, and the form's own place for its element. */
export function useFormActs(
  sheet: CardSheet,
  onChange: ChangeText,
): { root: RefObject<HTMLFieldSetElement | null>; act: FormAct; takeOut: TakeOut } {
  const t = useT();
  const root = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<string | undefined>(undefined);
  // A row that was added has the focus as soon as it is drawn.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    root.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  const act = useCallback<FormAct>(
    (change, focus) => {
      wanted.current = focus;
      onChange((csv) => changeText(csv, change));
    },
    [onChange],
  );
  const takeOut: TakeOut = (change, said, focus) => {
    act(change, focus);
    const undo = () => onChange(() => writeSheet(sheet));
    showToast(said, { label: t("act.undo"), onPress: undo });
  };
  return { root, act, takeOut };
}

/** The value of a cell's `data-cell`, and how it is found. */
export const cellId = ({ race, row, column }: CellPlace): string => `${race}:${row}:${column}`;
export const cellSelector = (at: CellPlace): string => `[data-cell="${cellId(at)}"]`;
/** The first of a race's fields: its name, since the number is given. */
export const raceSelector = (race: number): string =>
  `[data-race="${race}"] [data-field="race_name"] input`;
