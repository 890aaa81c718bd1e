import type { PastRun, RunnerForm, RunnerLine } from "@club/contract";

/** Where a runner is expected to run, in this field: 1 leads. */
export interface MapPlace {
  readonly number: number;
  readonly barrier: number | null;
  /** At the first call. */
  readonly early: number;
  /** At the last call before the finish. */
  readonly settled: number;
}

export interface SpeedMap {
  /** In order of the early place. */
  readonly places: readonly MapPlace[];
  /** Runners of which no run tells. */
  readonly unknown: readonly number[];
}

export const GROUPS = ["lead", "pace", "mid", "rear"] as const;
export type MapGroup = (typeof GROUPS)[number];

const NEWEST_RUNS = 4;
const CALLS = 2;

/**
 * Where each runner is expected early and settled: the mean of its share of the field at the calls
 * of its last four runs, the newest counted four times, the oldest once, and then its rank among
 * those that run. Who is equal comes in order of barriers. Pure.
 */
export function speedMap(
  runners: readonly Pick<RunnerLine, "horse_id" | "barrier" | "scratched">[],
  forms: ReadonlyMap<number, Pick<RunnerForm, "runs">>,
): SpeedMap {
  const live = runners.filter(({ scratched }) => !scratched);
  const known = live.flatMap(({ horse_id: number, barrier }) => {
    const runs = (forms.get(number)?.runs ?? []).filter(hasCalls).slice(0, NEWEST_RUNS);
    if (runs.length === 0) return [];
    const shares = (call: number) => meanShare(runs, call);
    return [{ number, barrier, early: shares(0), settled: shares(-CALLS) }];
  });
  const ranked = (by: "early" | "settled") =>
    known
      .toSorted((a, b) => a[by] - b[by] || barrierOf(a) - barrierOf(b) || a.number - b.number)
      .map(({ number }) => number);
  const [early, settled] = [ranked("early"), ranked("settled")];
  const named = new Set(early);
  return {
    places: early.map((number, at) => ({
      number,
      barrier: known.find((each) => each.number === number)?.barrier ?? null,
      early: at + 1,
      settled: settled.indexOf(number) + 1,
    })),
    unknown: live.map(({ horse_id }) => horse_id).filter((number) => !named.has(number)),
  };
}

const barrierOf = ({ barrier }: { readonly barrier: number | null }): number =>
  barrier ?? Number.MAX_SAFE_INTEGER;

/** One call alone is the finish. */
const hasCalls = ({ positions }: PastRun): boolean => positions.length >= CALLS;

function meanShare(runs: readonly PastRun[], call: number): number {
  let [sum, weights] = [0, 0];
  for (const [at, { positions, runners }] of runs.entries()) {
    const place = positions.at(call) ?? 1;
    const field = Math.max(runners ?? 0, ...positions, CALLS);
    const weight = NEWEST_RUNS - at;
    sum += (weight * (place - 1)) / (field - 1);
    weights += weight;
  }
  return sum / weights;
}

/** The first leads; the others are thirds of the field. */
export function groupOf(place: number, field: number): MapGroup {
  if (place === 1) return "lead";
  const share = place / field;
  if (share <= 1 / 3) return "pace";
  return share <= 2 / 3 ? "mid" : "rear";
}
