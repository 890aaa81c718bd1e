import type { T } from "../../core/lang.ts";
import { offerUndo } from "../slip-acts.ts";
import { changeForm } from "./change-form.ts";
import { currentForm } from "./form-store.ts";
import type { BetFormState } from "./bet-form.state.ts";

/** Takes a runner out of its column. */
export function takeOut(
  t: T,
  {
    column,
    runner,
    name,
  }: { readonly column: number; readonly runner: number; readonly name: string },
): void {
  const before = currentForm();
  changeForm({ do: "toggle", column, runner });
  undoTo(t, t("slip.out", { name }), before);
}

/** A tap on a column's head: the whole field, or nobody. The previous choice can be restored. */
export function tapHead(
  t: T,
  tapped: { readonly column: number; readonly runners: readonly number[]; readonly name: string },
): void {
  const { column, runners, name } = tapped;
  const before = currentForm();
  changeForm({ do: "field", column, runners });
  if ((before.picks[column] ?? []).length === 0) return;
  const isEmptied = (currentForm().picks[column] ?? []).length === 0;
  const text = isEmptied
    ? t("slip.emptied", { column: name })
    : t("slip.wholeField", { column: name });
  undoTo(t, text, before);
}

/** Takes a leg out of an All Up. */
export function takeLegOut(t: T, leg: number, name: string): void {
  const before = currentForm();
  changeForm({ do: "drop leg", leg });
  undoTo(t, t("slip.out", { name }), before);
}

/** Everybody out at once; type, race and stake stay. */
export function clearPicks(t: T): void {
  const before = currentForm();
  const picks = before.picks.map(() => []);
  changeForm({ do: "fill", form: { ...before, picks, isDrawn: undefined, field: null } });
  undoTo(t, t("slip.cleared"), before);
}

/** A quick pick in place of what was chosen. */
export function takeDraw(t: T, picks: BetFormState["picks"]): void {
  const before = currentForm();
  changeForm({ do: "draw", picks });
  if (before.picks.flat().length > 0) undoTo(t, t("slip.quickPick"), before);
}

/** Into the box and out of it: the choice of each position can be restored. */
export function switchBox(t: T): void {
  const before = currentForm();
  changeForm({ do: "box" });
  if (before.picks.flat().length === 0) return;
  undoTo(t, t(before.isBoxed ? "slip.unbox" : "slip.box"), before);
}

function undoTo(t: T, text: string, before: BetFormState): void {
  offerUndo(t, text, () => changeForm({ do: "fill", form: { ...before, field: null } }));
}
