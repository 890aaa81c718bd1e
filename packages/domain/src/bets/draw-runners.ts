import type { Slots } from "./bet-order.ts";

/** How many runners a leg a quick pick may be asked for. */
export const DRAWS_PER_LEG = [1, 2, 3] as const;

/**
 * A quick pick: so many runners of each leg's field, each as likely as any other; of a smaller field
 * all of them. In ascending order. Source: docs/rules/multi-race.md, "In the form".
 *
 * @param random - at least 0, below 1.
 */
export function drawRunners(fields: Slots, perLeg: number, random: () => number): Slots {
  return fields.map((field) => {
    const left = [...field];
    const count = Math.min(perLeg, left.length);
    const drawn = Array.from({ length: count }, () =>
      left.splice(Math.floor(random() * left.length), 1),
    );
    return drawn.flat().sort((a, b) => a - b);
  });
}
