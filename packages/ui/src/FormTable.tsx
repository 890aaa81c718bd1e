import type { ReactNode } from "react";
import "./styles/sport-form.css";

export interface FormSide {
  readonly name: string;
  /** The last matches, newest first: a letter each, and what it stands for. */
  readonly last: readonly {
    readonly id: string;
    readonly tone: "won" | "drawn" | "lost";
    readonly letter: string;
    readonly label: string;
  }[];
}

/** The form of two sides, one above the other. */
export function FormSides(props: {
  readonly sides: readonly FormSide[];
  readonly none: string;
}): ReactNode {
  return (
    <ul className="form-sides">
      {props.sides.map((side) => (
        <li key={side.name}>
          <b>{side.name}</b>
          {side.last.length === 0 ? (
            <span className="mute">{props.none}</span>
          ) : (
            <span className="form-last">
              {side.last.map((match) => (
                <span key={match.id} data-tone={match.tone}>
                  <span aria-hidden="true">{match.letter}</span>
                  <span className="hidden-text">{match.label} </span>
                </span>
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

export interface FormFactRow {
  readonly id: string;
  readonly label: string;
  /** As written: "1.8", "–". */
  readonly home: string;
  readonly away: string;
  /** The home side's share of both together, 0 to 1: where the bar is divided. */
  readonly share: number;
}

/** Both sides' figures per match, side by side. */
export function FormFacts(props: {
  readonly label: string;
  readonly home: string;
  readonly away: string;
  readonly rows: readonly FormFactRow[];
}): ReactNode {
  return (
    <table className="form-facts">
      <caption className="hidden-text">{props.label}</caption>
      <thead>
        <tr>
          {[props.home, props.label, props.away].map((head, i) => (
            <th key={i} scope="col">
              <span className="hidden-text">{head}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={row.id}>
            <td className="fig">{row.home}</td>
            <th scope="row">
              {row.label}
              <meter min={0} max={1} value={row.share} aria-hidden="true" />
            </th>
            <td className="fig">{row.away}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface FormMatch {
  readonly id: string;
  /** "14 Sep". */
  readonly day: string;
  readonly home: string;
  readonly away: string;
  readonly score: string;
  /** How it went for the side whose list this is. */
  readonly tone?: "won" | "drawn" | "lost" | undefined;
}

/** Past matches, newest first. */
export function FormMatches(props: {
  readonly title: string;
  readonly matches: readonly FormMatch[];
}): ReactNode {
  return (
    <section className="form-matches">
      <h3>{props.title}</h3>
      <ul>
        {props.matches.map((match) => (
          <li key={match.id} data-tone={match.tone}>
            <span className="mute">{match.day}</span>
            <span>{match.home}</span>
            <b className="fig">{match.score}</b>
            <span>{match.away}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
