import type { T } from "../../core/lang.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { columnName } from "./grid-rows.ts";
import { columnsOf } from "./selection-columns.ts";

/** Which runners a started bet still lacks, by the column of the grid; undefined where none is begun. */
export function missingRunners(t: T, form: BetFormState): string | undefined {
  const { betType, picks, isBoxed } = form;
  if (betType === 0 || picks.every((column) => column.length === 0)) return undefined;
  const columns = columnsOf(betType, isBoxed);
  const empty = columns.findIndex((_, index) => (picks[index] ?? []).length === 0);
  if (empty === -1) return t("slip.need.more");
  return t("slip.need.column", { column: columnName(t, betType, columns[empty]) });
}
