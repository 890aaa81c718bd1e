import type { RaceDetail } from "@club/contract";
import { ALL_UP_INDEX, betTypeOf, type BetTypeIndex } from "@club/domain";
import { formatDividend } from "@club/i18n";
import type { GridCell, GridColumn, GridRow } from "@club/ui";
import type { T } from "../../core/lang.ts";
import { placeName } from "../../core/texts.ts";
import type { BetFormState, RaceRef } from "./bet-form.state.ts";
import {
  columnsOf,
  isOrderedColumn,
  mostInColumn,
  type SelectionColumn,
} from "./selection-columns.ts";

interface GridOf {
  readonly form: BetFormState & { readonly betType: BetTypeIndex };
  readonly race: RaceDetail;
  /** The shown columns, by their index in the form: only one leg of a double. */
  readonly columns: readonly number[];
  /** Beside the cloth, where there is room: a leg of several. */
  readonly hasSilks?: boolean;
}

/** What the selection grid draws for a form: its columns. */
export function gridColumns(t: T, { form, race, columns }: GridOf): GridColumn[] {
  const all = columnsOf(form.betType, form.isBoxed);
  const open = race.runners.filter(({ scratched }) => !scratched).map(({ horse_id }) => horse_id);
  return columns.map((index) => {
    const label = columnName(t, form.betType, all[index]);
    const isOrdered = isOrderedColumn(form.betType, index);
    if (isOrdered) {
      const isOne = mostInColumn(form.betType, index) === 1;
      return { id: String(index), label, hint: isOne ? undefined : t("slip.inOrder") };
    }
    const chosen = form.picks[index] ?? [];
    const standouts = isOrderedColumn(form.betType, 0) ? (form.picks[0] ?? []) : [];
    const field = open.filter((runner) => !standouts.includes(runner));
    return {
      id: String(index),
      label,
      hint: t("bet.field"),
      actLabel: t("slip.wholeField", { column: label }),
      pressed: field.length > 0 && field.every((runner) => chosen.includes(runner)),
    };
  });
}

/** "Wattle Ridge R5". */
export function raceName(t: T, race: Pick<RaceRef, "meetings" | "raceNo">): string {
  return `${race.meetings} ${t("race.short", { n: race.raceNo })}`;
}

/** "Wattle Ridge R5 › R6"; a track is named where it changes. */
export function raceNames(t: T, races: readonly Pick<RaceRef, "meetings" | "raceNo">[]): string {
  return races
    .map((race, at) => {
      const isSame = races[at - 1]?.meetings === race.meetings;
      return isSame ? t("race.short", { n: race.raceNo }) : raceName(t, race);
    })
    .join(" › ");
}

/** A pool over several races has a name of its own: "Early Quaddie". */
export function betName(t: T, { betType, multi, allUp }: BetFormState): string {
  if (allUp !== undefined) return t(`betType.${ALL_UP_INDEX}`);
  if (betType === 0) return t("betType.select");
  return multi?.name ?? t(`betType.${betType}`);
}

export function columnName(
  t: T,
  betType: BetTypeIndex,
  column: SelectionColumn | undefined,
): string {
  switch (column?.kind) {
    case "position":
      return placeName(t, column.position);
    case "first":
      return t("slip.one");
    case "second":
    case "with":
      return t("bet.with");
    case "standout":
      return t("bet.standOut");
    case "leg":
      return t("slip.leg", { n: column.position });
    case "all":
    case undefined:
      return allName(t, betType);
  }
}

function allName(t: T, betType: BetTypeIndex): string {
  const { layout, pools, hasPlaceUnit } = betTypeOf(betType);
  const [pool] = pools;
  if (layout !== "each" || pool === undefined) return t("bet.box");
  return hasPlaceUnit ? t(`betType.${betType}`) : t(`pool.${pool}`);
}

/** Its rows: every runner with a cell per column. */
export function gridRows(t: T, grid: GridOf): GridRow[] {
  // One column has no room for the sentence.
  const scratchedText = t(grid.columns.length === 1 ? "race.scratched" : "slip.scratchedRow");
  return grid.race.runners.map((runner) => {
    const price =
      runner.win_approx === null ? undefined : formatDividend(runner.win_approx, t.language);
    return {
      id: String(runner.horse_id),
      number: runner.horse_id,
      name: runner.name,
      silk: grid.hasSilks === true ? runner.name : undefined,
      meta: [price, runner.form].filter(Boolean).join(" · "),
      scratched: runner.scratched ? scratchedText : undefined,
      cells: grid.columns.map((column) =>
        cellOf(t, grid.form, { column, runner: runner.horse_id }),
      ),
    };
  });
}

function cellOf(
  t: T,
  { betType, picks }: GridOf["form"],
  { column, runner }: { readonly column: number; readonly runner: number },
): GridCell {
  const chosen = picks[column] ?? [];
  const at = chosen.indexOf(runner);
  const most = mostInColumn(betType, column);
  if (at !== -1) {
    const isNumbered = isOrderedColumn(betType, column) && most > 1;
    return { state: "on", text: isNumbered ? placeName(t, at + 1) : undefined };
  }
  const isStandout = isOrderedColumn(betType, 0) && column === 1 && picks[0]?.includes(runner);
  return { state: isStandout === true || chosen.length >= most ? "blocked" : "off" };
}
