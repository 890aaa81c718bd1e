import { storage } from "./storage.ts";

/** What an operator has made of a table: columns that are not shown, its order, and named views. */
export interface TableLayout {
  readonly hidden: readonly string[];
  /** Of a list that is here as a whole: by which column. */
  readonly by?: string | undefined;
  readonly views: readonly TableView[];
}

export interface TableView {
  readonly name: string;
  readonly hidden: readonly string[];
  readonly by?: string | undefined;
  /** The page's filter as its address has it, without the question mark. */
  readonly filter: string;
}

const KEY = "tables";
export const PLAIN_LAYOUT: TableLayout = { hidden: [], views: [] };

type Stored = Readonly<Record<string, TableLayout>>;

const keyOf = (operatorId: string, tableId: string): string => `${operatorId} ${tableId}`;

function readAll(): Stored {
  try {
    const value: unknown = JSON.parse(storage.read(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Stored) : {};
  } catch {
    return {};
  }
}

/** Kept on this device, each operator's own. */
export function readLayout(operatorId: string, tableId: string): TableLayout {
  const layout = readAll()[keyOf(operatorId, tableId)] ?? PLAIN_LAYOUT;
  const isWhole = Array.isArray(layout.hidden) && Array.isArray(layout.views);
  return isWhole && typeof (layout.by ?? "") === "string" ? layout : PLAIN_LAYOUT;
}

export function writeLayout(operatorId: string, tableId: string, layout: TableLayout): void {
  storage.write(KEY, JSON.stringify({ ...readAll(), [keyOf(operatorId, tableId)]: layout }));
}

/** With a view; one of the same name makes room for it. */
export function withView(layout: TableLayout, view: TableView): TableLayout {
  const others = layout.views.filter(({ name }) => name !== view.name);
  const views = [...others, view].toSorted((one, other) => one.name.localeCompare(other.name));
  return { ...layout, views };
}

export function withoutView(layout: TableLayout, name: string): TableLayout {
  return { ...layout, views: layout.views.filter((view) => view.name !== name) };
}
