import { writeSync } from "node:fs";
import { crashPointHits } from "../../apps/server/src/core/kit/crash-points.ts";

/** Prints how often each named point was passed; the points of every commit only on request. */
export function printPoints(withCommits = false): void {
  const points = [...crashPointHits()].filter(([name]) => withCommits || !name.startsWith("db."));
  writeSync(1, JSON.stringify(Object.fromEntries(points)));
}
