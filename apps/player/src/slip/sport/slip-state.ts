import type { SportEventRow, SportMarket } from "@club/contract";
import { MOST_LEGS, PRICE_POLICIES, type PricePolicy, type SportBetKind } from "@club/domain";

/* The sport slip as data: selections, stakes, what to do about moved prices. No drawing, no calls. */

/** A selection, with what is needed to name it wherever the player goes. */
export interface SlipLeg {
  readonly eventId: string;
  readonly marketId: string;
  readonly outcomeId: string;
  /** The price that the player took: tapped, or agreed to since. */
  readonly oddsMilli: number;
  readonly event: LegEvent;
  readonly type: SportMarket["type"];
  readonly line: number | null;
  readonly key: string;
  readonly name: string | null;
  /** Whether it may share a bet with others of its event. */
  readonly combines: boolean;
}

export type LegEvent = Pick<
  SportEventRow,
  "sport" | "competition" | "home" | "away" | "home_names" | "away_names" | "start_time"
>;

/** A stake's place: one per single, by its outcome, and one per kind of all selections. */
export type StakeId = `single:${string}` | Exclude<SportBetKind, "single">;

/** line: the amount is per line; total: it is divided among the lines. */
export type StakeMode = "line" | "total";

export interface SportSlipState {
  readonly legs: readonly SlipLeg[];
  /** As typed: "2.50". */
  readonly stakes: Readonly<Partial<Record<StakeId, string>>>;
  readonly mode: StakeMode;
  readonly policy: PricePolicy;
  /** The stake that the keypad writes into. */
  readonly field: StakeId | null;
}

export const EMPTY_SLIP: SportSlipState = {
  legs: [],
  stakes: {},
  mode: "line",
  policy: "better",
  field: null,
};

export type SlipAction =
  | { readonly do: "toggle"; readonly leg: SlipLeg }
  | { readonly do: "remove"; readonly outcomeId: string }
  | { readonly do: "keypad"; readonly field: StakeId | null }
  | { readonly do: "stake"; readonly typed: string; readonly field?: StakeId }
  | { readonly do: "mode"; readonly mode: StakeMode }
  | { readonly do: "policy"; readonly policy: PricePolicy }
  /** The player agrees to the prices as they are now. */
  | { readonly do: "take prices"; readonly odds: ReadonlyMap<string, number> }
  | { readonly do: "fill"; readonly slip: SportSlipState }
  /** What was placed leaves the slip; what was refused stays with its stake. */
  | { readonly do: "placed"; readonly stakes: readonly StakeId[] }
  | { readonly do: "clear" };

export function slipReducer(slip: SportSlipState, action: SlipAction): SportSlipState {
  switch (action.do) {
    case "toggle":
      return toggle(slip, action.leg);
    case "remove":
      return withLegs(
        slip,
        slip.legs.filter(({ outcomeId }) => outcomeId !== action.outcomeId),
      );
    case "keypad":
      return { ...slip, field: action.field };
    case "stake":
      return withStake(slip, action.field ?? slip.field, action.typed);
    case "mode":
      return { ...slip, mode: action.mode };
    case "policy":
      return { ...slip, policy: action.policy };
    case "take prices":
      return { ...slip, legs: slip.legs.map((leg) => withOdds(leg, action.odds)) };
    case "fill":
      return action.slip;
    case "placed":
      return withoutPlaced(slip, action.stakes);
    case "clear":
      return { ...EMPTY_SLIP, mode: slip.mode, policy: slip.policy };
  }
}

/** A second tap removes it; another outcome of the same market replaces it. */
function toggle(slip: SportSlipState, leg: SlipLeg): SportSlipState {
  const isIn = slip.legs.some(({ outcomeId }) => outcomeId === leg.outcomeId);
  if (isIn) {
    return slipReducer(slip, { do: "remove", outcomeId: leg.outcomeId });
  }
  const at = slip.legs.findIndex(({ marketId }) => marketId === leg.marketId);
  if (at >= 0) return withLegs(slip, slip.legs.with(at, leg));
  if (slip.legs.length >= MOST_LEGS) return slip;
  return withLegs(slip, [...slip.legs, leg]);
}

/** Stakes stay where their bet is still possible; a removed selection takes its own along. */
function withLegs(slip: SportSlipState, legs: readonly SlipLeg[]): SportSlipState {
  const ids = new Set(legs.map(({ outcomeId }) => `single:${outcomeId}`));
  const isKept = (id: string) => !id.startsWith("single:") || ids.has(id);
  const stakes = Object.fromEntries(Object.entries(slip.stakes).filter(([id]) => isKept(id)));
  const field = slip.field !== null && isKept(slip.field) ? slip.field : null;
  return { ...slip, legs, stakes, field };
}

function withStake(slip: SportSlipState, field: StakeId | null, typed: string): SportSlipState {
  if (field === null) return slip;
  const { [field]: _, ...others } = slip.stakes;
  return { ...slip, stakes: typed === "" ? others : { ...others, [field]: typed } };
}

function withOdds(leg: SlipLeg, odds: ReadonlyMap<string, number>): SlipLeg {
  const oddsMilli = odds.get(leg.outcomeId);
  return oddsMilli === undefined ? leg : { ...leg, oddsMilli };
}

/** Selections stay as long as a bet that was not placed needs them. */
function withoutPlaced(slip: SportSlipState, placed: readonly StakeId[]): SportSlipState {
  const left = Object.entries(slip.stakes).filter(([id]) => !placed.includes(id as StakeId));
  if (left.length === 0) return slipReducer(slip, { do: "clear" });
  const isWhole = left.some(([id]) => !id.startsWith("single:"));
  const legs = isWhole
    ? slip.legs
    : slip.legs.filter(({ outcomeId }) => left.some(([id]) => id === `single:${outcomeId}`));
  return withLegs({ ...slip, stakes: Object.fromEntries(left), field: null }, legs);
}

export function isPricePolicy(value: unknown): value is PricePolicy {
  return PRICE_POLICIES.some((policy) => policy === value);
}

/** Whether this price change needs the player's consent before the bet. The server checks too. */
export function needsYes(policy: PricePolicy, seenMilli: number, nowMilli: number): boolean {
  if (seenMilli === nowMilli || policy === "any") return false;
  return policy === "ask" || nowMilli < seenMilli;
}
