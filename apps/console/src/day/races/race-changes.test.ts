import { expect, test } from "vitest";
import { actsOfRace } from "./race-acts.ts";
import { changeOf, draftOf, type KnownRunner, numbersOf } from "./runner-draft.ts";

const RUNNER: KnownRunner = {
  comment: null,
  horse_id: 3,
  name: "Paper Lantern",
  barrier: 4,
  jockey: "A Rider",
  trainer: null,
  weight_kg: 57.5,
  form: null,
  scratched: false,
  win_approx: null,
  place_approx: null,
};

test("a runner's change has what differs, an empty field takes it away", () => {
  const draft = draftOf(RUNNER);
  expect(changeOf(RUNNER, draft)).toEqual({ body: {}, wrong: [] });
  const changed = { ...draft, jockey: " C Apprentice ", weight_kg: "56,5", barrier: "" };
  expect(changeOf(RUNNER, changed)).toEqual({
    body: { jockey: "C Apprentice", weight_kg: 56.5, barrier: null },
    wrong: [],
  });
  expect(changeOf(RUNNER, { ...draft, trainer: " ", jockey: "" }).body).toEqual({ jockey: null });
  const said = { ...RUNNER, comment: "Shoes off" };
  expect(changeOf(said, { ...draftOf(said), comment: " " }).body).toEqual({ comment: null });
});

test.each([
  [{ weight_kg: "heavy" }, ["weight_kg"]],
  [{ weight_kg: "0" }, ["weight_kg"]],
  [{ weight_kg: "57.25" }, ["weight_kg"]],
  [{ barrier: "2.5" }, ["barrier"]],
  [{ barrier: "1000" }, ["barrier"]],
])("%j is no change", (typed, wrong) => {
  const change = changeOf(RUNNER, { ...draftOf(RUNNER), ...typed });
  expect(change).toEqual({ body: {}, wrong });
});

test("saddle numbers as they are typed, each once", () => {
  expect(numbersOf("3 5, 7、3").numbers).toEqual([3, 5, 7]);
  expect(numbersOf("３ ５")).toEqual({ numbers: [3, 5], faults: [] });
  expect(numbersOf("3 x 61 0")).toEqual({ numbers: [3], faults: ["x", "61", "0"] });
  expect(numbersOf("  ")).toEqual({ numbers: [], faults: [] });
});

test("a race ends without a contest on its own page alone, no race only after the start", () => {
  const names = (
    status: "draft" | "open" | "closed" | "settled",
    runners: number | KnownRunner[],
  ) =>
    actsOfRace({ race_id: "r", raceNo: 1, start_time: "", status, runners }).map(
      ({ name }) => name as string,
    );
  expect(names("open", [RUNNER])).toContain("walk-over");
  expect(names("open", [RUNNER])).not.toContain("no-race");
  expect(names("closed", [RUNNER])).toEqual(expect.arrayContaining(["walk-over", "no-race"]));
  expect(names("closed", 8)).not.toContain("walk-over");
  expect(names("draft", [RUNNER])).not.toContain("walk-over");
  expect(names("settled", [RUNNER])).toEqual([]);
});
