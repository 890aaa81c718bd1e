import type { CardDiff } from "@club/contract";
import { expect, test } from "vitest";
import { diffRows, summaries } from "./diff-rows.ts";
import { formatOf, readCardFile } from "./read-card.ts";

const DIFF: CardDiff = {
  event_id: "e",
  added: 1,
  changed: 1,
  removed: 0,
  unchanged: 5,
  needs_confirm: true,
  changes: [
    {
      kind: "added",
      race: 2,
      runner: 1,
      name: "Harbour Light",
      fields: [
        { field: "barrier", before: null, after: 1 },
        { field: "form", before: null, after: null },
      ],
    },
    {
      kind: "changed",
      race: 1,
      runner: 6,
      name: "Pale Signal",
      fields: [
        { field: "jockey", before: "B Castell", after: "O Nystrom" },
        { field: "scratched", before: false, after: true },
      ],
    },
  ],
  problems: [
    { row: "races[1].runners[3]", field: "weight_kg", code: "invalid", race: 2, runner: 5 },
  ],
};

test("a changed row has a line per field, an added one stands in one line, in order of race", () => {
  const rows = diffRows(DIFF);
  expect(rows.map(({ race, field }) => [race, field])).toEqual([
    [1, "jockey"],
    [1, "scratched"],
    [2, null],
    [2, "weight_kg"],
  ]);
  expect(rows[1]).toMatchObject({ before: "false", after: "true" });
  expect(rows[2]).toMatchObject({ kind: "added", after: "barrier 1", before: null });
});

test("each race is summed up", () => {
  expect(summaries(diffRows(DIFF))).toEqual([
    { race: 1, added: 0, changed: 2, problems: 0 },
    { race: 2, added: 1, changed: 0, problems: 1 },
  ]);
});

test("the format is read from the file", () => {
  expect(formatOf({ format_version: 1, meeting: {} })).toBe("club");
  expect(formatOf({ venue_code: "HV", races: [] })).toBe("hk-raceday");
  expect(formatOf([1])).toBeUndefined();
  expect(formatOf("card")).toBeUndefined();
});

test("what is no card says why", async () => {
  const file = (text: string) => new File([text], "card.json");
  expect(await readCardFile(file("not json"))).toBe("unreadable");
  expect(await readCardFile(file("[]"))).toBe("unknown-format");
  expect(await readCardFile(file(`{"meeting":"${"x".repeat(2 * 1024 * 1024)}"}`))).toBe(
    "too-large",
  );
  expect(await readCardFile(file('\uFEFF{"meeting":{}}'))).toMatchObject({ format: "club" });
});

test("a table, a card of the entain feed and the club's own are told apart", async () => {
  const csv = new File(["\uFEFFmeeting_code,race\nWR,1\n"], "card.csv");
  expect(await readCardFile(csv)).toMatchObject({
    format: "csv",
    payload: { csv: expect.stringContaining("WR,1") },
  });
  expect(formatOf({ header: {}, params: {}, data: { race: {} } })).toBe("entain");
});
