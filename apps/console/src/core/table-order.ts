import type { Sort } from "@club/contract";
import type { TableOrder } from "@club/ui/console";
import { replaceQuery, useQueryOfAddress } from "./address.ts";

/* The order of a table is in the address, beside the page's filter: a link and a view keep it. */

const FIELD = "sort";

export interface Order<Column extends string> extends TableOrder {
  readonly by: Sort<Column>;
  readonly columns: readonly Column[];
}

/** The order of a list that the server sorts: `by` is what it is asked for. */
export function useOrder<Column extends string>(
  columns: readonly Column[],
  standard: Sort<NoInfer<Column>>,
): Order<Column> {
  const by = useAsked(columns) ?? standard;
  return { by, standard, columns, onSort };
}

/** What a row is sorted by. Null comes first upwards. */
export type SortValue = string | number | null;

/** A list that is here as a whole, in the order of a column; without one as it came. */
export function useSorted<Row, Column extends string>(
  rows: readonly Row[],
  values: Readonly<Record<Column, (row: Row) => SortValue>>,
): { readonly rows: readonly Row[]; readonly order: TableOrder } {
  const columns = Object.keys(values) as Column[];
  const by = useAsked(columns);
  return {
    rows: by === undefined ? rows : sorted(rows, by, values),
    order: { by, columns, onSort },
  };
}

const onSort = (by: string | undefined): void => replaceQuery({ [FIELD]: by ?? "" });

function useAsked<Column extends string>(columns: readonly Column[]): Sort<Column> | undefined {
  const asked = useQueryOfAddress().get(FIELD) ?? "";
  const isKnown = columns.some((column) => asked === column || asked === `-${column}`);
  return isKnown ? (asked as Sort<Column>) : undefined;
}

/** Equal rows stay as they came, whichever way. */
export function sorted<Row, Column extends string>(
  rows: readonly Row[],
  by: Sort<Column>,
  values: Readonly<Record<Column, (row: Row) => SortValue>>,
): Row[] {
  const isDown = by.startsWith("-");
  const value = values[(isDown ? by.slice(1) : by) as Column];
  const sign = isDown ? -1 : 1;
  return rows.toSorted((one, other) => sign * compared(value(one), value(other)));
}

function compared(one: SortValue, other: SortValue): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other));
}
