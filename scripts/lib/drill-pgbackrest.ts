import { spawnSync } from "node:child_process";
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { accountFor } from "../../apps/server/src/core/db/embedded.host.ts";
import type { Account } from "../../apps/server/src/core/db/embedded.host.ts";
import { freePort, mustRun } from "./drill-tools.ts";
import { ROOT } from "./steps.ts";

const CONFIG = join(ROOT, "deploy/cluster/pgbackrest.conf");
const POLL_MS = 200;
const TRIES = 150;

interface Place {
  readonly folder: string;
  readonly cluster: string;
  readonly config: string;
  readonly bin: string;
  readonly port: number;
  readonly account: Account;
}

/**
 * A moment of a PostgreSQL server of one's own, by pgBackRest with the configuration of
 * deploy/cluster: what was committed until then comes back, and nothing after it.
 */
export async function drillPgBackRest(): Promise<readonly string[]> {
  const place = await makePlace();
  try {
    mustRun(
      join(place.bin, "initdb"),
      ["-D", place.cluster, "-A", "trust", "-U", "postgres"],
      place,
    );
    writeFileSync(join(place.cluster, "postgresql.auto.conf"), settingsOf(place));
    pgCtl(place, "start");
    backRest(place, "stanza-create");
    backRest(place, "check");
    backRest(place, "--type=full", "backup");
    const until = await write(place);
    pgCtl(place, "stop");
    const moment = until.toISOString().replace("T", " ").replace("Z", "+00");
    const how = ["--delta", "--type=time", `--target=${moment}`, "--target-action=promote"];
    backRest(place, ...how, "restore");
    const begun = performance.now();
    pgCtl(place, "start");
    const found = await readBack(place);
    pgCtl(place, "stop");
    if (found.join() !== "1")
      throw new Error(`The moment holds ${found.join()}, and 1 was committed.`);
    return [
      `restored as of ${moment}: what was committed until then and nothing after it`,
      `open again after ${((performance.now() - begun) / 1000).toFixed(1)} s`,
    ];
  } finally {
    endAnyway(place);
    rmSync(place.folder, { recursive: true, force: true });
  }
}

async function makePlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "club-pgbackrest-"));
  chmodSync(folder, 0o711);
  const cluster = join(folder, "cluster");
  const account = await accountFor(cluster);
  for (const name of ["cluster", "repository", "spool", "log", "lock"]) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    await account.own(join(folder, name));
  }
  const port = await freePort();
  const config = join(folder, "pgbackrest.conf");
  // What names other machines is here; everything else is what is handed out.
  const here = `repo1-path=${folder}/repository\nlog-path=${folder}/log\nlock-path=${folder}/lock\n`;
  const text = readFileSync(CONFIG, "utf8")
    .replace(/^repo1-host.*\n/gm, "")
    .replace(/^spool-path.*$/m, `spool-path = ${folder}/spool`)
    .replace("[global]\n", `[global]\n${here}`)
    .replace(
      /^pg1-path.*$/m,
      `pg1-path = ${cluster}\npg1-port = ${port}\npg1-socket-path = ${folder}/spool\npg1-user = postgres`,
    );
  writeFileSync(config, text);
  return { folder, cluster, config, bin: binariesHere(), port, account };
}

/** Debian's newest server; CLUB_DRILL_POSTGRES names another folder of programs. */
function binariesHere(): string {
  const named = process.env["CLUB_DRILL_POSTGRES"];
  const found = named ?? globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1);
  if (found === undefined) throw new Error("There is no PostgreSQL: apt-get install postgresql.");
  return found;
}

function settingsOf({ folder, config, port }: Place): string {
  return `port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}/spool'
archive_mode = on
archive_timeout = 45
archive_command = 'pgbackrest --config=${config} --stanza=club archive-push %p'
`;
}

function backRest(place: Place, ...args: string[]): void {
  mustRun("pgbackrest", [`--config=${place.config}`, "--stanza=club", ...args], place);
}

function pgCtl({ bin, cluster, folder, account }: Place, verb: "start" | "stop"): void {
  const log = verb === "start" ? ["-l", join(folder, "log/postgres.log")] : ["-m", "fast"];
  mustRun(join(bin, "pg_ctl"), ["-D", cluster, "-w", ...log, verb], { folder, account });
}

/** A drill that failed leaves no server behind; one that did not has none left to end. */
function endAnyway({ bin, cluster, account }: Place): void {
  spawnSync(join(bin, "pg_ctl"), ["-D", cluster, "-m", "immediate", "stop"], {
    ...account.ids,
    stdio: "ignore",
  });
}

async function connect({ port }: Place): Promise<pg.Client> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
  await client.connect();
  return client;
}

/** @returns the moment between two commits; both are archived. */
async function write(place: Place): Promise<Date> {
  const client = await connect(place);
  await client.query("CREATE TABLE moment (n int)");
  await client.query("INSERT INTO moment VALUES (1)");
  await client.query("SELECT pg_sleep(0.05)");
  const { rows } = await client.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  await client.query("SELECT pg_sleep(0.05)");
  await client.query("INSERT INTO moment VALUES (2)");
  await client.query("SELECT pg_switch_wal()");
  await client.end();
  const [row] = rows;
  if (row === undefined) throw new Error("The database has no clock.");
  return row.now;
}

async function readBack(place: Place): Promise<number[]> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const client = await connect(place);
    const { rows: state } = await client.query<{ busy: boolean }>(
      "SELECT pg_is_in_recovery() AS busy",
    );
    const { rows } = await client.query<{ n: number }>("SELECT n FROM moment ORDER BY n");
    await client.end();
    if (state[0]?.busy === false) return rows.map(({ n }) => n);
    await sleep(POLL_MS);
  }
  throw new Error("The restored server does not end its recovery.");
}
