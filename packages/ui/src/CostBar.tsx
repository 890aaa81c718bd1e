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

/** What the bet is and costs, on one line above the button. */
export function CostBar({ cells, label }: CostBarProps): ReactNode {
  return (
    <div className="cost board board-inset" aria-label={label} role="group">
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
