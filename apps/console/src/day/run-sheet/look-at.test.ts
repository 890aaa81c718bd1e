import type { DaySigns, OperatorMeeting, OperatorTopUp, RaceStatus } from "@club/contract";
import { expect, test } from "vitest";
import { rowOf, type RunRow } from "../races/due.ts";
import { lookAt, type Desk } from "./look-at.ts";

const NOON = Date.parse("2026-11-21T12:00:00.000Z");
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();

function row(id: string, status: RaceStatus, start: number): RunRow {
  const race = {
    race_id: id,
    raceNo: 1,
    name: "Handicap",
    start_time: at(start),
    status,
    distance_m: null,
    opened_at: null,
    closed_at: start <= 0 ? at(start) : null,
    runners: 8,
    scratched: 0,
    bets: 10,
    gross_cents: 1000,
    result_waits_of: null,
  };
  return rowOf({ meetings: "M" } as OperatorMeeting, race);
}

const QUIET: Desk = { rows: [], topUps: [], isStreamDown: false, isBookBroken: false, nowMs: NOON };
const kinds = (desk: Partial<Desk>) => lookAt({ ...QUIET, ...desk }).map((item) => item.kind);

test("a result that another clerk entered waits for this one", () => {
  const mine = row("a", "closed", -5);
  const waiting = { ...mine, race: { ...mine.race, result_waits_of: "clerk-1" } };
  const seen = (clerk?: string) => kinds({ rows: [waiting], clerk });
  expect([seen("clerk-2"), seen("clerk-1"), seen()]).toEqual([["second-result"], [], []]);
  expect(kinds({ rows: [mine], clerk: "clerk-2" })).toEqual([]);
});

test("what is late comes first, what is done last", () => {
  const rows = [
    row("a", "settled", -40),
    row("b", "draft", 20),
    row("c", "closed", -11),
    row("d", "interim", -25),
    row("e", "final", -12),
    row("f", "open", 2),
  ];
  expect(kinds({ rows })).toEqual(["no-result", "not-settled", "not-final", "not-open", "settled"]);
});

test("in time nothing is said", () => {
  const rows = [row("a", "closed", -9), row("b", "draft", 31), row("c", "open", 0)];
  expect(kinds({ rows })).toEqual([]);
});

test("a race that has started and takes bets for all the desk knows is the worst of a day", () => {
  expect(kinds({ rows: [row("a", "open", -1), row("d", "interim", -25)] })).toEqual([
    "not-closed",
    "not-final",
  ]);
});

test("an abandoned race says so; with doubles that wait for dividends it is among the worst", () => {
  const rows = [row("a", "abandoned", -40), row("b", "settled", -80), row("d", "interim", -25)];
  expect(kinds({ rows })).toEqual(["not-final", "abandoned", "settled"]);
  const doublesWait = new Set(["a"]);
  expect(kinds({ rows, doublesWait })).toEqual(["doubles-wait", "not-final", "settled"]);
});

test("odd signs and many refused bets; what players do wrong every day is none", () => {
  const sign = { kind: "one_player", pool_id: "p", at: at(0) } as DaySigns["signs"][number];
  const signs = (refused: DaySigns["refused"]): DaySigns => ({
    signs: [],
    refused,
    intake_p99_ms: 5,
    intake_waiting: 0,
  });
  expect(kinds({ signs: { ...signs([]), signs: [sign] } })).toEqual(["sign"]);
  expect(kinds({ signs: signs([{ code: "race.closed", count: 9 }]) })).toEqual([]);
  expect(kinds({ signs: signs([{ code: "race.closed", count: 10 }]) })).toEqual(["refused"]);
  expect(kinds({ signs: signs([{ code: "funds.insufficient", count: 99 }]) })).toEqual([]);
});

test("only the last three that are done are shown", () => {
  const rows = [-10, -20, -30, -40].map((start) => row(`${start}`, "settled", start));
  expect(lookAt({ ...QUIET, rows }).map((item) => item.at)).toEqual(
    [-10, -20, -30].map((minutes) => NOON + minutes * 60_000),
  );
});

test("a top-up that waits for over an hour, a stream that is down, books that are broken", () => {
  const topUps = [{ created_at: at(-61) }, { created_at: at(-5) }] as OperatorTopUp[];
  expect(kinds({ topUps })).toEqual(["old-top-up"]);
  expect(kinds({ isStreamDown: true, isBookBroken: true })).toEqual([
    "books-broken",
    "stream-down",
  ]);
});
