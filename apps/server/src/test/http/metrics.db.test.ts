import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchBooks } from "../../run/jobs/club-metrics.ts";
import { checksOf } from "../checks.ts";
import { startClub, type TestClub } from "../club.ts";
import { openRaceDay } from "../race-day.ts";

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());

async function metric(name: string): Promise<number> {
  const text = (await club.call("GET", "/metrics")).body as string;
  const line = text
    .split("\n")
    .find((one) => one.startsWith(`${name} `) || one.startsWith(`${name}{`));
  if (line === undefined) throw new Error(`no metric ${name}`);
  return Number(line.slice(line.lastIndexOf(" ") + 1));
}

test("the figures of a running club are there", async () => {
  const player = await club.signUp();
  await club.fund(player, 10_000);
  const [race] = await openRaceDay(club);
  await club.call("POST", "/api/order/place-order", {
    token: player.token,
    body: { race_id: race?.race_id, bet_type: 1, horse: 1, betAmount: 1 },
  });
  await club.call("POST", "/api/order/place-order", {
    token: player.token,
    body: { bet_type: 99 },
  });
  for (const name of [
    "club_http_requests_total",
    "club_http_request_seconds_bucket",
    "club_refusals_total",
    "club_db_connections",
    "club_bets_waiting",
    "club_stream_subscribers",
    "club_events_waiting",
    "club_chain_lag_seconds",
    "club_chain_entries_total",
    "club_settlement_age_seconds",
    "club_deadlocks",
    "club_disk_free_bytes",
    "club_deliveries_waiting",
  ]) {
    expect(await metric(name), name).toBeGreaterThanOrEqual(0);
  }
  expect(await metric("club_open_races")).toBe(1);
});

test("its figures are there also while every connection of the jobs waits, as for a standby that is gone", async () => {
  const { jobs } = club.ctx.db;
  // All that there are.
  const held = await Promise.all(Array.from({ length: 4 }, async () => await jobs.connect()));
  try {
    expect(await metric("club_standbys")).toBe(0);
    expect(await metric("club_standbys_wanted")).toBe(0);
    expect(await metric("club_chain_lag_seconds")).toBeGreaterThanOrEqual(0);
    expect(await metric("club_connection_waiting")).toBeGreaterThanOrEqual(0);
    expect(await metric("club_condition")).toBeGreaterThanOrEqual(0);
  } finally {
    for (const connection of held) connection.release();
  }
});

test("connections are counted for each purpose: bets, money and sessions apart", async () => {
  const text = (await club.call("GET", "/metrics")).body as string;
  const purposes = text.matchAll(/^club_db_connections\{purpose="(\w+)",state="open"\} \d+$/gm);
  expect([...purposes].map(([, purpose]) => purpose)).toEqual([
    "bets",
    "money",
    "sessions",
    "operators",
    "browsing",
    "jobs",
  ]);
});

test("one-cent-off: the books turn red when a wallet has a cent too many, and green again", async () => {
  expect(await watchBooks(club.ctx)).toBe(true);
  expect(await metric("club_books_balanced")).toBe(1);
  await club.asAdmin("UPDATE wallet SET cash_cents = cash_cents + 1");
  expect(await watchBooks(club.ctx)).toBe(false);
  expect(await metric("club_books_balanced")).toBe(0);
  await club.asAdmin("UPDATE wallet SET cash_cents = cash_cents - 1");
  expect(await watchBooks(club.ctx)).toBe(true);
});

test("the books are shown as the process that leads found them last, also by one that led before", async () => {
  expect(await watchBooks(club.ctx)).toBe(true);
  const look = async (isBalanced: boolean): Promise<unknown> =>
    await club.asAdmin("UPDATE books_look SET balanced = $1", [isBalanced]);
  await look(false);
  expect(await metric("club_books_balanced")).toBe(0);
  await look(true);
  expect(await metric("club_books_balanced")).toBe(1);
  await club.asAdmin("DELETE FROM books_look");
  await expect(metric("club_books_balanced")).rejects.toThrow("no metric");
  expect(await watchBooks(club.ctx)).toBe(true);
});

test("what is older than two minutes is added up once, and everything newer every time", async () => {
  const player = await club.signUp();
  const fold = async (): Promise<Record<string, unknown>> => {
    const [row] = await club.asAdmin(
      "SELECT until_id::int, ledger_cents::int, players_cents::int, older_mark::int, mark::int FROM books_fold",
    );
    return row ?? {};
  };
  const turn = async (): Promise<Record<string, unknown>> => {
    await club.asAdmin("UPDATE books_fold SET marked_at = marked_at - interval '2 minutes'");
    expect(await watchBooks(club.ctx)).toBe(true);
    return await fold();
  };
  await club.fund(player, 12_345);
  const first = await turn();
  // Within the same minute nothing moves forward.
  await club.fund(player, 1);
  expect(await watchBooks(club.ctx)).toBe(true);
  expect(await fold()).toEqual(first);
  await turn();
  const third = await turn();
  expect(third["until_id"]).toBe(first["mark"]);
  const [sums] = await club.asAdmin(
    "SELECT sum(amount_cents) FILTER (WHERE balance_cents IS NOT NULL)::int AS players FROM posting WHERE id <= $1",
    [third["until_id"]],
  );
  expect([third["ledger_cents"], third["players_cents"]]).toEqual([0, sums?.["players"]]);
  // A difference of one cent is still seen.
  await club.asAdmin("UPDATE wallet SET cash_cents = cash_cents + 1 WHERE player_id = $1", [
    player.id,
  ]);
  expect(await watchBooks(club.ctx)).toBe(false);
  await club.asAdmin("UPDATE wallet SET cash_cents = cash_cents - 1 WHERE player_id = $1", [
    player.id,
  ]);
  expect(await watchBooks(club.ctx)).toBe(true);
});

test("the trial balance adds the last minutes to what is folded, and a wrong fold is found", async () => {
  // The test before has folded some postings; these are newer.
  await club.fund(await club.signUp(), 777);
  const [{ folded } = { folded: 0 }] = await club.asAdmin(
    "SELECT sum(postings)::int AS folded FROM account_fold",
  );
  expect(folded).toBeGreaterThan(0);
  const [counted] = await club.asAdmin(
    `SELECT (SELECT count(*)::int FROM entry) AS entries, (SELECT count(*)::int FROM posting) AS postings,
       (SELECT sum(amount_cents)::int FROM posting p JOIN account a ON a.id = p.account_id WHERE a.kind = 'cash') AS cash`,
  );
  const { token } = await club.operator();
  const { body } = await club.call("GET", "/api/operator/ledger/trial-balance", { token });
  expect(body.data).toMatchObject({
    entries: counted?.["entries"],
    postings: counted?.["postings"],
  });
  const rows = body.list as { kind: string; balance_cents: number }[];
  expect(rows.find(({ kind }) => kind === "cash")?.balance_cents).toBe(counted?.["cash"]);

  const isSound = async (): Promise<string | null | undefined> =>
    (await checksOf(club.ctx)).find(({ name }) => name === "accounts")?.detail;
  expect(await isSound()).toBe(null);
  const change = "UPDATE account_fold SET amount_cents = amount_cents + $1";
  await club.asAdmin(change, [1]);
  expect(await isSound()).toMatch(/folded are/);
  await club.asAdmin(change, [-1]);
  expect(await isSound()).toBe(null);
});

test("rules of alerts and boards ask for nothing that is not there", async () => {
  const text = (await club.call("GET", "/metrics")).body as string;
  const there = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ""));
  const deploy = join(import.meta.dirname, "../../../../../deploy");
  for (const file of [
    "prometheus/club.rules.yml",
    "prometheus/club.test.yml",
    "grafana/club.json",
  ]) {
    const asked = readFileSync(join(deploy, file), "utf8").match(/\bclub_[a-z_]+\b/g) ?? [];
    expect(asked.length, file).toBeGreaterThan(10);
    for (const name of asked) expect(there, `${file}: ${name}`).toContain(baseOf(name));
  }
});

function baseOf(name: string): string {
  return name.replace(/_(bucket|sum|count)$/, "");
}

test("what alerts go by: closes that are late, conditions, backups, standbys", async () => {
  expect(await metric("club_close_late_seconds")).toBe(0);
  const [race] = await openRaceDay(club);
  const holder = new pg.Client({ connectionString: club.database.appUrl });
  await holder.connect();
  try {
    // Whoever would close it waits for us.
    await holder.query("SELECT pg_advisory_lock(race_lock_key($1))", [race?.race_id]);
    await club.asAdmin(
      "UPDATE race SET start_time = club_now_ms() - interval '90 s' WHERE id = $1",
      [race?.race_id],
    );
    await expect
      .poll(async () => await metric("club_close_late_seconds"))
      .toBeGreaterThanOrEqual(90);
  } finally {
    await holder.end();
  }
  await club.query("INSERT INTO alert (condition, subject) VALUES ('connection', 'mail')");
  const text = (await club.call("GET", "/metrics")).body as string;
  expect(text).toContain('club_condition{condition="connection",subject="mail"} 1');
  expect(text).toContain('club_condition{condition="books",subject=""} 0');
  await club.query("DELETE FROM alert");
  expect(await metric("club_standbys")).toBe(0);
  expect(await metric("club_standbys_wanted")).toBe(0);
  // A test's database keeps no log, and no backup of it was taken: no figure is better than a wrong one.
  for (const name of ["club_log_archive_age_seconds", "club_certificate_end_seconds"]) {
    await expect(metric(name), name).rejects.toThrow("no metric");
  }
});
