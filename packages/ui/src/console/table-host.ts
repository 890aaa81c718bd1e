import { createContext, useState, type ReactNode, type RefObject } from "react";

/** What a table tells its host of itself. */
export interface TableFacts {
  readonly label: string;
  readonly columns: readonly {
    readonly id: string;
    readonly label: string;
    readonly kind?: string | undefined;
  }[];
  readonly rows: number;
  readonly element: RefObject<HTMLTableElement | null>;
}

/** What the host has of a table: columns that are not to be drawn, and what stands at its foot. */
export interface HostedTable {
  readonly hidden: ReadonlySet<string>;
  readonly foot: ReactNode;
  /** The order of a list that is here as a whole: a column upwards, or with a minus downwards. */
  readonly by: string | undefined;
  readonly onSort: (by: string | undefined) => void;
}

const NONE: ReadonlySet<string> = new Set();

function usePlainTable(): HostedTable {
  const [by, onSort] = useState<string | undefined>(undefined);
  return { hidden: NONE, foot: null, by, onSort };
}

/** The app around the tables: it may hide columns and put tools beneath. Without one there are none. */
export const TableHost = createContext<{ readonly useTable: (facts: TableFacts) => HostedTable }>({
  useTable: usePlainTable,
});
