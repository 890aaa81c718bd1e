import { createHash, createHmac } from "node:crypto";
import { below, pickWeighted, randomOf } from "./random.ts";

/** What the draw uses of a runner: its number and form, both on the card. */
export interface DrawnRunner {
  readonly number: number;
  readonly form: string | null;
}

const DEAD_HEAT_ONE_IN = 40;
const PLACED = 5;

/**
 * The seed that will draw a race. It derives from the club's secret, so nothing is stored
 * beforehand; its hash is on the race from the first day, the seed after the result.
 */
export function drawSeed(secret: Buffer, raceId: string): string {
  return createHmac("sha256", secret).update(`demo draw ${raceId}`).digest("hex");
}

export function drawHash(seed: string): string {
  return createHash("sha256").update(seed).digest("hex");
}

/** How strong a runner looks on the card: better form, better chance; bets do not matter. */
export function strengthOf({ number, form }: DrawnRunner): number {
  const figures = Array.from((form ?? "").matchAll(/\d/g), ([figure]) => Number(figure) || 10);
  const mean =
    figures.length === 0 ? 7 : figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  return 1 / (mean + 0.5) ** 1.6 + (number % 3) / 400;
}

/**
 * The placings of a race, from its seed and card alone, regardless of the bets. Runners are drawn
 * one after the other by strength; now and then two share a place.
 */
export function drawPlacings(seed: string, runners: readonly DrawnRunner[]): number[][] {
  const random = randomOf(seed);
  const left = [...runners];
  const order: number[] = [];
  while (left.length > 0 && order.length < PLACED) {
    const index = pickWeighted(random, left.map(strengthOf));
    order.push((left.splice(index, 1)[0] as DrawnRunner).number);
  }
  const placings = order.map((number) => [number]);
  if (below(random, DEAD_HEAT_ONE_IN) !== 0 || placings.length < PLACED) return placings;
  const place = below(random, 3);
  placings.splice(place, 2, [
    ...(placings[place] as number[]),
    ...(placings[place + 1] as number[]),
  ]);
  return placings;
}
