import type { RuleSetName } from "@club/domain";
import fc from "fast-check";
import { expect } from "vitest";
import { OTHERS, openStep } from "./card.commands.ts";
import type { Walk } from "./command.ts";
import type { Race } from "./facts.ts";
import { Model } from "./model.ts";
import { readHouse } from "./observe.ts";
import { type WalkHome, WalkClub } from "./rig.ts";
import { Walking } from "./walking.ts";

/** How a walk starts: rules, dividends, pools of the races, the players' money. */
export interface Start {
  readonly rules: readonly [RuleSetName, RuleSetName];
  readonly isDeclared: boolean;
  readonly offered: readonly number[];
  readonly runners: number;
  readonly cash: number;
  /** How many of the two meetings have three races and a Treble over them; the first always has the races. */
  readonly trebles: number;
  /** Everything is checked after each step; otherwise only at the end. */
  readonly isDeep: boolean;
}

const RULES: readonly RuleSetName[] = ["AU_STD", "HK", "UK_TOTE"];
const CASH = [3000n, 12_000n, 50_000n];

export const starts = (deepEvery: number): fc.Arbitrary<Start> =>
  fc.record({
    rules: fc.tuple(fc.constantFrom(...RULES), fc.constantFrom(...RULES)),
    isDeclared: fc.nat(3).map((n) => n === 3),
    offered: fc.array(fc.nat(2 ** OTHERS.length - 1), { minLength: 4, maxLength: 4 }),
    runners: fc.integer({ min: 4, max: 6 }),
    cash: fc.nat(2),
    trebles: fc.constantFrom(0, 1, 1, 2),
    // Without bias: fast-check draws the ends of a range more often than what lies between.
    isDeep: fc.noBias(fc.nat(deepEvery - 1)).map((n) => n === 0),
  });

const WALKS_A_CLUB = 40;

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
  /** Legs of All Ups that the club staked by itself. */
  followed = 0;
  deep = 0;
  /** Pairs of steps that were taken in the same moment. */
  together = 0;

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
      const hasTreble = start.trebles > day;
      const count = day === 0 || hasTreble ? 3 : 1;
      const wish = {
        rules: start.rules[day]!,
        isDeclared: start.isDeclared,
        day,
        hasTreble,
        races: Array.from({ length: count }, (_, i) => ({
          runners: start.runners,
          offered: [
            "WIN" as const,
            ...OTHERS.filter((__, bit) => ((start.offered[(day * 3 + i) % 4]! >> bit) & 1) === 1),
          ],
        })),
      };
      const made = await club.makeMeeting(wish);
      days.push(made.day);
      for (const [i, id] of made.ids.entries()) {
        model.races.push({
          key: `R${model.races.length + 1}`,
          id,
          meeting: made.eventId,
          number: i + 1,
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
      if (hasTreble) await openTreble({ club, model }, model.races.slice(-count));
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

/** A meeting with a Treble begins with betting open: one with bets is over only after many steps. */
async function openTreble(walk: Walk, races: readonly Race[]): Promise<void> {
  const [first, ...others] = races;
  walk.model.addPool("TREBLE", [first!, ...others]);
  for (const race of races) {
    const step = openStep(race);
    const answer = await step.act(walk);
    expect(answer?.status).toBe(200);
    step.then(walk.model, answer!);
  }
}
