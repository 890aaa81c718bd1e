import type { ReactNode } from "react";
import "./styles/list.css";

export interface TimeLineStep {
  readonly id: string;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** "14:41". */
  readonly time?: string | undefined;
  /** wait: the step that needs the player, in brass. */
  readonly state: "done" | "wait" | "next" | "failed";
}

export interface TimeLineProps {
  readonly steps: readonly TimeLineStep[];
  readonly label: string;
}

/** Steps from top to bottom: what has happened, what waits, what comes. */
export function TimeLine({ steps, label }: TimeLineProps): ReactNode {
  return (
    <ol className="time-line" aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.id}
          data-state={step.state}
          aria-current={step.state === "wait" ? "step" : undefined}
        >
          <span className="time-line-text">
            <b>{step.title}</b>
            {step.note !== undefined && <span className="mute">{step.note}</span>}
          </span>
          {step.time !== undefined && <span className="time-line-time fig">{step.time}</span>}
        </li>
      ))}
    </ol>
  );
}
