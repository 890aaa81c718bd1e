/** off, on, or blocked: excluded by what is chosen (a stand-out is not "With"). */
export type GridCellState = "off" | "on" | "blocked";

export interface GridCell {
  readonly state: GridCellState;
  /** Shown in a chosen cell instead of the tick: "1st". */
  readonly text?: string | undefined;
}

export interface GridRow {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  /** The seed of its silk, where that is drawn too. */
  readonly silk?: string | undefined;
  /** "4.60 · 1214". */
  readonly meta?: string | undefined;
  /** "Scratched, cannot be chosen": the row is struck and has no cells. */
  readonly scratched?: string | undefined;
  /** One per column, in their order. */
  readonly cells: readonly GridCell[];
}

export interface GridColumn {
  readonly id: string;
  /** "1st", "With". */
  readonly label: string;
  /** Below the label: "in order", "Field". */
  readonly hint?: string | undefined;
  /** Makes the head a button (Field) with this name: "Whole field, 1st". */
  readonly actLabel?: string | undefined;
  readonly pressed?: boolean | undefined;
}

export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

const ROW_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Where a key of the grid pattern leads, undefined when it leads nowhere. Rows that cannot be chosen
 * are stepped over.
 *
 * @param grid - whether each row can be reached, and how many columns there are.
 */
export function moveInGrid(
  key: string,
  from: GridPosition,
  grid: { readonly rows: readonly boolean[]; readonly columns: number },
): GridPosition | undefined {
  const column = columnAfter(key, from.column, grid.columns);
  if (column !== undefined) return { row: from.row, column };
  const step = ROW_STEPS[key];
  if (step === undefined) return undefined;
  let row = from.row + step;
  while (grid.rows[row] === false) row += step;
  return grid.rows[row] === true ? { row, column: from.column } : undefined;
}

function columnAfter(key: string, column: number, columns: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return columns - 1;
  if (key === "ArrowLeft" && column > 0) return column - 1;
  return key === "ArrowRight" && column < columns - 1 ? column + 1 : undefined;
}

/**
 * Adds an id at the end or takes it out, for columns that are filled in the order tapped. A full
 * list stays as it is.
 */
export function toggleInOrder(chosen: readonly string[], id: string, most: number): string[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  return chosen.length < most ? [...chosen, id] : [...chosen];
}
