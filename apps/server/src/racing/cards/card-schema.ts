import {
  cardRun,
  type CardProblem,
  type CardProblemCode,
  MOST_COMMENT,
  MOST_PAST_RUNS,
  MOST_TIPS,
  raceTip,
} from "@club/contract";
import { z } from "zod";

const MOST_CHARACTERS = 120;
const MOST_RACES = 60;
const MOST_RUNNERS = 100;

export const name = z.string().trim().min(1).max(MOST_CHARACTERS);
/** An optional text: absent, null and empty are the same. */
export const text = z
  .string()
  .trim()
  .max(MOST_CHARACTERS)
  .nullish()
  .transform((value) => (value === undefined || value === "" ? null : value));
const MOST_BARRIERS = 999;

/** An optional whole number above zero. */
export const whole = z
  .int()
  .min(1)
  .max(100_000)
  .nullish()
  .transform((value) => value ?? null);
export const barrier = z
  .int()
  .min(1)
  .max(MOST_BARRIERS)
  .nullish()
  .transform((value) => value ?? null);
/** Saddle and race numbers: the range is checked per row, where the message can name the row. */
export const number = z.int().min(-1_000_000).max(1_000_000);
export const isoDay = z.iso.date();
export const races = <T extends z.ZodType>(race: T) => z.array(race).max(MOST_RACES);
export const runners = <T extends z.ZodType>(runner: T) => z.array(runner).max(MOST_RUNNERS);

/** Newest first; absent and null: the file does not say. */
export const pastRuns = z
  .array(cardRun)
  .max(MOST_PAST_RUNS)
  .nullish()
  .transform((runs) => runs?.toSorted((a, b) => (a.date < b.date ? 1 : -1)));
/** Absent: the file does not say; null and empty: nothing is said of it. */
export const comment = z
  .string()
  .trim()
  .max(MOST_COMMENT)
  .nullish()
  .transform((text) => (text === "" ? null : text));
export const tips = z
  .array(raceTip)
  .max(MOST_TIPS)
  .nullish()
  .transform((list) => list ?? undefined);

/** Schema errors as problems of rows and fields: path races.0.runners.3.name. */
export function toProblems(error: z.ZodError, payload: unknown): CardProblem[] {
  return error.issues.map((issue) => {
    const path = issue.path.map((part) => (typeof part === "symbol" ? "" : part));
    const field = fieldOf(path);
    const race = numberAt(payload, path.slice(0, 2), ["number", "race_no"]);
    const runner = path[2] === "runners" ? numberAt(payload, path.slice(0, 4), ["number"]) : null;
    return { row: rowOf(path), field, code: codeOf(issue, payload), race, runner };
  });
}

const LISTS: ReadonlySet<unknown> = new Set(["past_runs", "tips"]);

/** The last name of a path; within a list of a row its place in it too: past_runs[3].date. */
function fieldOf(path: Path): string {
  const list = path.findIndex((part) => LISTS.has(part));
  if (list === -1) return String(path.findLast((part) => typeof part === "string") ?? "");
  const [name, ...rest] = path.slice(list);
  const within = rest.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`));
  return [name, ...within].join("");
}

/** A place in a file. */
export type Path = readonly (string | number)[];

/** The row of a card that a path leads to: races.0.runners.3.name is in races[0].runners[3]. */
export function rowOf(path: Path): string {
  if (path[0] !== "races" || path.length < 2) return path[0] === "races" ? "card" : "meeting";
  const race = `races[${path[1]}]`;
  return path[2] === "runners" && path.length > 3 ? `${race}.runners[${path[3]}]` : race;
}

function numberAt(payload: unknown, path: Path, fields: readonly string[]): number | null {
  if (path[0] !== "races" || path.length < 2) return null;
  const row = valueAt(payload, path) as Record<string, unknown> | null | undefined;
  const found = fields.map((field) => row?.[field]).find((value) => Number.isInteger(value));
  return (found as number | undefined) ?? null;
}

export function valueAt(payload: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<string | number, unknown> | null | undefined)?.[part],
    payload,
  );
}

export function codeOf(issue: z.core.$ZodIssue, payload: unknown): CardProblemCode {
  const parts = issue.path.filter((part) => typeof part !== "symbol");
  const value = valueAt(payload, parts);
  if (value === undefined || value === null || value === "") return "missing";
  return issue.code === "too_big" && issue.origin === "string" ? "too_long" : "invalid";
}
