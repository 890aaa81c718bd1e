import type { OperatorRace, RacePool } from "@club/contract";
import { clubNow } from "@club/ui";
import { useEffect, useRef, useState } from "react";

export interface Sample {
  readonly at: number;
  readonly bets: number;
  readonly pools: Readonly<Record<string, number>>;
}

export type History = ReadonlyMap<string, readonly Sample[]>;

const STEP_MS = 10_000;
/** Half an hour. */
const KEPT = 180;

const kept = new Map<string, Sample[]>();

/** What the pools of a race held at this moment. */
export function sampleOf(race: OperatorRace, at: number): Sample {
  const own = race.pools.filter((pool) => pool.race_id === race.race_id);
  return {
    at,
    bets: own.reduce((sum, pool) => sum + pool.bets, 0),
    pools: Object.fromEntries(own.filter(isSingle).map((pool) => [pool.pool, pool.gross_cents])),
  };
}

const isSingle = (pool: RacePool): boolean => pool.race_id2 === null;

/**
 * How the pools of these races have grown since the console began to watch: a sample every ten
 * seconds. The server keeps no such series, so nothing from before this page is drawn.
 */
export function usePoolHistory(races: ReadonlyMap<string, OperatorRace>): History {
  const latest = useRef(races);
  latest.current = races;
  const [history, setHistory] = useState<History>(() => new Map(kept));
  const isFirst = races.size > 0;
  useEffect(() => {
    const look = () => {
      for (const [raceId, race] of latest.current) {
        const samples = kept.get(raceId) ?? [];
        kept.set(raceId, [...samples, sampleOf(race, clubNow())].slice(-KEPT));
      }
      setHistory(new Map(kept));
    };
    if (isFirst) look();
    const timer = setInterval(look, STEP_MS);
    return () => clearInterval(timer);
  }, [isFirst]);
  return history;
}

const SPARK_POINTS = 12;

/** Bets in each of the last steps, for a sparkline. */
export function betsPerStep(samples: readonly Sample[] | undefined): number[] {
  if (samples === undefined) return [];
  const last = samples.slice(-SPARK_POINTS - 1);
  return last.slice(1).map((sample, index) => Math.max(0, sample.bets - (last[index]?.bets ?? 0)));
}
