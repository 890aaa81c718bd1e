import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/race.css";

export interface DateStripDay extends TapTarget {
  /** `YYYY-MM-DD`. */
  readonly id: string;
  /** "Today", "Sun". */
  readonly name: string;
  /** "21". */
  readonly number: string;
  /** The whole date, said. */
  readonly label: string;
}

export interface DateStripProps {
  readonly label: string;
  readonly days: readonly DateStripDay[];
  readonly currentId: string;
  readonly calendarLabel: string;
  readonly onCalendar: () => void;
}

/** The days around today, and the calendar for the others. */
export function DateStrip(props: DateStripProps): ReactNode {
  return (
    <nav className="date-strip" aria-label={props.label}>
      {props.days.map(({ id, name, number, label, ...tap }) => (
        <Tap
          key={id}
          className="date-strip-day across"
          {...tap}
          label={label}
          current={id === props.currentId ? "date" : undefined}
        >
          <span>{name}</span>
          <b className="fig">{number}</b>
        </Tap>
      ))}
      <button
        type="button"
        className="date-strip-calendar centred"
        aria-label={props.calendarLabel}
        onClick={props.onCalendar}
      >
        <Icon name="calendar" />
      </button>
    </nav>
  );
}
