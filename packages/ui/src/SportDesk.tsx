import type { CSSProperties, ReactNode } from "react";
import "./styles/sport-desk.css";

export interface SportTotal {
  readonly label: string;
  readonly value: string;
  readonly tone?: "amber" | undefined;
}

/** The book in one line, on a board. */
export function SportTotals(props: {
  readonly label: string;
  readonly totals: readonly SportTotal[];
  readonly note: string;
}): ReactNode {
  return (
    <section className="board board-inset sport-totals across" aria-label={props.label}>
      <dl>
        {props.totals.map((total) => (
          <div key={total.label}>
            <dt>{total.label}</dt>
            <dd className="fig" data-tone={total.tone}>
              {total.value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mute">{props.note}</p>
    </section>
  );
}

/** What an outcome earns the club: to the right of the middle it wins, to the left it pays. */
export function SportBookBar(props: {
  /** −1 to 1: of the largest book of the market. */
  readonly share: number;
}): ReactNode {
  const share = Math.min(1, Math.abs(props.share));
  return (
    <span
      className="sport-book-bar"
      data-side={props.share < 0 ? "pays" : "wins"}
      aria-hidden="true"
      style={{ "--share": share } as CSSProperties}
    />
  );
}

/** How much of a limit is used; the number is said beside it. */
export function SportLimitBar(props: { readonly used: number; readonly label: string }): ReactNode {
  const used = Math.min(1, Math.max(0, props.used));
  const tone = used >= 0.9 ? "loss" : used >= 0.5 ? "brass" : "turf";
  return (
    <span
      className="sport-limit-bar"
      data-tone={tone}
      role="img"
      aria-label={props.label}
      style={{ "--share": used } as CSSProperties}
    />
  );
}

/** A number with its sign: what the club wins is green, what it pays is red. */
export function SportBook(props: {
  readonly cents: number;
  readonly text: string;
  readonly small?: boolean;
}): ReactNode {
  const tone = props.cents < 0 ? "loss" : props.cents > 0 ? "turf" : "mute";
  return (
    <span className={`fig ${tone}`} data-small={props.small || undefined}>
      {props.text}
    </span>
  );
}
