import type { ReactNode } from "react";
import { ScrollFrame } from "./ScrollFrame.tsx";
import "./styles/statement-table.css";

export interface StatementTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  /** How many columns at the end are amounts. */
  readonly figures: number;
  readonly days: readonly StatementDay[];
}

export interface StatementDay {
  readonly id: string;
  /** "Today", "Sat 21 Nov". */
  readonly title: string;
  readonly lines: readonly StatementTableLine[];
}

export interface StatementTableLine {
  readonly id: string;
  readonly cells: readonly string[];
  /** Of the amount that moved, the first of the figures. */
  readonly tone?: "turf" | "firm" | undefined;
  /** Where the whole line leads; its second cell says so. */
  readonly href?: string | undefined;
}

/** Movements of money as a table, where there is room for one; StatementRow on a phone. */
export function StatementTable({ label, heads, figures, days }: StatementTableProps): ReactNode {
  const firstFigure = heads.length - figures;
  const classOf = (at: number) => (at < firstFigure ? undefined : "fig");
  return (
    <ScrollFrame className="statement-frame" label={label}>
      <table className="statement-table" aria-label={label}>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={classOf(at)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {days.map(({ id: day, title, lines }) => (
          <tbody key={day}>
            <tr>
              <th colSpan={heads.length} scope="rowgroup">
                {title}
              </th>
            </tr>
            {lines.map(({ id, cells, tone, href }) => (
              <tr key={id}>
                {cells.map((cell, at) => (
                  <td key={heads[at]} className={classOf(at)}>
                    {at === 1 && href !== undefined ? (
                      <a href={href}>{cell}</a>
                    ) : at === firstFigure ? (
                      <b className={tone}>{cell}</b>
                    ) : (
                      cell
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollFrame>
  );
}
