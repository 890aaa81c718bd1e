import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { SERVER_FLAGS } from "../../apps/server/src/core/kit/node-flags.ts";

/** What the server tells its starter over the channel between them. */
export interface ReadyMessage {
  type: "ready";
  /** Addresses and logins, ready to print. */
  lines: string[];
}

/** The server cannot start, for a reason that no restart fixes: one sentence, exit code 1. */
export interface RefusedMessage {
  type: "refused";
  message: string;
}

export type ServerMessage = ReadyMessage | RefusedMessage;

export interface ServerOptions {
  main: string;
  env: NodeJS.ProcessEnv;
  onReady(message: ReadyMessage): void;
  onRefused(message: string): void;
  onRestart(seconds: number): void;
}

export const END_WITH_STARTER = new URL("end-with-starter.mjs", import.meta.url).href;
const MS_PER_SECOND = 1000;
const LONGEST_PAUSE_S = 30;
/** After a server has lived this long, the next pause starts at one second again. */
const WELL_AFTER_MS = 60_000;
const STOP_WITHIN_MS = 8000;

/** How long to wait before start number `failures` + 1: 1, 2, 4 ... 30 s. */
export function pauseSeconds(failures: number): number {
  return Math.min(2 ** Math.max(failures - 1, 0), LONGEST_PAUSE_S);
}

/** Keeps one server process running until told to stop. */
export class ServerProcess {
  readonly #options: ServerOptions;
  #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #failures = 0;
  #isStopping = false;
  #pause: NodeJS.Timeout | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#env = options.env;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The environment for the next start; a restarted database may have another port. */
  set env(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  start(): void {
    if (this.#isStopping) return;
    const startedAt = Date.now();
    const { main } = this.#options;
    const child = spawn(process.execPath, [...SERVER_FLAGS, "--import", END_WITH_STARTER, main], {
      env: this.#env,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // Ctrl-C must reach only the starter, which tells the server to drain.
      detached: true,
    });
    this.#child = child;
    child.on("message", (message) => this.#hear(message as ServerMessage));
    child.on("error", () => undefined);
    child.on("exit", () => {
      this.#child = undefined;
      if (Date.now() - startedAt > WELL_AFTER_MS) this.#failures = 0;
      this.#restart();
    });
  }

  /** Asks the server to drain, and kills it when it does not. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#pause);
    const child = this.#child;
    if (child === undefined) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
    await ended;
    clearTimeout(force);
  }

  #restart(): void {
    if (this.#isStopping) return;
    this.#failures += 1;
    const seconds = pauseSeconds(this.#failures);
    this.#options.onRestart(seconds);
    this.#pause = setTimeout(() => this.start(), seconds * MS_PER_SECOND);
  }

  #hear(message: ServerMessage): void {
    if (message.type === "ready") this.#options.onReady(message);
    if (message.type !== "refused") return;
    this.#isStopping = true;
    this.#options.onRefused(message.message);
  }
}
