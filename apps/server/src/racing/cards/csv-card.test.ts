import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CARD_COLUMNS, RACE_POOL_CODES, Refusal } from "@club/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvTemplate, readCsvCard, writeCsvCard } from "./csv-card.ts";
import { readEntainCard } from "./entain-card.ts";
import type { StoredCard } from "./stored-card.ts";

const OPTIONS = { currency: "AUD", firstRaceAt: null };
const HEAD = CARD_COLUMNS.join(",");
const MEETING = "WR,Wattle Ridge,AU,2027-01-16,Australia/Melbourne,AUD,Races,AU_STD,club";

test("the template is a card", () => {
  const { card, problems } = readCsvCard({ csv: csvTemplate("AUD") }, OPTIONS);
  expect(problems).toEqual([]);
  expect(card?.meeting).toMatchObject({ code: "WR", name: "Wattle Ridge", date: "2027-01-16" });
  expect(card?.races).toHaveLength(1);
  expect(card?.races[0]).toMatchObject({
    number: 1,
    distance_m: 1400,
    handicap: true,
    start_time: new Date("2027-01-16T02:30:00.000Z"),
    pools: [...RACE_POOL_CODES],
  });
  expect(
    card?.races[0]?.runners.map(({ number, name, weight_kg }) => [number, name, weight_kg]),
  ).toEqual([
    [1, "Northern Tide", 59.5],
    [2, "Paper Lantern", 57],
  ]);
});

test("semicolons, decimal commas, quotes, columns in another order, a byte order mark", () => {
  const csv = [
    "\uFEFFnumber;name;race;race_name;weight_kg;start_time;meeting_code;meeting_name;country;date;timezone;currency;scratched",
    '3;"Quiet; ""Thunder""";2;Plate;58,5;2027-01-16 14:00;WR;Wattle Ridge;AU;2027-01-16;Australia/Melbourne;AUD;Yes',
    "",
  ].join("\n");
  const { card, problems } = readCsvCard({ csv }, OPTIONS);
  expect(problems).toEqual([]);
  expect(card?.races[0]?.runners).toEqual([
    expect.objectContaining({
      number: 3,
      name: 'Quiet; "Thunder"',
      weight_kg: 58.5,
      scratched: true,
    }),
  ]);
});

test("a sheet pasted whole has tabs between its cells", () => {
  const csv = csvTemplate("AUD").replaceAll(",", "\t").replace("J. Rider", "Rider, J; senior");
  const { card, problems } = readCsvCard({ csv }, OPTIONS);
  expect(problems).toEqual([]);
  expect(card?.meeting).toMatchObject({ code: "WR", date: "2027-01-16" });
  expect(card?.races[0]?.runners.map(({ name, jockey }) => [name, jockey])).toEqual([
    ["Northern Tide", "Rider, J; senior"],
    ["Paper Lantern", "B. Castell"],
  ]);
});

test("a problem names the line that an editor shows", () => {
  const race = "1,Plate,1400,3,no,Good 4,2027-01-16 13:30,";
  const csv = [
    HEAD,
    `${MEETING},${race},1,"Two",6,,,59.5,,no`,
    "",
    `${MEETING},${race},2,,6,,,heavy,,no`,
    `${MEETING},${race},1,Again,6,,,,,no`,
  ].join("\n");
  const first = readCsvCard({ csv }, OPTIONS).problems;
  expect(first.map(({ row, field }) => [row, field])).toEqual(
    expect.arrayContaining([
      ["line 4", "name"],
      ["line 4", "weight_kg"],
    ]),
  );
  const twice = csv.split("\n").filter((_, at) => at !== 3);
  expect(readCsvCard({ csv: twice.join("\n") }, OPTIONS).problems).toEqual([
    { row: "line 4", field: "number", code: "runner_twice", race: 1, runner: 1 },
  ]);
});

test("two meetings in one file, or two starts of one race, are named by their lines", () => {
  const race = (start: string) => `1,Plate,1400,3,no,Good 4,${start},`;
  const line = (start: string, number: number, meeting = MEETING) =>
    `${meeting},${race(start)},${number},Horse ${number},6,,,59.5,,no`;
  const csv = [
    HEAD,
    line("2027-01-16 13:30", 1),
    line("2027-01-16 13:35", 2),
    line("", 3),
    line("", 4, MEETING.replace("Wattle Ridge", "Wattle Rigde")),
  ].join("\r\n");
  expect(readCsvCard({ csv }, OPTIONS).problems).toEqual([
    { row: "line 5", field: "meeting_name", code: "line_differs", race: 1, runner: 4 },
    { row: "line 3", field: "start_time", code: "line_differs", race: 1, runner: 2 },
  ]);
});

test("a word that is neither yes nor no is named, so that no scratching is lost", () => {
  const csv = (word: string) =>
    [HEAD, `${MEETING},1,Plate,,,no,,2027-01-16 13:30,,1,Horse,,,,,,${word}`].join("\n");
  const read = (word: string) => readCsvCard({ csv: csv(word) }, OPTIONS);
  expect(read("scratched").problems).toEqual([
    { row: "line 2", field: "scratched", code: "invalid", race: 1, runner: 1 },
  ]);
  for (const word of ["TRUE", "Oui", "sí", "是"]) {
    expect(read(word).card?.races[0]?.runners[0]?.scratched).toBe(true);
  }
  for (const word of ["FALSE", "non", "否", ""]) {
    expect(read(word).card?.races[0]?.runners[0]?.scratched).toBe(false);
  }
});

test.each([
  [{}, "shape"],
  [{ csv: "a,b\n1,2" }, "columns"],
  [{ csv: HEAD }, "columns"],
  [{ csv: `${HEAD}\n"open` }, "quotes"],
])("%j cannot be read: %s", (payload, reason) => {
  const read = () => readCsvCard(payload, OPTIONS);
  expect(read).toThrow(Refusal);
  expect(read).toThrow(expect.objectContaining({ params: expect.objectContaining({ reason }) }));
});

// What is written can be read back, whatever a name contains.
test("law: a stored card written as CSV is that card", () => {
  const word = fc.string({ minLength: 1, maxLength: 20 }).map((text) => `N${text.trim()}`);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (names) => {
      const stored = storedCard(names);
      const { card, problems } = readCsvCard({ csv: writeCsvCard(stored) }, OPTIONS);
      expect(problems).toEqual([]);
      expect(card?.meeting).toEqual(stored.meeting);
      expect(card?.races[0]?.runners.map(({ name }) => name)).toEqual(names);
      expect(card?.races[0]?.start_time).toEqual(stored.races[0]?.start_time);
      expect(card?.races[0]?.pools).toEqual(stored.races[0]?.pools);
    }),
  );
});

function storedCard(names: readonly string[]): StoredCard {
  return {
    id: "m",
    meeting: {
      country: "AU",
      code: "WR",
      date: "2027-01-16",
      name: "Wattle Ridge",
      timezone: "Australia/Melbourne",
      currency: "AUD",
      event_type: "Races",
      rule_set: "AU_STD",
      dividends: "club",
    },
    races: [
      {
        id: "r",
        number: 1,
        status: "draft",
        has_bets: false,
        name: "Plate, the first",
        distance_m: 1400,
        class: "3",
        handicap: true,
        going: null,
        start_time: new Date("2027-01-16T02:30:00.000Z"),
        card_start: null,
        card_pools: null,
        pools: ["WIN", "PLACE", "DOUBLE_WIN"],
        tips: [],
        now: new Date("2027-01-15T02:30:00.000Z"),
        runners: names.map((name, at) => ({
          number: at + 1,
          name,
          barrier: at + 1,
          jockey: null,
          trainer: 'A "B" C',
          weight_kg: 57.5,
          form: "1x2",
          scratched: at === 1,
          past_runs: [],
          comment: at === 0 ? 'Led, "kept on"' : null,
          by_hand: [],
        })),
      },
    ],
  };
}

test("a race of the entain feed becomes a card of one race", () => {
  const file = join(import.meta.dirname, "fixtures/entain-event.json");
  const { card, problems } = readEntainCard(JSON.parse(readFileSync(file, "utf8")), OPTIONS);
  expect(problems).toEqual([]);
  expect(card?.meeting).toMatchObject({
    country: "AU",
    code: "WATTLERIDGE",
    timezone: "Australia/Melbourne",
    date: "2026-11-25",
    event_type: "Races",
  });
  expect(card?.races[0]).toMatchObject({ number: 5, handicap: true, distance_m: 1400 });
  expect(card?.races[0]?.runners[0]).toMatchObject({
    number: 1,
    name: "Northern Tide",
    barrier: 6,
    trainer: "T Yard 1",
    weight_kg: 59.5,
  });
  expect(readEntainCard({ data: {} }, OPTIONS).card).toBeNull();
});

test("a meeting of the entain feed becomes its races, without runners yet", () => {
  const file = join(import.meta.dirname, "fixtures/entain-meetings.json");
  const { card, problems } = readEntainCard(JSON.parse(readFileSync(file, "utf8")), OPTIONS);
  expect(problems).toEqual([]);
  expect(card?.meeting).toMatchObject({ code: "WATTLERIDGE", country: "AU", date: "2026-11-21" });
  expect(card?.races.map((race) => [race.number, race.name, race.runners.length])).toEqual([
    [5, "Paperbark Handicap", 0],
    [6, "Saltbush Plate", 0],
  ]);
});
