import { createLog } from "../core/metrics/log.ts";
import { SettingsError } from "../core/settings/settings.ts";

const DRAIN_WITHIN_MS = 9000;
const GRACE_MS = 500;
const PORT_ERRORS = new Set(["EADDRINUSE", "EACCES", "EADDRNOTAVAIL"]);

/** The club cannot start as things are; one sentence for whoever starts it. */
export class StartError extends Error {
  override name = "StartError";
}

/** A server that runs. */
export interface Running {
  readonly url: string;
  /** What the starter prints. */
  readonly lines: readonly string[];
  stop(graceMs: number): Promise<void>;
}

type Kind = new (...given: never[]) => Error;

/**
 * Runs a server as this process. Its starter is told when it is ready, and prints its output.
 *
 * @param mistakes - of whoever starts it, beside the usual: one sentence is enough, and a restart
 *   would not help.
 */
export function runProcess(start: () => Promise<Running>, mistakes: readonly Kind[] = []): void {
  start().then(
    (server) => {
      stopOnSignals(server);
      tellStarter({ type: "ready", url: server.url, lines: server.lines });
    },
    (error: unknown) => refuseToStart(error, mistakes),
  );
}

/** Stops gracefully (promise P16): on a signal, or when the starter that kept us is gone. */
function stopOnSignals(server: Running): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), DRAIN_WITHIN_MS).unref();
    server.stop(GRACE_MS).then(
      () => process.exit(0),
      (error: unknown) => {
        createLog("error").error({ err: error }, "the stop was not clean");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
}

function tellStarter(message: { type: "ready"; url: string; lines: readonly string[] }): void {
  if (process.send !== undefined) process.send(message);
  else process.stdout.write(`${message.lines.join("\n")}\n`);
}

/** Prints in one sentence why the club does not start, and exits with 1. */
function refuseToStart(error: unknown, mistakes: readonly Kind[]): void {
  process.exitCode = 1;
  const message = sentenceOf(error, [SettingsError, StartError, ...mistakes]);
  if (message === null) {
    createLog("error").fatal({ err: error }, "the server did not start");
    setImmediate(() => process.exit(1));
    return;
  }
  process.stderr.write(process.send === undefined ? `${message}\n` : "");
  process.send?.({ type: "refused", message }, () => process.exit(1));
  if (process.send === undefined) process.exit(1);
}

function sentenceOf(error: unknown, mistakes: readonly Kind[]): string | null {
  if (!(error instanceof Error)) return null;
  if (mistakes.some((kind) => error instanceof kind)) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  return code !== undefined && PORT_ERRORS.has(code)
    ? `Port ${port ?? ""} cannot be used (${code}): set PORT to another one.`
    : null;
}
