import { use, useEffect, useRef, type ReactNode } from "react";
import { ScrollFrame } from "../ScrollFrame.tsx";
import { isTyping, nextRow } from "./row-keys.ts";
import { TableHost } from "./table-host.ts";
import { ariaSortOf, nextSort, type TableOrder } from "./table-order.ts";
import "../styles/console.css";

export interface DataColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** end and figure: right-aligned; figure: in the figure face. */
  readonly kind?: "text" | "strong" | "end" | "figure" | "mute" | undefined;
  readonly tone?: "brass" | undefined;
  /** CSS width. */
  readonly width?: string | undefined;
  /** The label is said, not drawn: the column of the keys. */
  readonly hideLabel?: boolean | undefined;
}

type Kind = NonNullable<DataColumn<never>["kind"]>;

const ofKind =
  (kind: Kind) =>
  <Row,>(id: string, label: string, cell: DataColumn<Row>["cell"]): DataColumn<Row> => ({
    id,
    label,
    kind,
    cell,
  });

/** Columns that need no more than a label and a cell, by their kind. A table hands them to `columns`. */
export const column = {
  text: ofKind("text"),
  strong: ofKind("strong"),
  end: ofKind("end"),
  figure: ofKind("figure"),
  mute: ofKind("mute"),
};

type Makers<Row> = Readonly<
  Record<Kind, (id: string, label: string, cell: DataColumn<Row>["cell"]) => DataColumn<Row>>
>;

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns:
    | readonly DataColumn<Row>[]
    | ((column: Makers<Row>) => readonly DataColumn<Row>[]);
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly selectedId?: string | undefined;
  /** Makes rows selectable: by a click, J and K, or the arrows. */
  readonly onSelect?: ((id: string) => void) | undefined;
  /** Enter or a double click on the selected row. */
  readonly onOpen?: ((id: string) => void) | undefined;
  /** Its columns' heads are pressed for another order; the rows come in it. */
  readonly order?: TableOrder | undefined;
  /** Rows drawn in grey: drafts. */
  readonly isMuted?: ((row: Row) => boolean) | undefined;
  /** Tinted rows: what a diff adds, changes or cannot apply. */
  readonly rowTone?: ((row: Row) => "turf" | "brass" | "loss" | undefined) | undefined;
  /** J and K work on the whole page, not only inside the table. One table per page. */
  readonly globalKeys?: boolean | undefined;
  /** Cells of the foot by column id: totals under the heavy rule. */
  readonly foot?: Readonly<Record<string, ReactNode>> | undefined;
  readonly empty?: ReactNode;
}

/** A dense table. Its rows come sorted. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { rows } = props;
  const all = typeof props.columns === "function" ? props.columns(column) : props.columns;
  const body = useRef<HTMLTableSectionElement>(null);
  const element = useRef<HTMLTableElement>(null);
  useRowKeys(props, body);
  const { useTable } = use(TableHost);
  const { label } = props;
  const { hidden, foot } = useTable({ label, columns: all, rows: rows.length, element });
  const columns = all.filter(({ id }) => !hidden.has(id));
  return (
    <>
      <ScrollFrame className="c-table-frame" label={label}>
        <table ref={element} className="c-table" aria-label={label}>
          <thead>
            <tr>
              {columns.map((each) => (
                <HeadCell key={each.id} column={each} order={props.order} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <DataRow key={props.rowId(row)} row={row} columns={columns} table={props} />
            ))}
            {rows.length === 0 && props.empty !== undefined && (
              <tr>
                <td className="c-table-empty" colSpan={columns.length}>
                  {props.empty}
                </td>
              </tr>
            )}
          </tbody>
          {props.foot !== undefined && (
            <tfoot>
              <tr>
                {columns.map((each) => (
                  <td key={each.id} data-kind={each.kind}>
                    {props.foot?.[each.id]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </ScrollFrame>
      {foot}
    </>
  );
}

function HeadCell<Row>(props: {
  readonly column: DataColumn<Row>;
  readonly order: TableOrder | undefined;
}): ReactNode {
  const { column, order } = props;
  const { id, kind } = column;
  return (
    <th
      scope="col"
      data-kind={kind}
      style={column.width === undefined ? undefined : { width: column.width }}
      aria-sort={ariaSortOf(order?.by, id)}
    >
      {order?.columns.includes(id) === true ? (
        <button
          type="button"
          onClick={() => order.onSort(nextSort(order, id, kind === "figure" || kind === "end"))}
        >
          {column.label}
        </button>
      ) : (
        <span className={column.hideLabel === true ? "hidden-text" : undefined}>
          {column.label}
        </span>
      )}
    </th>
  );
}

function DataRow<Row>(props: {
  readonly row: Row;
  readonly columns: readonly DataColumn<Row>[];
  readonly table: DataTableProps<Row>;
}): ReactNode {
  const { row, columns, table } = props;
  const id = table.rowId(row);
  const isSelected = id === table.selectedId;
  const canSelect = table.onSelect !== undefined;
  return (
    <tr
      data-muted={table.isMuted?.(row) || undefined}
      data-tone={table.rowTone?.(row)}
      aria-selected={canSelect ? isSelected : undefined}
      tabIndex={canSelect ? (isSelected ? 0 : -1) : undefined}
      onClick={() => table.onSelect?.(id)}
      onDoubleClick={() => table.onOpen?.(id)}
    >
      {columns.map((each) => (
        <td key={each.id} data-kind={each.kind} data-tone={each.tone}>
          {each.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** J, K and the arrows move the selection and the focus; Enter opens. */
function useRowKeys<Row>(
  props: DataTableProps<Row>,
  body: { readonly current: HTMLTableSectionElement | null },
): void {
  const latest = useRef(props);
  latest.current = props;
  const isGlobal = props.globalKeys === true;
  useEffect(() => {
    const target: HTMLElement | null = isGlobal ? document.body : body.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isElsewhere(event)) return;
      const { rows, rowId, selectedId, onSelect, onOpen } = latest.current;
      if (event.key === "Enter" && selectedId !== undefined && !isOnControl(event)) {
        onOpen?.(selectedId);
      }
      const current = rows.findIndex((row) => rowId(row) === selectedId);
      const next = nextRow(event.key, current, rows.length) ?? -1;
      const row = rows[next];
      if (row === undefined || onSelect === undefined) return;
      event.preventDefault();
      onSelect(rowId(row));
      const element = body.current?.rows[next];
      element?.focus();
      element?.scrollIntoView({ block: "nearest" });
    };
    target?.addEventListener("keydown", onKeyDown);
    return () => target?.removeEventListener("keydown", onKeyDown);
  }, [body, isGlobal]);
}

/** The user types, uses a browser command or has a dialog on top: the key is not for the table. */
function isElsewhere(event: KeyboardEvent): boolean {
  const isCommand = event.metaKey || event.ctrlKey || event.altKey;
  return isCommand || isTyping(event.target) || document.querySelector("dialog[open]") !== null;
}

function isOnControl(event: KeyboardEvent): boolean {
  return (event.target as Element).closest("button, a, input") !== null;
}
