import { expect } from "vitest";
import { Interrupted, interruptAt } from "../../core/kit/crash-points.ts";
import { UNKNOWN, followAllUps } from "./all-ups.ts";
import type { Command, Step } from "./command.ts";
import type { Model } from "./model.ts";
import { type House, expected, faultsOfExplanations, observe } from "./observe.ts";
import { type Answer, type WalkClub, isOverload } from "./rig.ts";
import type { Walks } from "./walks.ts";

/** Where a process may crash: at each commit of an act, and at the named points of long work. */
export const PLACES = [
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
const CHECK_VIOLATION = "23514";

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
      // An answer waits two seconds for its refunds; on a slow machine the jobs pay the rest.
      if (command.isLong === true) await this.club.payRefunds();
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
    followAllUps(this.model);
    await this.#learn();
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

  /** Asks for the bets that the club placed by itself. */
  async #learn(): Promise<void> {
    for (const { bets } of this.model.allUps) {
      const [first] = bets;
      const staked = bets.at(-1)!;
      if (staked.id !== UNKNOWN) continue;
      const [row] = await this.club.asAdmin(
        "SELECT bet_id FROM all_up_leg WHERE order_id = $1 AND leg = $2",
        [first!.id, bets.length],
      );
      staked.id = row?.bet_id ?? UNKNOWN;
      this.#walks.followed += 1;
    }
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

  /**
   * Two people act in the same moment, as the walk's last step: whichever came first, the books are
   * whole, the days can be recomputed, and nothing is left that nobody goes on with.
   */
  async takeTogether(steps: readonly Step[]): Promise<void> {
    this.#walks.together += 1;
    const act = async (step: Step): Promise<Answer | undefined> => {
      // Money that is brought and taken without a call: a bet took it before.
      return await step.act(this).catch((error: { code?: string }) => {
        if (error.code !== CHECK_VIOLATION) throw error;
        return undefined;
      });
    };
    const answers = await Promise.all(steps.map(act));
    for (const answer of answers) expect(answer?.status ?? 200).not.toBe(500);
    await this.club.goOn();
    await this.club.goOn();
    expect(await this.club.asAdmin(STUCK)).toEqual([]);
    expect(await this.club.faultsOfBooks()).toEqual([]);
    for (const day of this.#days) expect(await this.club.faultsOfDay(day)).toEqual([]);
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

/** Work of the clock that nobody goes on with any more. */
const STUCK = `
  SELECT 'correction ' || id AS what FROM correction WHERE step <> 'done'
  UNION ALL SELECT 'settlement ' || id FROM settlement WHERE step IN ('computed', 'posting')
  UNION ALL SELECT 'sport settlement ' || event_id FROM sport_settlement WHERE step <> 'posted'
  UNION ALL SELECT 'refund of ' || pool_id FROM refund_job WHERE NOT is_done
  UNION ALL SELECT 'act ' || kind FROM begun_act WHERE done_at IS NULL`;
