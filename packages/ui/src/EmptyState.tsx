import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Countdown } from "./Countdown.tsx";
import "./styles/state.css";

export interface EmptyStateProps {
  /** "No open bets". */
  readonly title: string;
  /** "Next race: Wattle Ridge R5, jumps in"; the countdown follows. */
  readonly text?: string | undefined;
  readonly startsAt?: number | undefined;
  /** The next act. */
  readonly act?:
    | {
        readonly label: string;
        readonly href?: string | undefined;
        readonly onPress?: (() => void) | undefined;
      }
    | undefined;
}

/** Nothing here, and what to do next. The only drawing is the rail and the post. */
export function EmptyState({ title, text, startsAt, act }: EmptyStateProps): ReactNode {
  return (
    <div className="empty">
      <svg viewBox="0 0 160 52" aria-hidden="true">
        <path className="empty-rail" d="M1 32h92M121 32h38" />
        <path className="empty-legs" d="M8 34v14M32 34v14M56 34v14M80 34v14M132 34v14M152 34v14" />
        <path className="empty-post" d="M107 15v34" />
        <circle className="empty-disc" cx="107" cy="9" r="8" />
      </svg>
      <h2>{title}</h2>
      {text !== undefined && (
        <p>
          {text} {startsAt !== undefined && <Countdown at={startsAt} />}
        </p>
      )}
      {act !== undefined && (
        <Button kind="primary" href={act.href} onPress={act.onPress}>
          {act.label}
        </Button>
      )}
    </div>
  );
}
