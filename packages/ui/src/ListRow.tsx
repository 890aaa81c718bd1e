import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/list.css";

export interface ListRowProps extends TapTarget {
  readonly title: string;
  readonly meta?: string | undefined;
  readonly icon?: IconName | undefined;
  /** Before the chevron: "3 joined", a Tag, a Toggle. */
  readonly end?: ReactNode;
  /** Stronger: the only act of its page. */
  readonly strong?: boolean | undefined;
}

/** A row that opens something, or a fact with its value at the right. */
export function ListRow(props: ListRowProps): ReactNode {
  const opens = props.href !== undefined || props.onPress !== undefined;
  return (
    <Tap className="list-row" href={props.href} onPress={props.onPress}>
      {props.icon !== undefined && <Icon name={props.icon} />}
      <span className="row-text">
        {props.strong === true ? <b>{props.title}</b> : <span>{props.title}</span>}
        {props.meta !== undefined && <span className="mute">{props.meta}</span>}
      </span>
      {props.end !== undefined && <span className="list-row-end">{props.end}</span>}
      {opens && <Icon name="chevron-right" className="list-row-chevron" />}
    </Tap>
  );
}

/** Rows that belong together, on one surface. */
export function ListGroup(props: {
  readonly title?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="list-group">
      {props.title !== undefined && <h2>{props.title}</h2>}
      {props.children}
    </section>
  );
}
