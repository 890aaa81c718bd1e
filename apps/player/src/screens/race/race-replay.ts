import type { RaceDetail } from "@club/contract";

/** A race drawn again from the places at its calls. */
export interface Replay {
  /** How many calls there are, the finish among them. */
  readonly calls: number;
  /** In order of the finish. */
  readonly runners: readonly ReplayRunner[];
}

export interface ReplayRunner {
  readonly number: number;
  readonly name: string;
  /** Null: behind those of whom the finish is known. */
  readonly place: number | null;
  /** At each call; null: not known, as of one that stopped. */
  readonly positions: readonly (number | null)[];
  readonly margin: number | null;
  readonly timeMs: number | null;
}

/** How the race was run, by the result's placings first; null: nothing is known of it. Pure. */
export function replayOf(race: Pick<RaceDetail, "runs" | "runners" | "result">): Replay | null {
  const { runs = [], result } = race;
  if (runs.length === 0 || result === null) return null;
  const calls = Math.max(...runs.map(({ positions }) => positions.length));
  const places = placesOf(result.placings);
  const runners = race.runners
    .filter(({ scratched }) => !scratched)
    .map(({ horse_id: number, name }): ReplayRunner => {
      const run = runs.find((each) => each.number === number) ?? UNKNOWN;
      const at = (call: number) => run.positions[call] ?? null;
      const place = places.get(number) ?? at(calls - 1);
      const before = Array.from({ length: Math.max(0, calls - 1) }, (_, call) => at(call));
      const positions = calls === 0 ? [] : [...before, place];
      return { number, name, place, positions, margin: run.margin, timeMs: run.time_ms };
    })
    .toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || a.number - b.number);
  return { calls, runners };
}

const UNKNOWN = { positions: [], margin: null, time_ms: null } as const;

/** Who shares a place leaves the next one empty. */
function placesOf(placings: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  let place = 1;
  const places = new Map<number, number>();
  for (const group of placings) {
    for (const number of group) places.set(number, place);
    place += group.length;
  }
  return places;
}

/**
 * Where each runner is at a moment, 1 in front: at moment 0 all are in line, at moment n at call n,
 * and between two calls on the straight way from one place to the other. Who is not known at a call
 * is last.
 */
export function placesAt({ calls, runners }: Replay, moment: number): ReadonlyMap<number, number> {
  const last = runners.length;
  const line = (last + 1) / 2;
  const at = (positions: readonly (number | null)[], call: number): number =>
    call <= 0 ? line : (positions[Math.min(call, calls) - 1] ?? last);
  const before = Math.floor(moment);
  const share = moment - before;
  return new Map(
    runners.map(({ number, positions }) => {
      const [from, to] = [at(positions, before), at(positions, before + 1)];
      return [number, share === 0 ? from : from + (to - from) * share];
    }),
  );
}
