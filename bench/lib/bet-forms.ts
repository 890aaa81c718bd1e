import type { BenchMatch } from "./matches.ts";

export interface RaceOrder {
  readonly race_id: string;
  readonly runners: number;
}

/** Tickets on a pool of several races. */
export interface MultiOrder {
  /** Leg 1. */
  readonly race_id: string;
  readonly multi_pool_id: string;
  readonly bet_type: number;
  readonly legs: number;
  /** Of each leg, and how many of them a ticket has. */
  readonly runners: number;
  readonly width: number;
}

/** Multiples of so many legs, or singles. */
export interface SportsOrder {
  readonly matches: readonly BenchMatch[];
  readonly legs: number;
}

export type BetMix = "usual" | "win" | "a_third_boxes";

type Form = Record<string, unknown>;

export function formOf(race: RaceOrder, mix: BetMix = "usual"): Form {
  if (mix === "win") return winForm(race);
  if (mix === "usual") return usualForm(race);
  return Math.random() < 1 / 3 ? boxForm(race) : plainForm(race);
}

/** Bets of mixed types: mostly Win, Place and Each Way, some exotics. */
function usualForm(race: RaceOrder): Form {
  const runner = (): number => 1 + Math.floor(Math.random() * race.runners);
  const [a, b, c, d] = [runner(), runner(), runner(), runner()];
  const kind = Math.random();
  const base = baseOf(race);
  if (kind < 0.4) return { ...base, bet_type: 1, horse: [a] };
  if (kind < 0.6) return { ...base, bet_type: 2, horse: [a] };
  if (kind < 0.75) return { ...base, bet_type: 9, horse: [a] };
  if (kind < 0.85) return { ...base, bet_type: 4, horse: [...new Set([a, b, c, 1, 2])] };
  if (kind < 0.95) return { ...base, bet_type: 7, horse: [...new Set([a, b, c, d, 1, 2, 3])] };
  return {
    ...base,
    bet_type: 8,
    horse1st: [1, 2],
    horse2nd: [3, 4, 5],
    horse3rd: [6, 7],
    horse4th: [8],
  };
}

const baseOf = ({ race_id }: RaceOrder): Form => ({ race_id, betAmount: 1 });

function winForm(race: RaceOrder): Form {
  return { ...baseOf(race), bet_type: 1, horse: some(race.runners, 1) };
}

function plainForm(race: RaceOrder): Form {
  const kind = Math.random();
  const bet_type = kind < 0.5 ? 1 : kind < 0.8 ? 2 : 9;
  return { ...baseOf(race), bet_type, horse: some(race.runners, 1) };
}

/** A box in each of the pools that have a board. */
function boxForm(race: RaceOrder): Form {
  const horses = some(race.runners, 4 + Math.floor(Math.random() * 3));
  const [horse1st, horse2nd, horse3rd, horse4th] = [horses, horses, horses, horses];
  const boxes: Form[] = [
    { bet_type: 4, horse: horses },
    { bet_type: 17, horse: horses },
    { bet_type: 5, horse1st, horse2nd },
    { bet_type: 20, horse: horses },
    { bet_type: 7, horse: horses },
    { bet_type: 22, horse: horses },
    { bet_type: 8, horse1st, horse2nd, horse3rd, horse4th },
  ];
  return { ...baseOf(race), ...boxes[Math.floor(Math.random() * boxes.length)] };
}

/** A ticket with the same number of runners in each leg. */
export function ticketOf({
  race_id,
  multi_pool_id,
  bet_type,
  legs,
  runners,
  width,
}: MultiOrder): Form {
  const chosen = Array.from({ length: legs }, () => some(runners, width));
  return { race_id, multi_pool_id, bet_type, legs: chosen, betAmount: 1 };
}

/** Different runners, as they come. */
function some(runners: number, count: number): number[] {
  const left = Array.from({ length: runners }, (_, i) => i + 1);
  return Array.from(
    { length: count },
    () => left.splice(Math.floor(Math.random() * left.length), 1)[0] ?? 0,
  );
}

/** A bet at any price on outcomes of different matches, more often on the favourite. */
export function slipOf({ matches, legs }: SportsOrder): Form {
  const first = Math.floor(Math.random() * matches.length);
  const chosen = Array.from({ length: legs }, (_, i) => {
    const { event_id, market_id, outcomes } = matches[(first + i) % matches.length] as BenchMatch;
    const outcome = outcomes[Math.random() < 0.6 ? 0 : Math.floor(Math.random() * outcomes.length)];
    return { event_id, market_id, ...outcome };
  });
  const kind = legs === 1 ? "single" : "multiple";
  return { kind, legs: chosen, unit_stake_cents: 100, price_policy: "any" };
}
