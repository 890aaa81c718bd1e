import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import "./styles/sport.css";

/** half: won or lost in part; back: void, its money back. */
export type SportLegState = "open" | "live" | "won" | "lost" | "half-won" | "half-lost" | "back";

export interface SportOrderLeg {
  readonly id: string;
  /** "Ellerby Town", "Over 2.5". */
  readonly name: string;
  /** "Match result · Ellerby Town v Castle Moor". */
  readonly meta: string;
  readonly odds: string;
  readonly state: SportLegState;
  /** The state in a word; said, and drawn unless obvious: "Void", "58′ 1–0", "15:00". */
  readonly stateText: string;
}

const ICONS: Readonly<Record<SportLegState, IconName>> = {
  open: "clock",
  live: "play",
  won: "check-circle",
  lost: "close",
  "half-won": "check",
  "half-lost": "minus",
  back: "undo",
};

/** The legs of a sport order, each with its state. */
export function SportOrderLegs(props: {
  readonly legs: readonly SportOrderLeg[];
  readonly label: string;
  /** "8 more": the legs that a card leaves to the bet's sheet. */
  readonly more?: string | undefined;
}): ReactNode {
  return (
    <span className="sport-legs down gap-2" role="list" aria-label={props.label}>
      {props.legs.map((leg) => (
        <span key={leg.id} className="sport-legs-one" role="listitem" data-state={leg.state}>
          <Icon name={ICONS[leg.state]} />
          <span className="sport-legs-text">
            <b>{leg.name}</b>
            <span className="mute">{leg.meta}</span>
          </span>
          <span className="sport-legs-end">
            <b className="fig">{leg.odds}</b>
            <span>{leg.stateText}</span>
          </span>
        </span>
      ))}
      {props.more !== undefined && (
        <span className="sport-legs-more mute" role="listitem">
          {props.more}
        </span>
      )}
    </span>
  );
}

/** How far a multiple is: one part per leg. */
export function SportProgress(props: {
  readonly states: readonly SportLegState[];
  /** "2 of 4 won, 2 to come". */
  readonly text: string;
}): ReactNode {
  return (
    <span className="sport-progress across gap-3">
      <span className="sport-progress-bar" aria-hidden="true">
        {props.states.map((state, index) => (
          // Legs are fixed: their position is their identity.
          <span key={index} data-state={state} />
        ))}
      </span>
      <span>{props.text}</span>
    </span>
  );
}
