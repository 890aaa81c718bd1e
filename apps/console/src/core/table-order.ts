import type { Sort } from "@club/contract";
import type { TableOrder } from "@club/ui/console";
import { replaceQuery, useQueryOfAddress } from "./address.ts";

/* The order of a list that the server sorts is in the address, beside the page's filter. */

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
  const asked = useQueryOfAddress().get(FIELD) ?? "";
  const isKnown = columns.some((column) => asked === column || asked === `-${column}`);
  return { by: isKnown ? (asked as Sort<Column>) : standard, standard, columns, onSort };
}

const onSort = (by: string | undefined): void => replaceQuery({ [FIELD]: by ?? "" });
