import type { ReactNode } from "react";
import type { DataColumn } from "./DataTable.tsx";
import { ROLES, type CardPart } from "./table-cards.ts";
import { ariaSortOf, nextSort, type TableOrder } from "./table-order.ts";

/** What all rows of a table share: its columns, and which cells head a card. */
export interface RowShape<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly parts: readonly (CardPart | undefined)[];
}

/** A column's name; pressed, where the table can be sorted by it. */
export function HeadCell<Row>(props: {
  readonly column: DataColumn<Row>;
  readonly order: TableOrder | undefined;
}): ReactNode {
  const { column, order } = props;
  const { id, kind } = column;
  return (
    <th
      {...ROLES.head}
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

/** Totals. */
export function FootRow<Row>(
  props: RowShape<Row> & { readonly cells: Readonly<Record<string, ReactNode>> },
): ReactNode {
  return (
    <tfoot {...ROLES.rows}>
      <tr {...ROLES.row}>
        {props.columns.map((each, at) => (
          <Cell key={each.id} column={each} part={props.parts[at]}>
            {props.cells[each.id]}
          </Cell>
        ))}
      </tr>
    </tfoot>
  );
}

/** What stands in a table without rows. */
export function EmptyRow(props: {
  readonly span: number;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <tr {...ROLES.row}>
      <td className="c-table-empty" {...ROLES.cell} colSpan={props.span}>
        {props.children}
      </td>
    </tr>
  );
}

/** What stands where there is no value. */
const BLANK = "–";

/** The label is an attribute, which a card draws: no text of the cell, so that no file has it. */
export function Cell<Row>(props: {
  readonly column: DataColumn<Row>;
  readonly part: CardPart | undefined;
  readonly tone?: DataColumn<Row>["tone"];
  readonly children: ReactNode;
}): ReactNode {
  const { column, part, children } = props;
  return (
    <td
      {...ROLES.cell}
      data-kind={column.kind}
      data-tone={props.tone}
      data-part={part}
      data-label={column.hideLabel === true ? undefined : column.label}
      data-blank={children === BLANK || undefined}
    >
      {children}
    </td>
  );
}
