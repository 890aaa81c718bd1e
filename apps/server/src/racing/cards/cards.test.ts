import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CardOptions, ReadCard } from "./card.ts";
import { readClubCard } from "./club-card.ts";
import { readHkRacedayCard } from "./hk-raceday-card.ts";
import { lengthsOf } from "./hk-past-days.ts";

const OPTIONS: CardOptions = { currency: "AUD", firstRaceAt: null };

interface Draft {
  format_version: unknown;
  meeting: Record<string, unknown>;
  races: (Record<string, unknown> & { runners: Record<string, unknown>[] })[];
}

function card(change: (draft: Draft) => void = () => undefined): Draft {
  const draft: Draft = {
    format_version: 1,
    meeting: {
      code: "HV",
      name: "Happy Valley",
      country: "HK",
      date: "2026-11-20",
      timezone: "Asia/Hong_Kong",
      currency: "AUD",
    },
    races: [
      {
        number: 1,
        name: "Class 4 Handicap",
        distance_m: 1200,
        class: "4",
        handicap: true,
        going: "Good",
        start_time: "2026-11-20T11:15:00.000Z",
        runners: [
          {
            number: 1,
            name: "Northern Tide",
            barrier: 4,
            jockey: "A Rider",
            trainer: "B Trainer",
            weight_kg: 60.55,
            form: "1214",
            scratched: false,
          },
          { number: 2, name: "Quiet Thunder" },
        ],
      },
    ],
  };
  change(draft);
  return draft;
}

function problemsOf(read: ReadCard): string[] {
  return read.problems.map(({ row, field, code }) => `${row} ${field} ${code}`);
}

describe("club format", () => {
  test("reads every field and fills in what is optional", () => {
    const read = readClubCard(card(), OPTIONS);
    expect(read.problems).toEqual([]);
    expect(read.card?.meeting).toEqual({
      code: "HV",
      name: "Happy Valley",
      country: "HK",
      date: "2026-11-20",
      timezone: "Asia/Hong_Kong",
      currency: "AUD",
      event_type: "Races",
      rule_set: "AU_STD",
      dividends: "club",
    });
    expect(read.card?.races[0]).toMatchObject({
      number: 1,
      handicap: true,
      class: "4",
      start_time: new Date("2026-11-20T11:15:00.000Z"),
    });
    expect(read.card?.races[0]?.runners).toEqual([
      {
        row: "races[0].runners[0]",
        number: 1,
        name: "Northern Tide",
        barrier: 4,
        jockey: "A Rider",
        trainer: "B Trainer",
        weight_kg: 60.6,
        form: "1214",
        scratched: false,
      },
      {
        row: "races[0].runners[1]",
        number: 2,
        name: "Quiet Thunder",
        barrier: null,
        jockey: null,
        trainer: null,
        weight_kg: null,
        form: null,
        scratched: false,
      },
    ]);
  });

  test.each<[string, (draft: Draft) => void, string[]]>([
    [
      "a duplicated runner",
      (d) => (d.races[0]!.runners[1]!["number"] = 1),
      ["races[0].runners[1] number runner_twice"],
    ],
    ["a duplicated race", (d) => d.races.push({ ...d.races[0]! }), ["races[1] number race_twice"]],
    ["no runners", (d) => (d.races[0]!.runners = []), ["races[0] runners no_runners"]],
    ["no races", (d) => (d.races = []), ["card races no_races"]],
    [
      "runner 0",
      (d) => (d.races[0]!.runners[0]!["number"] = 0),
      ["races[0].runners[0] number number_range"],
    ],
    [
      "runner 61",
      (d) => (d.races[0]!.runners[1]!["number"] = 61),
      ["races[0].runners[1] number number_range"],
    ],
    [
      "a past run that is no day, has a place behind the last, or comes after the race",
      (d) =>
        (d.races[0]!.runners[0]!["past_runs"] = [
          { date: "2026-02-30", track: "A" },
          { date: "2026-01-01", track: "A", place: 9, starters: 8 },
          { date: "2026-01-01", track: "" },
        ]),
      [
        "races[0].runners[0] past_runs[0].date invalid",
        "races[0].runners[0] past_runs[1].starters invalid",
        "races[0].runners[0] past_runs[2].track missing",
      ],
    ],
    [
      "a past run on the day of the race",
      (d) => (d.races[0]!.runners[1]!["past_runs"] = [{ date: "2026-11-20", track: "A" }]),
      ["races[0].runners[1] past_runs[0].date invalid"],
    ],
    [
      "more past runs than a sheet shows",
      (d) =>
        (d.races[0]!.runners[0]!["past_runs"] = Array(21).fill({ date: "2026-01-01", track: "A" })),
      ["races[0].runners[0] past_runs invalid"],
    ],
    [
      "a comment and a tip that are too long",
      (d) => {
        d.races[0]!.runners[0]!["comment"] = "x".repeat(501);
        d.races[0]!["tips"] = [{ by: "A", numbers: [1], text: "x".repeat(501) }];
      },
      ["races[0] tips[0].text too_long", "races[0].runners[0] comment too_long"],
    ],
    ["race 61", (d) => (d.races[0]!["number"] = 61), ["races[0] number number_range"]],
    [
      "half a runner",
      (d) => (d.races[0]!.runners[1]!["number"] = 1.5),
      ["races[0].runners[1] number invalid"],
    ],
    [
      "a runner without a name",
      (d) => delete d.races[0]!.runners[1]!["name"],
      ["races[0].runners[1] name missing"],
    ],
    ["a name too long", (d) => (d.races[0]!["name"] = "x".repeat(121)), ["races[0] name too_long"]],
    [
      "a bad zone",
      (d) => (d.meeting["timezone"] = "Mars/Olympus"),
      ["meeting timezone zone_unknown"],
    ],
    [
      "a day that does not exist",
      (d) => (d.meeting["date"] = "2026-02-30"),
      ["meeting date invalid"],
    ],
    [
      "another currency",
      (d) => (d.meeting["currency"] = "HKD"),
      ["meeting currency currency_wrong"],
    ],
    [
      "an event type of its own",
      (d) => (d.meeting["event_type"] = "Camels"),
      ["meeting event_type invalid"],
    ],
    ["no start", (d) => delete d.races[0]!["start_time"], ["races[0] start_time start_missing"]],
    [
      "a start that is no time",
      (d) => (d.races[0]!["start_time"] = "noon"),
      ["races[0] start_time time_not_real"],
    ],
    [
      "a start on 30 February",
      (d) => (d.races[0]!["start_time"] = "2026-02-30T10:00:00Z"),
      ["races[0] start_time time_not_real"],
    ],
    // 15:59 UTC is 23:59 in Hong Kong, the day before.
    [
      "a start before the day",
      (d) => (d.races[0]!["start_time"] = "2026-11-19T15:59:00Z"),
      ["races[0] start_time start_before_date"],
    ],
    [
      "a start days later",
      (d) => (d.races[0]!["start_time"] = "2026-11-23T11:00:00Z"),
      ["races[0] start_time start_after_date"],
    ],
    ["another version", (d) => (d.format_version = 2), ["meeting format_version invalid"]],
    ["no meeting", (d) => delete (d as Partial<Draft>).meeting, ["meeting meeting missing"]],
  ])("names row and field of %s", (_name, change, expected) => {
    const read = readClubCard(card(change), OPTIONS);
    expect(problemsOf(read)).toEqual(expected);
  });

  test("lists all problems at once, with the numbers of the card", () => {
    const read = readClubCard(
      card((d) => {
        d.races[0]!.runners[0]!["number"] = 99;
        d.races[0]!.runners[1]!["number"] = 99;
      }),
      OPTIONS,
    );
    expect(read.problems).toEqual([
      { row: "races[0].runners[0]", field: "number", code: "number_range", race: 1, runner: 99 },
      { row: "races[0].runners[1]", field: "number", code: "number_range", race: 1, runner: 99 },
      { row: "races[0].runners[1]", field: "number", code: "runner_twice", race: 1, runner: 99 },
    ]);
  });

  // Sydney: clocks go forward on 4 October 2026 at 02:00, back on 5 April 2026 at 03:00.
  test.each<[string, string, string, string | null]>([
    ["before the change", "2026-10-03", "2026-10-03T14:00", "2026-10-03T04:00:00.000Z"],
    ["after the change", "2026-10-04", "2026-10-04T14:00", "2026-10-04T03:00:00.000Z"],
    ["in the hour that is skipped", "2026-10-04", "2026-10-04T02:30", null],
    ["in the hour that comes twice", "2026-04-05", "2026-04-05T02:30", "2026-04-04T15:30:00.000Z"],
    ["after it", "2026-04-05", "2026-04-05T14:00", "2026-04-05T04:00:00.000Z"],
    [
      "with an offset of its own",
      "2026-10-04",
      "2026-10-04T14:00:00+11:00",
      "2026-10-04T03:00:00.000Z",
    ],
  ])("a start on the venue's wall clock %s", (_name, date, start, instant) => {
    const read = readClubCard(
      card((d) => {
        d.meeting["timezone"] = "Australia/Sydney";
        d.meeting["date"] = date;
        d.races[0]!["start_time"] = start;
      }),
      OPTIONS,
    );
    if (instant === null) expect(problemsOf(read)).toEqual(["races[0] start_time time_not_real"]);
    else expect(read.card?.races[0]?.start_time?.toISOString()).toBe(instant);
  });

  test("first_race_at moves races 30 minutes apart and the meeting to the local day", () => {
    const read = readClubCard(
      card((d) => d.races.unshift({ ...d.races[0]!, number: 2, start_time: null })),
      { ...OPTIONS, firstRaceAt: new Date("2027-01-01T17:00:00Z") },
    );
    expect(read.problems).toEqual([]);
    expect(read.card?.meeting.date).toBe("2027-01-02");
    expect(read.card?.races.map((race) => [race.number, race.start_time?.toISOString()])).toEqual([
      [2, "2027-01-01T17:30:00.000Z"],
      [1, "2027-01-01T17:00:00.000Z"],
    ]);
  });
});

interface Day {
  date: string;
  venue_code: string;
  races: {
    race_no: number;
    starters: number;
    off_time_local: string | null;
    runners: { number: number | null; status: string; weight_lb: number | null }[];
  }[];
}

function readDay(name: string): Day {
  const folder = new URL("../../../../../packages/domain/fixtures/racing/", import.meta.url);
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as Day;
}

const DAYS: [string, boolean][] = [
  ["2017-02-15-HV", true],
  ["2017-02-26-ST", true],
  ["2017-03-15-HV", true],
  ["2017-03-19-ST", true],
  ["2025-11-15-ST", false],
  ["2025-11-26-HV", false],
];

describe("hk-raceday format", () => {
  test.each(DAYS)("reads %s whole", (name, hasTimes) => {
    const day = readDay(name);
    const firstRaceAt = hasTimes ? null : new Date(`${day.date}T05:00:00Z`);
    const read = readHkRacedayCard(day, { ...OPTIONS, firstRaceAt });
    expect(read.problems).toEqual([]);
    expect(read.card?.meeting).toMatchObject({
      country: "HK",
      code: day.venue_code,
      date: day.date,
      timezone: "Asia/Hong_Kong",
      rule_set: "HK",
      dividends: "club",
      currency: "AUD",
    });
    for (const [i, race] of (read.card?.races ?? []).entries()) {
      const source = day.races[i]!;
      expect(race.number).toBe(source.race_no);
      expect(race.runners.length).toBe(source.runners.filter((r) => r.number !== null).length);
      // The starters of the source are those that are not scratched here.
      expect(race.runners.filter((r) => !r.scratched).length).toBe(source.starters ?? 0);
      if (hasTimes) {
        const local = race.start_time?.toLocaleTimeString("en-GB", { timeZone: "Asia/Hong_Kong" });
        expect(local).toBe(`${source.off_time_local}:00`);
      }
    }
  });

  test("weights come in kilograms with one decimal", () => {
    const read = readHkRacedayCard(readDay("2017-02-15-HV"), OPTIONS);
    const runner = read.card?.races[0]?.runners.find(({ number }) => number === 3);
    // 130 lb = 58.967 kg.
    expect(runner).toMatchObject({ weight_kg: 59, barrier: 4, jockey: "J Moreira" });
  });

  test("a day without off times needs first_race_at", () => {
    const read = readHkRacedayCard(readDay("2025-11-26-HV"), OPTIONS);
    expect(new Set(problemsOf(read).map((text) => text.split(" ").slice(1).join(" ")))).toEqual(
      new Set(["start_time start_missing"]),
    );
  });

  test("a race without runners comes in without problems", () => {
    const read = readHkRacedayCard(readDay("2025-11-15-ST"), {
      ...OPTIONS,
      firstRaceAt: new Date("2026-01-01T05:00:00Z"),
    });
    expect(read.card?.races.find(({ number }) => number === 8)?.runners).toEqual([]);
  });
});

describe("past days of Hong Kong", () => {
  const day = (name: string) => {
    const folder = new URL("../../../../../packages/domain/fixtures/racing/", import.meta.url);
    return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as object;
  };

  test("the results of earlier days are the past runs of who runs again, the newest first", () => {
    const past_days = ["2017-02-15-HV", "2017-03-15-HV", "2017-02-26-ST"].map(day);
    const { card, problems } = readHkRacedayCard(
      { ...day("2017-03-19-ST"), past_days },
      { currency: "AUD", firstRaceAt: null },
    );
    expect(problems).toEqual([]);
    const runners = card?.races.flatMap((race) => race.runners) ?? [];
    const known = runners.filter(({ past_runs }) => (past_runs ?? []).length > 0);
    expect(known.length).toBeGreaterThan(30);
    for (const { past_runs = [] } of known) {
      const days = past_runs.map(({ date }) => date);
      expect(days).toEqual(days.toSorted().toReversed());
    }
    const all = known.flatMap(({ past_runs }) => past_runs ?? []);
    expect(all.filter(({ place }) => place === 1).every(({ margin }) => margin === 0)).toBe(true);
    expect(all.every((run) => run.positions.length > 0 && run.price !== null)).toBe(true);
    // Of a day that is not before this one nothing is taken.
    const later = readHkRacedayCard(
      { ...day("2017-02-15-HV"), past_days },
      { currency: "AUD", firstRaceAt: null },
    );
    const none = later.card?.races.flatMap(({ runners: of }) =>
      of.flatMap((r) => r.past_runs ?? []),
    );
    expect(none).toEqual([]);
  });

  test.each([
    ["2-1/4", 2.25],
    ["1/2", 0.5],
    ["13", 13],
    ["頸位", 0.3],
    ["短馬頭位", 0.1],
    ["鼻位", 0.05],
    ["多個馬位", null],
    [null, null],
  ])("%s is %s lengths", (text, lengths) => {
    expect(lengthsOf(text)).toBe(lengths);
  });
});
