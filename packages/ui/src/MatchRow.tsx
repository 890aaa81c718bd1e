import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { Spoken } from "./Spoken.tsx";
import { Tag } from "./Tag.tsx";
import "./styles/sport.css";

export interface MatchRowProps {
  /** "15:00", or "58′" for a match in play. */
  readonly time: string;
  /** "Live": the marker of a match in play. */
  readonly live?: string | undefined;
  readonly home: string;
  /** null: an event without two sides (an outright), whose name is in `home`. */
  readonly away: string | null;
  /** Of a match in play or over. */
  readonly score?: { readonly home: string; readonly away: string } | undefined;
  /** "+31": what else can be bet on. */
  readonly more: string;
  /** Said with the link: "Ellerby Town v Castle Moor, 64 markets". */
  readonly label: string;
  readonly href: string;
  readonly favourite?:
    | { readonly on: boolean; readonly label: string; readonly onToggle: () => void }
    | undefined;
  /** The prices, in the columns of the head above. */
  readonly children: ReactNode;
}

/** One match of the board: when, who, the prices of its main market. */
export function MatchRow(props: MatchRowProps): ReactNode {
  const { favourite, score } = props;
  return (
    <article className="match">
      <div className="match-head across">
        {props.live !== undefined && <Tag tone="loss">{props.live}</Tag>}
        <span className={props.live === undefined ? "mute" : "fig"}>{props.time}</span>
        {favourite !== undefined && (
          <button
            type="button"
            className="match-star centred"
            aria-pressed={favourite.on}
            aria-label={favourite.label}
            onClick={favourite.onToggle}
          >
            <Icon name="star" />
          </button>
        )}
        <a className="match-more" href={props.href}>
          <Spoken label={props.label}>
            {props.more}
            <Icon name="chevron-right" />
          </Spoken>
        </a>
      </div>
      <div className="match-body across">
        <a className="match-teams" href={props.href} tabIndex={-1} aria-hidden="true">
          <MatchTeam name={props.home} score={score?.home} />
          {props.away !== null && <MatchTeam name={props.away} score={score?.away} />}
        </a>
        {props.children}
      </div>
    </article>
  );
}

function MatchTeam(props: {
  readonly name: string;
  readonly score: string | undefined;
}): ReactNode {
  return (
    <span className="match-team">
      <b>{props.name}</b>
      {props.score !== undefined && <span className="fig">{props.score}</span>}
    </span>
  );
}

/** The prices of a match side by side, or one dashed box where nothing can be bet on now. */
export function MatchPrices(props: {
  readonly columns: number;
  /** "Suspended", in place of the prices. */
  readonly closed?: string | undefined;
  readonly children?: ReactNode;
}): ReactNode {
  if (props.closed !== undefined) {
    return (
      <span className="match-prices" data-columns="3">
        <span className="match-closed across">
          <Icon name="lock" />
          {props.closed}
        </span>
      </span>
    );
  }
  return (
    <span className="match-prices" data-columns={props.columns}>
      {props.children}
    </span>
  );
}

export interface MatchGroupProps {
  /** "Northern League". */
  readonly title: string;
  /** "1", "X", "2" over the prices. */
  readonly columns?: readonly { readonly text: string; readonly label: string }[] | undefined;
  /** Makes the head fold the matches away; folded, it says how many there are. */
  readonly fold?:
    | {
        readonly isOpen: boolean;
        readonly count: number;
        /** "12 matches", said with the folded head. */
        readonly countLabel: string;
        readonly onToggle: () => void;
      }
    | undefined;
  readonly children: ReactNode;
}

/** The matches of one competition under their head. */
export function MatchGroup({ title, columns = [], fold, children }: MatchGroupProps): ReactNode {
  const isOpen = fold?.isOpen !== false;
  return (
    <section className="match-group">
      <div className="match-group-head across gap-3">
        <h2>
          {fold === undefined ? (
            title
          ) : (
            <button type="button" aria-expanded={isOpen} onClick={fold.onToggle}>
              <Icon name="chevron-down" />
              <span>{title}</span>
              {!isOpen && (
                <Spoken label={fold.countLabel}>
                  <span className="match-group-count fig">{fold.count}</span>
                </Spoken>
              )}
            </button>
          )}
        </h2>
        {isOpen && columns.length > 0 && (
          <span className="match-prices" data-columns={columns.length} aria-hidden="true">
            {columns.map((column) => (
              <span key={column.text} title={column.label}>
                {column.text}
              </span>
            ))}
          </span>
        )}
      </div>
      {isOpen && children}
    </section>
  );
}
