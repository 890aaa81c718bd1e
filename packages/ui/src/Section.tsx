import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import "./styles/list.css";

export interface SectionProps {
  readonly title?: string | undefined;
  /** At the right of the title. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
  /** page: no ground of its own. */
  readonly ground?: "surface" | "page" | undefined;
  /** No gap below: the next part belongs to it. */
  readonly flush?: boolean | undefined;
  readonly label?: string | undefined;
}

/** A padded part of a page; parts are divided by the ground between them. */
export function Section(props: SectionProps): ReactNode {
  return (
    <section
      className={classes(
        "section",
        props.ground === "page" && "section-page",
        props.flush === true && "section-flush",
      )}
      aria-label={props.label}
    >
      {props.title !== undefined && (
        <div className="section-head">
          <h2>{props.title}</h2>
          {props.end}
        </div>
      )}
      {props.children}
    </section>
  );
}
