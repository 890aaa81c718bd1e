import { describe, expect, test } from "vitest";
import { readVectors } from "../../test/read-fixture.ts";
import { type VectorSelection, slotsOf } from "../../test/vector-shapes.ts";
import { type BetTypeIndex, type PoolCode, betTypeOf } from "./bet-types.ts";
import { combinationsOf, enumerateCombinations } from "./combinations.ts";
import { countCombinations } from "./count-combinations.ts";
import { covers } from "./covers.ts";

type ExpansionVector = {
  id: string;
  bet_type: BetTypeIndex;
  bet_name: string;
  selection: VectorSelection;
  combinations: number;
  lines: [PoolCode, number[]][] | null;
};

const vectors = readVectors<ExpansionVector>("expansion");

describe("expansion", () => {
  test("every vector is here, every bet type in it", () => {
    expect(vectors).toHaveLength(60);
    expect(new Set(vectors.map((vector) => vector.bet_type)).size).toBe(15);
  });

  test.each(vectors.map((vector) => [vector.id, vector.bet_name, vector] as const))(
    "%s: %s",
    (_, __, vector) => {
      const betType = betTypeOf(vector.bet_type);
      const selection = { betType: vector.bet_type, slots: slotsOf(vector.selection) };
      expect(betType.name).toBe(vector.bet_name);
      expect(countCombinations(selection) * betType.pools.length).toBe(vector.combinations);
      const lines = betType.pools.flatMap((pool) =>
        [...combinationsOf(selection, pool)].map((combination) => `${pool} ${combination}`),
      );
      expect(lines).toHaveLength(vector.combinations);
      expect(new Set(lines).size).toBe(vector.combinations);
      for (const numbers of enumerateCombinations(selection)) {
        expect(covers(selection, numbers)).toBe(true);
      }
      if (vector.lines === null) return;
      const expected = vector.lines.map(([pool, numbers]) => `${pool} ${numbers.join("-")}`);
      expect(lines.sort()).toEqual(expected.sort());
    },
  );
});
