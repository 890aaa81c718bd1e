import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { pause } from "../kit/pause.ts";
import {
  accountFor,
  binariesOf,
  commandOf,
  EmbeddedError,
  isRunning,
  isWholeCluster,
  plainEnv,
  run,
} from "./embedded.host.ts";
import type { Account } from "./embedded.host.ts";
import { keptLogMb, ownBuffersMb } from "./embedded.sizes.ts";
import { archiveFlags } from "./log-archive.ts";
import type { LogArchive } from "./log-archive.ts";

export interface EmbeddedOptions {
  /** The cluster's folder; made if missing. */
  folder: string;
  /** Password of the superuser "postgres". */
  password: string;
  /** The port to use when it is free. */
  port?: number;
  logFile: string;
  sharedBuffersMb?: number;
  /** Where its log is kept beside it, so that a moment can be restored. */
  archive?: LogArchive;
  /** Folder that disappears with the server, for tests. */
  removeFolder?: string;
}

export interface EmbeddedServer {
  port: number;
  pid: number;
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>;
  urlOf(login: { role: string; password: string; database: string }): string;
  /** Ends sessions, writes a checkpoint, stops. */
  stop(): Promise<void>;
}

const HOST = "127.0.0.1";
const SUPERUSER = "postgres";
const READY_WITHIN_MS = 180_000;
const POLL_MS = 40;
const LARGEST_LOG_BYTES = 10_000_000;
/** Of a log that is kept over many starts, the end of this one. */
const LAST_WORDS = 600;
const FAST_STOP_MS = 7000;
const IMMEDIATE_STOP_MS = 3000;

/**
 * Stops the server when the process that started it is gone, for whatever reason: its end of the
 * pipe then closes. $1 is the server's process, $2 a folder to remove afterwards.
 */
const WATCHDOG = `cat >/dev/null; kill -INT "$1" 2>/dev/null; [ -n "$2" ] || exit 0
i=0; while kill -0 "$1" 2>/dev/null && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done; rm -rf -- "$2"`;

/** Starts the embedded PostgreSQL and returns when it answers. A server left by a crash is stopped first. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const account = await accountFor(options.folder);
  await initialise(options, account);
  await stopLeftOver(options.folder);
  const port = await choosePort(options.port);
  const server = await launch(options, account, port);
  const watchdog = watch(server, options.removeFolder);
  let hasEnded = false;
  const ended = once(server, "exit").then(() => {
    hasEnded = true;
    if (options.removeFolder === undefined) release(watchdog);
    // The watchdog then removes the folder even if this process ends first.
    else watchdog.stdin?.end();
  });
  const urlOf = ({ role, password, database }: Parameters<EmbeddedServer["urlOf"]>[0]): string =>
    `postgres://${role}:${encodeURIComponent(password)}@${HOST}:${port}/${database}`;
  const adminUrl = urlOf({ role: SUPERUSER, password: options.password, database: "postgres" });
  await waitUntilReady(adminUrl, { hasEnded: () => hasEnded, logFile: options.logFile });
  const stop = async (): Promise<void> => {
    if (!hasEnded) await stopProcess(server.pid ?? 0);
    await ended;
    if (options.removeFolder !== undefined) await rm(options.removeFolder, REMOVE);
  };
  return { port, pid: server.pid ?? 0, ended, urlOf, stop };
}

const REMOVE = { recursive: true, force: true } as const;

/**
 * Makes the cluster in a folder beside its place and moves it when complete, so that a crash leaves
 * no half-made one.
 */
async function initialise(options: EmbeddedOptions, account: Account): Promise<void> {
  if (await isWholeCluster(options.folder)) return;
  const { initdb } = await binariesOf();
  const half = `${options.folder}.new`;
  await rm(half, REMOVE);
  await mkdir(half, { recursive: true, mode: 0o700 });
  await account.own(half);
  const passwordFile = `${options.folder}.pass`;
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  await account.own(passwordFile);
  try {
    const args = ["--auth=scram-sha-256", `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`];
    args.push("--encoding=UTF8", "--locale=C", "--locale-provider=builtin");
    args.push("--builtin-locale=C.UTF-8", "--data-checksums", `--pgdata=${half}`);
    const { code, output } = await run(initdb, args, account);
    if (code !== 0) throw new EmbeddedError(`The database could not be made: ${whyNot(output)}`);
  } catch (error) {
    await rm(half, REMOVE);
    throw error;
  } finally {
    await rm(passwordFile, REMOVE);
  }
  await rename(half, options.folder);
}

async function launch(
  options: EmbeddedOptions,
  account: Account,
  port: number,
): Promise<ChildProcess> {
  const { postgres } = await binariesOf();
  if (options.archive !== undefined) {
    await mkdir(options.archive.folder, { recursive: true, mode: 0o700 });
    await account.own(options.archive.folder);
  }
  // The log of a crash is kept for whoever looks for the cause; one that has grown large is started
  // anew.
  const { size } = await stat(options.logFile).catch(() => ({ size: 0 }));
  const log = await open(options.logFile, size > LARGEST_LOG_BYTES ? "w" : "a", 0o600);
  try {
    const args = ["-D", options.folder, ...serverFlags(options, port)];
    const server = spawn(postgres, args, {
      // A session of its own: Ctrl-C in the terminal reaches the starter alone, which stops in order.
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      cwd: options.folder,
      env: plainEnv(),
      ...account.ids,
    });
    await once(server, "spawn");
    return server;
  } catch (cause) {
    throw new EmbeddedError(`PostgreSQL cannot be run: ${String(cause)}.`, { cause });
  } finally {
    await log.close();
  }
}

function serverFlags(options: EmbeddedOptions, port: number): string[] {
  const values = {
    listen_addresses: HOST,
    port,
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: `${options.sharedBuffersMb ?? ownBuffersMb()}MB`,
    // A larger value makes a restart after a crash slow: 17 s were measured with 4 GB.
    max_wal_size: "1GB",
    // Log files are reused: creating a new one holds up every commit for some 60 ms.
    min_wal_size: `${keptLogMb(options.folder)}MB`,
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    ...archiveFlags(options.archive),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function watch(server: ChildProcess, folder: string | undefined): ChildProcess {
  return spawn("/bin/sh", ["-c", WATCHDOG, "watchdog", String(server.pid), folder ?? ""], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
  });
}

function release(watchdog: ChildProcess): void {
  try {
    process.kill(-(watchdog.pid ?? 0), "SIGKILL");
  } catch {
    // Gone already.
  }
}

async function waitUntilReady(
  url: string,
  server: { hasEnded: () => boolean; logFile: string },
): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!server.hasEnded() && Date.now() < deadline) {
    if (await answers(url)) return;
    await pause(POLL_MS);
  }
  const log = await readFile(server.logFile, "utf8").catch(() => "");
  throw new EmbeddedError(`PostgreSQL did not start: ${whyNot(log)}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch (error) {
    const wrongPassword = (error as { code?: string }).code === "28P01";
    if (wrongPassword) {
      throw new EmbeddedError(
        "The stored password does not open the database of this data folder.",
      );
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Ends a server that a crash left running on the folder, and removes a stale lock file: if its
 * number had since gone to another process, PostgreSQL would refuse to start.
 */
async function stopLeftOver(folder: string): Promise<void> {
  const lockFile = join(folder, "postmaster.pid");
  const text = await readFile(lockFile, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const pid = Number.parseInt(text, 10);
  if (await isServerOf(pid, folder)) await stopProcess(pid);
  await rm(lockFile, { force: true });
}

async function isServerOf(pid: number, folder: string): Promise<boolean> {
  if (!isRunning(pid)) return false;
  const command = await commandOf(pid);
  return command.includes("postgres") && command.includes(folder);
}

/** Fast, then immediate: both leave a sound database, the second one replays its log at the next start. */
async function stopProcess(pid: number): Promise<void> {
  signal(pid, "SIGINT");
  if (await hasGone(pid, FAST_STOP_MS)) return;
  signal(pid, "SIGQUIT");
  if (await hasGone(pid, IMMEDIATE_STOP_MS)) return;
  throw new EmbeddedError(`PostgreSQL (process ${pid}) does not stop; stop it and start again.`);
}

async function hasGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (!isRunning(pid)) return true;
    await pause(POLL_MS);
  }
  return !isRunning(pid);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
  }
}

/** The wanted port when it is free, else any free one. */
async function choosePort(wanted: number | undefined): Promise<number> {
  return (wanted === undefined ? undefined : await tryPort(wanted)) ?? (await tryPort(0)) ?? 0;
}

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen({ port, host: HOST, exclusive: true });
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}

function whyNot(text: string): string {
  const last = text.trim().split("\n").at(-1) ?? "";
  if (/No space left on device/.test(text.slice(-LAST_WORDS))) {
    return "the disk is full: make room and start again.";
  }
  return last === "" ? "no reason was given." : last;
}
