import { useEffect, useRef, type ReactNode } from "react";
import { Icon, type IconName } from "../Icon.tsx";
import { SelectionLine, type SelectionPart } from "../SelectionLine.tsx";
import "../styles/legs.css";

export interface LegTab {
  readonly id: string;
  /** "R5". */
  readonly text: string;
  /** How many runners are chosen in it. */
  readonly count: number;
  /** "Leg 1, race 5, 2 chosen". */
  readonly label: string;
}

export interface LegTabsProps {
  readonly label: string;
  readonly legs: readonly LegTab[];
  readonly current: number;
  readonly onPress: (index: number) => void;
}

/** The legs of a bet along the top of its form, with how many runners each has; it stays in view. */
export function LegTabs({ label, legs, current, onPress }: LegTabsProps): ReactNode {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    tabs.current?.children[current]?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [current]);
  return (
    <nav className="leg-tabs" aria-label={label} ref={tabs}>
      {legs.map((leg, index) => (
        <button
          key={leg.id}
          type="button"
          aria-current={index === current ? "true" : undefined}
          data-filled={leg.count > 0 || undefined}
          onClick={() => onPress(index)}
        >
          <span className="leg-said">{leg.label}</span>
          <span aria-hidden="true">{leg.text}</span>
          <b className="fig" aria-hidden="true">
            {leg.count === 0 ? "–" : leg.count}
          </b>
        </button>
      ))}
    </nav>
  );
}

export interface LegHeadProps {
  /** "Leg 1 · R5". */
  readonly title: string;
  /** "14:05 · Paperbark Handicap". */
  readonly note?: string | undefined;
  /** Buttons at the right: the favourite, the field. */
  readonly acts?: ReactNode;
}

/** The head of one leg of the form. */
export function LegHead({ title, note, acts }: LegHeadProps): ReactNode {
  return (
    <div className="leg-head">
      <span>
        <h3>{title}</h3>
        {note !== undefined && <small>{note}</small>}
      </span>
      {acts}
    </div>
  );
}

export type LegState = "open" | "right" | "wrong" | "void";

export interface LegLine {
  readonly id: string;
  /** "R5". */
  readonly race: string;
  /** "14:05". */
  readonly time: string;
  readonly selection: readonly SelectionPart[];
  /** The names of the runners, or who won. */
  readonly note?: string | undefined;
  readonly state?: LegState | undefined;
  /** Said with the state: "right". */
  readonly stateText?: string | undefined;
}

const ICONS: Readonly<Record<LegState, IconName | undefined>> = {
  open: undefined,
  right: "check",
  wrong: "close",
  void: "undo",
};

/** The legs of a bet, one a line: race and time, the runners, how it went. */
export function LegList(props: {
  readonly label: string;
  readonly legs: readonly LegLine[];
}): ReactNode {
  return (
    <ol className="leg-list" aria-label={props.label}>
      {props.legs.map(({ id, race, time, selection, note, state, stateText }) => {
        const icon = state === undefined ? undefined : ICONS[state];
        return (
          <li key={id} data-state={state}>
            <span className="leg-list-race">
              <b className="fig">{race}</b>
              <small className="fig">{time}</small>
            </span>
            <span className="leg-list-text">
              <SelectionLine parts={selection} />
              {note !== undefined && <small>{note}</small>}
            </span>
            {stateText !== undefined && (
              <span className="leg-list-state">
                {icon !== undefined && <Icon name={icon} />}
                {stateText}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
