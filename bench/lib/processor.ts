import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { type Row, round } from "./figures.ts";

/** Seconds of processor time by what used it. */
export type Uses = ReadonlyMap<string, number>;

const TICKS_PER_SECOND = 100;

/** What the parts of a club have used so far: the server's threads, the database's processes, the machine. */
export async function processorUses(serverPid: number, admin: pg.Client): Promise<Uses> {
  const uses = new Map<string, number>();
  const add = (name: string, seconds: number): unknown =>
    uses.set(name, (uses.get(name) ?? 0) + seconds);
  for (const task of await readdir(`/proc/${serverPid}/task`)) {
    const { name, seconds } = await readStat(`/proc/${serverPid}/task/${task}/stat`);
    add(Number(task) === serverPid ? "server, main thread" : `server, ${name}`, seconds);
  }
  const { rows } = await admin.query<{ pid: number; name: string }>(
    `SELECT pid, CASE backend_type WHEN 'client backend' THEN coalesce(nullif(application_name, ''), usename)
       ELSE backend_type END AS name
     FROM pg_stat_activity WHERE pid <> pg_backend_pid()`,
  );
  for (const { pid, name } of rows) {
    add(`database, ${name}`, (await readStat(`/proc/${pid}/stat`)).seconds);
  }
  const [, user = 0, nice = 0, system = 0, idle = 0, wait = 0, , , stolen = 0] = (
    await readFile("/proc/stat", "utf8")
  )
    .split(/\n/)[0]!
    .split(/\s+/)
    .map(Number);
  add("machine, busy", (user + nice + system) / TICKS_PER_SECOND);
  add("machine, idle", idle / TICKS_PER_SECOND);
  add("machine, waiting for the disk", wait / TICKS_PER_SECOND);
  add("machine, taken by its host", stolen / TICKS_PER_SECOND);
  return uses;
}

/** What was used between two readings. */
export function usedBetween(before: Uses, after: Uses): Uses {
  return new Map([...after].map(([name, seconds]) => [name, seconds - (before.get(name) ?? 0)]));
}

/** Less than this is not worth a line. */
const LEAST_S = 0.05;

/** Runs `work` in this process and says which part of the club used how much of the processor. */
export async function usesWhile<T>(
  admin: pg.Client,
  work: () => Promise<T>,
): Promise<{ value: T; uses: Row[] }> {
  const before = await processorUses(process.pid, admin);
  const value = await work();
  const uses = [...usedBetween(before, await processorUses(process.pid, admin))]
    .filter(([, seconds]) => seconds >= LEAST_S)
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, seconds]) => ({
      name: `processor: ${name}`,
      value: round(seconds, 2),
      unit: "s",
    }));
  return { value, uses };
}

async function readStat(path: string): Promise<{ name: string; seconds: number }> {
  const text = await readFile(path, "utf8").catch(() => "");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
  return { name, seconds: ticks / TICKS_PER_SECOND };
}
