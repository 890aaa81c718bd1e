import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { testFolder } from "../../apps/server/src/test/postgres.ts";
import { isRunning } from "../../apps/server/src/core/db/embedded.host.ts";
import { ROOT } from "../lib/steps.ts";

const PATIENCE_MS = 60_000;
const POLL_MS = 30;

export interface Answer {
  pid: number;
  role: string;
  isOwnerKnown: boolean;
}

export interface Ended {
  code: number | null;
  output: string;
  ms: number;
}

/** A starter under test, with the small server in place of the club's. */
export class Starter {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  output = "";

  constructor(dataDir: string, env: Record<string, string> = {}) {
    const started = performance.now();
    this.child = spawn(process.execPath, [join(ROOT, "scripts/start.ts")], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...cleanEnv(),
        NODE_ENV: "test",
        CLUB_SERVER_MAIN: join(ROOT, "scripts/test/small-server.mjs"),
        CLUB_DATA_DIR: dataDir,
        PORT: "0",
        // An archive of the log makes a stop wait for its last piece.
        CLUB_BACKUPS: "0",
        ...env,
      },
    });
    const take = (chunk: Buffer): void => {
      this.output += chunk.toString();
    };
    this.child.stdout?.on("data", take);
    this.child.stderr?.on("data", take);
    this.ended = once(this.child, "close").then(([code]) => ({
      code: code as number | null,
      output: this.output,
      ms: performance.now() - started,
    }));
  }

  /** Waits until the starter has printed the text. */
  async prints(text: string): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!this.output.includes(text)) {
      if (this.child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`The starter did not print "${text}" but: ${this.output}`);
      }
      await sleep(POLL_MS);
    }
  }

  /** Asks the server until it answers through the database. */
  async answer(isWanted: (answer: Answer) => boolean = () => true): Promise<Answer> {
    const url = [...this.output.matchAll(/http:\/\/\S+/g)].at(-1)?.[0] ?? "";
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await fetch(url).then(
        async (reply) => (reply.ok ? ((await reply.json()) as Answer) : undefined),
        () => undefined,
      );
      if (answer !== undefined && isWanted(answer)) return answer;
      if (Date.now() > deadline) throw new Error(`No answer. ${this.output}`);
      await sleep(POLL_MS);
    }
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Ended & { stopMs: number }> {
    const start = performance.now();
    this.child.kill(signal);
    const ended = await this.ended;
    return { ...ended, stopMs: performance.now() - start };
  }
}

/** A folder that the database's user may pass through, to hold a data folder. */
export async function makePlace(): Promise<{ data: string; remove(): Promise<void> }> {
  const place = await mkdtemp(join(await testFolder(), "club-start-"));
  await chmod(place, 0o711);
  return { data: join(place, "data"), remove: () => removeFolder(place) };
}

/** A database that lost its starter may still be writing. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** The process number of a data folder's database server, from its own lock file. */
export async function postgresPid(data: string): Promise<number> {
  return Number.parseInt(await readFile(join(data, "postgres/postmaster.pid"), "utf8"), 10);
}

export async function untilGone(pid: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (isRunning(pid)) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} still runs.`);
    await sleep(POLL_MS);
  }
}

/** Processes whose command line contains every word (Linux). */
export async function processesWith(...words: string[]): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (words.every((word) => line.includes(word))) found.push(Number(name));
  }
  return found;
}

function cleanEnv(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => !/^(CLUB_|DATABASE_|VITEST)/.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
