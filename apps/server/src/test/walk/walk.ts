import type { RuleSetName } from "@club/domain";
import fc from "fast-check";
import { expect } from "vitest";
import { Interrupted, interruptAt } from "../../core/kit/crash-points.ts";
import type { Command, Draw, Step } from "./command.ts";
import { OTHERS } from "./card.commands.ts";
import { COMMANDS } from "./commands.ts";
import { Model } from "./model.ts";
import { type House, expected, faultsOfExplanations, observe, readHouse } from "./observe.ts";
import { type WalkHome, WalkClub, isOverload } from "./rig.ts";

/** How a walk starts: rules, dividends, pools of the races, the players' money. */
export interface Start {
  readonly rules: readonly [RuleSetName, RuleSetName];
  readonly isDeclared: boolean;
  readonly offered: readonly number[];
  readonly runners: number;
  readonly cash: number;
  /** Everything is checked after each step; otherwise only at the end. */
  readonly isDeep: boolean;
}

const RULES: readonly RuleSetName[] = ["AU_STD", "HK", "UK_TOTE"];
const CASH = [3000n, 12_000n, 50_000n];

export const starts: fc.Arbitrary<Start> = fc.record({
  rules: fc.tuple(fc.constantFrom(...RULES), fc.constantFrom(...RULES)),
  isDeclared: fc.nat(3).map((n) => n === 3),
  offered: fc.array(fc.nat(2 ** OTHERS.length - 1), { minLength: 4, maxLength: 4 }),
  runners: fc.integer({ min: 4, max: 6 }),
  cash: fc.nat(2),
  isDeep: fc.nat(39).map((n) => n === 39),
});

/** The state of one run of walks: the club that they share, and what was seen. */
export class Walks {
  readonly #home: WalkHome;
  #club: WalkClub | null = null;
  #left = 0;
  /** By "a then b": how often a step b came right after a step a. */
  readonly pairs = new Map<string, number>();
  readonly names = new Map<string, number>();
  done = 0;
  crashes = 0;
  refusals = 0;
  deep = 0;

  constructor(home: WalkHome) {
    this.#home = home;
  }

  /** A club for one walk; a new one after some walks, so that whole checks stay quick. */
  async club(): Promise<WalkClub> {
    if (this.#club !== null && this.#left > 0) {
      this.#left -= 1;
      return this.#club;
    }
    await this.close();
    this.#left = WALKS_A_CLUB;
    this.#club = await WalkClub.open(this.#home);
    return this.#club;
  }

  /** Drops the club, which is unreliable after a finding. */
  async close(): Promise<void> {
    await this.#club?.close();
    this.#club = null;
  }

  async begin(start: Start): Promise<Walking> {
    const club = await this.club();
    const cash = Array.from(club.players, (_, i) => CASH[(start.cash + i) % CASH.length]!);
    await club.reset(cash);
    const model = new Model(cash);
    const days: string[] = [];
    for (const day of [0, 1]) {
      const count = day === 0 ? 3 : 1;
      const wish = {
        rules: start.rules[day]!,
        isDeclared: start.isDeclared,
        day,
        races: Array.from({ length: count }, (_, i) => ({
          runners: start.runners,
          offered: [
            "WIN" as const,
            ...OTHERS.filter((__, bit) => ((start.offered[day * 3 + i]! >> bit) & 1) === 1),
          ],
        })),
      };
      const made = await club.makeMeeting(wish);
      days.push(made.day);
      for (const [i, id] of made.ids.entries()) {
        model.races.push({
          key: `R${model.races.length + 1}`,
          id,
          runners: Array.from({ length: start.runners }, (_, n) => n + 1),
          rules: wish.rules,
          isDeclared: start.isDeclared,
          start: day * 24 + 2 + i / 2,
          status: "draft",
          offered: new Set(wish.races[i]!.offered),
          isPaused: false,
          hasStarted: false,
          scratched: new Set(),
          placings: null,
          isStale: false,
          winAtClose: new Map(),
        });
      }
    }
    return new Walking(this, {
      club,
      model,
      days,
      from: await readHouse(club),
      isDeep: start.isDeep,
    });
  }
}

/** Where a process may crash: at each commit of an act, and at the named points of long work. */
const PLACES = [
  ...Array.from({ length: 9 }, (_, n) => `db.committed:${n + 1}`),
  ...Array.from({ length: 4 }, (_, n) => `db.before-commit:${n + 1}`),
  ...["planned", "plan-open", "plan-written", "before-chunk", "chunk-paid", "before-close"].map(
    (at) => `settle.${at}`,
  ),
  ...["pool-posted", "pools-posted", "race-settled", "announced"].map((at) => `settle.${at}`),
  ...["pool-posted:2", "pool-posted:4", "chunk-paid:2", "before-close:3"].map(
    (at) => `settle.${at}`,
  ),
  ...["deciding", "decided", "plan-open", "planned", "before-players", "players", "finished"].map(
    (at) => `correct.${at}`,
  ),
  ...["before-commit", "chunk-paid", "chunk-paid:2"].map((at) => `refund.${at}`),
  ...["before-chunk", "chunk-paid", "before-finish", "correct-approved", "correct-planned"].map(
    (at) => `sport.${at}`,
  ),
];
const WALKS_A_CLUB = 40;
const SHRINK_MS = 120_000;

/** One walk in progress. */
export class Walking {
  readonly #walks: Walks;
  readonly club: WalkClub;
  readonly model: Model;
  readonly #days: readonly string[];
  readonly #from: House;
  readonly #isDeep: boolean;
  #last: string | null = null;

  constructor(
    walks: Walks,
    parts: { club: WalkClub; model: Model; days: readonly string[]; from: House; isDeep: boolean },
  ) {
    this.#walks = walks;
    this.club = parts.club;
    this.model = parts.model;
    this.#days = parts.days;
    this.#from = parts.from;
    this.#isDeep = parts.isDeep;
  }

  /** Takes one step on both sides and compares them. */
  async take(command: Command, step: Step, crash: number): Promise<void> {
    this.model.now += 1;
    const isCrash = command.isLong === true && crash > 0 && step.refused === undefined;
    if (!(isCrash && (await this.#crash(step, crash)))) {
      const answer = (await step.act(this)) ?? { status: 200, body: {} };
      if (step.refused === undefined) {
        // After a crash that changed no money, the act may already be done, and says so.
        if (!isCrash || answer.status !== 409) {
          expect([answer.status, answer.body.code]).toEqual([200, undefined]);
        }
        step.then(this.model, answer);
      } else {
        this.#walks.refusals += 1;
        expect(answer.body.code).toBe(step.refused);
      }
    }
    this.model.pay();
    this.#note(isCrash ? `${command.name} (crash)` : command.name);
    await this.#compare();
    if (this.#isDeep) await this.lookClosely();
  }

  /** True: the process stopped midway, and the next one finished what it had begun. */
  async #crash(step: Step, crash: number): Promise<boolean> {
    this.#walks.crashes += 1;
    interruptAt(PLACES[crash % PLACES.length]!);
    try {
      await step.act(this);
    } catch (error) {
      const { cause } = error as Error;
      // An overloaded machine interrupts the work as well.
      if (![error, cause].some((one) => one instanceof Interrupted || isOverload(one))) throw error;
    } finally {
      interruptAt(null);
    }
    await this.club.goOn();
    const stands = await observe(this.club, this.model, this.#from);
    if (JSON.stringify(sorted(stands)) === JSON.stringify(sorted(expected(this.club, this.model))))
      return false;
    step.then(this.model, { status: 200, body: {} });
    return true;
  }

  #note(name: string): void {
    const { pairs, names } = this.#walks;
    names.set(name, (names.get(name) ?? 0) + 1);
    const pair = `${this.#last ?? "start"} -> ${name}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    this.#last = name;
  }

  async #compare(): Promise<void> {
    expect(await observe(this.club, this.model, this.#from)).toEqual(
      expected(this.club, this.model),
    );
  }

  /** Every explanation ends at what was paid. */
  async explainAll(): Promise<void> {
    expect(await faultsOfExplanations(this.club, this.model)).toEqual([]);
  }

  /** Checks books and explanations, and recomputes the days from their archives. */
  async lookClosely(): Promise<void> {
    this.#walks.deep += 1;
    await this.club.goOn();
    expect(await this.club.faultsOfBooks()).toEqual([]);
    await this.explainAll();
    for (const day of this.#days) expect(await this.club.faultsOfDay(day)).toEqual([]);
  }
}

/** Objects with their keys in order, so that equal ones have equal text. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

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

  toString(): string {
    return `\n  ${this.#told}`;
  }
}

const draw = fc.nat(1023);
/** 0: no crash; most steps have none. */
const crashes = fc.nat(240).map((n) => (n > PLACES.length ? 0 : n));

/** Commands, the more important ones more often. */
export const commands = fc.commands(
  COMMANDS.flatMap((command) =>
    Array.from({ length: command.weight }, () =>
      fc
        .tuple(draw, draw, draw, draw, crashes)
        .map(([a, b, c, d, crash]) => new Taken(command, [a, b, c, d], crash)),
    ),
  ),
  { size: "max", maxCommands: 36 },
);

/** Runs walks until done or one finds something, which is shrunk and reported with its commands. */
export async function walk(
  home: WalkHome,
  options: { runs: number; seed: number; path?: string; lookEvery?: number },
): Promise<Walks> {
  const walks = new Walks(home);
  let shrinkUntil = Number.POSITIVE_INFINITY;
  try {
    await fc.assert(
      fc.asyncProperty(starts, commands, async (start, steps) => {
        // Shrinking has a time limit; then the shortest failing walk so far is reported.
        if (performance.now() > shrinkUntil) return;
        const walking = await walks.begin(start);
        try {
          await fc.asyncModelRun(() => ({ model: walking.model, real: walking }), steps);
          // Books and days contain all walks of a club: one check covers all since the last.
          walks.done += 1;
          await walking.explainAll();
          if (walks.done % (options.lookEvery ?? 1) === 0) await walking.lookClosely();
        } catch (error) {
          shrinkUntil = Math.min(shrinkUntil, performance.now() + SHRINK_MS);
          await walks.close();
          throw error;
        }
      }),
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
    `${steps} steps of ${kinds.length} kinds, ${walks.crashes} crashes, ${walks.refusals} refusals, ${walks.deep} times everything looked at; ` +
    `${seen.length} of ${kinds.length ** 2} pairs one right after the other, ${both.length} of ${all} in each order`
  );
}
