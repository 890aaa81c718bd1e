import type { BetOrder, BetTypeIndex, Placings } from "@club/domain";
import { type Command, type Model, RUNNERS } from "./club-model.ts";

const MINUTE_MS = 60_000;
/** Runners that are left in a race, so that a form of every type can be filled. */
const LEAST_RUNNERS = 4;

/** Numbers that depend only on the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How often each kind comes. */
const WEIGHTS: readonly (readonly [Command["kind"] | "again", number])[] = [
  ["bet", 42],
  ["again", 12],
  ["resolve", 4],
  ["scratch", 5],
  ["close", 4],
  ["reopen", 4],
  ["delay", 3],
  ["result", 6],
  ["settle", 8],
  ["abandon", 1],
  ["topUp", 3],
  ["adjust", 6],
  ["limit", 2],
];

type ActKind = "scratch" | "close" | "reopen" | "delay" | "result" | "settle" | "abandon";

const RIPE: Readonly<Record<ActKind, readonly Model["races"][number]["status"][]>> = {
  scratch: ["open", "closed", "final"],
  close: ["open"],
  reopen: ["closed"],
  delay: ["open"],
  result: ["closed", "final"],
  settle: ["final"],
  abandon: ["open", "closed", "final"],
};

/** Commands that mostly make sense, judged by the model before they are sent. */
export class RandomCommands {
  readonly #random: () => number;
  readonly #bets: Extract<Command, { kind: "bet" }>[] = [];
  #keys = 0;
  #delays = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** @param active - the races still in play; the others are over. */
  next(model: Model, active: readonly number[]): Command {
    const kind = this.#kind();
    const race = this.#pick(active);
    const player = this.#below(model.players.length);
    switch (kind) {
      case "bet":
        return this.#bet(model, { player, race });
      case "again":
        return this.#again(model, { player, race });
      case "resolve":
        return { kind, player, key: `k${this.#below(this.#keys + 2)}` };
      case "topUp":
        return { kind, player, cents: BigInt(100 + this.#below(5000)) };
      case "adjust":
        return { kind, player, cents: BigInt(this.#below(8000) - 6000) || 1n };
      case "limit":
        return this.#limit(player);
      case "scratch":
      case "close":
      case "reopen":
      case "delay":
      case "result":
      case "settle":
      case "abandon":
        return this.#act(kind, model, this.#ripe(kind, model, active));
    }
  }

  /** Mostly a race on which the act can be done. */
  #ripe(kind: ActKind, { races }: Model, active: readonly number[]): number {
    const ripe = active.filter((race) => RIPE[kind].includes(races[race]?.status ?? "open"));
    return this.#pick(ripe.length === 0 || this.#below(4) === 0 ? active : ripe);
  }

  #act(kind: ActKind, model: Model, race: number): Command {
    const facts = model.races[race] as Model["races"][number];
    switch (kind) {
      case "scratch": {
        const live = RUNNERS.length - facts.scratched.length;
        return live > LEAST_RUNNERS
          ? { kind, race, runner: this.#pick(RUNNERS) }
          : { kind: "close", race };
      }
      case "reopen":
      case "delay":
        return { kind, race, startMs: facts.startMs + MINUTE_MS * (1 + (this.#delays++ % 3)) };
      case "result":
        return { kind, race, placings: this.#placings(facts.scratched) };
      case "settle":
        return { kind, race, version: Math.max(1, facts.version - (this.#below(6) === 0 ? 1 : 0)) };
      case "close":
      case "abandon":
        return { kind, race };
    }
  }

  #kind(): Command["kind"] | "again" {
    const all = WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.#random() * all;
    return (WEIGHTS.find(([, weight]) => (left -= weight) < 0) ?? WEIGHTS[0]!)[0];
  }

  #bet(model: Model, where: { player: number; race: number }): Command {
    const { scratched } = model.races[where.race] as Model["races"][number];
    const key = `k${this.#keys++}`;
    const bet = { kind: "bet" as const, ...where, order: this.#order(scratched), key };
    this.#bets.push(bet);
    return bet;
  }

  /** A recent bet sent again; now and then a different bet with its key. */
  #again(model: Model, where: { player: number; race: number }): Command {
    const known = this.#bets.at(-1 - this.#below(Math.min(12, this.#bets.length)));
    if (known === undefined) return this.#bet(model, where);
    if (this.#below(4) > 0) return known;
    return { ...known, order: { ...known.order, unitStakeCents: known.order.unitStakeCents + 1n } };
  }

  #limit(player: number): Command {
    const cents = this.#below(6) === 0 ? null : BigInt(5000 + this.#below(40_000));
    return { kind: "limit", player, cents };
  }

  /** Runners that are not scratched, most of the time. */
  #order(scratched: readonly number[]): BetOrder {
    const betType = this.#pick<BetTypeIndex>([1, 1, 2, 3, 4, 5, 6, 7, 9, 9, 12, 13]);
    const live = RUNNERS.filter((runner) => !scratched.includes(runner) || this.#below(10) === 0);
    const runners = this.#shuffled(live);
    const count = 2 + this.#below(2);
    const slots: Partial<Record<BetTypeIndex, number[][]>> = {
      1: [runners.slice(0, 1 + this.#below(3))],
      2: [runners.slice(0, 1 + this.#below(3))],
      3: [runners.slice(0, 1), runners.slice(1, 1 + count)],
      4: [runners.slice(0, count + 1)],
      5: [runners.slice(0, count), runners.slice(1, 1 + count)],
      6: [runners.slice(0, 1), runners.slice(1, 3), runners.slice(2, 4)],
      7: [runners.slice(0, 3)],
      9: [runners.slice(0, 1 + this.#below(2))],
      12: [runners.slice(0, 1), runners.slice(1, 1 + count)],
      13: [runners.slice(0, 1), runners.slice(1, 1 + count)],
    };
    const hasPlaceUnit = betType === 9 && this.#below(2) === 0;
    return {
      betType,
      slots: slots[betType] ?? [],
      unitStakeCents: BigInt(10 + this.#below(500)),
      unitStake2Cents: hasPlaceUnit ? BigInt(10 + this.#below(500)) : null,
    };
  }

  /** All live runners in any order, now and then two at once. */
  #placings(scratched: readonly number[]): Placings {
    const order = this.#shuffled(RUNNERS.filter((runner) => !scratched.includes(runner)));
    const groups = order.map((runner) => [runner]);
    if (this.#below(4) === 0) {
      const [first = [], second = [], ...rest] = groups;
      return [[...first, ...second].toSorted((a, b) => a - b), ...rest];
    }
    return groups;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)] as T;
  }

  #shuffled(items: readonly number[]): number[] {
    return items
      .map((item) => [this.#random(), item] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, item]) => item);
  }
}
