import { betTypeOf, type BetTypeIndex } from "@club/domain";
import type { SelectionPart } from "@club/ui";
import type { T } from "../../core/lang.ts";
import type { Picks } from "./bet-form.state.ts";

export interface Selected {
  readonly betType: BetTypeIndex;
  readonly picks: Picks;
  readonly isBoxed: boolean;
  /** Saddle numbers of leg 1 that are scratched: drawn struck. */
  readonly scratched?: readonly number[];
  /** Those of leg 2. */
  readonly scratched2?: readonly number[];
}

/** A bet read back in cloths and words: "3, 1 + any two of 2 4 5". */
export function selectionParts(t: T, selected: Selected): SelectionPart[] {
  const { betType, picks, isBoxed } = selected;
  const cloths = (column: number) => clothsOf(picks[column] ?? [], selected.scratched ?? []);
  const { layout, length, isOrdered } = betTypeOf(betType);
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
        [cloths(0), clothsOf(picks[1] ?? [], selected.scratched2 ?? [])],
        t("selection.leg2"),
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

function clothsOf(numbers: readonly number[], scratched: readonly number[]): SelectionPart[] {
  return numbers.map((number) => ({ number, scratched: scratched.includes(number) }));
}

/** Groups with words between them; an empty group is left out with its words. */
function joined(groups: readonly SelectionPart[][], words: string): SelectionPart[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ text: words }, ...group]));
}
