import type { ReactNode } from "react";
import { Countdown } from "../Countdown.tsx";
import { ConsoleIcon } from "./ConsoleIcon.tsx";
import "../styles/console-phone.css";
import "../styles/board.css";

/** The race that is due in one line: how long, which, what is to be done, and the way to it. */
export function DueStrip(props: {
  readonly label: string;
  readonly startsAt: number;
  /** Instead of the countdown: how long it has been due. */
  readonly clock?: ReactNode;
  /** "Wattle Ridge R5". */
  readonly title: string;
  readonly act: string;
  readonly href: string;
}): ReactNode {
  return (
    <section className="c-strip board" aria-label={props.label}>
      <a className="across" href={props.href}>
        {props.clock ?? <Countdown at={props.startsAt} />}
        <b>{props.title}</b>
        <span className="c-strip-act">{props.act}</span>
        <ConsoleIcon name="chevron-right" />
      </a>
    </section>
  );
}
