import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays } from "@club/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { openRaceDay } from "../../test/race-day.ts";
import { runClubCommand } from "./club-command.ts";
import { exportSeason } from "./export-season.ts";
import { SEASON_TABLES } from "./season-tables.ts";

let club: TestClub;
let place: string;
let player: TestPlayer;
let today: string;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "club-season-"));
  club = await startClub();
  player = await club.signUp();
  await club.fund(player, 100_000);
  const [race] = await openRaceDay(club);
  for (let at = 0; at < 3; at += 1) {
    const body = {
      race_id: race?.race_id,
      bet_type: 9,
      horse: [1, 2 + at],
      betAmount: 2,
      betAmount2: 1,
    };
    const headers = { "idempotency-key": `season ${at}` };
    ok(await club.call("POST", "/api/order/place-order", { token: player.token, body, headers }));
  }
  const [row] = await club.query(
    "SELECT to_char(club_now() AT TIME ZONE time_zone, 'YYYY-MM-DD') AS day FROM club",
  );
  today = String(row?.["day"]);
});
afterAll(async () => {
  await club?.close();
  rmSync(place, { recursive: true, force: true });
});

const season = (folder: string) => ({
  from: addDays(today, -1),
  to: addDays(today, 1),
  folder: join(place, folder),
});

function linesOf(folder: string, file: string): string[][] {
  const text = readFileSync(join(place, folder, file), "utf8").replace(/^\uFEFF/, "");
  return text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
}

/** The checksums as `sha256sum -c` reads them. */
function badSums(folder: string): string[] {
  const lines = readFileSync(join(place, folder, "SHA256SUMS"), "utf8")
    .trimEnd()
    .split("\n");
  const files = lines.map((line) => line.slice(66));
  expect(files.toSorted()).toEqual(
    readdirSync(join(place, folder))
      .filter((name) => name !== "SHA256SUMS")
      .toSorted(),
  );
  return lines
    .filter((line) => {
      const bytes = readFileSync(join(place, folder, line.slice(66)));
      return createHash("sha256").update(bytes).digest("hex") !== line.slice(0, 64);
    })
    .map((line) => line.slice(66));
}

test("every entry, bet and result of its days, with checksums and a word on each column", async () => {
  const said: string[] = [];
  const { from, to, folder } = season("all");
  const argv = ["export", "--season", from, to, folder];
  expect(await runClubCommand(club.ctx, argv, (line) => said.push(line))).toBe(0);
  expect(badSums("all")).toEqual([]);
  const [head = [], ...entries] = linesOf("all", "entries.csv");
  const [count] = await club.query("SELECT count(*)::int AS n FROM posting");
  expect(entries).toHaveLength(Number(count?.["n"]));
  const cents = (line: string[]) => Math.round(Number(line[head.indexOf("amount")]) * 100);
  expect(entries.reduce((sum, line) => sum + cents(line), 0)).toBe(0);
  const bets = linesOf("all", "bets.csv");
  expect(bets).toHaveLength(1 + 3);
  expect(bets[1]?.[1]).toBe(player.id);
  // Its cost follows from what stands beside it, Each Way too.
  expect(bets[1]?.join(",")).toContain(",4,2.00,1.00,6.00,accepted,");
  expect(said.some((line) => line === "bets.csv: 3 rows")).toBe(true);
  const columns = linesOf("all", "columns.csv").map(([file, name]) => `${file} ${name}`);
  for (const { file } of SEASON_TABLES) {
    const names = linesOf("all", file)[0] ?? [];
    expect(names.every((name) => columns.includes(`${file} ${name}`))).toBe(true);
  }
  // It names nobody.
  for (const { file } of SEASON_TABLES) {
    expect(readFileSync(join(folder, file), "utf8")).not.toContain(player.name);
  }
});

test("a season without anything is tables with heads alone", async () => {
  await exportSeason(
    club.ctx,
    { from: "2001-01-01", to: "2001-12-31", folder: join(place, "old") },
    () => undefined,
  );
  for (const { file } of SEASON_TABLES) expect(linesOf("old", file)).toHaveLength(1);
  expect(badSums("old")).toEqual([]);
});

test("more rows than one look fetches, of an entry whose id says nothing of its time, as those of corrections", async () => {
  await club.asAdmin(`WITH made AS (
      INSERT INTO entry (id, kind, cause, at)
      SELECT gen_random_uuid(), 'adjustment', 'many', club_now_ms() RETURNING id)
    INSERT INTO posting (entry_id, line, account_id, amount_cents)
    SELECT m.id, n, (SELECT id FROM account WHERE kind = 'adjustments'), CASE WHEN n % 2 = 0 THEN 5 ELSE -5 END
    FROM made m, generate_series(1, 5000) n`);
  const said: string[] = [];
  await exportSeason(club.ctx, season("many"), (line) => said.push(line));
  const [count] = await club.query("SELECT count(*)::int AS n FROM posting");
  expect(linesOf("many", "entries.csv")).toHaveLength(1 + Number(count?.["n"]));
  expect(Number(count?.["n"])).toBeGreaterThan(5000);
});

test("one that breaks off is never taken for a whole one, and begins anew", async () => {
  const broken = season("broken");
  const breakOff = (line: string): void => {
    if (line.startsWith("bets.csv")) throw new Error("the disk is full");
  };
  await expect(exportSeason(club.ctx, broken, breakOff)).rejects.toThrow("the disk is full");
  expect(existsSync(broken.folder)).toBe(false);
  const left = readdirSync(`${broken.folder}.partial`);
  expect(left).toContain("entries.csv");
  expect(left).not.toContain("SHA256SUMS");
  await exportSeason(club.ctx, broken, () => undefined);
  expect(badSums("broken")).toEqual([]);
  expect(existsSync(`${broken.folder}.partial`)).toBe(false);
});

test("a folder that is there, days in the wrong order, a misspelt day", async () => {
  const { from, to, folder } = season("all");
  const say = (): void => undefined;
  await expect(exportSeason(club.ctx, { from, to, folder }, say)).rejects.toThrow(
    `There is a ${folder} already: name another place.`,
  );
  await expect(
    exportSeason(club.ctx, { from: to, to: from, folder: join(place, "no") }, say),
  ).rejects.toThrow("The season ends before it begins");
  expect(await runClubCommand(club.ctx, ["export", "--season", "2026", "x"], say)).toBeNull();
});
