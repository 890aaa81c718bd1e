/** off, on, or blocked: it cannot be chosen beside what is chosen (a stand-out is not "With"). */
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
  /** With it the head is a button (Field) and this is its name: "Whole field, 1st". */
  readonly actLabel?: string | undefined;
  readonly pressed?: boolean | undefined;
}

export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Where a key of the grid pattern leads, undefined when it leads nowhere. Rows that cannot be chosen
 * are stepped over.
 *
 * @param rows - whether each row can be reached.
 */
export function moveInGrid(
  key: string,
  from: GridPosition,
  rows: readonly boolean[],
  columns: number,
): GridPosition | undefined {
  if (key === "Home") return { row: from.row, column: 0 };
  if (key === "End") return { row: from.row, column: columns - 1 };
  const [down, right] = STEPS[key] ?? [0, 0];
  if (right !== 0) {
    const column = from.column + right;
    return column >= 0 && column < columns ? { row: from.row, column } : undefined;
  }
  if (down === 0) return undefined;
  for (let row = from.row + down; row >= 0 && row < rows.length; row += down) {
    if (rows[row] === true) return { row, column: from.column };
  }
  return undefined;
}

/**
 * Adds an id at the end or takes it out, for columns that are filled in the order tapped. A full
 * list stays as it is.
 */
export function toggleInOrder(chosen: readonly string[], id: string, most: number): string[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  return chosen.length < most ? [...chosen, id] : [...chosen];
}
