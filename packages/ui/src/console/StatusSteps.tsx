import type { ReactNode } from "react";
import { ConsoleIcon } from "./ConsoleIcon.tsx";
import "../styles/console.css";

export interface StatusStepsProps {
  readonly label: string;
  /** Draft, open, closed 13:25:00, interim 13:29, final, settled. */
  readonly steps: readonly {
    readonly id: string;
    readonly label: string;
    readonly state: "done" | "now" | "next" | "failed";
  }[];
  readonly end?: ReactNode;
}

/** How far a race has come. */
export function StatusSteps({ label, steps, end }: StatusStepsProps): ReactNode {
  return (
    <div className="c-steps">
      <ol aria-label={label}>
        {steps.map((step) => (
          <li
            key={step.id}
            data-state={step.state}
            aria-current={step.state === "now" ? "step" : undefined}
          >
            {step.state === "done" && <ConsoleIcon name="check" />}
            {step.label}
          </li>
        ))}
      </ol>
      {end !== undefined && <span className="c-steps-end">{end}</span>}
    </div>
  );
}
