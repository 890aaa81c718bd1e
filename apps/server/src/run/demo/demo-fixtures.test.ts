import { FIXED_OUTCOMES, type MarketType, checkMarket, marginBps } from "@club/domain";
import { expect, test } from "vitest";
import { drawFixture } from "./demo-fixtures.ts";
import { randomOf } from "./random.ts";

const NOBODY: ReadonlySet<string> = new Set();

test("nobody plays twice on a day, and when all of them play there is no match", () => {
  const random = randomOf("a day");
  const busy = new Set<string>();
  let matches = 0;
  for (;;) {
    const fixture = drawFixture(random, new Date(0), busy);
    if (fixture === null) break;
    expect(busy.has(fixture.home) || busy.has(fixture.away)).toBe(false);
    busy.add(fixture.home).add(fixture.away);
    matches += 1;
  }
  // A day of a match every three minutes.
  expect(matches).toBeGreaterThan(24 * 16);
});

test("every event of the demo is one that the desk takes, with a margin for the club", () => {
  const random = randomOf("fixtures");
  const sports = new Set<string>();
  for (let i = 0; i < 200; i++) {
    const { sport, home, away, markets } = drawFixture(random, new Date(0), NOBODY)!;
    sports.add(sport);
    expect(home).not.toBe(away);
    for (const { type, line, outcomes } of markets) {
      const keys = outcomes.map(({ key }) => key);
      const lineMilli = line === undefined ? null : line * 1000;
      checkMarket({ type: type as MarketType, lineMilli, keys });
      const odds = outcomes.map(({ odds_milli }) => odds_milli);
      expect(Math.min(...odds)).toBeGreaterThan(1000);
      expect(Math.max(...odds)).toBeLessThan(500_001);
      // The chances of a double chance's outcomes add up to two.
      const book = marginBps(odds) - (type === "double_chance" ? 10_000 : 0);
      expect(book, `${type} ${odds.join()}`).toBeGreaterThan(100);
      expect(book, `${type} ${odds.join()}`).toBeLessThan(2000);
      expect(FIXED_OUTCOMES[type as MarketType]?.length ?? keys.length).toBe(keys.length);
    }
  }
  expect([...sports].toSorted()).toEqual(["basketball", "football", "tennis"]);
});
