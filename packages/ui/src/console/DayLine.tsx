import type { CSSProperties, ReactNode } from "react";
import { Spoken } from "../Spoken.tsx";
import "../styles/console.css";

export type DayLineState =
  | "ran"
  | "open"
  | "next"
  | "due"
  | "interim"
  | "late"
  | "draft"
  | "abandoned";

export interface DayLineProps {
  readonly label: string;
  /** Milliseconds: the window shown and the now line. */
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly hours: readonly { readonly at: number; readonly label: string }[];
  readonly meetings: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    readonly races: readonly {
      readonly id: string;
      readonly number: number;
      readonly at: number;
      readonly state: DayLineState;
      readonly href: string;
      readonly label: string;
    }[];
  }[];
}

/** The day on one time line, a row per meeting, with the now line. */
export function DayLine(props: DayLineProps): ReactNode {
  const placeOf = (at: number) => {
    const share = (at - props.from) / (props.to - props.from);
    return { "--at": Math.min(1, Math.max(0, share)) } as CSSProperties;
  };
  return (
    <div
      className="c-day"
      role="group"
      aria-label={props.label}
      style={{ "--rows": props.meetings.length } as CSSProperties}
    >
      <div className="c-day-hours" aria-hidden="true">
        {props.hours.map((hour) => (
          <span key={hour.label} style={placeOf(hour.at)}>
            {hour.label}
          </span>
        ))}
      </div>
      {props.meetings.map((meeting) => (
        <div className="c-day-row across" key={meeting.id}>
          <span className="c-day-name">
            <b>{meeting.name}</b>
            <small>{meeting.kind}</small>
          </span>
          <span className="c-day-track">
            {meeting.races.map((race) => (
              <a
                key={race.id}
                className="fig"
                href={race.href}
                data-state={race.state}
                style={placeOf(race.at)}
              >
                <Spoken label={race.label}>{race.number}</Spoken>
              </a>
            ))}
          </span>
        </div>
      ))}
      <div className="c-day-now" aria-hidden="true">
        <span style={placeOf(props.now)} />
      </div>
    </div>
  );
}
