const hits = new Map<string, number>();
const isTest = process.env["NODE_ENV"] === "test";

/**
 * A named place at which a test may kill the process, to prove that the next process finishes what
 * was begun. Fires only under NODE_ENV=test with CLUB_CRASH_AT=NAME, or NAME:3 for the third time
 * the process passes it. Every pass is counted, so that a test can see that no point was missed.
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

/** Thrown by a test in place of a kill: open transactions roll back, committed ones stand. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

let interruption: { readonly name: string; left: number } | null = null;

/** From now on throws at this place, once: `settle.chunk-paid:2`. Null cancels it. */
export function interruptAt(place: string | null): void {
  const [name = "", turn = "1"] = (place ?? "").split(":");
  interruption = place === null ? null : { name, left: Number(turn) };
}

/**
 * Resets the counts and sets a new place to die at, for a test whose process must first be ready.
 */
export function crashFromHereAt(place: string): void {
  hits.clear();
  process.env["CLUB_CRASH_AT"] = place;
}

/** How often each point was passed in this process. */
export function crashPointHits(): ReadonlyMap<string, number> {
  return hits;
}
