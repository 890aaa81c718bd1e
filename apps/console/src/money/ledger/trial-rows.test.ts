import { expect, test } from "vitest";
import { trialRows, trialSums } from "./trial-rows.ts";

const line = (
  kind: "cash" | "jackpot" | "bank_clearing" | "takeout",
  cents: number,
  pool?: string,
) => ({
  kind,
  pool: pool ?? null,
  accounts: 1,
  balance_cents: cents,
});

const LINES = [
  line("cash", 900),
  line("bank_clearing", -1300),
  line("jackpot", 200, "TRIFECTA"),
  line("jackpot", 150, "FIRST4"),
  line("takeout", 50),
];

test("jackpots stand in one row; what the club is owed comes first", () => {
  expect(trialRows(LINES).map(({ kind, balance }) => [kind, balance])).toEqual([
    ["bank_clearing", -1300n],
    ["cash", 900n],
    ["jackpot", 350n],
    ["takeout", 50n],
  ]);
  expect(trialRows(LINES)[2]?.pools).toEqual(["TRIFECTA", "FIRST4"]);
});

test("debit and credit meet", () => {
  expect(trialSums(trialRows(LINES))).toEqual({ debit: 1300n, credit: 1300n, difference: 0n });
});

test("one cent off shows", () => {
  expect(trialSums(trialRows([...LINES, line("takeout", 1)])).difference).toBe(1n);
});
