import type { ReactNode } from "react";
import "./styles/slip.css";

export interface CostCell {
  readonly label: string;
  readonly value: string;
  readonly tone?: "amber" | undefined;
}

export interface CostBarProps {
  /** Combinations, cost, estimate: the last one stands at the right. */
  readonly cells: readonly CostCell[];
  readonly label: string;
}

/** Letters that a narrow phone has room for in the large figures. */
const MOST_LARGE = 26;
/** A letter of a label is narrower than one of a figure. */
const LABEL_LETTER = 0.7;

function lengthOf(cells: readonly CostCell[]): number {
  return cells.reduce((sum, { label, value }) => {
    return sum + Math.max(value.length, label.length * LABEL_LETTER);
  }, 0);
}

/** What the bet is and costs, on one line above the button; what is too long for it on two. */
export function CostBar({ cells, label }: CostBarProps): ReactNode {
  return (
    <div
      className="cost board board-inset"
      aria-label={label}
      role="group"
      data-long={lengthOf(cells) > MOST_LARGE || undefined}
    >
      <dl>
        {cells.map((cell) => (
          <div key={cell.label}>
            <dt>{cell.label}</dt>
            <dd className="fig" data-tone={cell.tone}>
              {cell.value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
