import { Refusal } from "@club/domain";
import { describe, expect, test } from "vitest";
import { RATES, RateLimits } from "./rate-limit.ts";

/** How many of `tries` at one instant get through. */
function takeMany(limits: RateLimits, who: string, tries: number): number {
  let taken = 0;
  for (let i = 0; i < tries; i++) {
    try {
      limits.take(RATES.bets, who);
      taken += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
  }
  return taken;
}

describe("bets: 20 a second, 200 at once", () => {
  test.each([
    ["factor 1", 1, 200, 20],
    ["factor 2", 2, 400, 40],
    ["factor 0.5", 0.5, 100, 10],
  ])("%s", (_name, factor, burst, perSecond) => {
    let now = 0;
    const limits = new RateLimits(factor, () => now);
    expect(takeMany(limits, "a", 1000)).toBe(burst);
    now += 1000;
    expect(takeMany(limits, "a", 1000)).toBe(perSecond);
    now += 3_600_000;
    expect(takeMany(limits, "a", 1000)).toBe(burst);
  });

  test("a factor of 0 turns it off", () => {
    expect(takeMany(new RateLimits(0), "a", 5000)).toBe(5000);
  });

  test("one does not take from another", () => {
    const limits = new RateLimits(1, () => 0);
    expect(takeMany(limits, "a", 300)).toBe(200);
    expect(takeMany(limits, "b", 300)).toBe(200);
  });

  test("who goes on is known however many others come; who stays away is forgotten", () => {
    const limits = new RateLimits(1, () => 0);
    takeMany(limits, "busy", 150);
    takeMany(limits, "away", 200);
    for (let i = 0; i < 120_000; i++) {
      limits.take(RATES.bets, `other ${i}`);
      if (i === 40_000 || i === 80_000) limits.take(RATES.bets, "busy");
    }
    expect(takeMany(limits, "busy", 300)).toBe(48);
    expect(takeMany(limits, "away", 300)).toBe(200);
  });

  test("the refusal says how long to wait", () => {
    const limits = new RateLimits(1, () => 0);
    takeMany(limits, "a", 200);
    expect(() => limits.take(RATES.bets, "a")).toThrow(
      expect.objectContaining({ code: "request.too_many", params: { retry_after: 1 } }),
    );
  });
});

test("streams: 4 at once, given back once", () => {
  const limits = new RateLimits(1);
  const held = Array.from({ length: 4 }, () => limits.hold("streams", "a", 4));
  expect(() => limits.hold("streams", "a", 4)).toThrow("request.too_many");
  held[0]?.();
  held[0]?.();
  limits.hold("streams", "a", 4);
  expect(() => limits.hold("streams", "a", 4)).toThrow("request.too_many");
});
