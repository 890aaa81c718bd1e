import {
  type BetOrder,
  type Cents,
  type Placings,
  partsOf,
  priceBet,
  RULE_SETS,
  scratchRefund,
  settleRace,
  type SinglePoolCode,
} from "@club/domain";

/**
 * A club as a single thread would keep it: one command after the other, by the pure rules only.
 * `applied` says whether the real club's answer is a possible answer to a command at this point,
 * and what is true after it.
 */
export type Command =
  | { kind: "bet"; player: number; race: number; order: BetOrder; key: string }
  | { kind: "resolve"; player: number; key: string }
  | { kind: "scratch"; race: number; runner: number }
  | { kind: "close" | "abandon"; race: number }
  | { kind: "reopen" | "delay"; race: number; startMs: number }
  | { kind: "result"; race: number; placings: Placings }
  | { kind: "settle"; race: number; version: number }
  | { kind: "topUp" | "adjust"; player: number; cents: bigint }
  | { kind: "limit"; player: number; cents: bigint | null };

/** What the club said: "ok" or a refusal's code, and the figures that the model checks. */
export interface Said {
  readonly code: string;
  readonly orderId?: string;
  readonly isReplay?: boolean;
  readonly costCents?: bigint;
  readonly balanceCents?: bigint;
  readonly refundedCents?: bigint;
  readonly version?: number;
}

interface Bet {
  readonly player: number;
  readonly order: BetOrder;
  readonly costCents: Cents;
  refundedCents: Cents;
}

type Jackpots = Partial<Record<SinglePoolCode, Cents>>;

export interface Race {
  status: "open" | "closed" | "final" | "settled" | "abandoned";
  startMs: number;
  scratched: number[];
  /** Of the newest result; its versions count from 1. */
  placings: Placings | null;
  version: number;
  isStale: boolean;
  settledVersion: number;
  /** The jackpots that its pools took; null before the first close. */
  jackpotInCents: Jackpots | null;
  bets: Bet[];
}

interface Player {
  cash: bigint;
  /** Refunds and payouts that are decided and may already have been paid. */
  due: bigint;
  stakeLimit: bigint | null;
  /** Cost of the bets less what has come back; `stakeDue` may have come back already. */
  staked: bigint;
  stakeDue: bigint;
}

type Key = { readonly orderId: string; readonly bet: string } | "burned";

export interface Model {
  players: Player[];
  races: Race[];
  keys: Map<string, Key>;
  jackpots: Jackpots;
}

export const RUNNERS = [1, 2, 3, 4, 5, 6];
const NO_LIMITS = { maxCostCents: 100_000_000n, maxCombinations: 30_000 };

export function newRace(startMs: number): Race {
  return {
    status: "open",
    startMs,
    scratched: [],
    placings: null,
    version: 0,
    isStale: false,
    settledVersion: 0,
    jackpotInCents: null,
    bets: [],
  };
}

export function newPlayer(cash: bigint): Player {
  return { cash, due: 0n, stakeLimit: null, staked: 0n, stakeDue: 0n };
}

/** The model after a command with this answer, or null when that answer is impossible. */
export function applied(before: Model, command: Command, said: Said): Model | null {
  const model = structuredClone(before);
  switch (command.kind) {
    case "bet":
      return place(model, command, said) ? model : null;
    case "resolve":
      return resolve(model, command, said) ? model : null;
    case "scratch":
      return scratch(model, command, said) ? model : null;
    case "close":
    case "abandon":
    case "reopen":
    case "delay":
      return act(model, command, said) ? model : null;
    case "result":
      return enterResult(model, command, said) ? model : null;
    case "settle":
      return settle(model, command, said) ? model : null;
    case "topUp":
    case "adjust":
    case "limit":
      return money(model, command, said) ? model : null;
  }
}

/** The model once all money that was due has been paid. */
export function settledUp(before: Model): Model {
  const model = structuredClone(before);
  for (const player of model.players) {
    player.cash += player.due;
    player.staked -= player.stakeDue;
    player.due = 0n;
    player.stakeDue = 0n;
  }
  return model;
}

type Of<Kind extends Command["kind"]> = Extract<Command, { kind: Kind }>;

const raceOf = (model: Model, index: number): Race => model.races[index] as Race;
const playerOf = (model: Model, index: number): Player => model.players[index] as Player;

/** The answer is one of these refusals, or a success when there are none. */
function fits(said: Said, refusals: readonly string[]): boolean {
  return refusals.length === 0 ? said.code === "ok" : refusals.includes(said.code);
}

function when(isSo: boolean, ...codes: string[]): string[] {
  return isSo ? codes : [];
}

function sameBet(command: Of<"bet">): string {
  return JSON.stringify([command.race, command.order], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

function place(model: Model, command: Of<"bet">, said: Said): boolean {
  const name = `${command.player} ${command.key}`;
  const known = model.keys.get(name);
  const race = raceOf(model, command.race);
  const player = playerOf(model, command.player);
  const isScratched = command.order.slots.flat().some((runner) => race.scratched.includes(runner));
  if (known !== undefined && known !== "burned") {
    if (known.bet !== sameBet(command)) return said.code === "idempotency.mismatch";
    return said.code === "ok" && said.orderId === known.orderId && said.isReplay === true;
  }
  const refusals = [
    ...when(known === "burned", "bet.abandoned"),
    ...when(race.status !== "open", "race.closed"),
    ...when(isScratched, "bet.runner_scratched"),
  ];
  if (refusals.length > 0) return refusals.includes(said.code);
  return accept(model, command, said) && (said.code !== "ok" || player.cash + player.due >= 0n);
}

/** Money due may have arrived or not: between the two, both answers are right. */
function accept(model: Model, command: Of<"bet">, said: Said): boolean {
  const player = playerOf(model, command.player);
  const { costCents } = priceBet(
    command.order,
    [{ runners: RUNNERS, scratched: raceOf(model, command.race).scratched }],
    NO_LIMITS,
  );
  const left = player.stakeLimit === null ? null : player.stakeLimit - player.staked - costCents;
  if (said.code === "limit.stake") return left !== null && left < 0n;
  if (said.code === "funds.insufficient") return player.cash < costCents;
  if (said.code !== "ok" || said.isReplay === true || said.orderId === undefined) return false;
  if (left !== null && left + player.stakeDue < 0n) return false;
  player.cash -= costCents;
  player.staked += costCents;
  const { order } = command;
  raceOf(model, command.race).bets.push({
    player: command.player,
    order,
    costCents,
    refundedCents: 0n,
  });
  const key = { orderId: said.orderId, bet: sameBet(command) };
  model.keys.set(`${command.player} ${command.key}`, key);
  return said.costCents === costCents && isBetween(said.balanceCents, player);
}

function isBetween(balance: bigint | undefined, { cash, due }: Player): boolean {
  return balance !== undefined && balance >= cash && balance <= cash + due;
}

function resolve(model: Model, { player, key }: Of<"resolve">, said: Said): boolean {
  const name = `${player} ${key}`;
  const known = model.keys.get(name);
  if (known !== undefined && known !== "burned") return said.orderId === known.orderId;
  model.keys.set(name, "burned");
  return said.code === "ok" && said.orderId === undefined;
}

function giveBack(model: Model, bet: Bet, cents: Cents): void {
  const player = playerOf(model, bet.player);
  bet.refundedCents += cents;
  player.due += cents;
  player.stakeDue += cents;
}

const isOver = (race: Race): boolean => race.status === "settled" || race.status === "abandoned";
/** What a settled race says depends on whether its settlement has just begun or is done. */
const OVER = ["race.state", "settlement.begun"];

function scratch(model: Model, { race: index, runner }: Of<"scratch">, said: Said): boolean {
  const race = raceOf(model, index);
  const refusals = [
    ...when(isOver(race), ...OVER),
    ...when(race.scratched.includes(runner), "runner.scratched_already"),
  ];
  if (!fits(said, refusals)) return false;
  if (refusals.length > 0) return true;
  const before = [new Set(race.scratched)];
  race.scratched.push(runner);
  const now = [new Set(race.scratched)];
  race.isStale = race.placings !== null;
  let total = 0n;
  for (const bet of race.bets) {
    const cents = partsOf(bet.order)
      .map((part) => scratchRefund(part.bet, before, now))
      .reduce((sum, each) => sum + each, 0n);
    giveBack(model, bet, cents);
    total += cents;
  }
  return said.refundedCents === total;
}

function act(
  model: Model,
  command: Of<"close" | "abandon" | "reopen" | "delay">,
  said: Said,
): boolean {
  const race = raceOf(model, command.race);
  switch (command.kind) {
    case "close": {
      const isOpen = race.status === "open";
      if (isOpen) close(model, race);
      return fits(said, when(!isOpen, "race.state"));
    }
    case "abandon":
      return abandon(model, race, said);
    case "reopen":
    case "delay": {
      const needed = command.kind === "reopen" ? "closed" : "open";
      const isEarlier = command.startMs <= race.startMs;
      const refusals = [
        ...when(race.status !== needed, ...OVER),
        ...when(isEarlier, "race.delay_invalid"),
      ];
      if (refusals.length === 0) Object.assign(race, { status: "open", startMs: command.startMs });
      return fits(said, refusals);
    }
  }
}

/** The pools of a race take the waiting jackpots, at each close. */
function close(model: Model, race: Race): void {
  race.status = "closed";
  race.jackpotInCents = added(race.jackpotInCents ?? {}, model.jackpots);
  model.jackpots = {};
}

function handOn(model: Model, jackpots: Jackpots): void {
  model.jackpots = added(model.jackpots, jackpots);
}

function added(to: Jackpots, more: Jackpots): Jackpots {
  const sums = { ...to };
  for (const [pool, cents] of Object.entries(more) as [SinglePoolCode, Cents][])
    sums[pool] = (sums[pool] ?? 0n) + cents;
  return sums;
}

function abandon(model: Model, race: Race, said: Said): boolean {
  if (isOver(race)) return OVER.includes(said.code);
  race.status = "abandoned";
  race.isStale = true;
  handOn(model, race.jackpotInCents ?? {});
  let total = 0n;
  for (const bet of race.bets) {
    const left = bet.costCents - bet.refundedCents;
    giveBack(model, bet, left);
    total += left;
  }
  return said.code === "ok" && said.refundedCents === total;
}

function enterResult(model: Model, { race: index, placings }: Of<"result">, said: Said): boolean {
  const race = raceOf(model, index);
  const isReady = race.status === "closed" || race.status === "final";
  const refusals = [
    ...when(!isReady, "result.state", "settlement.begun"),
    ...when(
      placings.flat().some((runner) => race.scratched.includes(runner)),
      "result.invalid",
    ),
  ];
  if (refusals.length > 0) return refusals.includes(said.code);
  const isKnown = !race.isStale && JSON.stringify(race.placings) === JSON.stringify(placings);
  if (!isKnown) race.version += 1;
  Object.assign(race, { status: "final", placings, isStale: false });
  return said.code === "ok" && said.version === race.version;
}

function settle(model: Model, { race: index, version }: Of<"settle">, said: Said): boolean {
  const race = raceOf(model, index);
  // Settling again gives the same numbers.
  if (race.status === "settled" && race.settledVersion === version) return said.code === "ok";
  const isNewest = version === race.version;
  const refusals = [
    ...when(version > race.version || version < 1, "result.unknown"),
    ...when(race.isStale || !isNewest, "result.stale"),
    ...when(race.status !== "final", "result.state", "settlement.begun"),
  ];
  if (refusals.length > 0) return refusals.includes(said.code);
  if (said.code !== "ok") return false;
  Object.assign(race, { status: "settled", settledVersion: version });
  const { bets, jackpotNext } = settleRace(
    {
      rules: RULE_SETS.AU_STD,
      handicap: false,
      runners: RUNNERS,
      scratched: race.scratched,
      abandoned: false,
      placings: race.placings ?? [],
      jackpotInCents: race.jackpotInCents ?? {},
      declared: null,
    },
    race.bets.map(({ order }) => order),
  );
  race.bets.forEach((bet, i) => {
    const settled = bets[i] as (typeof bets)[number];
    giveBack(model, bet, settled.refundCents - bet.refundedCents);
    playerOf(model, bet.player).due += settled.payoutCents;
  });
  handOn(model, jackpotNext);
  return true;
}

function money(model: Model, command: Of<"topUp" | "adjust" | "limit">, said: Said): boolean {
  const player = playerOf(model, command.player);
  if (command.kind === "limit") {
    const { cents } = command;
    const isTighter = cents !== null && (player.stakeLimit === null || cents < player.stakeLimit);
    if (isTighter) player.stakeLimit = cents;
    return said.code === "ok";
  }
  if (said.code === "funds.insufficient") return player.cash + command.cents < 0n;
  player.cash += command.cents;
  if (said.code !== "ok" || player.cash + player.due < 0n) return false;
  return command.kind === "topUp" || isBetween(said.balanceCents, player);
}
