import { BET_TYPES, betTypeNamed, betTypeOf, type BetTypeIndex, type Slots } from "@club/domain";
import type { Picks } from "./bet-form.state.ts";

/**
 * The meaning of a grid column. `all`: any number of runners; `standout`: runners in the
 * order tapped; `with`: the others beside stand-outs; `leg`: the runners of one race.
 */
export type ColumnKind = "all" | "first" | "second" | "position" | "standout" | "with" | "leg";

export interface SelectionColumn {
  readonly kind: ColumnKind;
  /** 1 to 4 for positions, 1 to 6 for legs. */
  readonly position: number;
}

/** The columns of a bet type's grid. */
export function columnsOf(betType: BetTypeIndex, isBoxed: boolean): readonly SelectionColumn[] {
  const { layout, length } = betTypeOf(betType);
  switch (layout) {
    case "each":
    case "box":
      return [{ kind: "all", position: 1 }];
    case "pair":
      return [
        { kind: "first", position: 1 },
        { kind: "second", position: 2 },
      ];
    case "positions":
      if (isBoxed) return [{ kind: "all", position: 1 }];
      return Array.from({ length }, (_, at) => ({ kind: "position", position: at + 1 }));
    case "legs":
      return Array.from({ length }, (_, at) => ({ kind: "leg", position: at + 1 }));
    case "standout":
      return [
        { kind: "standout", position: 1 },
        { kind: "with", position: 2 },
      ];
  }
}

/** The stand-out column: filled in the order tapped. */
export function isOrderedColumn(betType: BetTypeIndex, column: number): boolean {
  return column === 0 && betTypeOf(betType).layout === "standout";
}

/** How many runners a column takes: a stand-out bet leaves at least one place to the others. */
export function mostInColumn(betType: BetTypeIndex, column: number): number {
  return isOrderedColumn(betType, column)
    ? betTypeOf(betType).length - 1
    : Number.POSITIVE_INFINITY;
}

/** Whether the positions of a type can share a column, and how: by its own type or a switch. */
export function boxOf(betType: BetTypeIndex): BetTypeIndex | "switch" | null {
  const { layout, pools } = betTypeOf(betType);
  if (layout !== "pair" && layout !== "positions") return null;
  const box = BET_TYPES.find((each) => each.layout === "box" && each.pools[0] === pools[0]);
  return box?.index ?? (layout === "positions" ? "switch" : null);
}

/** The type whose sentence says how a box without a type of its own wins: an Exacta's, a First 4's. */
export function typeLikeBox(betType: BetTypeIndex): BetTypeIndex {
  return betTypeNamed(betTypeOf(betType).length === 2 ? "quinella_box" : "any4_box").index;
}

/** The form's columns as the slots of the engine. */
export function toSlots(betType: BetTypeIndex, picks: Picks, isBoxed: boolean): Slots {
  const { layout, length } = betTypeOf(betType);
  if (layout === "positions" && isBoxed) {
    return Array.from({ length }, () => picks[0] ?? []);
  }
  if (layout !== "standout") {
    return columnsOf(betType, isBoxed).map((_, at) => picks[at] ?? []);
  }
  const standouts = picks[0] ?? [];
  const first = standouts.length === 0 ? [[]] : standouts.map((runner) => [runner]);
  return [...first, picks[1] ?? []];
}

/** Stored selections as the form's columns: the inverse of `toSlots`. */
export function fromSlots(betType: BetTypeIndex, slots: Slots): Picks {
  if (betTypeOf(betType).layout !== "standout") return slots;
  return [slots.slice(0, -1).flat(), slots.at(-1) ?? []];
}
