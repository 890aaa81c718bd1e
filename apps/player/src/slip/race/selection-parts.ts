import { betTypeOf, type BetTypeIndex } from "@club/domain";
import type { SelectionPart } from "@club/ui";
import type { T } from "../../core/lang.ts";
import type { BetFormState, Picks } from "./bet-form.state.ts";

export interface Selected {
  readonly betType: BetTypeIndex;
  readonly picks: Picks;
  readonly isBoxed: boolean;
  /** Saddle numbers that are scratched, by leg: drawn struck. */
  readonly scratched?: readonly (readonly number[])[];
}

/** A bet read back in cloths and words: "3, 1 + any two of 2 4 5", "2 5 / 1 / 3 7 / 4". */
export function selectionParts(t: T, selected: Selected): SelectionPart[] {
  const { betType, picks, isBoxed } = selected;
  const { layout, length, legs, isOrdered } = betTypeOf(betType);
  const cloths = (column: number) =>
    clothsOf(picks[column] ?? [], selected.scratched?.[legs > 1 ? column : 0] ?? []);
  switch (layout) {
    case "each":
    case "box":
      return cloths(0);
    case "pair":
      return joined([cloths(0), cloths(1)], t("selection.with"));
    case "positions": {
      const columns = isBoxed ? [cloths(0)] : Array.from({ length }, (_, at) => cloths(at));
      return joined(columns, t("selection.then"));
    }
    case "legs":
      return joined(
        picks.map((_, at) => cloths(at)),
        legs > 2 ? "/" : t("selection.leg2"),
      );
    case "standout": {
      const left = length - (picks[0]?.length ?? 0);
      const words = isOrdered
        ? length === 2
          ? t("selection.toWin")
          : t("selection.anyOf", { n: left })
        : t("selection.with");
      return joined([cloths(0), cloths(1)], words);
    }
  }
}

/** The bet in hand. */
export function partsOfForm(t: T, form: BetFormState): SelectionPart[] {
  const { betType, allUp, picks } = form;
  if (allUp !== undefined) return partsOfLegs(picks);
  return betType === 0 ? [] : selectionParts(t, { ...form, betType });
}

/** The runners of an All Up, leg by leg: "3 › 2 5 › 7". */
export function partsOfLegs(legs: readonly (readonly number[])[]): SelectionPart[] {
  return joined(
    legs.map((numbers) => clothsOf(numbers, [])),
    "›",
  );
}

/** A winning combination as its pool writes it: "4-7", of several races "3-1/4-F-7" or "5/6". */
export function combinationParts(t: T, combination: string): SelectionPart[] {
  const legs = combination.split("-");
  if (legs.every((leg) => /^\d+$/.test(leg))) return clothsOf(legs.map(Number), []);
  if (legs.length === 1) return [{ text: combination }];
  const winners = legs.map((leg): SelectionPart[] =>
    leg === "F" ? [{ text: t("multi.field") }] : clothsOf(leg.split("/").map(Number), []),
  );
  return joined(winners, "/");
}

function clothsOf(numbers: readonly number[], scratched: readonly number[]): SelectionPart[] {
  return numbers.map((number) => ({ number, scratched: scratched.includes(number) }));
}

/** Groups with words between them; an empty group is left out with its words. */
function joined(groups: readonly SelectionPart[][], words: string): SelectionPart[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ text: words }, ...group]));
}
