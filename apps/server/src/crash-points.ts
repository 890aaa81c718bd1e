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
