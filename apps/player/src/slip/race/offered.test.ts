import type { RaceDetail } from "@club/contract";
import { RACE_POOL_CODES } from "@club/domain";
import { expect, test } from "vitest";
import { shownTypes } from "./offered.ts";

const race = (offered: readonly string[]): RaceDetail => ({ offered }) as unknown as RaceDetail;
const numbers = (of: RaceDetail | undefined) => shownTypes(of).map(({ index }) => Number(index));
const FIRST = Array.from({ length: 15 }, (_, i) => i + 1);

test("the fifteen keep their numbers, the further ones come after them where their pools are offered", () => {
  expect(numbers(race(RACE_POOL_CODES))).toEqual([...FIRST, 16, 17, 18, 19, 20, 21, 22, 23]);
  expect(numbers(race(["WIN", "PLACE", "TRIO"]))).toEqual([...FIRST, 19, 20, 21]);
  expect(numbers(race(["WIN"]))).toEqual(FIRST);
});
