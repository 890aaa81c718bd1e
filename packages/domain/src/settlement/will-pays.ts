import { assert } from "../assert.ts";
import type { PoolBet, Slots } from "../bets/bet-order.ts";
import { countLive } from "../bets/count-combinations.ts";
import { CentsSum } from "../money/cents-sum.ts";
import type { Cents } from "../money/cents.ts";
import { payCombination } from "../pools/dividend.ts";
import type { MultiPool } from "../pools/pool-facts.ts";
import { prizeDividend, prizeMoney } from "./multi-outcome.ts";
import { countInTier, countLiveIn, countWinningIn, planMulti } from "./multi-plan.ts";
import type { LegWin, PoolPlan, Tier } from "./plan-shapes.ts";

/** How a ticket stands after the legs that are over. */
export type Alive = {
  /** Legs that have a result, or are void. */
  readonly decided: number;
  readonly legs: number;
  /** Combinations that may still have all legs right. */
  readonly combinations: number;
  /** Combinations with exactly one leg wrong so far: they may still win a second prize. */
  readonly oneWrong: number;
};

/**
 * What of a ticket is alive. Facts are those of the moment: a leg without a result is open, whatever
 * else is known of it. Source: docs/rules/multi-race.md, "While it runs".
 */
export function aliveIn(pool: MultiPool, slots: Slots): Alive {
  const { legWins = [], winners } = planMulti(pool);
  const { decided, right, oneWrong } = standOf(pool, legWins, slots);
  const isOver = winners.length === 0;
  const hasMinor = winners.some(({ tier }) => tier === "MINOR");
  return {
    decided,
    legs: pool.legs.length,
    combinations: isOver ? 0 : right,
    oneWrong: hasMinor ? oneWrong : 0,
  };
}

/** Over the decided legs, with every runner of the others. */
function standOf(pool: MultiPool, legWins: readonly LegWin[], slots: Slots) {
  let [decided, right, oneWrong] = [0, 1, 0];
  legWins.forEach((leg, i) => {
    const slot = slots[i] ?? [];
    const live = countLiveIn(leg, slot);
    const isOpen = isOpenLeg(pool, i);
    const winning = isOpen ? live : countWinningIn(leg, slot);
    oneWrong = oneWrong * winning + right * (live - winning);
    right *= winning;
    if (!isOpen) decided += 1;
  });
  return { decided, right, oneWrong };
}

function isOpenLeg(pool: MultiPool, leg: number): boolean {
  const facts = pool.legs[leg];
  return facts !== undefined && !facts.void && facts.placings === null;
}

/** The runners of a leg in whose place its favourite counts; null: nobody does. */
export type StandIn = { readonly withdrawn: readonly number[]; readonly favourite: number | null };

/** Who stands in for whom, by leg. Source: docs/rules/multi-race.md, "Withdrawn runners". */
export function standInsOf(pool: MultiPool): readonly StandIn[] {
  const { legWins = [] } = planMulti(pool);
  return legWins.map(({ withdrawn, favourite }) => ({
    withdrawn: [...withdrawn].sort((a, b) => a - b),
    favourite: withdrawn.size === 0 ? null : favourite,
  }));
}

/** What a pool would pay if this runner alone won its last leg. */
export type WillPay = {
  readonly runner: number;
  /** Stakes that would have all legs right. */
  readonly stakesCents: Cents;
  /** Per 1.00; null: nobody would have all legs right. */
  readonly dividendCents: Cents | null;
  /** Of a second prize; null: nobody would win it, or there is none. */
  readonly minorDividendCents: Cents | null;
};

type Sums = { readonly major: CentsSum; readonly minor: CentsSum };

/**
 * Counts the tickets of a pool with one leg left, once, for every runner of that leg. Per ticket,
 * with R and W its combinations that have all other legs right, or one wrong, n its runners in the
 * open leg and c how often a runner is among them: R x c have all right if that runner wins, and
 * R x (n - c) + W x c exactly one wrong. Source: docs/rules/multi-race.md, "While it runs".
 */
export class WillPays {
  readonly #pool: MultiPool;
  readonly #plan: PoolPlan;
  readonly #open: number;
  readonly #gross = new CentsSum();
  /** R x n: of every runner, before what it makes right is taken out. */
  readonly #base = new CentsSum();
  readonly #sums = new Map<number, Sums>();

  constructor(pool: MultiPool) {
    const open = pool.legs.flatMap((_, i) => (isOpenLeg(pool, i) ? [i] : []));
    assert(open.length === 1 && pool.abandoned !== true, "one leg is left");
    this.#pool = pool;
    this.#plan = planMulti(pool);
    this.#open = open[0] ?? 0;
  }

  /** @param times - how many equal tickets this one stands for. */
  add(ticket: PoolBet, times = 1): void {
    const { unitStakeCents, slots } = ticket;
    const { legWins = [], scratched } = this.#plan;
    this.#gross.add(countLive(ticket, scratched) * times, unitStakeCents);
    const others = legWins.filter((_, i) => i !== this.#open);
    const chosen = slots.filter((_, i) => i !== this.#open);
    const right = countInTier(others, chosen, "MAJOR") * times;
    const oneWrong = countInTier(others, chosen, "MINOR") * times;
    if (right === 0 && oneWrong === 0) return;
    const leg = legWins[this.#open] as LegWin;
    const slot = slots[this.#open] ?? [];
    this.#base.add(right * countLiveIn(leg, slot), unitStakeCents);
    for (const runner of slot) {
      const running = runningOf(leg, runner);
      if (running === null) continue;
      const sums = this.#sumsOf(running);
      sums.major.add(right, unitStakeCents);
      sums.minor.add(oneWrong, unitStakeCents);
    }
  }

  #sumsOf(runner: number): Sums {
    const found = this.#sums.get(runner) ?? { major: new CentsSum(), minor: new CentsSum() };
    this.#sums.set(runner, found);
    return found;
  }

  /** One for each runner that is left in the open leg; none when the pool would be refunded. */
  list(): readonly WillPay[] {
    const { winners } = this.#plan;
    const leg = this.#pool.legs[this.#open];
    if (winners.length === 0 || leg === undefined) return [];
    const out = new Set([...leg.scratched, ...leg.scratchedAfterLeg1Started]);
    return leg.runners.filter((runner) => !out.has(runner)).map((runner) => this.of(runner));
  }

  of(runner: number): WillPay {
    const sums = this.#sums.get(runner);
    const stakesCents = sums?.major.total() ?? 0n;
    const hasMinor = this.#plan.winners.some(({ tier }) => tier === "MINOR");
    const minorCents = this.#base.total() - stakesCents + (sums?.minor.total() ?? 0n);
    const stakes = new Map<Tier, Cents>([["MAJOR", stakesCents]]);
    if (hasMinor) stakes.set("MINOR", minorCents);
    const won = new Set([...stakes].filter(([, cents]) => cents > 0n).map(([tier]) => tier));
    const money = prizeMoney(this.#pool, this.#gross.total(), won);
    const dividendOf = (tier: Tier): Cents | null => {
      if (!won.has(tier)) return null;
      const prize = { tier, stakesCents: stakes.get(tier) ?? 0n };
      return prizeDividend(this.#pool, money, prize).dividendCents;
    };
    return {
      runner,
      stakesCents,
      dividendCents: dividendOf("MAJOR"),
      minorDividendCents: dividendOf("MINOR"),
    };
  }

  /** What a ticket would be paid if this runner alone won. */
  payoutOf({ slots, unitStakeCents }: PoolBet, willPay: WillPay): Cents {
    const { legWins = [] } = this.#plan;
    const wins = legWins.map((leg, i) =>
      i === this.#open ? { ...leg, winners: new Set([willPay.runner]) } : leg,
    );
    const paid = (tier: Tier, dividendCents: Cents | null): Cents =>
      dividendCents === null
        ? 0n
        : BigInt(countInTier(wins, slots, tier)) * payCombination(unitStakeCents, dividendCents);
    return paid("MAJOR", willPay.dividendCents) + paid("MINOR", willPay.minorDividendCents);
  }
}

/** Who runs for a chosen runner; null: its combinations came back. */
function runningOf(leg: LegWin, runner: number): number | null {
  if (leg.refunded.has(runner)) return null;
  return leg.withdrawn.has(runner) ? leg.favourite : runner;
}
