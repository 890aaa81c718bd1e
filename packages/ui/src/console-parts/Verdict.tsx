import type { ReactNode } from "react";
import { ConsoleIcon } from "../console/ConsoleIcon.tsx";
import "../styles/console-parts.css";

export interface VerdictProps {
  readonly tone: "turf" | "loss" | "plain";
  readonly title: string;
  readonly text?: string | undefined;
  readonly end?: ReactNode;
  readonly checks: readonly {
    readonly id: string;
    readonly name: string;
    readonly ok: boolean;
    /** The first broken rows. */
    readonly detail?: string | undefined;
  }[];
  /** While it runs: a line that moves. */
  readonly busy?: boolean | undefined;
}

/** What a verification found: each check by name, green or red. */
export function Verdict(props: VerdictProps): ReactNode {
  return (
    <section className="c-verdict" data-tone={props.tone} aria-live="polite" aria-busy={props.busy}>
      <div className="c-verdict-head across gap-3">
        <ConsoleIcon name={props.tone === "loss" ? "alert" : "shield"} />
        <h2>{props.title}</h2>
        {props.text !== undefined && <span className="mute">{props.text}</span>}
        <span className="c-verdict-end across gap-3">{props.end}</span>
      </div>
      {props.checks.length > 0 && (
        <ul>
          {props.checks.map((check) => (
            <li key={check.id} className={check.ok ? "turf" : "loss"}>
              <ConsoleIcon name={check.ok ? "check" : "close"} />
              {check.name}
            </li>
          ))}
        </ul>
      )}
      {props.checks
        .filter((check) => !check.ok && check.detail !== undefined)
        .map((check) => (
          <p key={check.id} className="loss">
            <b>{check.name}</b> {check.detail}
          </p>
        ))}
      {props.busy === true && <span className="c-verdict-busy" />}
    </section>
  );
}
