import { execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Runs one of the programs beside this file in a process of its own, with JSON in and JSON out. */
export async function runChild<Order, Figures>(program: string, order: Order): Promise<Figures> {
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, program)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.on("exit", (code) => {
      if (code === 0) resolve(JSON.parse(text) as Figures);
      else reject(new Error(`${program} failed`));
    });
    child.stdin.end(JSON.stringify(order));
  });
}

/** Resident memory of a process in MB, from the system. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Seconds of processor time that a process has used so far. */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""))
    .split(") ")[1]
    ?.split(" ");
  const TICKS_PER_SECOND = 100;
  return (
    (Number(fields?.[11] ?? Number.NaN) + Number(fields?.[12] ?? Number.NaN)) / TICKS_PER_SECOND
  );
}

/**
 * Lets the system run a process's main thread before all others, as if it had a core of its own
 * where load, readers and database share the machine with it.
 *
 * @returns whether it could: it takes util-linux and the right to
 */
export async function runFirst(pid: number): Promise<boolean> {
  return await promisify(execFile)("chrt", ["--fifo", "--pid", "10", String(pid)]).then(
    () => true,
    () => false,
  );
}
