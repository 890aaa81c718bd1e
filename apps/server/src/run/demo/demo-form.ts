import type { CardRun, RaceTip } from "@club/contract";
import { addDays } from "@club/domain";
import { strengthOf } from "./draw.ts";
import { GOINGS, type Venue, VENUES } from "./names.ts";
import { below, pickOne, type Random } from "./random.ts";

/** What the demo's card says of a runner that is to have past runs. */
export interface DemoRunner {
  readonly number: number;
  readonly name: string;
  readonly form: string;
  readonly jockey?: string;
  readonly weight_kg?: number;
}

export interface DemoPast {
  readonly venue: Venue;
  /** The day of the race. */
  readonly date: string;
  readonly distance_m: number;
}

/** Milliseconds a metre, as each kind of race is run. */
export const PACE_MS: Readonly<Record<Venue["eventType"], number>> = {
  Races: 59,
  Harness: 73,
  Greyhounds: 58.5,
};
export const LENGTH_MS = 170;

const DOGS = 8;
const STYLES = 4;
const LAST_FIGURE = 9;
const DISTANCE_STEPS = [-200, 0, 0, 200];

/**
 * The runs behind a runner's form, newest first, with what is said of it: each figure is a place,
 * and it runs in its own style, in front or from behind. The same random numbers make the same runs.
 */
export function makePast(
  random: Random,
  runner: DemoRunner,
  { venue, date, distance_m }: DemoPast,
): { past_runs: CardRun[]; comment: string } {
  const style = below(random, STYLES);
  const tracks = VENUES.filter(({ eventType }) => eventType === venue.eventType);
  let days = 0;
  const past_runs = runner.form
    .split("")
    .toReversed()
    .map((figure): CardRun => {
      days += 10 + below(random, 19);
      const metres = venue.eventType === "Races" ? pickOne(random, DISTANCE_STEPS) : 0;
      const day = { date: addDays(date, -days), track: pickOne(random, tracks).name };
      const ran = ranAs(random, { figure, style, isDog: venue.eventType === "Greyhounds" });
      const raced = Math.max(1000, distance_m + metres);
      const distance = venue.eventType === "Races" ? raced : distance_m;
      const winner = distance * (PACE_MS[venue.eventType] + random());
      return {
        ...day,
        distance_m: distance,
        going: venue.eventType === "Races" ? pickOne(random, GOINGS) : "Fast",
        ...ran,
        time_ms: Math.round((winner + ran.margin * LENGTH_MS) / 10) * 10,
        weight_kg:
          runner.weight_kg === undefined ? null : runner.weight_kg + below(random, 5) / 2 - 1,
        jockey: runner.jockey ?? null,
        comment: below(random, 2) === 0 ? null : pickOne(random, WORDS[style] as readonly string[]),
      };
    });
  return { past_runs, comment: SAID[style] as string };
}

function ranAs(
  random: Random,
  how: { readonly figure: string; readonly style: number; readonly isDog: boolean },
) {
  const figure = Number(how.figure) || LAST_FIGURE + 1 + below(random, 2);
  const place = how.isDog ? Math.min(figure, DOGS) : figure;
  const starters = how.isDog ? DOGS : Math.max(place, LAST_FIGURE) + below(random, 4);
  const within = (at: number) => Math.min(starters, Math.max(1, Math.round(at)));
  const early = within(1 + (how.style / (STYLES - 1)) * (starters - 1) + below(random, 3) - 1);
  const settled = within((2 * early + place) / 3 + below(random, 3) - 1);
  const margin = place === 1 ? 0 : (place - 1) * 0.75 + below(random, 4) / 4 + 0.1;
  return {
    place,
    starters,
    margin: Math.round(margin * 100) / 100,
    positions: [early, settled, place],
    price: Math.round((1.6 + place * (0.7 + random() * 1.6)) * 10) / 10,
  };
}

/** By style, from the one that leads to the one that comes from behind. */
const SAID: readonly string[] = [
  "Goes to the front and is hard to pass.",
  "Settles behind the pace and always tries.",
  "Midfield, better when they go fast early.",
  "Drops back and runs on; needs luck in the straight.",
];
const WORDS: readonly (readonly string[])[] = [
  ["Led, held on", "Led until late", "Fast away, weakened"],
  ["Box seat, every chance", "Behind the pace, ran on", "One out, one back"],
  ["Midfield, made ground", "Wide without cover", "Held up at the turn"],
  ["Slow away, strong late", "Last at the turn", "Ran on from the back"],
];

const TIPPED = 3;

/** The runners with the best form, as somebody of the demo's press names them. */
export function makeTips(runners: readonly DemoRunner[]): RaceTip[] {
  const best = runners.toSorted((a, b) => strengthOf(b) - strengthOf(a)).slice(0, TIPPED);
  const [first, second] = best;
  if (first === undefined || second === undefined) return [];
  return [
    {
      by: "The Wattle Post",
      numbers: best.map(({ number }) => number),
      text: `${first.name} has the form, ${second.name} is the danger.`,
    },
  ];
}
