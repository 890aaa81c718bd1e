import { inflateSync } from "node:zlib";
import { REPORT_IDS } from "@club/contract";
import { addDays } from "@club/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestOperator, TestPlayer } from "../../test/club.ts";
import { closeRace, openMeeting, place, settle, someBets, until } from "../../test/db/race-day.ts";
import { correctRace, openResultDesk } from "../../test/result-desk.ts";
import { unzip } from "../../test/unzip.ts";

let club: TestClub;
let auditor: TestOperator;
let player: TestPlayer;
let day: string;
let span: string;
let settledRace: string;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  auditor = await club.operator("auditor");
  player = await club.signUp();
  await club.fund(player, 1_000_000);
  const meeting = await openMeeting(club, 2);
  day = meeting.date;
  span = `from=${addDays(day, -2)}&to=${addDays(day, 2)}`;
  for (const bet of someBets(meeting)) ok(await place(club, player, bet));
  const [first] = meeting.races;
  const raceId = first?.id ?? "";
  settledRace = raceId;
  const large = { bet_type: 1, betAmount: 1500, horse: [1], race_id: raceId, date: day };
  ok(await place(club, player, large));
  const refused = await place(club, player, { ...large, betAmount: 9000 });
  expect(refused.body.code).toBe("funds.insufficient");
  await closeRace(club, raceId);
  await settle(club, raceId, [[1], [2], [3], [4]]);
  await until(async () => (await club.query("SELECT 1 FROM refused_bet")).length > 0);
});
afterAll(async () => await club.close());

interface Shown {
  data: {
    columns: { id: string; kind: string }[];
    totals: (number | null)[];
    rows: number;
    is_cut: boolean;
  };
  list: (string | number | null)[][];
}

async function read(report: string, query = span): Promise<Shown> {
  const answer = await club.call("GET", `/api/operator/reports/${report}?${query}`, auditor);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function load(report: string, format: string, language = "en"): Promise<Buffer> {
  const headers = { authorization: `Bearer ${auditor.token}`, "accept-language": language };
  const path = `/api/operator/reports/${report}/file?${span}&format=${format}`;
  const response = await fetch(club.url + path, { headers });
  expect(response.status, `${report} ${format}`).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return Buffer.from(await response.arrayBuffer());
}

const column = (shown: Shown, id: string): (string | number | null)[] => {
  const at = shown.data.columns.findIndex((each) => each.id === id);
  expect(at, id).toBeGreaterThanOrEqual(0);
  return shown.list.map((row) => row[at] ?? null);
};
const sum = (cells: readonly (string | number | null)[]): number =>
  cells.reduce<number>((total, cell) => total + Number(cell), 0);

test.each(REPORT_IDS)(
  "%s has rows, its totals are the sums of its columns, its files the same rows",
  async (id) => {
    const shown = await read(id);
    // Nothing of these happened here; what they show has its tests where it happens.
    const mayBeEmpty =
      /^(limits|refunds|jackpots|adjustments|payments|arrivals|marked_payouts)$/.test(id);
    expect(shown.list.length, id).toBeGreaterThan(mayBeEmpty ? -1 : 0);
    for (const [at, total] of shown.data.totals.entries()) {
      if (total !== null)
        expect(total, `${id} ${at}`).toBe(sum(shown.list.map((row) => row[at] ?? 0)));
    }
    const text = (await load(id, "csv")).toString("utf8");
    expect(text.trimEnd().split("\r\n"), id).toHaveLength(shown.list.length + 1);
  },
);

test("refused bets stand by reason, race and player", async () => {
  const shown = await read("refused_bets");
  expect(["code", "player", "bets", "stake"].map((id) => column(shown, id))).toEqual([
    ["funds.insufficient"],
    [player.name],
    [1],
    [900_000],
  ]);
  expect(String(column(shown, "on")[0])).toMatch(/^Meeting .* R1$/);
  // The reader sees the reason in his language, not its code.
  const file = String(await load("refused_bets", "csv"));
  expect(file).toContain("Not enough money in your account for this.");
  expect(file).not.toContain("funds.insufficient");
  expect(String(await load("refused_bets", "csv", "zh-Hant"))).not.toContain("Not enough money");
});

test("each race's line adds up on its face, in the report of any days and in that of the day", async () => {
  const shown = await read("race_money");
  const parts = ["takeout", "paid", "breakage", "house", "jackpot", "left"];
  const figures = Object.fromEntries(
    ["staked", "refunded", "gross", ...parts].map((id) => [id, column(shown, id).map(Number)]),
  );
  for (const at of shown.list.keys()) {
    const of = (id: string): number => figures[id]?.[at] ?? Number.NaN;
    expect(of("staked") - of("refunded")).toBe(of("gross"));
    expect(sum(parts.map(of))).toBe(of("gross"));
  }
  // A settled race and one that is open, whose stakes wait in its pools.
  expect(figures["takeout"]?.[0]).toBeGreaterThan(0);
  expect(figures["left"]?.[1]).toBe(figures["gross"]?.[1]);
  expect(figures["left"]?.[1]).toBeGreaterThan(0);
  const report = await club.call("GET", `/api/operator/reports/day?date=${day}`, auditor);
  for (const row of [...ok(report).by_race, ...ok(report).by_pool]) {
    expect(sum(parts.map((id) => row[`${id}_cents`]))).toBe(row.gross_cents);
  }
  expect(sum(ok(report).by_race.map((row: { jackpot_cents: number }) => row.jackpot_cents))).toBe(
    sum(column(await read("jackpots"), "amount")),
  );
});

test("the days of the club are whole, and sum up to what was staked, paid and brought", async () => {
  const shown = await read("club_days");
  const days = column(shown, "day").map(String);
  expect([days.length, days[0], days.at(-1)]).toEqual([5, addDays(day, -2), addDays(day, 2)]);
  const tax = await read("tax");
  const of = (id: string) => sum(column(shown, id));
  const decided = of("open") + of("result");
  expect([of("racing") + of("sports"), of("refunded"), of("paid"), decided]).toEqual(
    ["staked", "refunded", "paid", "result"].map((id) => sum(column(tax, id))),
  );
  // What bets have in the race that still runs is no result yet.
  expect(of("open")).toBeGreaterThan(0);
  expect(of("open")).toBe(sum(column(await read("race_money"), "left")));
  expect([of("deposits"), of("withdrawals")]).toEqual([1_000_000, 0]);
  expect([of("active"), of("joined")]).toEqual([1, 1]);
  const [row] = await club.query(
    `SELECT sum(p.amount_cents)::bigint AS cents FROM posting p JOIN account a ON a.id = p.account_id
     WHERE a.kind = 'takeout'`,
  );
  expect(of("takeout")).toBe(Number(row?.["cents"]));
});

test("what was staked, refunded and paid stands in sales, takeout and tax alike", async () => {
  const sales = await read("sales");
  const [cost] = await club.query("SELECT sum(cost_cents) AS cents FROM bet");
  expect(sum(column(sales, "staked"))).toBe(Number(cost?.["cents"]));
  expect(sum(column(sales, "gross"))).toBe(
    sum(column(sales, "staked")) - sum(column(sales, "refunded")),
  );
  const takeout = await read("takeout");
  const kept = ["takeout", "paid", "breakage", "book_result"].map((id) => sum(column(takeout, id)));
  const jackpots = sum(column(await read("jackpots"), "amount"));
  expect(sum(kept) + jackpots - sum(column(takeout, "house_topup"))).toBe(
    sum(column(takeout, "gross")),
  );
  const tax = await read("tax");
  expect(sum(column(tax, "staked"))).toBe(Number(cost?.["cents"]));
  expect(sum(column(tax, "result"))).toBe(
    sum(column(tax, "staked")) - sum(column(tax, "refunded")) - sum(column(tax, "paid")),
  );
});

test("liabilities are what the trial balance says of them", async () => {
  const shown = await read("liabilities");
  const trial = await club.call("GET", "/api/operator/ledger/trial-balance", auditor);
  const owed = trial.body.list.filter((row: { kind: string }) =>
    ["cash", "held", "bonus", "escrow", "jackpot", "sports_book"].includes(row.kind),
  );
  expect(sum(column(shown, "balance"))).toBe(
    owed.reduce((total: number, row: { balance_cents: number }) => total + row.balance_cents, 0),
  );
});

test("a large bet is one of 1,000.00 or more; a close is in the log with its delay", async () => {
  const large = await read("large_bets");
  expect(column(large, "cost")).toEqual([150_000]);
  expect(column(large, "player")).toEqual([player.name]);
  const [late] = column(await read("close_times"), "late_ms");
  expect(Number(late)).toBeLessThan(0);
});

test("XLSX opens with numbers that are numbers, PDF has numbered pages, both in the operator's language", async () => {
  const sheet = unzip(await load("sales", "xlsx", "fr")).get("xl/worksheets/sheet1.xml") ?? "";
  const xml = sheet.toString();
  expect(xml).toContain("Remboursé");
  expect(xml).toMatch(/<c s="2"><v>\d+\.\d{2}<\/v><\/c>/);
  const pdf = await load("operator_acts", "pdf", "zh-Hant");
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.toString("latin1")).toContain("/MediaBox [0 0 841.89 595.28]");
  expect(pagesOf(pdf)).toBeGreaterThan(0);
});

function pagesOf(pdf: Buffer): number {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  return streams.filter(([, body = ""]) => {
    try {
      return inflateSync(Buffer.from(body, "latin1")).toString("latin1").includes("BT");
    } catch {
      return false;
    }
  }).length;
}

test.each([
  ["sales", `from=${"2026-01-01"}&to=${"2025-01-01"}`, 422],
  ["sales", `from=${"2020-01-01"}&to=${"2026-01-01"}`, 422],
  ["sales", "from=soon&to=2026-01-01", 422],
  ["gold", "from=2026-01-01&to=2026-01-02", 422],
])("%s of %s: %i", async (report, query, status) => {
  expect((await club.call("GET", `/api/operator/reports/${report}?${query}`, auditor)).status).toBe(
    status,
  );
});

test("a result that is corrected, there and back, changes the days of the club as it does the tax and the ledger", async () => {
  const paidBy = async () => sum(column(await read("tax"), "paid"));
  const before = await paidBy();
  const desk = await openResultDesk(club);
  const refunded = async () => sum(column(await read("refunds"), "bets"));
  expect(await refunded()).toBe(0);
  // Nobody has the other winner: whole pools are refunded until the first one stands again.
  for (const placings of [
    [[8], [7], [6], [5]],
    [[1], [2], [3], [4]],
  ]) {
    await correctRace(club, desk, [settledRace, placings]);
    const isBack = placings[0]?.[0] === 1;
    expect([(await paidBy()) === before, (await refunded()) === 0]).toEqual([isBack, isBack]);
    const days = await read("club_days");
    const tax = await read("tax");
    const of = (id: string) => sum(column(days, id));
    expect([of("paid"), of("open") + of("result")]).toEqual(
      ["paid", "result"].map((id) => sum(column(tax, id))),
    );
    const [row] = await club.query(
      `SELECT sum(p.amount_cents)::bigint AS cents FROM posting p JOIN account a ON a.id = p.account_id
       WHERE a.kind = 'takeout'`,
    );
    expect(of("takeout")).toBe(Number(row?.["cents"]));
    // Days that are over keep what was not on them.
    const past = await read("club_days", `from=${addDays(day, -9)}&to=${addDays(day, -8)}`);
    expect([sum(column(past, "paid")), sum(column(past, "takeout"))]).toEqual([0, 0]);
  }
});

test("support reads no report and no file; each report that is read is in the audit log", async () => {
  const support = await club.operator("support");
  for (const path of [`sales?${span}`, `sales/file?${span}&format=csv`]) {
    expect((await club.call("GET", `/api/operator/reports/${path}`, support)).status).toBe(403);
  }
  await load("tax", "csv");
  const [row] = await club.query(
    "SELECT action, target FROM audit WHERE operator_id = $1 ORDER BY id DESC LIMIT 1",
    [auditor.id],
  );
  expect(row).toEqual({ action: "report.file", target: "tax" });
});
