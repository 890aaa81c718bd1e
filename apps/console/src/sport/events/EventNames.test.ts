import { expect, test } from "vitest";
import { namesWith } from "./EventNames.tsx";

test("a name is set, replaced and taken away, and the other languages stay", () => {
  const names = { fr: "Les Tours" };
  expect(namesWith(names, "zh-Hant", " 艾拉比城 ")).toEqual({
    fr: "Les Tours",
    "zh-Hant": "艾拉比城",
  });
  expect(namesWith(names, "fr", "Tours")).toEqual({ fr: "Tours" });
  expect(namesWith(names, "fr", "  ")).toEqual({});
});
