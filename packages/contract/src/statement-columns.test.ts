import { expect, test } from "vitest";
import { STATEMENT } from "./statement-columns.ts";
import { statementLine } from "./statements.ts";

const BET = {
  order_id: "0198",
  receipt_no: "WR5-7K2M-0482",
  bet_type: 1,
  race_id: "r5",
  meetings: "Wattle Ridge",
  code: "gallop",
  raceNo: 5,
  meetings2: null,
  raceNo2: null,
};
const DOUBLE = { ...BET, meetings2: "Eagle Farm", raceNo2: 2 };
const LINE = {
  entry_id: "e1",
  at: "2026-11-20T04:32:11.000Z",
  type: "bet",
  amount_cents: -2000,
  balance_cents: 126_450,
  reference: "HC 40117 TQ",
  bet: null,
  sport: null,
};
const SPORT = {
  order_id: "0199",
  legs: 1,
  home: "Ellerby Town",
  away: "Castle Moor",
  home_names: { "zh-Hant": "艾拉比城" },
  away_names: {},
};
const TEXTS = new Map([
  ["statement.type.bet", "Bet"],
  ["statement.type.payout", "Payout"],
  ["statement.type.top_up", "Top-up"],
  ["statement.type.other", "Other"],
  ["betType.1", "Win"],
]);
const words = {
  t: {
    find: (key: string, params?: Readonly<Record<string, unknown>>) =>
      key === "race.short" ? `R${String(params?.["n"])}` : TEXTS.get(key),
  },
  clock: () => "2026-11-20 14:32:11",
};

type Line = Omit<typeof LINE, "bet" | "sport"> & {
  bet: typeof BET | typeof DOUBLE | null;
  sport: typeof SPORT | null;
};

const appSays = (line: Line): unknown[] =>
  STATEMENT.columns.flatMap(({ app, value }) =>
    app === undefined ? [] : [(app.value ?? value)(line, words)],
  );

// Title, details, reference, amount, balance.
const ROWS: [Line, (string | null)[]][] = [
  [{ ...LINE, bet: BET }, ["Win · Wattle Ridge R5", null, "WR5-7K2M-0482"]],
  [
    { ...LINE, type: "payout", bet: DOUBLE },
    ["Payout · Win", "Wattle Ridge R5 + Eagle Farm R2", null],
  ],
  [{ ...LINE, type: "top_up" }, ["Top-up", null, "HC 40117 TQ"]],
  [{ ...LINE, sport: SPORT }, ["Bet · Ellerby Town – Castle Moor", null, "HC 40117 TQ"]],
  [
    { ...LINE, type: "payout", sport: { ...SPORT, legs: 3 } },
    ["Payout · Ellerby Town – Castle Moor + 2", null, "HC 40117 TQ"],
  ],
  [
    { ...LINE, sport: { ...SPORT, home: "Sleet Cup winner", away: "" } },
    ["Bet · Sleet Cup winner", null, "HC 40117 TQ"],
  ],
  [{ ...LINE, type: "correction_claim" }, ["Other", null, null]],
];
test.each(ROWS)("a row of the app, %#", (line, texts) => {
  expect(appSays(line)).toEqual([...texts, -2000, 126_450]);
});

test("a row of the files", () => {
  const cells = (line: Line) => STATEMENT.columns.map(({ value }) => value(line, words));
  const money = [-2000, 126_450, "e1"];
  expect(cells({ ...LINE, type: "payout", bet: BET })).toEqual(
    ["2026-11-20", "14:32:11", "Payout", "Win · Wattle Ridge R5", BET.receipt_no].concat(
      money as string[],
    ),
  );
  expect(cells({ ...LINE, type: "top_up" })).toEqual(
    ["2026-11-20", "14:32:11", "Top-up", "", LINE.reference].concat(money as string[]),
  );
});

test("an event is named in the language of the reader", () => {
  const of = (language: string) => {
    const said = { ...words, t: { ...words.t, language } };
    return STATEMENT.columns
      .find(({ id }) => id === "detail")
      ?.value({ ...LINE, sport: SPORT }, said);
  };
  expect([of("en"), of("zh-Hant")]).toEqual([
    "Ellerby Town – Castle Moor",
    "艾拉比城 – Castle Moor",
  ]);
});

test("a column with a field is a field of the line on the wire", () => {
  expect(statementLine.parse(LINE)).toEqual(LINE);
  const { balance_cents: _, ...without } = LINE;
  expect(statementLine.safeParse(without).success).toBe(false);
});
