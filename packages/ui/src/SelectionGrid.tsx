import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Cloth } from "./Cloth.tsx";
import { Icon } from "./Icon.tsx";
import { moveInGrid, type GridColumn, type GridPosition, type GridRow } from "./selection-grid.ts";
import { Silk } from "./Silk.tsx";
import { Spoken } from "./Spoken.tsx";
import "./styles/grid.css";

export interface SelectionGridProps {
  readonly label: string;
  /** "Tap 1 to 3 stand-outs in order, then who fills the rest." */
  readonly hint?: string | undefined;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  readonly onToggle: (rowId: string, columnId: string) => void;
  /** Without, what is above says what the one column is. */
  readonly hasHead?: boolean;
  /** A tap on a column's head: the whole field. */
  readonly onHead?: ((columnId: string) => void) | undefined;
}

/**
 * Runners by positions. It knows no betting rules: it draws the cells it is given and reports which
 * one was tapped. It is one tab stop; the arrow keys move inside.
 */
export function SelectionGrid(props: SelectionGridProps): ReactNode {
  const { columns, rows, hasHead = true } = props;
  const grid = useRef<HTMLDivElement>(null);
  const firstOpen = Math.max(0, rows.findIndex(isOpen));
  const [focus, setFocus] = useState<GridPosition | undefined>();
  const at = focus !== undefined && isOpen(rows[focus.row]) ? focus : { row: firstOpen, column: 0 };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveInGrid(event.key, at, {
      rows: rows.map(isOpen),
      columns: columns.length,
    });
    if (next === undefined) return;
    event.preventDefault();
    setFocus(next);
    grid.current?.querySelector<HTMLElement>(`[data-at="${next.row}.${next.column}"]`)?.focus();
  };
  return (
    <div
      className="grid"
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + Number(hasHead)}
      data-columns={columns.length}
      ref={grid}
    >
      {hasHead && <GridHead {...props} />}
      <div role="rowgroup" onKeyDown={onKeyDown}>
        {rows.map((row, index) => (
          <GridLine
            key={row.id}
            row={row}
            index={index}
            columns={columns}
            focusColumn={index === at.row ? at.column : undefined}
            onFocus={(column) => setFocus({ row: index, column })}
            onToggle={props.onToggle}
          />
        ))}
      </div>
    </div>
  );
}

function isOpen(row: GridRow | undefined): boolean {
  return row !== undefined && row.scratched === undefined;
}

function GridHead({ hint, columns, onHead }: SelectionGridProps): ReactNode {
  return (
    <div className="grid-row grid-head" role="row">
      <span role="columnheader">{hint}</span>
      {columns.map((column) => (
        <span key={column.id} role="columnheader" className="grid-head-cell">
          {column.actLabel === undefined ? (
            <GridHeadText column={column} />
          ) : (
            <button
              type="button"
              aria-pressed={column.pressed ?? false}
              onClick={() => onHead?.(column.id)}
            >
              <Spoken label={column.actLabel}>
                <GridHeadText column={column} />
              </Spoken>
            </button>
          )}
        </span>
      ))}
    </div>
  );
}

function GridHeadText({ column }: { readonly column: GridColumn }): ReactNode {
  return (
    <>
      <b>{column.label}</b>
      {column.hint !== undefined && <small>{column.hint}</small>}
    </>
  );
}

interface GridLineProps {
  readonly row: GridRow;
  readonly index: number;
  readonly columns: readonly GridColumn[];
  /** The column of this row that the tab key reaches. */
  readonly focusColumn: number | undefined;
  readonly onFocus: (column: number) => void;
  readonly onToggle: (rowId: string, columnId: string) => void;
}

function GridLine({
  row,
  index,
  columns,
  focusColumn,
  onFocus,
  onToggle,
}: GridLineProps): ReactNode {
  const isScratched = row.scratched !== undefined;
  return (
    <div className="grid-row" role="row" data-scratched={isScratched || undefined}>
      <span className="grid-runner across gap-2" role="rowheader">
        <Cloth number={row.number} scratched={isScratched} />
        {row.silk !== undefined && !isScratched && <Silk seed={row.silk} />}
        <span>
          <b>{row.name}</b>
          {row.meta !== undefined && !isScratched && <small>{row.meta}</small>}
        </span>
      </span>
      {isScratched ? (
        <span className="grid-note" role="gridcell" aria-colspan={columns.length}>
          {row.scratched}
        </span>
      ) : (
        columns.map((column, position) => {
          const cell = row.cells[position] ?? { state: "blocked" };
          return (
            <span key={column.id} role="gridcell">
              <button
                type="button"
                className="grid-cell centred fig"
                data-state={cell.state}
                data-at={`${index}.${position}`}
                aria-label={`${row.number} ${row.name}, ${cell.text ?? column.label}`}
                aria-pressed={cell.state === "on"}
                aria-disabled={cell.state === "blocked" || undefined}
                tabIndex={focusColumn === position ? 0 : -1}
                onFocus={() => onFocus(position)}
                onClick={() => cell.state !== "blocked" && onToggle(row.id, column.id)}
              >
                {cell.state === "on" && (cell.text ?? <Icon name="check" />)}
              </button>
            </span>
          );
        })
      )}
    </div>
  );
}
