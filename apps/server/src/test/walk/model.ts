import {
  type BetOrder,
  type DoublePool,
  type LegFacts,
  type Placings,
  type PoolBet,
  type PoolCode,
  type PoolFacts,
  type PoolOutcome,
  RULE_SETS,
  Refusal,
  betTypeOf,
  countCombinations,
  countScratched,
  favouriteOf,
  finishTally,
  isDoublePool,
  isMultiPool,
  startPayout,
  startTally,
  refundsWithdrawnInMulti,
  winningCombinations,
} from "@club/domain";
import type {
  AllUp,
  Bet,
  Money,
  Player,
  Pool,
  Race,
  SportBet,
  SportEvent,
  Take,
  Withdrawal,
} from "./facts.ts";
import { toldOf } from "./told.ts";

/**
 * What a small club should have after whatever happened in it: a reference without a database and
 * without the server's life cycle. It holds only facts (who bet what, what became of each race) and
 * derives from them, anew each time, what every bet, pool, jackpot and house account should have.
 * Only a player's cash has a memory: a correction takes what is there, and the club bears the rest.
 * Formulas of one pool are the domain's, which has its own reference.
 */

const NOTHING: Money = { payout: 0n, refund: 0n };
const sumOf = (values: Iterable<bigint>): bigint => {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
};

export class Model {
  readonly players: Player[];
  readonly races: Race[] = [];
  readonly pools: Pool[] = [];
  readonly bets: Bet[] = [];
  readonly allUps: AllUp[] = [];
  readonly events: SportEvent[] = [];
  readonly sportBets: SportBet[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly takes: Take[] = [];
  /** By bet: what the club bore (positive) and what was recovered (negative), in order. */
  readonly borne = new Map<string, { at: number; player: number; cents: bigint }[]>();
  /** Steps so far: the model's clock. */
  now = 0;
  #known: Map<Pool, { facts: PoolFacts; outcome: PoolOutcome }> | null = null;

  constructor(cash: readonly bigint[]) {
    this.players = cash.map((cents) => ({ cash: cents, held: 0n }));
  }

  // ---------------------------------------------------------------- pools

  poolOf(race: Race, code: PoolCode, race2: Race | null = null): Pool | undefined {
    return this.pools.find(
      (pool) =>
        pool.code === code &&
        ((pool.race === race && pool.race2 === race2) ||
          (race2 !== null && pool.race === race2 && pool.race2 === race)),
    );
  }

  addPool(code: PoolCode, legs: readonly [Race, ...Race[]]): Pool {
    const [race, ...others] = legs;
    const pool: Pool = {
      key: `${code} ${legs.map(({ key }) => key).join(" ")}`,
      code,
      legs,
      race,
      race2: others.at(-1) ?? null,
      isClosed: false,
      isGivenBack: false,
      isSettled: false,
      isTouched: false,
      jackpotIn: 0n,
      guarantee: 0n,
      late: new Map(),
      voidLate: new Set(),
      declared: null,
    };
    this.pools.push(pool);
    return pool;
  }

  /** Everything that decides a pool's money, as known now; null while it cannot be settled. */
  factsOf(pool: Pool, placings: (race: Race) => Placings | null = standing): PoolFacts | null {
    const rules = RULE_SETS[pool.race.rules];
    const declared = pool.race.isDeclared
      ? (pool.declared ?? toldOf(pool) ?? { refunded: false, dividends: [] })
      : null;
    if (pool.race2 === null) {
      const result = placings(pool.race);
      if (result === null) return null;
      const { runners, scratched } = pool.race;
      return {
        kind: "single",
        pool: pool.code as Extract<PoolFacts, { kind: "single" }>["pool"],
        rules,
        handicap: false,
        runners,
        scratched: [...scratched],
        abandoned: false,
        placings: result,
        jackpotInCents: pool.jackpotIn,
        declared,
      };
    }
    const legs = pool.legs.flatMap((race) => legOf(pool, race, placings(race)) ?? []);
    if (legs.length < pool.legs.length) return null;
    if (isMultiPool(pool.code)) {
      const money = { jackpotInCents: pool.jackpotIn, guaranteeCents: pool.guarantee };
      return { kind: "multi", pool: pool.code, rules, legs, ...money, declared };
    }
    const code = pool.code as DoublePool["pool"];
    return { kind: "double", pool: code, rules, legs: legs as [LegFacts, LegFacts], declared };
  }

  /** The pool on paper; "missing": a backed winner has no official dividend. */
  outcomeOf(pool: Pool, facts: PoolFacts): PoolOutcome | "missing" {
    const tally = startTally(facts);
    for (const { bet } of this.partsIn(pool)) tally.add(bet);
    try {
      return finishTally(tally);
    } catch (error) {
      if (error instanceof Refusal && error.code === "result.no_dividend") return "missing";
      throw error;
    }
  }

  /** While nothing changes, every settled pool is computed only once. */
  unchanged<T>(work: () => T): T {
    this.#known = new Map();
    try {
      return work();
    } finally {
      this.#known = null;
    }
  }

  settledOutcome(pool: Pool): { facts: PoolFacts; outcome: PoolOutcome } | null {
    if (!pool.isSettled) return null;
    const known = this.#known?.get(pool);
    if (known !== undefined) return known;
    const made = this.#settle(pool);
    this.#known?.set(pool, made);
    return made;
  }

  #settle(pool: Pool): { facts: PoolFacts; outcome: PoolOutcome } {
    const facts = this.factsOf(pool);
    const outcome = facts === null ? "missing" : this.outcomeOf(pool, facts);
    if (facts === null || outcome === "missing") throw new Error(`${pool.key} cannot be settled`);
    return { facts, outcome };
  }

  statusOf(pool: Pool): string {
    if (pool.isGivenBack) return "REFUND";
    const settled = this.settledOutcome(pool);
    if (settled !== null) return settled.outcome.status;
    return pool.isClosed ? "CLOSED" : "OPEN";
  }

  *partsIn(pool: Pool): Generator<{ owner: Bet; bet: PoolBet }> {
    for (const owner of this.bets) {
      if (owner.isVoid) continue;
      for (const part of owner.parts) if (part.pool === pool) yield { owner, bet: part.bet };
    }
  }

  /** The winning combinations that the facts allow, as an operator would list them. */
  winnersOf(pool: Pool, placings: (race: Race) => Placings | null): string[] {
    const facts = this.factsOf(pool, placings);
    if (facts === null) return [];
    const named = winningCombinations(facts).map(
      ({ combination, fieldCombination }) => fieldCombination ?? combination,
    );
    return [...new Set(named)];
  }

  /** The pools of several races that are settled together with a race, once it has this result. */
  doublesWith(race: Race): Pool[] {
    return this.pools.filter(
      (pool) =>
        pool.race2 !== null && pool.legs.includes(race) && !pool.isGivenBack && !pool.isSettled,
    );
  }

  // ---------------------------------------------------------------- bets

  /** What a bet should have received by now, over all of its pools. */
  dueOf(bet: Bet): Money {
    if (bet.isVoid) return { payout: 0n, refund: bet.cost };
    let [payout, refund] = [0n, 0n];
    for (const part of bet.parts) {
      const due = this.dueIn(part);
      payout += due.payout;
      refund += due.refund;
    }
    return { payout, refund };
  }

  dueIn({ pool, bet }: Bet["parts"][number]): Money {
    if (pool.isGivenBack) return { payout: 0n, refund: costOf(bet) };
    const settled = this.settledOutcome(pool);
    if (settled !== null) {
      const paid = startPayout(settled.facts, settled.outcome).settle(bet);
      return { payout: paid.payoutCents, refund: paid.refundCents };
    }
    const gone = countScratched(bet, this.#returned(pool));
    return { payout: 0n, refund: BigInt(gone) * bet.unitStakeCents };
  }

  /** By leg, the runners whose combinations were refunded from a pool that goes on. */
  #returned(pool: Pool): Set<number>[] {
    if (pool.race2 === null) return [pool.race.scratched];
    if (!refundsWithdrawnInMulti(RULE_SETS[pool.race.rules], false))
      return pool.legs.map(() => new Set());
    return pool.legs.map(
      (race) => new Set([...race.scratched].filter((number) => !pool.late.get(race)?.has(number))),
    );
  }

  statusOfBet(bet: Bet): string {
    const { payout, refund } = this.dueOf(bet);
    if (bet.isVoid) return "void";
    if (refund >= bet.cost) return "refunded";
    if (bet.parts.some(({ pool }) => !pool.isSettled && !pool.isGivenBack)) return "accepted";
    return payout > 0n ? "won" : "lost";
  }

  sportDueOf(bet: SportBet): Money & { readonly status: string } {
    if (bet.isVoid) return { payout: 0n, refund: bet.cost, status: "void" };
    const results = bet.legs.map(({ event, outcome }) => event.results?.get(outcome));
    if (results.includes(undefined)) return { ...NOTHING, status: "accepted" };
    const { status, payoutCents, refundCents } = bet.settle(results as ("won" | "lost" | "void")[]);
    return { status, payout: payoutCents, refund: refundCents };
  }

  /**
   * Pays every bet that is due more, and takes back what others are due less as far as the player's
   * cash allows; payments come first. What the club bore for a bet is deducted from its next
   * payment.
   */
  pay(): void {
    const changes = this.unchanged(() => [
      ...this.bets.map((bet) => this.#changeOf(bet, this.dueOf(bet))),
      ...this.sportBets.map((bet) => this.#changeOf(bet, this.sportDueOf(bet))),
    ]).toSorted((a, b) =>
      a.cents === b.cents ? (a.id < b.id ? -1 : 1) : a.cents > b.cents ? -1 : 1,
    );
    for (const { id, player, cents } of changes) {
      if (cents === 0n) continue;
      const wallet = this.players[player]!;
      if (cents > 0n) {
        const off = smaller(this.borneOf(id), cents);
        this.#note(id, player, -off);
        wallet.cash += cents - off;
      } else {
        const taken = smaller(wallet.cash, -cents);
        this.#note(id, player, -cents - taken);
        wallet.cash -= taken;
      }
    }
  }

  #changeOf(bet: Bet | SportBet, due: Money): { id: string; player: number; cents: bigint } {
    const cents = due.payout + due.refund - bet.got.payout - bet.got.refund;
    bet.got = { payout: due.payout, refund: due.refund };
    return { id: bet.id, player: bet.player, cents };
  }

  borneOf(id: string): bigint {
    return sumOf((this.borne.get(id) ?? []).map(({ cents }) => cents));
  }

  #note(id: string, player: number, cents: bigint): void {
    if (cents === 0n) return;
    this.borne.set(id, [...(this.borne.get(id) ?? []), { at: this.now, player, cents }]);
  }

  /** Turns held money back into cash, less what the club has borne since it was asked for. */
  giveBackHeld(withdrawal: Withdrawal): void {
    const wallet = this.players[withdrawal.player]!;
    wallet.held -= withdrawal.amount;
    wallet.cash += withdrawal.amount;
    let left = withdrawal.amount;
    for (const [id, notes] of [...this.borne].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const fresh = notes.filter(({ at, cents }) => cents > 0n && at > withdrawal.since);
      if (notes[0]?.player !== withdrawal.player || fresh.length === 0) continue;
      const due = smaller(sumOf(fresh.map(({ cents }) => cents)), this.borneOf(id));
      const part = smaller(due, left);
      if (part <= 0n) continue;
      this.#note(id, withdrawal.player, -part);
      wallet.cash -= part;
      left -= part;
    }
  }

  // ---------------------------------------------------------------- jackpots

  /** What a pool leaves for a later one, including what it took itself. */
  leaves(pool: Pool): bigint {
    if (pool.isGivenBack) return pool.jackpotIn;
    return this.settledOutcome(pool)?.outcome.jackpotOutCents ?? 0n;
  }

  /** The pool is not over yet, or has paid out: it keeps what it took. */
  #keeps(pool: Pool): boolean {
    return (
      pool.jackpotIn > 0n &&
      !["REFUND", "REFUND_NO_WINNER", "JACKPOT"].includes(this.statusOf(pool))
    );
  }

  /** The pools whose jackpot no other pool has taken, and how much. */
  waitingOf(code: PoolCode): { pool: Pool; amount: bigint }[] {
    return this.pools.flatMap((pool) => {
      if (pool.code !== code) return [];
      const taken = sumOf(
        this.takes.filter(({ taker }) => taker === pool).map((take) => take.amount),
      );
      const own = this.#keeps(pool) ? 0n : this.leaves(pool) - taken;
      const isTaken = this.takes.some(
        (take) => this.#keeps(take.taker) && take.sources.some((source) => source.pool === pool),
      );
      return own > 0n && !isTaken ? [{ pool, amount: own }] : [];
    });
  }

  jackpotOf(code: PoolCode): bigint {
    return sumOf(this.waitingOf(code).map(({ amount }) => amount));
  }

  /** At each of its closes a pool takes the waiting jackpot. */
  takeJackpot(pool: Pool): void {
    if (pool.race.isDeclared || isDoublePool(pool.code)) return;
    const sources = this.waitingOf(pool.code);
    const amount = sumOf(sources.map((source) => source.amount));
    if (amount === 0n) return;
    pool.jackpotIn += amount;
    this.takes.push({ taker: pool, amount, sources });
  }

  // ---------------------------------------------------------------- the house

  escrowOf(pool: Pool): bigint {
    if (pool.isSettled || pool.isGivenBack) return 0n;
    let held = pool.jackpotIn;
    for (const bet of this.bets) {
      for (const part of bet.parts) {
        if (part.pool !== pool) continue;
        held += bet.isVoid ? 0n : costOf(part.bet) - this.dueIn(part).refund;
      }
    }
    return held;
  }

  house(): Record<string, bigint> {
    const outcomes = this.pools.flatMap((pool) => this.settledOutcome(pool)?.outcome ?? []);
    const total = (of: (outcome: PoolOutcome) => bigint): bigint => sumOf(outcomes.map(of));
    const singles = this.pools.filter(({ code }) => !isDoublePool(code));
    const left = sumOf(singles.map((pool) => this.leaves(pool)));
    const used = sumOf(singles.map((pool) => pool.jackpotIn));
    const waiting = sumOf(
      [...new Set(singles.map(({ code }) => code))].map((code) => this.jackpotOf(code)),
    );
    // A jackpot that no pool took waits; any difference is what the club put in, or kept.
    const jackpots = left - used - waiting;
    const borne = sumOf([...this.borne.keys()].map((id) => this.borneOf(id)));
    return {
      takeout: total(({ takeoutCents }) => takeoutCents),
      breakage: total(({ breakageCents }) => breakageCents),
      house_topup: -total(({ houseTopUpCents }) => houseTopUpCents),
      book_result: total(({ bookResultCents }) => bookResultCents),
      adjustments: jackpots - borne,
      sports_book: sumOf(this.sportBets.map((bet) => bet.cost - bet.got.payout - bet.got.refund)),
    };
  }
}

/** The result that a race is settled by. */
export function standing(race: Race): Placings | null {
  return race.status === "settled" ? race.placings : null;
}

export function partsOfOrder(order: BetOrder): { code: PoolCode; bet: PoolBet }[] {
  const { betType, slots, unitStakeCents, unitStake2Cents } = order;
  return betTypeOf(betType).pools.map((code, i) => ({
    code,
    bet: {
      betType,
      slots,
      unitStakeCents: i === 0 ? unitStakeCents : (unitStake2Cents ?? unitStakeCents),
    },
  }));
}

function legOf(pool: Pool, race: Race, placings: Placings | null): LegFacts | null {
  const isVoid = race.status === "abandoned";
  if (!isVoid && placings === null) return null;
  const late = pool.late.get(race) ?? new Set<number>();
  const scratched = [...race.scratched];
  return {
    handicap: false,
    runners: race.runners,
    scratched: scratched.filter((number) => !late.has(number)),
    scratchedAfterLeg1Started: scratched.filter((number) => late.has(number)),
    placings: isVoid ? null : placings,
    void: isVoid,
    voidAfterLeg1Started: pool.voidLate.has(race),
    favourite: favouriteOf(race.winAtClose, { runners: race.runners, scratched }),
  };
}

const costOf = (bet: PoolBet): bigint => BigInt(countCombinations(bet)) * bet.unitStakeCents;
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
