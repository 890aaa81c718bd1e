import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { present } from "@club/domain";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readGroup } from "../../core/db/setting-groups.ts";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { newId } from "../../core/kit/ids.ts";
import { ALERT_FIGURES } from "../../desk/club-settings/alert-settings.ts";
import { forgetAlerts } from "../../test/alerts.ts";
import { startClub } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";
import { CONDITIONS } from "./conditions.ts";

/* What is looked for: each condition begins with its trouble and ends with it. */

let club: TestClub;

beforeAll(async () => {
  club = await startClub({
    env: {
      CLUB_ALERTS_MAIL: "ann@example.org",
      CLUB_SPORTS_FEED: "/nowhere",
      CLUB_EXCLUSION_PROVIDER: "standard",
      CLUB_EXCLUSION_URL: "http://127.0.0.1:9",
      CLUB_EXCLUSION_KEY: "a key of the register",
    },
  });
});
afterAll(async () => await club.close());
beforeEach(async () => await forgetAlerts(club));

const now = async (name: string): Promise<string[]> => {
  const found = present(
    CONDITIONS.find((each) => each.name === name),
    "it is listed",
  );
  const figures = await readGroup(club.ctx.db.jobs, ALERT_FIGURES);
  return [...(await found.find(club.ctx, club.ctx.db.jobs, figures))];
};
const replica = async (sql: string): Promise<unknown> =>
  await club.asAdmin(`SET session_replication_role = replica; ${sql}`);
const imported = async (isOk: boolean): Promise<unknown> =>
  await club.query(
    `INSERT INTO sport_feed_import (id, source, format, payload, answer, is_ok)
     VALUES ($1, 'url', 'the-odds-api', '', '{}', $2)`,
    [newId(), isOk],
  );
const figure = async (name: string, value: number): Promise<unknown> =>
  await club.query(
    `INSERT INTO setting (name, version, value)
     SELECT 'alerts', coalesce(max(version), 0) + 1, jsonb_build_object($1::text, $2::int)
     FROM setting WHERE name = 'alerts'`,
    [name, value],
  );
const backups = (): string => join(club.ctx.settings.dataDir, "backups");
const [race, sport] = [newId(), newId()];

test.each<[string, string[], () => unknown, () => unknown]>([
  [
    "books",
    [""],
    // The club's own work finds the books in order, and may say so in between: once a minute.
    async () => {
      const off = async () => {
        await club.query("UPDATE club SET books_off_at = club_now_ms()");
        return await now("books");
      };
      await expect.poll(off).toEqual([""]);
    },
    () => club.query("UPDATE club SET books_off_at = NULL"),
  ],
  ["feed", [""], () => imported(false), () => imported(true)],
  [
    "backup",
    [""],
    () => club.asAdmin("UPDATE schema_migration SET applied_at = applied_at - interval '27 hours'"),
    () => {
      mkdirSync(backups(), { recursive: true });
      writeFileSync(join(backups(), "dump"), "");
    },
  ],
  ["disk", [""], () => club.ctx.disk.noteFull(), async () => await club.ctx.disk.look()],
  [
    "connection",
    ["alerts"],
    async () => await club.ctx.connections.note("alerts", new ProviderFailure("timeout")),
    async () => await club.ctx.connections.note("alerts", null),
  ],
  [
    "settlement",
    [""],
    () =>
      replica(
        `INSERT INTO settlement (id, pool_id, race_id, result_version, facts, outcome, created_at)
         VALUES ('${race}', '${race}', '${race}', 1, '{}', '{}', club_now() - interval '6 minutes')`,
      ),
    () => replica(`DELETE FROM settlement WHERE id = '${race}'`),
  ],
  [
    "settlement",
    [""],
    () =>
      replica(
        `INSERT INTO sport_settlement (event_id, version, created_at) VALUES ('${sport}', 1, club_now() - interval '6 minutes')`,
      ),
    () => replica(`DELETE FROM sport_settlement WHERE event_id = '${sport}'`),
  ],
  ["disk_low", [""], () => figure("alert_disk_gib", 100_000), () => figure("alert_disk_gib", 0)],
  [
    "top_ups",
    [""],
    async () => {
      await figure("alert_top_up_minutes", 10);
      await replica(
        `INSERT INTO top_up (id, player_id, method, amount_cents, reference, status, submitted_at)
         VALUES ('${race}', '${race}', 'bank_transfer', 1, 'late', 'submitted', club_now() - interval '11 minutes')`,
      );
    },
    () => replica(`DELETE FROM top_up WHERE id = '${race}'`),
  ],
  [
    "withdrawals",
    [""],
    async () => {
      await figure("alert_withdrawal_hours", 2);
      await replica(
        `INSERT INTO withdrawal (id, player_id, amount_cents, reference, bank_name, last_digits, requested_at)
         VALUES ('${race}', '${race}', 1, 'late', 'bank', '1234', club_now() - interval '3 hours')`,
      );
    },
    () => replica(`DELETE FROM withdrawal WHERE id = '${race}'`),
  ],
])("%s", async (name, subjects, begin, end) => {
  expect(await now(name)).toEqual([]);
  await begin();
  expect(await now(name)).toEqual(subjects);
  await end();
  expect(await now(name)).toEqual([]);
});

test("a register that takes no question locks everybody out: that is a failure, of whatever kind", async () => {
  await club.ctx.connections.note("exclusion", new ProviderFailure("refused", { answer: 404 }));
  expect(await now("connection")).toEqual(["exclusion"]);
  await club.ctx.connections.note("exclusion", null);
  expect(await now("connection")).toEqual([]);
});

test("a folder without a backup has none", async () => {
  rmSync(backups(), { recursive: true, force: true });
  expect(await now("backup")).toEqual([""]);
});

test("a message that its provider refuses, and a connection that is off, are no failure", async () => {
  await club.ctx.connections.note("alerts", new ProviderFailure("refused"));
  await club.ctx.connections.note("mail", new ProviderFailure("timeout"));
  expect(await now("connection")).toEqual([]);
});
