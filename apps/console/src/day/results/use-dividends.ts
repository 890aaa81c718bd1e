import type { DeclaredEntry, OperatorRace, PoolNumbers } from "@club/contract";
import { useState } from "react";
import { useRaces } from "../../api/race.ts";
import { useT } from "../../core/lang.ts";
import type { Pooled, RaceName } from "../pools/pool-rows.ts";
import {
  askFor,
  type DeclaredBefore,
  draftOf,
  emptyDraft,
  entriesOf,
  isComplete,
  type DividendDraft,
  type WaitingPool,
} from "./dividend-draft.ts";

export interface Dividends {
  readonly draft: DividendDraft;
  readonly entries: readonly DeclaredEntry[];
  readonly isComplete: boolean;
  readonly type: (key: string, text: string) => void;
  readonly ask: (pools: readonly PoolNumbers[]) => void;
}

/**
 * One result's official dividends, as asked for and typed; another result starts afresh, the one
 * that was entered before with what was declared with it.
 */
export function useDividends(of: string, before: DeclaredBefore | undefined): Dividends {
  const [kept, setKept] = useState<DividendDraft | undefined>(undefined);
  const ofThis = (draft: DividendDraft | undefined): DividendDraft => {
    if (draft?.of === of) return draft;
    return before?.of === of ? draftOf(before) : emptyDraft(of);
  };
  const draft = ofThis(kept);
  return {
    draft,
    entries: entriesOf(draft),
    isComplete: isComplete(draft),
    type: (key, text) =>
      setKept((last) => ({ ...ofThis(last), texts: { ...ofThis(last).texts, [key]: text } })),
    ask: (pools) => setKept((last) => askFor(ofThis(last), pools.map(toWaiting))),
  };
}

export function toWaiting({ missing_dividends: combinations, ...pool }: PoolNumbers): WaitingPool {
  const { race_id, race_id2 } = pool;
  return { pool: pool.pool, race_id, race_id2, combinations };
}

/** Names of the races of these pools: "R3" at the meeting of `home`, else "Ellerby Park R3". */
export function useRaceNames(home: OperatorRace, pools: readonly Pooled[]): RaceName {
  const t = useT();
  const doubles = pools.filter(({ race_id2 }) => race_id2 !== null);
  const ids = doubles.flatMap(({ race_id, race_id2 }) => [race_id, race_id2 ?? race_id]);
  const races = useRaces([...new Set(ids)].filter((id) => id !== home.race_id));
  return (raceId) => {
    const race = raceId === home.race_id ? home : races.get(raceId);
    if (race === undefined) return undefined;
    const short = t("race.short", { n: race.raceNo });
    return race.event_id === home.event_id ? short : `${race.meetings} ${short}`;
  };
}
