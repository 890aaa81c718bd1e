import { expect, test } from "vitest";
import { en } from "../catalogue/player/sport/en.ts";
import { zhHant } from "../catalogue/player/sport/zh-hant.ts";
import { createT } from "../translate.ts";
import { eventName, lineText, marketWithLine, outcomeName, sportName } from "./sport-names.ts";

const english = createT("en", en);
const chinese = createT<typeof en>("zh-Hant", zhHant);
const event = {
  home: "Ellerby Town",
  away: "Castle Moor",
  home_names: { "zh-Hant": "艾拉比城" },
  away_names: {},
};
const say = (type: string, line: number | null, key: string, name: string | null = null) =>
  outcomeName(english, event, { market: { type, line }, outcome: { key, name } });

test.each([
  ["1x2", null, "home", "Ellerby Town"],
  ["1x2", null, "draw", "Draw"],
  ["over_under", 2.5, "over", "Over 2.5"],
  ["over_under", 2.25, "under", "Under 2.25"],
  ["double_chance", null, "home_away", "Ellerby Town or Castle Moor"],
  ["correct_score", null, "2-1", "2–1"],
  ["correct_score", null, "other", "Any other score"],
  ["outright", null, "ada-wren", "ada-wren"],
  ["asian_handicap", -0.75, "home", "Ellerby Town −0.75"],
  ["asian_handicap", -0.75, "away", "Castle Moor +0.75"],
  ["asian_handicap", 0, "home", "Ellerby Town 0"],
])("%s %s %s: %s", (type, line, key, text) => {
  expect(say(type, line, key)).toBe(text);
});

test("an outcome with a name of its own is called by it", () => {
  expect(say("outright", null, "ada-wren", "Ada Wren")).toBe("Ada Wren");
});

test("teams have their names in other languages where the club has them", () => {
  expect(eventName(chinese, event)).toBe("艾拉比城 對 Castle Moor");
  expect(eventName(english, event)).toBe("Ellerby Town v Castle Moor");
  expect(eventName(english, { ...event, away: "" })).toBe("Ellerby Town");
});

test("a sport has its own words for a market; an unknown one is shown by its key", () => {
  const market = { type: "over_under", line: 2.5 };
  expect(marketWithLine(english, market, "football")).toBe("Goals over / under 2.5");
  expect(marketWithLine(english, market, "darts")).toBe("Total over / under 2.5");
  expect(sportName(english, "table_tennis")).toBe("Table tennis");
  expect(lineText(english, { type: "1x2", line: null })).toBe("");
});
