import { createContext, type ReactNode, type RefObject } from "react";

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
}

const PLAIN: HostedTable = { hidden: new Set(), foot: null };

/** The app around the tables: it may hide columns and put tools beneath. Without one there are none. */
export const TableHost = createContext<{ readonly useTable: (facts: TableFacts) => HostedTable }>({
  useTable: () => PLAIN,
});
