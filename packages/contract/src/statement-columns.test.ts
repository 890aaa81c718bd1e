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
};
const TEXTS = new Map([
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

type Line = typeof LINE | (Omit<typeof LINE, "bet"> & { bet: typeof BET | typeof DOUBLE });

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

test("a column with a field is a field of the line on the wire", () => {
  expect(statementLine.parse(LINE)).toEqual(LINE);
  const { balance_cents: _, ...without } = LINE;
  expect(statementLine.safeParse(without).success).toBe(false);
});
