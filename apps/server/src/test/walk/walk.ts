import fc from "fast-check";
import type { Command, Draw, Step } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import type { Model } from "./model.ts";
import type { WalkHome } from "./rig.ts";
import { PLACES, type Walking } from "./walking.ts";
import { Walks, starts } from "./walks.ts";

const SHRINK_MS = 120_000;

const GOES_ON = ["settle", "result", "bet", "open"].flatMap((name) =>
  COMMANDS.filter((command) => command.name === name),
);

class Taken implements fc.AsyncCommand<Model, Walking> {
  readonly #command: Command;
  readonly #draw: Draw;
  readonly #crash: number;
  #told = "";

  constructor(command: Command, draw: Draw, crash: number) {
    this.#command = command;
    this.#draw = draw;
    this.#crash = crash;
  }

  check(model: Readonly<Model>): boolean {
    return this.#possible(model as Model) !== null;
  }

  async run(model: Model, walking: Walking): Promise<void> {
    const found = this.#possible(model);
    if (found === null) return;
    const [command, step] = found;
    const isCrash = this.#crash > 0 && command.isLong === true;
    this.#told = `${command.name}: ${step.told}${isCrash ? ` (crash ${this.#crash})` : ""}`;
    await walking.take(command, step, this.#crash);
  }

  /** The drawn command or, where it means nothing now, one that takes a race further. */
  #possible(model: Model): readonly [Command, Step] | null {
    const [a, ...rest] = this.#draw;
    for (const command of [this.#command, ...GOES_ON]) {
      for (const shift of [0, 1, 2]) {
        const step = command.plan(model, [a + shift, ...rest]);
        if (step !== null) return [command, step];
      }
    }
    return null;
  }

  /** What it would do now. */
  planned(model: Model): Step | null {
    const step = this.#possible(model)?.[1] ?? null;
    this.#told = step?.told ?? "nothing";
    return step;
  }

  toString(): string {
    return `\n  ${this.#told}`;
  }
}

const draw = fc.nat(1023);
/** 0: no crash; most steps have none. */
const crashes = fc.nat(240).map((n) => (n > PLACES.length ? 0 : n));

/** The more important ones more often. */
const weighted = COMMANDS.flatMap((command) =>
  Array.from({ length: command.weight }, () => command),
);
const draws = fc.tuple(draw, draw, draw, draw);
const walked = (steps: number): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Walking>>> =>
  fc.commands(
    weighted.map((command) =>
      fc.tuple(draws, crashes).map((drawn) => new Taken(command, ...drawn)),
    ),
    { size: "max", maxCommands: steps },
  );
const beside = weighted.filter((command) => command.interrupts !== true);
/** What two people do in the same moment at the end, half of the time about the same things; one walk of four ends so. */
const two = fc
  .tuple(fc.constantFrom(...beside), fc.constantFrom(...beside), draws, draws, fc.boolean())
  .map(([one, other, first, second, isSame]) => [
    new Taken(one, first, 0),
    new Taken(other, isSame ? first : second, 0),
  ]);
const atOnce = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: two });

export interface WalkOptions {
  readonly runs: number;
  /** The most commands of a walk. */
  readonly steps: number;
  readonly seed: number;
  readonly path?: string;
  readonly lookEvery: number;
  readonly deepEvery: number;
}

/** Runs walks until done or one finds something, which is shrunk and reported with its commands. */
export async function walk(home: WalkHome, options: WalkOptions): Promise<Walks> {
  const walks = new Walks(home);
  let shrinkUntil = Number.POSITIVE_INFINITY;
  try {
    await fc.assert(
      fc.asyncProperty(
        starts(options.deepEvery),
        walked(options.steps),
        atOnce,
        async (start, all, last) => {
          // Shrinking has a time limit; then the shortest failing walk so far is reported.
          if (performance.now() > shrinkUntil) return;
          const walking = await walks.begin(start);
          try {
            await fc.asyncModelRun(() => ({ model: walking.model, real: walking }), all);
            // Books and days contain all walks of a club: one check covers all since the last.
            walks.done += 1;
            await walking.explainAll();
            if (walks.done % options.lookEvery === 0) await walking.lookClosely();
            const both = (last ?? []).map((one) => one.planned(walking.model));
            if (both.length > 0) await walking.takeTogether(both.filter((one) => one !== null));
          } catch (error) {
            shrinkUntil = Math.min(shrinkUntil, performance.now() + SHRINK_MS);
            await walks.close();
            throw error;
          }
        },
      ),
      {
        numRuns: options.runs,
        seed: options.seed,
        endOnFailure: process.env["WALK_SHRINK"] === "off",
        ...(options.path === undefined ? {} : { path: options.path }),
      },
    );
  } finally {
    await walks.close();
  }
  return walks;
}

/** What was seen: kinds of steps, and how many pairs of them came in each order. */
export function tell(walks: Walks): string {
  const kinds = [...walks.names.keys()].toSorted();
  const seen = kinds.flatMap((a) =>
    kinds.filter((b) => walks.pairs.has(`${a} -> ${b}`)).map((b) => `${a} -> ${b}`),
  );
  const steps = [...walks.names.values()].reduce((sum, n) => sum + n, 0);
  const both = kinds.flatMap((a, i) =>
    kinds
      .slice(i)
      .filter((b) => walks.pairs.has(`${a} -> ${b}`) && walks.pairs.has(`${b} -> ${a}`)),
  );
  const all = (kinds.length * (kinds.length + 1)) / 2;
  return (
    `${steps} steps of ${kinds.length} kinds, ${walks.crashes} crashes, ${walks.refusals} refusals, ${walks.followed} legs of All Ups staked by the club, ${walks.deep} times everything looked at, ${walks.together} pairs in the same moment; ` +
    `${seen.length} of ${kinds.length ** 2} pairs one right after the other, ${both.length} of ${all} in each order`
  );
}
