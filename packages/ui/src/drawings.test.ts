import { describe, expect, test } from "vitest";
import { nextRow } from "./console/row-keys.ts";
import { beginsAtEdge, pullDistance } from "./PullToRefresh.tsx";
import { SILK_DESIGNS, silkFromSeed } from "./silk-pattern.ts";
import { sparkPoints } from "./Sparkline.tsx";
import { roundTicks, stepPath } from "./step-plot.ts";

describe("silks", () => {
  test("are the same for the same seed", () => {
    expect(silkFromSeed("runner-7")).toEqual(silkFromSeed("runner-7"));
  });

  test("differ between near seeds, and use every design", () => {
    const silks = Array.from({ length: 300 }, (_, index) => silkFromSeed(`runner-${index}`));
    expect(new Set(silks.map((silk) => JSON.stringify(silk))).size).toBeGreaterThan(280);
    expect(new Set(silks.map((silk) => silk.design)).size).toBe(SILK_DESIGNS.length);
  });

  test("show their mark: it is never the body's colour", () => {
    for (let index = 0; index < 300; index += 1) {
      const silk = silkFromSeed(`owner ${index}`);
      expect(silk.mark).not.toBe(silk.body);
    }
  });
});

describe("the sparkline", () => {
  test("ends at the right, the highest price at the top", () => {
    const points = sparkPoints([2, 4, 3]);
    expect(points.at(-1)?.[0]).toBe(61.5);
    expect(points[1]?.[1]).toBe(2.5);
    expect(points[0]?.[1]).toBe(13.5);
  });

  test("is level when nothing moves", () => {
    expect(sparkPoints([3, 3]).map(([, y]) => y)).toEqual([8, 8]);
  });
});

describe("the step plot", () => {
  test.each([
    [1264.5, [0, 500, 1000, 1500]],
    [90, [0, 50, 100]],
    [0, [0, 1]],
  ])("has round lines up to %d", (highest, ticks) => {
    expect(roundTicks(highest)).toEqual(ticks);
  });

  test("holds a value until the next", () => {
    const box = { left: 0, top: 0, right: 10, bottom: 10 };
    expect(
      stepPath(
        [
          { x: 0, y: 0 },
          { x: 1, y: 10 },
        ],
        box,
        10,
      ),
    ).toBe("M0 10H10V0");
    expect(stepPath([], box, 10)).toBe("");
  });
});

test("pulling follows at half speed up to its cap", () => {
  expect([-20, 40, 400].map(pullDistance)).toEqual([0, 20, 110]);
  expect([10, 100, 370].map((x) => beginsAtEdge(x, 375))).toEqual([true, false, true]);
});

test.each([
  ["j", 0, 3, 1],
  ["j", 2, 3, 2],
  ["k", 0, 3, 0],
  ["k", -1, 3, 0],
  ["j", -1, 3, 0],
  ["End", 0, 3, 2],
  ["x", 0, 3, undefined],
  ["j", 0, 0, undefined],
])("%s in row %i of %i leads to %s", (key, current, count, to) => {
  expect(nextRow(key, current, count)).toBe(to);
});
