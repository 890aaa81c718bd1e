import type { ResultRun } from "@club/contract";
import { LENGTH_MS, PACE_MS } from "./demo-form.ts";
import { type DrawnRunner, strengthOf } from "./draw.ts";
import type { Venue } from "./names.ts";
import { below, randomOf } from "./random.ts";

export interface RunDrawing {
  readonly placings: readonly (readonly number[])[];
  readonly runners: readonly (DrawnRunner & {
    /** Its share of the field at the first call of its past runs, 0 in front. */
    readonly early: number | null;
  })[];
  readonly distance_m: number | null;
  readonly event_type: Venue["eventType"];
}

const MIDDLE = 0.5;
const METRES = 1200;

/**
 * How a drawn race was run: it ends as the placings say, the others behind in order of strength, and
 * each begins in the style of its past runs. From the seed alone, like the placings.
 */
export function drawRuns(seed: string, race: RunDrawing): ResultRun[] {
  const random = randomOf(`${seed} running`);
  const placed = race.placings.flat();
  const behind = race.runners
    .filter(({ number }) => !placed.includes(number))
    .map((runner) => ({ number: runner.number, by: strengthOf(runner) * (MIDDLE + random()) }))
    .toSorted((a, b) => b.by - a.by)
    .map(({ number }) => [number]);
  const order = [...race.placings, ...behind];
  const finish = order.flat();
  const early = new Map(race.runners.map((runner) => [runner.number, runner.early ?? MIDDLE]));
  const styleOf = (number: number) => early.get(number) ?? MIDDLE;
  const first = ranked(finish, (number) => styleOf(number) + random() * 0.25);
  const second = ranked(
    finish,
    (number) => styleOf(number) + finish.indexOf(number) / finish.length + random() * 0.25,
  );
  const winnerMs = (race.distance_m ?? METRES) * (PACE_MS[race.event_type] + random());
  let margin = 0;
  let place = 1;
  return order.flatMap((group, at) => {
    if (at > 0) margin += (1 + below(random, 6)) / 4;
    const here = { place, margin, time: Math.round((winnerMs + margin * LENGTH_MS) / 10) * 10 };
    place += group.length;
    return group.map((number): ResultRun => ({
      number,
      margin: here.margin,
      time_ms: here.time,
      positions: [first.indexOf(number) + 1, second.indexOf(number) + 1, here.place],
    }));
  });
}

/** Every number is drawn once, whatever the order of comparing. */
function ranked(numbers: readonly number[], by: (number: number) => number): number[] {
  return numbers
    .map((number) => ({ number, at: by(number) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ number }) => number);
}
