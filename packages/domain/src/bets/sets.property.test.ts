import fc from "fast-check";
import { expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import { distinctSets } from "./choose.ts";
import { countSets } from "./count-combinations.ts";
import { coversInAnyOrder } from "./covers.ts";

const RUNNERS = [1, 2, 3, 4, 5, 6];
const slot = fc.subarray(RUNNERS, { minLength: 1 });

/** Every set of so many runners that can be dealt out to the slots, looked at one by one. */
function setsByHand(slots: readonly (readonly number[])[]): string[] {
  const found: string[] = [];
  for (let bits = 0; bits < 1 << RUNNERS.length; bits += 1) {
    const set = RUNNERS.filter((_, i) => ((bits >> i) & 1) === 1);
    if (set.length === slots.length && canDeal(slots, set)) found.push(set.join("-"));
  }
  return found.toSorted();
}

function canDeal(slots: readonly (readonly number[])[], set: readonly number[]): boolean {
  const [first, ...rest] = slots;
  if (first === undefined) return true;
  return set.some(
    (n) =>
      first.includes(n) &&
      canDeal(
        rest,
        set.filter((other) => other !== n),
      ),
  );
}

test("where the order does not count, two to four slots give each set once", () => {
  fc.assert(
    fc.property(fc.array(slot, { minLength: 2, maxLength: 4 }), (slots) => {
      const sets = [...distinctSets(slots)];
      const byHand = setsByHand(slots);
      expect(sets.map((set) => set.join("-")).toSorted()).toEqual(byHand);
      expect(countSets(slots)).toBe(byHand.length);
      for (const set of sets) expect(coversInAnyOrder(slots, set.toReversed())).toBe(true);
      const others = setsByHand(slots.map(() => RUNNERS)).filter((set) => !byHand.includes(set));
      for (const set of others) {
        expect(coversInAnyOrder(slots, set.split("-").map(Number))).toBe(false);
      }
    }),
    LAWS,
  );
});
