import { type Draw, type Step, racesIn } from "./command.ts";
import type { Race } from "./facts.ts";
import type { Model } from "./model.ts";
import { RACES } from "./races.commands.ts";
import { RESULTS } from "./results.commands.ts";

const ALL = [...RACES, ...RESULTS];

/** The next step of a race on its way to being settled; null for one that is over or no card yet. */
export function runFurther(model: Model, race: Race, draw: Draw): Step | null {
  if (race.status === "open") return stepOn(model, race, { name: "close", from: ["open"], draw });
  if (race.status === "final" && !race.isStale) {
    return stepOn(model, race, { name: "settle", from: ["final"], draw });
  }
  const from = ["closed", "interim", "final"] as const;
  return from.some((status) => status === race.status)
    ? stepOn(model, race, { name: "result", from, draw })
    : null;
}

/** The step of a command that takes this race; the command draws it from those with these statuses. */
function stepOn(
  model: Model,
  race: Race,
  command: { name: string; from: readonly Race["status"][]; draw: Draw },
): Step | null {
  const [, ...rest] = command.draw;
  const at = racesIn(model, ...command.from).indexOf(race);
  const { plan } = ALL.find(({ name }) => name === command.name)!;
  return plan(model, [at, ...rest]);
}
