import { storage } from "./storage.ts";

/** What an operator has made of a table: columns that are not shown, and views that have a name. */
export interface TableLayout {
  readonly hidden: readonly string[];
  readonly views: readonly TableView[];
}

export interface TableView {
  readonly name: string;
  readonly hidden: readonly string[];
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
  const { hidden, views } = readAll()[keyOf(operatorId, tableId)] ?? PLAIN_LAYOUT;
  return Array.isArray(hidden) && Array.isArray(views) ? { hidden, views } : PLAIN_LAYOUT;
}

export function writeLayout(operatorId: string, tableId: string, layout: TableLayout): void {
  storage.write(KEY, JSON.stringify({ ...readAll(), [keyOf(operatorId, tableId)]: layout }));
}

/** With a view; one of the same name makes room for it. */
export function withView({ hidden, views }: TableLayout, view: TableView): TableLayout {
  const others = views.filter(({ name }) => name !== view.name);
  const all = [...others, view].toSorted((one, other) => one.name.localeCompare(other.name));
  return { hidden, views: all };
}

export function withoutView({ hidden, views }: TableLayout, name: string): TableLayout {
  return { hidden, views: views.filter((view) => view.name !== name) };
}
