import type { CardProblem } from "@club/contract";
import type { z } from "zod";
import { codeOf, type Path, rowOf, valueAt } from "./card-schema.ts";

/** Schema errors in a file of the feed, as problems of the card's rows. */
export function toEntainProblems(error: z.ZodError, payload: unknown): CardProblem[] {
  return error.issues.map((issue) => {
    const path = issue.path.map((part) => (typeof part === "symbol" ? "" : part));
    const place = placeOf(path);
    const field = path.findLast((part) => typeof part === "string") ?? "";
    const race = place[0] === "races" ? valueAt(payload, [...racePath(path), "race_number"]) : null;
    const runner =
      place[2] === "runners" ? valueAt(payload, [...path.slice(0, 3), "runner_number"]) : null;
    const code = codeOf(issue, payload);
    return { row: rowOf(place), field, code, race: wholeOf(race), runner: wholeOf(runner) };
  });
}

/** One race is in data.race and data.runners, a meeting in data.meetings.0 with its races. */
function placeOf(path: Path): Path {
  const [, part, index, inside] = path;
  if (part === "runners" && typeof index === "number") return ["races", 0, ...path.slice(1)];
  if (part === "race" || part === "runners") return ["races", 0, ...path.slice(2)];
  return inside === "races" ? path.slice(3) : ["meeting", ...path.slice(3)];
}

function racePath(path: Path): Path {
  return path[1] === "meetings" ? path.slice(0, 5) : ["data", "race"];
}

function wholeOf(value: unknown): number | null {
  return Number.isInteger(value) ? (value as number) : null;
}
