import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import "../styles/console.css";

export interface PanelProps {
  readonly title?: string | undefined;
  readonly meta?: ReactNode;
  readonly end?: ReactNode;
  readonly children: ReactNode;
  /** Padding for text and forms; a table brings its own. */
  readonly padded?: boolean | undefined;
  readonly tone?: "plain" | "turf" | "loss" | "brass" | undefined;
  readonly label?: string | undefined;
}

/** A part of a page. It is only as high as its rows: a half-empty page beats a stretched table. */
export function Panel(props: PanelProps): ReactNode {
  return (
    <section className="c-panel" data-tone={props.tone} aria-label={props.label ?? props.title}>
      {props.title !== undefined && (
        <PanelHead title={props.title} meta={props.meta} end={props.end} />
      )}
      <div className={classes(props.padded === true && "c-panel-body")}>{props.children}</div>
    </section>
  );
}

/** A head inside a panel: a second part of it. */
export function PanelHead(props: {
  readonly title: string;
  readonly meta?: ReactNode;
  readonly end?: ReactNode;
}): ReactNode {
  return (
    <div className="c-panel-head across">
      <h2>{props.title}</h2>
      {props.meta !== undefined && <span className="mute">{props.meta}</span>}
      {props.end !== undefined && <span className="c-panel-end across">{props.end}</span>}
    </div>
  );
}
