import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmdirSync } from "node:fs";
import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freshDatabase } from "../apps/server/src/test/database.ts";
import { makePlace, postgresPid, processesWith, Starter, untilGone } from "./test/starter.ts";

let data: string;
let remove: () => Promise<void>;
let starters: Starter[];

beforeEach(async () => {
  ({ data, remove } = await makePlace());
  starters = [];
});

afterEach(async () => {
  await Promise.all(starters.map((starter) => starter.stop()));
  await remove();
});

function start(env: Record<string, string> = {}, folder = data): Starter {
  const starter = new Starter(folder, env);
  starters.push(starter);
  return starter;
}

async function ready(env: Record<string, string> = {}): Promise<Starter> {
  const starter = start(env);
  await starter.prints("Stop with Ctrl-C.");
  return starter;
}

test("starts, refuses a second, restarts what dies, stops politely", async () => {
  const starter = await ready();
  expect(starter.output).toContain(`Data: ${data}`);
  const first = await starter.answer();
  expect(first).toMatchObject({ role: "club_app", isOwnerKnown: false });
  expect((await stat(join(data, "postgres.json"))).mode & 0o777).toBe(0o600);

  const second = await start().ended;
  expect(second.code).toBe(1);
  expect(second.output).toBe(
    `A club already runs on ${data} (process ${starter.child.pid}): stop it first, or set CLUB_DATA_DIR to another folder.\n`,
  );

  process.kill(first.pid, "SIGKILL");
  await starter.prints("The server stopped by itself; it starts again in 1 s.");
  await starter.prints("The server is back.");

  const database = await postgresPid(data);
  process.kill(database, "SIGKILL");
  await starter.prints("The database stopped by itself; it starts again in 1 s.");
  const { pid } = await starter.answer((answer) => answer.pid !== first.pid);
  expect(await postgresPid(data)).not.toBe(database);

  const { code } = await starter.stop();
  expect(code).toBe(0);
  await untilGone(pid);
  expect(await processesWith("postgres", data)).toEqual([]);
});

test("killed: server and database end by themselves, and the next start works at once", async () => {
  const starter = await ready();
  const { pid } = await starter.answer();
  const database = await postgresPid(data);
  await starter.stop("SIGKILL");
  const next = await ready();
  await untilGone(pid);
  await untilGone(database);
  expect(await next.answer()).toMatchObject({ role: "club_app" });
});

test("a database left running is stopped, whatever became of its watchdog", async () => {
  const starter = await ready();
  const database = await postgresPid(data);
  for (const pid of await processesWith("watchdog", String(database))) process.kill(pid, "SIGKILL");
  await starter.stop("SIGKILL");
  process.kill(database, 0);
  const next = await ready();
  expect(await postgresPid(data)).not.toBe(database);
  await next.answer();
});

test("stale lock files that name living strangers do not hinder", async () => {
  expect((await (await ready()).stop()).code).toBe(0);
  const stranger = { pid: process.pid, start: "another time" };
  await writeFile(join(data, "starter.lock"), JSON.stringify(stranger));
  await writeFile(join(data, "postgres/postmaster.pid"), `${process.pid}\n${data}/postgres\n`);
  expect((await (await ready()).stop("SIGINT")).code).toBe(0);
});

test("a restore that broke off, a part of a database, a lost one: one sentence, nothing changed", async () => {
  await mkdir(join(data, "postgres"), { recursive: true });
  await writeFile(join(data, "postgres/PG_VERSION"), "18\n");
  const refusal = async (): Promise<string> => {
    const before = await namesIn(data);
    const { code, output } = await start().ended;
    expect(code).toBe(1);
    expect(output.trimEnd().split("\n")).toHaveLength(1);
    expect(await namesIn(data)).toEqual(before);
    return output;
  };
  await writeFile(join(data, "postgres.json"), '{"admin":"a","owner":"b","app":"c"}', {
    mode: 0o600,
  });
  await mkdir(join(data, "backups/log"), { recursive: true });
  expect(await refusal()).toContain(
    `The database in ${data}/postgres is not whole (global/pg_control is missing)`,
  );
  await writeFile(join(data, "restoring"), "/backups/one");
  expect(await refusal()).toBe(
    `The restore of /backups/one into ${data} did not end: run "npm run club -- restore /backups/one" again.\n`,
  );
  await rm(join(data, "restoring"));
  await rm(join(data, "postgres"), { recursive: true });
  const known = '{"port":5499,"admin":"a","owner":"b","app":"c"}';
  await writeFile(join(data, "postgres.json"), known, { mode: 0o600 });
  expect(await refusal()).toContain(
    `The database of ${data} is gone (there is no ${data}/postgres)`,
  );
});

/** What is in a folder, without what a starter itself puts there and takes away. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => !name.startsWith("postgres.log")).toSorted();
}

test.runIf(canMount())("a full disk: one sentence, and nothing half-made is left", async () => {
  await mkdir(data, { recursive: true });
  for (const [size, sentence] of [
    ["16k", `The disk of ${data} is full: make room and start again.\n`],
    ["12m", "The database could not be made: the disk is full: make room and start again.\n"],
  ] as const) {
    mountSmall(data, size);
    try {
      expect(await start().ended).toMatchObject({ code: 1, output: sentence });
      expect(await readdir(data)).not.toContain("postgres.new");
    } finally {
      spawnSync("umount", [data]);
    }
  }
});

function canMount(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== "linux") return false;
  const folder = mkdtempSync(join(tmpdir(), "club-try-"));
  const isMounted = mountSmall(folder, "16k");
  if (isMounted) spawnSync("umount", [folder]);
  rmdirSync(folder);
  return isMounted;
}

function mountSmall(folder: string, size: string): boolean {
  const args = ["-t", "tmpfs", "-o", `size=${size},mode=711`, "club-full", folder];
  return spawnSync("mount", args).status === 0;
}

test("a half-made database is made anew", async () => {
  await mkdir(join(data, "postgres.new"), { recursive: true });
  await writeFile(join(data, "postgres.new/PG_VERSION"), "18");
  await writeFile(join(data, "starter.lock"), '{"pid":');
  await (await ready()).answer();
});

test("stopped while it starts: exit 0, nothing left", async () => {
  const starter = start();
  // From here on it listens to signals, and its database is not up yet.
  await expect.poll(() => existsSync(join(data, "starter.lock"))).toBe(true);
  const { code } = await starter.stop();
  expect(code).toBe(0);
  expect(await processesWith(data)).toEqual([]);
});

test("with a server of one's own", async () => {
  const fresh = await freshDatabase();
  const starter = await ready({ DATABASE_URL: fresh.appUrl, DATABASE_OWNER_URL: fresh.ownerUrl });
  expect(await starter.answer()).toMatchObject({ role: "club_app", isOwnerKnown: false });
  expect((await starter.stop()).code).toBe(0);

  const alone = await start({ DATABASE_URL: fresh.ownerUrl }).ended;
  expect(alone).toMatchObject({ code: 1 });
  expect(alone.output).toContain("DATABASE_URL needs DATABASE_OWNER_URL");

  // Nobody listens at the first host, and the second one is the primary.
  const withDeadHost = (url: string): string => url.replace("@", "@127.0.0.1:1,");
  const several = await ready({
    DATABASE_URL: withDeadHost(fresh.appUrl),
    DATABASE_OWNER_URL: withDeadHost(fresh.ownerUrl),
  });
  expect((await several.stop()).code).toBe(0);

  const single = await ready({ DATABASE_URL: fresh.ownerUrl, CLUB_SINGLE_ROLE: "1" });
  expect(single.output).not.toContain("A newer release");
  expect((await single.stop()).code).toBe(0);

  const admin = new pg.Client({ connectionString: fresh.ownerUrl });
  await admin.connect();
  await admin.query("INSERT INTO schema_migration (name, checksum) VALUES ('9999-later.sql', '')");
  await admin.end();
  const earlier = await ready({ DATABASE_URL: fresh.appUrl, DATABASE_OWNER_URL: fresh.ownerUrl });
  expect(earlier.output).toMatch(
    /^A newer release ran on this database \(its last step is 9999-later\.sql, this release's is \d{4}-[a-z-]+\.sql\): this one runs on it and leaves it as it is\.$/m,
  );
  expect((await earlier.stop()).code).toBe(0);
  await fresh.drop();
});

test.each([
  [{ PORT: "x" }, 'PORT must be a whole number from 0 to 65535 (it is "x").\n'],
  [{ CLUB_NAMES: "x" }, "There is no setting CLUB_NAMES. Is CLUB_NAME meant?\n"],
  [{ CLUB_SERVER_MAIN: "/none" }, "There is no server at /none.\n"],
  [
    { DATABASE_URL: "postgres://a:b@127.0.0.1:1/c", CLUB_SINGLE_ROLE: "1" },
    "The database of DATABASE_URL cannot be used: no server listens there.\n",
  ],
])("one sentence and exit 1: %o", async (env, sentence) => {
  const { code, output } = await start(env as Record<string, string>).ended;
  expect(output).toBe(sentence);
  expect(code).toBe(1);
});

test("a taken port: one sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { code, output } = await start({ PORT: String(port) }).ended;
  other.close();
  expect(output).toBe(
    `Port ${port} is taken by another program: stop that one, or take another port (PORT=${port + 1} npm start).\n`,
  );
  expect(code).toBe(1);
});

test("a data folder that cannot be: one sentence", async () => {
  await mkdir(data, { recursive: true });
  await writeFile(join(data, "file"), "");
  const { code, output } = await start({}, join(data, "file/data")).ended;
  expect(output).toBe(`The data folder ${data}/file/data cannot be written (ENOTDIR).\n`);
  expect(code).toBe(1);
});

test.runIf(process.getuid?.() === 0)("as root below a closed folder: one sentence", async () => {
  await mkdir(data, { recursive: true });
  await chmod(data, 0o700);
  const { code, output } = await start({}, join(data, "inner")).ended;
  expect(output).toContain(`may not enter ${data}: move the club elsewhere`);
  expect(output.split("\n")).toHaveLength(2);
  expect(code).toBe(1);
});

/** The file modes in a data folder, except for what the database keeps inside its own. */
async function modesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => !name.startsWith("postgres/") && !name.startsWith("backups/log/"),
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const { mode, uid } = await stat(join(folder, name));
      const isTheirs = uid === process.getuid?.() ? "" : " of the database";
      return [name, `${(mode & 0o777).toString(8)}${isTheirs}`] as const;
    }),
  );
  return Object.fromEntries(found);
}

test("nobody else reads or enters the data folder, and one that stood open is closed", async () => {
  const isRoot = process.getuid?.() === 0;
  await mkdir(data, { recursive: true });
  await chmod(data, 0o755);
  const starter = await ready({ CLUB_BACKUPS: "1" });
  await starter.answer();
  const { mode, gid } = await stat(data);
  // As root, the database runs as another user, and only that user's group may pass to its folder.
  const database = await stat(join(data, "postgres"));
  expect((mode & 0o777).toString(8)).toBe(isRoot ? "710" : "700");
  if (isRoot) expect([gid, gid === 0]).toEqual([database.gid, false]);
  const { postgres, backups, "backups/log": log, ...files } = await modesIn(data);
  expect([backups, log]).toEqual(isRoot ? ["710", "700 of the database"] : ["700", "700"]);
  expect(postgres).toBe(isRoot ? "700 of the database" : "700");
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(["postgres.json", "postgres.log", "starter.lock"]),
  );
  for (const [name, file] of Object.entries(files)) expect([name, file]).toEqual([name, "600"]);
  await starter.stop();
});

test("without a database of its own the data folder is the owner's alone", async () => {
  const database = await freshDatabase();
  const starter = await ready({ DATABASE_URL: database.ownerUrl, CLUB_SINGLE_ROLE: "1" });
  expect(((await stat(data)).mode & 0o777).toString(8)).toBe("700");
  await starter.stop();
  await database.drop();
});

test("passwords that others can read, and a lost password: one sentence", async () => {
  await (await ready()).stop();
  const path = join(data, "postgres.json");
  await chmod(path, 0o644);
  expect((await start().ended).output).toContain(`Others can read ${path}`);
  await chmod(path, 0o600);
  const secrets = JSON.parse(await readFile(path, "utf8")) as Record<string, string>;
  await writeFile(path, JSON.stringify({ ...secrets, admin: "lost" }));
  const { code, output } = await start().ended;
  expect(output).toBe("The stored password does not open the database of this data folder.\n");
  expect(code).toBe(1);
});
