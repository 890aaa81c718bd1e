import type { ReactNode } from "react";
import { ScrollFrame } from "../ScrollFrame.tsx";
import { SelectionLine, type SelectionPart } from "../SelectionLine.tsx";
import { Tag, type TagTone } from "../Tag.tsx";
import { ROLES } from "../console/table-cards.ts";
import "../styles/console.css";
import "../styles/console-parts.css";
import "../styles/console-phone.css";

export interface PoolTableWin {
  readonly id: string;
  readonly parts: readonly SelectionPart[];
  readonly dividend: string;
  /** A backed winner without a declared dividend. */
  readonly isMissing?: boolean | undefined;
}

export interface PoolTableRow {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly tone: TagTone;
  /** By column id. A zero is drawn in grey. */
  readonly figures: Readonly<Record<string, { readonly text: string; readonly zero: boolean }>>;
  readonly wins: readonly PoolTableWin[];
}

export interface PoolTableProps {
  readonly label: string;
  readonly heads: {
    readonly pool: string;
    readonly status: string;
    readonly winning: string;
    readonly dividend: string;
  };
  /** Figures before and after the winning combinations. */
  readonly before: readonly { readonly id: string; readonly label: string }[];
  readonly after: readonly { readonly id: string; readonly label: string }[];
  readonly rows: readonly PoolTableRow[];
  readonly total: { readonly name: string; readonly figures: PoolTableRow["figures"] };
}

/** Every number of every pool, a line per winning combination; on a phone a card for each pool. */
export function PoolTable(props: PoolTableProps): ReactNode {
  const { heads, before, after } = props;
  return (
    <ScrollFrame className="c-table-frame" label={props.label}>
      <table className="c-table c-cards c-pools" {...ROLES.table} aria-label={props.label}>
        <thead {...ROLES.rows}>
          <tr {...ROLES.row}>
            <th {...ROLES.head} scope="col">
              {heads.pool}
            </th>
            <th {...ROLES.head} scope="col">
              {heads.status}
            </th>
            <FigureHeads columns={before} />
            <th {...ROLES.head} scope="col">
              {heads.winning}
            </th>
            <th {...ROLES.head} scope="col" data-kind="figure">
              {heads.dividend}
            </th>
            <FigureHeads columns={after} />
          </tr>
        </thead>
        {props.rows.map((row) => (
          <PoolRows key={row.id} row={row} {...{ heads, before, after }} />
        ))}
        <tfoot {...ROLES.rows}>
          <tr {...ROLES.row}>
            <td {...ROLES.cell} data-part="title" colSpan={2}>
              {props.total.name}
            </td>
            <FigureCells columns={before} figures={props.total.figures} span={1} />
            <td colSpan={2} aria-hidden="true" />
            <FigureCells columns={after} figures={props.total.figures} span={1} />
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  );
}

function FigureHeads({ columns }: { readonly columns: PoolTableProps["before"] }): ReactNode {
  return columns.map((column) => (
    <th key={column.id} {...ROLES.head} scope="col" data-kind="figure">
      {column.label}
    </th>
  ));
}

function PoolRows(props: {
  readonly row: PoolTableRow;
  readonly heads: PoolTableProps["heads"];
  readonly before: PoolTableProps["before"];
  readonly after: PoolTableProps["after"];
}): ReactNode {
  const { row, heads, before, after } = props;
  const span = Math.max(1, row.wins.length);
  const [first, ...others] = row.wins;
  return (
    <tbody {...ROLES.rows}>
      <tr {...ROLES.row}>
        <th {...ROLES.rowHead} scope="rowgroup" rowSpan={span}>
          {row.name}
        </th>
        <td {...ROLES.cell} rowSpan={span}>
          <Tag tone={row.tone}>{row.status}</Tag>
        </td>
        <FigureCells columns={before} figures={row.figures} span={span} />
        <WinCells win={first} heads={heads} />
        <FigureCells columns={after} figures={row.figures} span={span} />
      </tr>
      {others.map((win) => (
        <tr key={win.id} {...ROLES.row}>
          <WinCells win={win} heads={heads} />
        </tr>
      ))}
    </tbody>
  );
}

function FigureCells(props: {
  readonly columns: PoolTableProps["before"];
  readonly figures: PoolTableRow["figures"];
  readonly span: number;
}): ReactNode {
  return props.columns.map((column) => {
    const figure = props.figures[column.id];
    return (
      <td
        key={column.id}
        {...ROLES.cell}
        rowSpan={props.span}
        data-kind="figure"
        data-label={column.label}
        data-zero={figure?.zero === true || undefined}
      >
        {figure?.text}
      </td>
    );
  });
}

function WinCells(props: {
  readonly win: PoolTableWin | undefined;
  readonly heads: PoolTableProps["heads"];
}): ReactNode {
  const { win, heads } = props;
  if (win === undefined) {
    return (
      <>
        <td {...ROLES.cell} data-kind="mute" data-blank>
          –
        </td>
        <td aria-hidden="true" />
      </>
    );
  }
  return (
    <>
      <td {...ROLES.cell} data-win="combination">
        <SelectionLine parts={win.parts} />
      </td>
      <td
        {...ROLES.cell}
        data-kind="figure"
        data-win="dividend"
        data-label={heads.dividend}
        className={win.isMissing === true ? "loss" : "brass"}
      >
        {win.dividend}
      </td>
    </>
  );
}

/** Both sides of the identity of a race's pools, and whether they are equal. */
export function IdentityLine(props: {
  readonly left: string;
  readonly leftSum: string;
  readonly right: string;
  readonly rightSum: string;
  readonly verdict: ReactNode;
}): ReactNode {
  return (
    <p className="c-identity across gap-2">
      <span>
        {props.left} <b className="fig">{props.leftSum}</b>
      </span>
      <span aria-hidden="true">=</span>
      <span>
        {props.right} <b className="fig">{props.rightSum}</b>
      </span>
      <span className="c-identity-end">{props.verdict}</span>
    </p>
  );
}
