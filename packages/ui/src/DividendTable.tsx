import { Fragment, type ReactNode } from "react";
import { Cloth } from "./Cloth.tsx";
import { SelectionLine, type SelectionPart } from "./SelectionLine.tsx";
import { Silk } from "./Silk.tsx";
import "./styles/result.css";

export interface DividendLine {
  readonly cloths: readonly number[];
  /** Instead of cloths: a prize over several races, with a dead heat or a leg that did not run. */
  readonly parts?: readonly SelectionPart[] | undefined;
  /** "14.30". */
  readonly dividend: string;
  /** Instead of cloths: "no winner, refunded". */
  readonly note?: string | undefined;
}

export interface DividendPool {
  readonly id: string;
  readonly name: string;
  /** "$10,935". */
  readonly total?: string | undefined;
  readonly lines: readonly DividendLine[];
  /** For a double: the word between the runners of its two races. */
  readonly joint?: string | undefined;
}

export interface DividendTableProps {
  readonly pools: readonly DividendPool[];
  readonly label: string;
}

/** The declared dividends: every winning combination in its cloths, each on its own line. */
export function DividendTable({ pools, label }: DividendTableProps): ReactNode {
  return (
    <ul className="dividends" aria-label={label}>
      {pools.map((pool) => (
        <li key={pool.id} className="dividend-pool">
          <div className="dividend-name">
            <b>{pool.name}</b>
            {pool.total !== undefined && <span>{pool.total}</span>}
          </div>
          <ul>
            {pool.lines.map((line, at) => (
              <li
                key={`${at} ${line.cloths.join("-")} ${line.note ?? ""}`}
                className="dividend-line across"
              >
                <span className="cloths">
                  {line.parts !== undefined && <SelectionLine parts={line.parts} />}
                  {line.cloths.map((number, index) => (
                    <Fragment key={`${index}-${number}`}>
                      {index > 0 && pool.joint !== undefined && (
                        <span className="cloths-word">{pool.joint}</span>
                      )}
                      <Cloth number={number} size="small" />
                    </Fragment>
                  ))}
                  {line.note !== undefined && <span className="mute">{line.note}</span>}
                </span>
                <span className="fig dividend-figure">{line.dividend}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

export interface PlacingRowProps {
  /** "1st", "=2nd". */
  readonly place: string;
  readonly isWinner?: boolean | undefined;
  readonly number: number;
  readonly name: string;
  /** "J Ferro · 1:04.82", "Dead heat". */
  readonly meta?: string | undefined;
  readonly silkSeed?: string | undefined;
  /** One text per column of the head; "" leaves a column empty. */
  readonly dividends: readonly string[];
}

/** One finisher of the result. */
export function PlacingRow(props: PlacingRowProps): ReactNode {
  return (
    <div className="placing">
      <span className="placing-place fig" data-winner={props.isWinner}>
        {props.place}
      </span>
      <Cloth number={props.number} />
      <Silk seed={props.silkSeed ?? props.name} />
      <span className="placing-text">
        <b>{props.name}</b>
        {props.meta !== undefined && <span>{props.meta}</span>}
      </span>
      {props.dividends.map((dividend, index) => (
        // The columns are fixed: their position is their identity.
        <span key={index} className="placing-figure fig">
          {dividend}
        </span>
      ))}
    </div>
  );
}
