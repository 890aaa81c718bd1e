import fc from "fast-check";
import { CARD_COLUMNS, type CardColumn } from "@club/domain";
import { expect, test } from "vitest";
import {
  addRace,
  addRunners,
  type CardSheet,
  cellOf,
  changeText,
  isFreeNumber,
  pasteBlock,
  racesOf,
  readBlock,
  readSheet,
  removeRace,
  removeRunner,
  setCell,
  setMeeting,
  setRace,
  type SheetChange,
  writeSheet,
} from "./card-sheet.ts";

const LINE: Readonly<Partial<Record<CardColumn, string>>> = {
  meeting_code: "WR",
  meeting_name: "Wattle Ridge",
  date: "2027-01-16",
  race: "1",
  race_name: "Plate",
  start_time: "2027-01-16 13:30",
  handicap: "yes",
  pools: "WIN PLACE",
  scratched: "no",
};

/** A sheet of all columns, with a line for each of these. */
function sheetOf(...lines: readonly Partial<Record<CardColumn, string>>[]): CardSheet {
  const cells = lines.map((line) =>
    CARD_COLUMNS.map((column) => line[column] ?? LINE[column] ?? ""),
  );
  return { separator: ",", head: CARD_COLUMNS, lines: cells };
}

const TWO = sheetOf(
  { number: "1", name: "Northern Tide", jockey: "Rider, J." },
  { number: "2", name: "Paper Lantern" },
);

/** Some columns of every line. */
const table = (sheet: CardSheet, ...columns: readonly CardColumn[]) =>
  sheet.lines.map((_, line) => columns.map((column) => cellOf(sheet, line, column)));

test("a text is a sheet with its separator, in whatever order its columns stand", () => {
  const csv = "\uFEFFName;number;Race;MEETING_CODE;note\nTide;3;1;WR;kept\n";
  const sheet = readSheet(csv) as CardSheet;
  expect(cellOf(sheet, 0, "name")).toBe("Tide");
  expect(cellOf(sheet, 0, "jockey")).toBe("");
  // A column of somebody's own stays, one that is missing comes behind it.
  const at = { race: 0, row: 0, column: "jockey" } as const;
  expect(changeText(csv, setCell(at, "J. Rider"))).toBe(
    "Name;number;Race;MEETING_CODE;note;jockey\r\nTide;3;1;WR;kept;J. Rider\r\n",
  );
});

test.each([
  ['meeting_code,race,number,name\nWR,1,1,"Tide', "quotes"],
  ["meeting_code,race,number\nWR,1,1", "columns"],
  ["meeting_code,race,number,name\n", "columns"],
  ["", "columns"],
])("%j is no sheet of a card: %s", (csv, fault) => {
  expect(readSheet(csv)).toBe(fault);
  expect(changeText(csv, addRace)).toBe(csv);
});

test("a field of the meeting stands in every line, one of a race in its lines", () => {
  const sheet = sheetOf({ number: "1" }, { race: "2", number: "1" }, { number: "2" });
  expect(racesOf(sheet)).toEqual([
    { number: "1", lines: [0, 2] },
    { number: "2", lines: [1] },
  ]);
  expect(table(setMeeting({ meeting_name: "New" })(sheet), "meeting_name")).toEqual([
    ["New"],
    ["New"],
    ["New"],
  ]);
  expect(table(setRace(0, { going: "Soft 5" })(sheet), "going")).toEqual([
    ["Soft 5"],
    [""],
    ["Soft 5"],
  ]);
});

test("a race has a number that no other race has", () => {
  const sheet = sheetOf({ number: "1" }, { race: "2", number: "1" });
  expect(isFreeNumber(sheet, 1, "12")).toBe(true);
  expect(isFreeNumber(sheet, 1, "2")).toBe(true);
  expect(isFreeNumber(sheet, 1, " 1 ")).toBe(false);
  expect(isFreeNumber(sheet, 1, " ")).toBe(false);
});

test("a new runner has the next number and nothing else, and stands with its race", () => {
  const sheet = addRunners(
    0,
    2,
  )(sheetOf({ number: "7", name: "Tide" }, { race: "2", number: "1" }));
  expect(table(sheet, "race", "race_name", "number", "name", "scratched")).toEqual([
    ["1", "Plate", "7", "Tide", "no"],
    ["1", "Plate", "8", "", "no"],
    ["1", "Plate", "9", "", "no"],
    ["2", "Plate", "1", "", "no"],
  ]);
});

test("a new race has the next number, a start half an hour later and one runner", () => {
  const sheet = addRace(TWO);
  expect(racesOf(sheet).map(({ number, lines }) => [number, lines.length])).toEqual([
    ["1", 2],
    ["2", 1],
  ]);
  expect(
    table(sheet, "meeting_name", "start_time", "race_name", "pools", "number", "name")[2],
  ).toEqual(["Wattle Ridge", "2027-01-16 14:00", "", "", "1", ""]);
  expect(table(addRace(setRace(0, { start_time: "soon" })(TWO)), "start_time")[2]).toEqual([""]);
});

test("runners and races are taken out, but not the last ones: their lines hold the rest", () => {
  const sheet = addRace(TWO);
  expect(table(removeRunner(0, 0)(sheet), "race", "number")).toEqual([
    ["1", "2"],
    ["2", "1"],
  ]);
  expect(removeRunner(1, 0)(sheet)).toEqual(sheet);
  expect(table(removeRace(0)(sheet), "race", "number")).toEqual([["2", "1"]]);
  expect(removeRace(0)(TWO)).toEqual(TWO);
});

test("a block fills cells to the right and down, and adds the rows that it needs", () => {
  const block = [
    ["Rider, J.", "T. Yard", "59,5"],
    ["B. Castell", "", "57"],
  ];
  const sheet = pasteBlock({ race: 0, row: 1, column: "jockey" }, block)(TWO);
  expect(table(sheet, "number", "name", "jockey", "trainer", "weight_kg")).toEqual([
    ["1", "Northern Tide", "Rider, J.", "", ""],
    ["2", "Paper Lantern", "Rider, J.", "T. Yard", "59,5"],
    ["3", "", "B. Castell", "", "57"],
  ]);
});

test("a cell that is typed changes nothing beside it", () => {
  const sheet = setCell({ race: 0, row: 0, column: "number" }, "9")(TWO);
  expect(table(sheet, "number", "name", "jockey")).toEqual([
    ["9", "Northern Tide", "Rider, J."],
    ["2", "Paper Lantern", ""],
  ]);
});

test("what lies beyond the last column is left out", () => {
  const sheet = pasteBlock({ race: 0, row: 0, column: "scratched" }, [["yes", "late", "more"]])(
    TWO,
  );
  expect(sheet.head).toEqual(TWO.head);
  expect(table(sheet, "scratched", "comment")[0]).toEqual(["yes", "late"]);
});

test.each([
  ["Tide", null],
  ["Tide\r\n", null],
  [
    "1\tTide\r\n2\tLantern\r\n",
    [
      ["1", "Tide"],
      ["2", "Lantern"],
    ],
  ],
  // A column with a gap, names with commas.
  ["Rider, J.\n\nCastell, B.", [["Rider, J."], [""], ["Castell, B."]]],
  ['1\t"Led;\n""kept on"""', [["1", 'Led; "kept on"']]],
  ['"Thunder" Jack\t2', [['"Thunder" Jack', "2"]]],
  ["\tLantern", [["", "Lantern"]]],
])("what is pasted from %j", (text, block) => {
  expect(readBlock(text)).toEqual(block);
});

// The text is the one value: whatever is done in the form, its lines give the same form again.
test("law: a sheet written and read is that sheet, after any changes", () => {
  const text = fc.string({ maxLength: 8 });
  const place = fc.record({
    race: fc.nat(2),
    row: fc.nat(3),
    column: fc.constantFrom("number", "name", "comment"),
  });
  const change: fc.Arbitrary<SheetChange> = fc.oneof(
    fc.constant(addRace),
    fc.nat(2).map((race) => addRunners(race)),
    fc.nat(2).map((race) => removeRace(race)),
    fc.tuple(fc.nat(2), fc.nat(3)).map(([race, row]) => removeRunner(race, row)),
    text.map((going) => setRace(0, { going })),
    fc
      .tuple(place, fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { maxLength: 3 }))
      .map(([at, block]) => pasteBlock(at, block)),
  );
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 6 }),
      fc.constantFrom(",", ";", "\t"),
      (changes, separator) => {
        const made = changes.reduce<CardSheet>((sheet, each) => each(sheet), { ...TWO, separator });
        expect(readSheet(writeSheet(made))).toEqual(made);
      },
    ),
  );
});
