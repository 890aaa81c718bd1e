import {
  type BetTypeIndex,
  betTypeOf,
  flexiUnit,
  priceBet,
  Refusal,
  type Slots,
} from "@club/domain";
import { FIELD } from "./examples.ts";

export type SlotName = "runners" | "groupA" | "groupB" | "standout" | "others" | "leg" | "place";

export type LegNumber = 1 | 2 | 3 | 4 | 5 | 6;

export type SlotFace = {
  /** A stand-out: one runner at most. */
  readonly isSingle: boolean;
} & (
  | { readonly name: "leg"; readonly number: LegNumber }
  /** 1st, 2nd. */
  | { readonly name: Exclude<SlotName, "leg">; readonly number: 1 | 2 | 3 | 4 }
);

/** The rows of the calculator for a bet type. */
export function slotFaces(betType: BetTypeIndex): SlotFace[] {
  const { layout, slots } = betTypeOf(betType);
  const [, most] = slots;
  return Array.from({ length: most }, (_, index) => {
    const leg = (index + 1) as LegNumber;
    if (layout === "legs") return { name: "leg", number: leg, isSingle: false };
    const number = leg as 1 | 2 | 3 | 4;
    const isLast = index === most - 1;
    if (layout === "positions") return { name: "place", number, isSingle: false };
    if (layout === "pair")
      return { name: index === 0 ? "groupA" : "groupB", number, isSingle: false };
    if (layout === "standout") {
      return { name: isLast ? "others" : "standout", number, isSingle: !isLast };
    }
    return { name: "runners", number, isSingle: false };
  });
}

/** A tap on a runner: in, or out again; a new stand-out replaces the one before. */
export function toggleRunner(
  slots: Slots,
  at: { slot: number; face: SlotFace },
  number: number,
): Slots {
  return slots.map((slot, index) => {
    if (index !== at.slot) return slot;
    if (slot.includes(number)) return slot.filter((each) => each !== number);
    return at.face.isSingle ? [number] : [...slot, number].toSorted((a, b) => a - b);
  });
}

export type WorkedOut =
  | {
      readonly kind: "priced";
      readonly combinations: number;
      readonly costCents: bigint;
      /** The unit of a total of five, and what of it is spent. */
      readonly flexiUnitCents: bigint;
      readonly flexiCostCents: bigint;
    }
  | { readonly kind: "refused"; readonly code: string };

const UNIT_CENTS = 100n;
const TOTAL_CENTS = 500n;

/** What a selection costs, by the function that charges bets. */
export function workOut(betType: BetTypeIndex, slots: Slots): WorkedOut {
  const field = { runners: FIELD, scratched: [] };
  try {
    const { combinations, costCents } = priceBet(
      { betType, slots, unitStakeCents: UNIT_CENTS, unitStake2Cents: null },
      Array.from({ length: betTypeOf(betType).legs }, () => field),
      { maxCostCents: 100_000_000n, maxCombinations: 30_000 },
    );
    const flexiUnitCents = flexiUnit(TOTAL_CENTS, combinations);
    const flexiCostCents = flexiUnitCents * BigInt(combinations);
    return { kind: "priced", combinations, costCents, flexiUnitCents, flexiCostCents };
  } catch (error) {
    if (error instanceof Refusal) return { kind: "refused", code: error.code };
    throw error;
  }
}
