import { ALL_UP_INDEX, ALL_UP_POOL_CODES, poolOf } from "@club/domain";
import { UNITS, placeStep } from "./bets.commands.ts";
import { partsOfLeg, refusalOfLeg } from "./all-ups.ts";
import { type Command, type Draw, pick, racesIn } from "./command.ts";
import type { AllUpLeg, Race } from "./facts.ts";
import type { Model } from "./model.ts";
import { runFurther } from "./run-further.ts";

/** One runner or pair in a pool that the race offers. */
function legOn(race: Race, a: number, b: number): AllUpLeg | null {
  const code = pick(
    ALL_UP_POOL_CODES.filter((one) => race.offered.has(one)),
    a,
  );
  const live = race.runners.filter((number) => !race.scratched.has(number));
  if (code === undefined) return null;
  const numbers = Array.from({ length: poolOf(code).length }, (_, i) => pick(live, b + i)!);
  if (new Set(numbers).size < numbers.length) return null;
  return { race, code, numbers: numbers.toSorted((x, y) => x - y) };
}

function legsOf(model: Model, [a, b, c, d]: Draw): AllUpLeg[] {
  const open = racesIn(model, "open");
  const meeting = pick(open, a)?.meeting;
  const races = open
    .filter((race) => race.meeting === meeting)
    .toSorted((one, two) => one.start - two.start)
    .slice(b % 3 === 0 ? 1 : 0);
  return races.flatMap((race, i) => legOn(race, c + i, (d >> i) + b) ?? []);
}

/** Bets that go from race to race of one day. What follows a leg is in all-ups.ts. */
export const ALL_UPS: readonly Command[] = [
  {
    name: "all up",
    weight: 18,
    plan: (model, draw) => {
      const legs = legsOf(model, draw);
      const [first, ...later] = legs;
      if (first === undefined || later.length === 0) return null;
      const amount = pick(UNITS, draw[1])!;
      const cost = BigInt(Math.round(Number(amount) * 100));
      const player = draw[3] % model.players.length;
      // The later legs are asked first.
      const refused = [...later, first].flatMap((leg) => refusalOfLeg(model, leg) ?? [])[0];
      const form = {
        bet_type: ALL_UP_INDEX,
        betAmount: amount,
        legs: legs.map(({ race, code, numbers }) => ({
          race_id: race.id,
          pool: code,
          combination: numbers.join("-"),
        })),
        confirm_same: true,
      };
      const step = placeStep(model, {
        player,
        told: `bets ${amount} all up on ${legs.map(({ race, code, numbers }) => `${race.key} ${code} ${numbers.join("-")}`).join(", ")}`,
        cost,
        refused,
        form: async () => form,
        parts: (now) => partsOfLeg(now, first, cost),
      });
      return {
        ...step,
        then: (now, answer) => {
          step.then(now, answer);
          now.allUps.push({ player, legs, bets: [now.bets.at(-1)!], isOver: false });
        },
      };
    },
  },
  {
    name: "run an all up",
    weight: 14,
    isLong: true,
    plan: (model, draw) => {
      const going = model.allUps.filter(({ isOver }) => !isOver);
      const race = pick(going, draw[0])?.bets.at(-1)!.parts[0]!.pool.race;
      return race === undefined ? null : runFurther(model, race, draw);
    },
  },
];
