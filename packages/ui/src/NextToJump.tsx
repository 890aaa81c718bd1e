import type { ReactNode } from "react";
import { Cloth } from "./Cloth.tsx";
import { Countdown } from "./Countdown.tsx";
import { Icon } from "./Icon.tsx";
import { Tap } from "./Tap.tsx";
import { ToteBoard } from "./ToteBoard.tsx";
import "./styles/board.css";

export interface NextPrice {
  readonly number: number;
  /** "3.40"; null while the pool has no price. */
  readonly price: string | null;
  /** "3, Quiet Thunder, win 3.40". */
  readonly label: string;
  readonly selected?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly onPress: () => void;
}

export interface NextRace {
  readonly id: string;
  /** "Wattle Ridge". */
  readonly name: string;
  /** "R5". */
  readonly race: string;
  /** "Paperbark Handicap · 1400 m · Good 4". */
  readonly meta: string;
  readonly startsAt: number;
  readonly zone: string;
  readonly href: string;
}

export interface NextToJumpProps {
  readonly label: string;
  readonly race: NextRace;
  /** The four shortest prices: price, then Place, are two taps. null: unknown yet; room is kept. */
  readonly prices: readonly NextPrice[] | null;
  readonly others: readonly NextRace[];
  /** The way to all of them, after the last one. */
  readonly end?: ReactNode;
}

/** The departure board of home: the next race with its four shortest prices, then the races after. */
export function NextToJump({ label, race, prices, others, end }: NextToJumpProps): ReactNode {
  return (
    <ToteBoard label={label}>
      <div className="next">
        <a className="next-head" href={race.href}>
          <span className="next-label">{label}</span>
          <span className="next-name">
            {race.name} {race.race}
          </span>
          <span className="next-meta">{race.meta}</span>
          <Countdown at={race.startsAt} size="clock" zone={race.zone} />
        </a>
        {prices?.length !== 0 && (
          <div className="next-prices">
            {prices?.map((price) => (
              <Tap
                key={price.number}
                className="next-price across"
                label={price.label}
                pressed={price.selected ?? false}
                disabled={price.disabled}
                onPress={price.onPress}
              >
                <Cloth number={price.number} size="small" />
                <span className="fig">{price.price ?? "–"}</span>
              </Tap>
            ))}
          </div>
        )}
      </div>
      <ul className="next-others">
        {others.map((other) => (
          <li key={other.id}>
            <a className="next-row" href={other.href}>
              <b>{other.name}</b>
              <span className="fig next-race">{other.race}</span>
              <span className="next-row-meta">{other.meta}</span>
              <Countdown at={other.startsAt} size="row" />
              <Icon name="chevron-right" />
            </a>
          </li>
        ))}
        {end}
      </ul>
    </ToteBoard>
  );
}
