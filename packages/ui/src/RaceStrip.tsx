import { useEffect, useRef, type ReactNode } from "react";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/race.css";

export interface RaceStripItem extends TapTarget {
  readonly id: string;
  readonly number: number;
  readonly label: string;
}

export interface RaceStripProps {
  readonly races: readonly RaceStripItem[];
  readonly currentId: string;
  readonly label: string;
}

/** The numbers of a meeting's races along the top of the board. */
export function RaceStrip({ races, currentId, label }: RaceStripProps): ReactNode {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = strip.current?.querySelector("[aria-current]");
    current?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [currentId]);
  return (
    <nav className="race-strip fig" aria-label={label} ref={strip}>
      {races.map(({ id, number, label: name, ...tap }) => (
        <Tap key={id} {...tap} label={name} current={id === currentId ? "page" : undefined}>
          {number}
        </Tap>
      ))}
    </nav>
  );
}
