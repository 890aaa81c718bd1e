import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./Icon.tsx";
import { RaceChip, type RaceChipProps } from "./RaceChip.tsx";
import "./styles/race.css";

export interface MeetingCardProps {
  readonly name: string;
  readonly favourite?:
    | { readonly on: boolean; readonly label: string; readonly onToggle: () => void }
    | undefined;
  /** "Good 4", or "as of 14:32" when offline. */
  readonly meta?: string | undefined;
  /** All pools of the meeting: "$152,318". */
  readonly pool?: string | undefined;
  readonly races: readonly RaceChipProps[];
}

/** A meeting of the day with its races side by side. */
export function MeetingCard({ name, favourite, meta, pool, races }: MeetingCardProps): ReactNode {
  return (
    <section className="meeting" aria-label={name}>
      <div className="meeting-head across">
        <h2>{name}</h2>
        {favourite !== undefined && (
          <button
            type="button"
            className={classes("meeting-star centred", favourite.on && "meeting-star-on")}
            aria-pressed={favourite.on}
            aria-label={favourite.label}
            onClick={favourite.onToggle}
          >
            <Icon name="star" />
          </button>
        )}
        {meta !== undefined && <span className="meeting-meta">{meta}</span>}
        {pool !== undefined && <span className="meeting-pool fig">{pool}</span>}
      </div>
      <ul className="meeting-races">
        {races.map((race) => (
          <li key={race.number}>
            <RaceChip {...race} />
          </li>
        ))}
      </ul>
    </section>
  );
}
