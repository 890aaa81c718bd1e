/** The order of a table: by which column, and by which others it can be. */
export interface TableOrder {
  /** A column upwards, or with a minus downwards. */
  readonly by: string | undefined;
  /** The order when none is asked for; undefined: that of no column. */
  readonly standard?: string | undefined;
  readonly columns: readonly string[];
  /** undefined: the order when none is asked for. */
  readonly onSort: (by: string | undefined) => void;
}

/**
 * What a press on a column's head asks for: figures begin with the largest, all else upwards; then
 * the other way; then the order from before, where no column gives it.
 */
export function nextSort(
  { by, standard }: Pick<TableOrder, "by" | "standard">,
  columnId: string,
  isFigure: boolean,
): string | undefined {
  const down = `-${columnId}`;
  const [first, second] = isFigure ? [down, columnId] : [columnId, down];
  if (by === first) return second;
  if (by !== second) return first;
  return standard === first || standard === second ? first : undefined;
}

/** How a column's head says it. */
export function ariaSortOf(
  by: string | undefined,
  columnId: string,
): "ascending" | "descending" | undefined {
  if (by === columnId) return "ascending";
  return by === `-${columnId}` ? "descending" : undefined;
}

/** What a row is sorted by. Null comes first upwards. */
export type SortValue = string | number | bigint | null;

/** A list that is here as a whole, by a column; equal rows stay as they came, whichever way. */
export function sorted<Row>(
  rows: readonly Row[],
  isDown: boolean,
  valueOf: (row: Row) => SortValue,
): Row[] {
  const sign = isDown ? -1 : 1;
  return rows.toSorted((one, other) => sign * compared(valueOf(one), valueOf(other)));
}

function compared(one: SortValue, other: SortValue): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  if (typeof one === "string" || typeof other === "string") {
    return String(one).localeCompare(String(other));
  }
  return one < other ? -1 : Number(one > other);
}
