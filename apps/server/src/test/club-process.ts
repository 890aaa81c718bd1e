import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SERVER_FLAGS } from "../core/kit/node-flags.ts";
import { callerOf, peopleOf, testEnv } from "./club.ts";
import type { CallClub, TestClub } from "./club.ts";

const MAIN = join(import.meta.dirname, "../run/main.ts");
const NODE = join(import.meta.dirname, "../../../../node_modules/node/bin/node");
const START_WITHIN_MS = 60_000;

/** A server in a process of its own, to be killed. */
export interface ClubProcess extends Pick<
  TestClub,
  "signUp" | "fund" | "operator" | "newOperator"
> {
  readonly url: string;
  readonly pid: number;
  readonly call: CallClub;
  /** What it told its starter to print. */
  readonly lines: readonly string[];
  /** Drops the channel to it, as a starter that died would. */
  disconnect(): void;
  /** Everything it has written so far, log and errors. */
  output(): string;
  kill(signal?: NodeJS.Signals): void;
  /** Resolves with the exit code, null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Asks it to stop and waits. */
  stop(): Promise<number | null>;
}

/**
 * Starts apps/server/src/run/main.ts on a database that may be shared with other servers.
 *
 * @param env - settings on top of those of every test; PORT to reuse the same address.
 * @param main - of another release.
 */
export async function startClubProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  main = MAIN,
): Promise<ClubProcess> {
  const folder = mkdtempSync(join(tmpdir(), "club-data-"));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const { CLUB_DATABASE_PATIENCE = "", ...known } = testEnv(databaseUrl, folder);
  // An earlier release refuses to start with a setting that it does not know.
  const patience = main === MAIN ? { CLUB_DATABASE_PATIENCE } : {};
  const child = spawn(existsSync(NODE) ? NODE : process.execPath, [...SERVER_FLAGS, main], {
    env: { PATH, NODE_COMPILE_CACHE, ...known, ...patience, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const pieces: Buffer[] = [];
  child.stdout?.on("data", (piece: Buffer) => pieces.push(piece));
  child.stderr?.on("data", (piece: Buffer) => pieces.push(piece));
  const output = (): string => Buffer.concat(pieces).toString();
  const exited = once(child, "exit").then(([code]: (number | null)[]) => {
    rmSync(folder, { recursive: true, force: true });
    return code ?? null;
  });
  const { url, lines } = await untilReady(child, output);
  const call = callerOf(url);
  return {
    url,
    pid: child.pid ?? 0,
    call,
    lines,
    disconnect: () => child.disconnect(),
    output,
    exited,
    kill: (signal = "SIGKILL") => void child.kill(signal),
    stop: async () => {
      child.kill("SIGTERM");
      return await exited;
    },
    ...peopleOf(call),
  };
}

interface Ready {
  url: string;
  lines: string[];
}

async function untilReady(child: ChildProcess, output: () => string): Promise<Ready> {
  return await new Promise<Ready>((resolve, reject) => {
    const fail = (why: string): void => {
      child.kill("SIGKILL");
      reject(new Error(`The server ${why}: ${output()}`));
    };
    const timer = setTimeout(() => fail("did not start in time"), START_WITHIN_MS);
    child.once("exit", () => fail("ended"));
    child.on("message", (message: { type: string; message?: string } & Partial<Ready>) => {
      clearTimeout(timer);
      const { url, lines = [] } = message;
      if (message.type === "ready" && url !== undefined) resolve({ url, lines });
      else fail(`refused to start (${message.message ?? ""})`);
    });
  });
}
