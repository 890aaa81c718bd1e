import { use, useEffect, useRef, type ReactNode } from "react";
import { classes } from "../classes.ts";
import { ScrollFrame } from "../ScrollFrame.tsx";
import { isTyping, nextRow } from "./row-keys.ts";
import { cardParts, isOnControl, ROLES, tapCard } from "./table-cards.ts";
import { Cell, EmptyRow, FootRow, HeadCell, type RowShape } from "./TableCells.tsx";
import { TableHost, type HostedTable } from "./table-host.ts";
import { sorted, type SortValue, type TableOrder } from "./table-order.ts";
import "../styles/console.css";
import "../styles/console-phone.css";

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
  /** By what its head sorts a list that is here as a whole. */
  readonly by?: ((row: Row) => SortValue) | undefined;
}

type Kind = NonNullable<DataColumn<never>["kind"]>;

type Shown<Row> = readonly [cell: DataColumn<Row>["cell"], by?: DataColumn<Row>["by"]];

const ofKind =
  (kind: Kind) =>
  <Row,>(id: string, label: string, ...[cell, by]: Shown<Row>): DataColumn<Row> => ({
    id,
    label,
    kind,
    cell,
    by,
  });

/**
 * Columns that need no more than a label, a cell and what they are sorted by, by their kind. A table
 * hands them to `columns`.
 */
export const column = {
  text: ofKind("text"),
  strong: ofKind("strong"),
  end: ofKind("end"),
  figure: ofKind("figure"),
  mute: ofKind("mute"),
};

type Maker<Row> = (id: string, label: string, ...shown: Shown<Row>) => DataColumn<Row>;
type Makers<Row> = Readonly<Record<Kind, Maker<Row>>>;

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
  /** Its columns' heads are pressed for another order; the rows come in it. Undefined: by columns. */
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
  /** The column that heads a card, where it is not the first strong one. */
  readonly cardTitle?: string | undefined;
  /** Its columns are compared or typed into: it stays a table on a phone, and scrolls sideways. */
  readonly isGrid?: boolean | undefined;
}

/**
 * A dense table; on a phone a card for each row, unless it is a grid. Its rows come sorted by whom
 * they come from, or are sorted here by a column.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { label } = props;
  const all = typeof props.columns === "function" ? props.columns(column) : props.columns;
  const body = useRef<HTMLTableSectionElement>(null);
  const element = useRef<HTMLTableElement>(null);
  const { useTable } = use(TableHost);
  const hosted = useTable({ label, columns: all, rows: props.rows.length, element });
  const { rows, order } = inOrder(props, all, hosted);
  useRowKeys(props, rows, body);
  const columns = all.filter(({ id }) => !hosted.hidden.has(id));
  const isGrid = props.isGrid === true;
  const parts = isGrid ? [] : cardParts(columns, props.cardTitle);
  return (
    <>
      <ScrollFrame className="c-table-frame" label={label}>
        <table
          ref={element}
          className={classes("c-table", isGrid ? "c-grid" : "c-cards")}
          {...ROLES.table}
          aria-label={label}
        >
          <thead {...ROLES.rows}>
            <tr {...ROLES.row}>
              {columns.map((each) => (
                <HeadCell key={each.id} column={each} order={order} />
              ))}
            </tr>
          </thead>
          <tbody ref={body} {...ROLES.rows}>
            {rows.map((row) => (
              <DataRow key={props.rowId(row)} row={row} table={props} {...{ columns, parts }} />
            ))}
            {rows.length === 0 && props.empty !== undefined && (
              <EmptyRow span={columns.length}>{props.empty}</EmptyRow>
            )}
          </tbody>
          {props.foot !== undefined && <FootRow cells={props.foot} {...{ columns, parts }} />}
        </table>
      </ScrollFrame>
      {hosted.foot}
    </>
  );
}

function inOrder<Row>(
  { rows, order }: DataTableProps<Row>,
  columns: readonly DataColumn<Row>[],
  { by, onSort }: HostedTable,
): { readonly rows: readonly Row[]; readonly order: TableOrder | undefined } {
  const sortable = columns.filter((each) => each.by !== undefined);
  if (order !== undefined || sortable.length === 0) return { rows, order };
  const isDown = by?.startsWith("-") === true;
  const chosen = sortable.find(({ id }) => id === (isDown ? by.slice(1) : by));
  return {
    rows: chosen?.by === undefined ? rows : sorted(rows, isDown, chosen.by),
    order: { by: chosen && by, columns: sortable.map(({ id }) => id), onSort },
  };
}

function DataRow<Row>(
  props: RowShape<Row> & { readonly row: Row; readonly table: DataTableProps<Row> },
): ReactNode {
  const { row, columns, parts, table } = props;
  const { onSelect, onOpen } = table;
  const id = table.rowId(row);
  const isSelected = id === table.selectedId;
  const canSelect = onSelect !== undefined;
  return (
    <tr
      {...ROLES.row}
      data-muted={table.isMuted?.(row) || undefined}
      data-tone={table.rowTone?.(row)}
      data-opens={onOpen !== undefined || undefined}
      aria-selected={canSelect ? isSelected : undefined}
      tabIndex={canSelect ? (isSelected ? 0 : -1) : undefined}
      onClick={(event) => {
        onSelect?.(id);
        if (canSelect) tapCard(event, onOpen && (() => onOpen(id)));
      }}
      onDoubleClick={() => onOpen?.(id)}
    >
      {columns.map((each, at) => (
        <Cell key={each.id} column={each} part={parts[at]} tone={each.tone}>
          {each.cell(row)}
        </Cell>
      ))}
    </tr>
  );
}

/** J, K and the arrows move the selection and the focus; Enter opens. */
function useRowKeys<Row>(
  props: DataTableProps<Row>,
  rows: readonly Row[],
  body: { readonly current: HTMLTableSectionElement | null },
): void {
  const latest = useRef({ ...props, rows });
  latest.current = { ...props, rows };
  const isGlobal = props.globalKeys === true;
  useEffect(() => {
    const target: HTMLElement | null = isGlobal ? document.body : body.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isElsewhere(event)) return;
      const { rowId, selectedId, onSelect, onOpen, ...now } = latest.current;
      if (event.key === "Enter" && selectedId !== undefined && !isOnControl(event)) {
        onOpen?.(selectedId);
      }
      const current = now.rows.findIndex((row) => rowId(row) === selectedId);
      const next = nextRow(event.key, current, now.rows.length) ?? -1;
      const row = now.rows[next];
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
