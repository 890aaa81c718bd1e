import { chmod, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { APP_ROLE } from "../apps/server/src/core/db/embedded.roles.ts";
import { migrate } from "../apps/server/src/core/db/migrate.ts";
import { listBackups } from "../apps/server/src/run/backup/backup-list.ts";
import { BackupError, MANIFEST, PACK } from "../apps/server/src/run/backup/manifest.ts";
import {
  askForBackup,
  isBackupAsked,
  readLast,
} from "../apps/server/src/run/backup/backup-wish.ts";
import { proveBackup } from "../apps/server/src/run/backup/prove-backup.ts";
import { takeBackup } from "../apps/server/src/run/backup/take-backup.ts";
import { openSecrets } from "../apps/server/src/core/settings/secrets.ts";
import { readSettings } from "../apps/server/src/core/settings/settings.ts";
import { ok, testEnv, type TestPlayer } from "../apps/server/src/test/club.ts";
import { startClubProcess } from "../apps/server/src/test/club-process.ts";
import { runBackupCommand } from "../scripts/lib/backup-command.ts";
import { openClubDatabase } from "../scripts/lib/club-database.ts";
import { backUpWhenDue } from "../scripts/lib/back-up-when-due.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import { startBettors } from "./lib/bettors.ts";
import { FaultClub } from "./lib/fault-club.ts";

/** P17: backups are proven by restoring them. */
let club: FaultClub;
let players: TestPlayer[];
let into: string;
/** The backup of the first test, with the bets acknowledged by the time it was done. */
let taken: { folder: string; acknowledged: Map<string, string>; raceId: string };

const settingsOf = (dataDir: string) => {
  const { DATABASE_URL: _, ...env } = testEnv("", dataDir);
  return readSettings(env);
};
/** Order ids by key, as the database has them. */
async function keysIn(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string; idem_key: string }>(
    "SELECT id, idem_key FROM bet WHERE idem_key IS NOT NULL",
  );
  await client.end();
  return Object.fromEntries(rows.map(({ id, idem_key }) => [idem_key, id]));
}
const secrets = openSecrets(settingsOf(tmpdir()));

beforeAll(async () => {
  into = await mkdtemp(join(tmpdir(), "club-backups-"));
  club = await FaultClub.start();
  players = await club.players(4, 90_000_000);
});
afterAll(async () => {
  await club?.stop();
  await rm(into, { recursive: true, force: true });
});

test("a backup under load proves itself, and holds every bet acknowledged before it was done", async () => {
  const race = await club.openRace();
  const bettors = startBettors({
    url: () => club.url,
    players,
    raceId: race.race_id,
    bets: 100_000,
    lanes: 4,
    prefix: "backup",
  });
  await expect.poll(() => bettors.acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(200);
  const atStart = bettors.acknowledged.size;
  let acknowledged = new Map<string, string>();
  const onCopied = (): void => {
    acknowledged = new Map(bettors.acknowledged);
  };
  const { folder } = await takeBackup({ ...club.cluster, secrets, onCopied }, into);
  bettors.stop();
  await bettors.done;
  expect(acknowledged.size, "bets went on meanwhile").toBeGreaterThan(atStart);
  expect(bettors.trouble.size, "nobody was refused").toBe(0);
  const proof = await proveBackup(folder, secrets);
  expect(proof.found).toEqual([]);
  expect(proof.bets).toBeGreaterThanOrEqual(atStart);
  expect(Number(proof.manifest.facts.balances["cash"])).toBeGreaterThan(0);
  taken = { folder, acknowledged, raceId: race.race_id };
});

test("one flipped byte, another key, a missing part: refused", async () => {
  const flip = async (name: string, at: number): Promise<void> => {
    const file = await open(join(taken.folder, name), "r+");
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ 1;
    await file.write(byte, 0, 1, at);
    await file.close();
  };
  const { length } = await readFile(join(taken.folder, PACK));
  for (const at of [0, Math.floor(length / 2), length - 1]) {
    await flip(PACK, at);
    await expect(proveBackup(taken.folder, secrets)).rejects.toThrow(/cluster\.pack .* damaged/);
    await flip(PACK, at);
  }
  const manifest = await readFile(join(taken.folder, MANIFEST));
  for (const at of [0, 100, Math.floor(manifest.length / 2), manifest.length - 2]) {
    await flip(MANIFEST, at);
    await expect(proveBackup(taken.folder, secrets)).rejects.toThrow(BackupError);
    await flip(MANIFEST, at);
  }
  const other = openSecrets({ dataDir: tmpdir(), secret: "ab".repeat(32) });
  await expect(proveBackup(taken.folder, other)).rejects.toThrow(/made with the key/);
  await writeFile(join(taken.folder, MANIFEST), manifest.subarray(0, manifest.length / 2));
  await expect(proveBackup(taken.folder, secrets)).rejects.toThrow(BackupError);
  await writeFile(join(taken.folder, MANIFEST), manifest);
});

test("a moment is restored by the log: what was committed until then, and nothing after it", async () => {
  const data = await mkdtemp(join(tmpdir(), "club-moment-"));
  await chmod(data, 0o711);
  const lines: string[] = [];
  const codes: (number | null)[] = [];
  const say = (line: string): void => void lines.push(line);
  const hex = (number: number): string => number.toString(16).toUpperCase().padStart(8, "0");
  const first = await openClubDatabase(data, {});
  const admin = new pg.Client({ connectionString: first.adminUrl });
  await admin.connect();
  await migrate({ ownerUrl: first.ownerUrl, appRole: APP_ROLE });
  const into = join(data, "backups");
  const source = { cluster: first.cluster, adminUrl: first.adminUrl, secrets };
  const { folder } = await takeBackup(source, into);
  await admin.query("CREATE TABLE moment (n int)");
  const write = async (n: number): Promise<Date> => {
    await admin.query("INSERT INTO moment VALUES ($1)", [n]);
    await admin.query("SELECT pg_sleep(0.02)");
    return (await admin.query<{ now: Date }>("SELECT clock_timestamp() AS now")).rows[0]!.now;
  };
  const until = await write(1);
  await write(2);
  const { rows } = await admin.query<{ piece: string }>(
    "SELECT pg_walfile_name(pg_current_wal_lsn()) AS piece",
  );
  await admin.query("SELECT pg_switch_wal()");
  const stored = async (): Promise<string> =>
    (await admin.query("SELECT last_archived_wal AS piece FROM pg_stat_archiver")).rows[0].piece;
  await expect.poll(stored).toBe(rows[0]?.piece);
  await admin.end();
  // The machine is lost: nothing but the folder of backups is left.
  process.kill(first.server.pid, "SIGKILL");
  await first.server.ended;

  const restoreTo = async (to: string): Promise<number[]> => {
    const place = await mkdtemp(join(tmpdir(), "club-then-"));
    await chmod(place, 0o711);
    try {
      codes.push(await runBackupCommand(settingsOf(place), ["restore", folder, "--to", to], say));
      const there = await openClubDatabase(place);
      const client = new pg.Client({ connectionString: there.adminUrl });
      await client.connect();
      const found = await client.query<{ n: number }>("SELECT n FROM moment ORDER BY n");
      await client.end();
      await there.server.stop();
      return found.rows.map(({ n }) => n);
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  };
  expect(await restoreTo(until.toISOString())).toEqual([1]);
  expect(await restoreTo("end")).toEqual([1, 2]);
  expect(codes.pop(), "all of the log was replayed").toBe(0);
  // A piece is lost, and one after it is there.
  const last = rows[0]?.piece ?? "";
  const number = Number.parseInt(last.slice(-8), 16) + 2;
  const later = join(into, "log", `${last.slice(0, -8)}${hex(number)}.zst`);
  await writeFile(later, "");
  expect(await restoreTo("end")).toEqual([1, 2]);
  expect([codes.pop(), lines.join()]).toEqual([1, expect.stringContaining("goes on to")]);
  await rm(later);
  await expect(restoreTo(new Date(Date.now() + 3_600_000).toISOString())).rejects.toThrow(
    /^The log in .* ends before .*: name an earlier moment, or "--to end"/,
  );
  await expect(restoreTo("2020-01-01T00:00:00Z")).rejects.toThrow(/take an older one/);
  await expect(restoreTo("yesterday")).rejects.toThrow(/--to takes a moment such as/);

  // A restore that was killed: the next one begins anew, without asking.
  const place = await mkdtemp(join(tmpdir(), "club-half-"));
  await chmod(place, 0o711);
  await mkdir(join(place, "postgres"));
  await writeFile(join(place, "restoring"), folder);
  expect(await runBackupCommand(settingsOf(place), ["restore", folder], say)).toBe(0);
  await expect(stat(join(place, "restoring"))).rejects.toThrow("ENOENT");
  await rm(place, { recursive: true, force: true });
  await rm(data, { recursive: true, force: true });
});

test("restored into an empty folder it is the same club: old sessions, every bet, and betting goes on", async () => {
  const data = await mkdtemp(join(tmpdir(), "club-restored-"));
  await chmod(data, 0o711);
  const settings = settingsOf(data);
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const code = await runBackupCommand(settings, ["restore", taken.folder], say);
  expect([code, lines]).toEqual([0, [expect.stringMatching(/the books verify/)]]);
  // The second restore finds a club already there.
  await expect(runBackupCommand(settings, ["restore", taken.folder], say)).rejects.toThrow(
    /already/,
  );

  const database = await openClubDatabase(data);
  try {
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    const { rows: timelines } = await admin.query(
      "SELECT timeline_id AS is_at FROM pg_control_checkpoint()",
    );
    await admin.end();
    expect(timelines, "its log is not that of the club that was").toEqual([{ is_at: 2 }]);
    const server = await startClubProcess(database.appUrl);
    try {
      const [player] = players as [TestPlayer];
      ok(await server.call("GET", "/api/user/wallet", { token: player.token }));
      const bettors = startBettors({
        url: () => server.url,
        players,
        raceId: taken.raceId,
        bets: 50,
        lanes: 4,
        prefix: "restored",
      });
      await bettors.done;
      expect(await keysIn(database.adminUrl)).toEqual(
        expect.objectContaining(
          Object.fromEntries([...taken.acknowledged, ...bettors.acknowledged]),
        ),
      );
    } finally {
      await server.stop();
    }

    // Takes, proves and keeps one backup; the second call on the same night takes none.
    await backUpWhenDue(settings, database, { say, isAsked: false });
    await backUpWhenDue(settings, database, { say, isAsked: false });
    const kept = await listBackups(data);
    expect(kept.map(({ isProved }) => isProved)).toEqual([true]);
    expect(await runBackupCommand(settings, ["backup", "list"], say)).toBe(0);
    if (isFull) {
      expect(await runBackupCommand(settings, ["backup"], say)).toBe(0);
      expect(await runBackupCommand(settings, ["backup", "verify"], say)).toBe(0);
      expect(await listBackups(data)).toHaveLength(2);
    }
    // One that the console asks for is taken whatever the hour, once.
    const before = (await listBackups(data)).length;
    expect(await askForBackup(data)).toBe(true);
    await backUpWhenDue(settings, database, { say, isAsked: true });
    expect(await listBackups(data)).toHaveLength(before + 1);
    expect(await isBackupAsked(data)).toBe(false);
    expect(await readLast(data)).toMatchObject({ failure: null });
    expect(await runBackupCommand(settings, ["backup", "nonsense"], say)).toBe(null);
  } finally {
    await database.server.stop();
    await rm(data, { recursive: true, force: true });
  }
});
