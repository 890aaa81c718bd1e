import type { ReactNode } from "react";
import { Cloth } from "./Cloth.tsx";
import { ScrollFrame } from "./ScrollFrame.tsx";
import "./styles/board-table.css";

/** One combination of a pool: what it would pay, what is staked on it. */
export interface BoardCell {
  readonly cloths: readonly number[];
  /** "8.50"; "–" where there is no price. */
  readonly price: string;
  /** "$1,240". */
  readonly stake: string;
  /** Among those with the most money. */
  readonly isBacked?: boolean | undefined;
}

export interface BoardGridProps {
  readonly label: string;
  readonly runners: readonly number[];
  /** Every pair that there is; where their order does not count, the smaller number first. */
  readonly cells: readonly BoardCell[];
}

/** A pool of two runners, whole: the first by row, the second by column. */
export function BoardGrid({ label, runners, cells }: BoardGridProps): ReactNode {
  const byPair = new Map(cells.map((cell) => [cell.cloths.join("-"), cell]));
  return (
    <ScrollFrame className="board-grid" label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            <td aria-label={label} />
            {runners.map((runner) => (
              <th key={runner} scope="col">
                <Cloth number={runner} size="small" />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runners.map((first) => (
            <tr key={first}>
              <th scope="row">
                <Cloth number={first} size="small" />
              </th>
              {runners.map((second) => {
                const cell = byPair.get(`${first}-${second}`);
                return (
                  <td key={second} className="fig" data-backed={cell?.isBacked || undefined}>
                    {cell?.price}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

/** Combinations of a pool, one a line: cloths, stake, price. */
export function BoardList(props: {
  readonly label: string;
  readonly cells: readonly BoardCell[];
}): ReactNode {
  return (
    <ul className="board-list" aria-label={props.label}>
      {props.cells.map(({ cloths, price, stake }) => (
        <li key={cloths.join("-")}>
          <span className="cloths">
            {cloths.map((number) => (
              <Cloth key={number} number={number} size="small" />
            ))}
          </span>
          <span className="fig mute">{stake}</span>
          <span className="fig board-price">{price}</span>
        </li>
      ))}
    </ul>
  );
}
