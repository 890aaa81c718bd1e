const hits = new Map<string, number>();
const isTest = process.env["NODE_ENV"] === "test";

/**
 * A named place at which a test may kill the process, to prove that what was begun is finished by the
 * next one. Fires only under NODE_ENV=test with CLUB_CRASH_AT=NAME, or NAME:3 for the third time that
 * the process comes by; every passing is counted, so that a test sees that no point was missed.
 */
export function crashPoint(name: string): void {
  if (!isTest) return;
  const times = (hits.get(name) ?? 0) + 1;
  hits.set(name, times);
  const [wanted, turn = "1"] = (process.env["CLUB_CRASH_AT"] ?? "").split(":");
  if (wanted === name && Number(turn) === times) process.kill(process.pid, "SIGKILL");
  if (interruption?.name !== name) return;
  interruption.left -= 1;
  if (interruption.left > 0) return;
  interruption = null;
  throw new Interrupted(`stopped at ${name}`);
}

/** What a test throws in place of a kill: everything that is open rolls back, what was committed stands. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

let interruption: { readonly name: string; left: number } | null = null;

/** From here on the process comes no further than this place, once: `settle.chunk-paid:2`. Null: takes it back. */
export function interruptAt(place: string | null): void {
  const [name = "", turn = "1"] = (place ?? "").split(":");
  interruption = place === null ? null : { name, left: Number(turn) };
}

/** Forgets what was counted, and from here on dies at another place: a test's process that has to be ready first. */
export function crashFromHereAt(place: string): void {
  hits.clear();
  process.env["CLUB_CRASH_AT"] = place;
}

/** How often each point was passed in this process. */
export function crashPointHits(): ReadonlyMap<string, number> {
  return hits;
}
