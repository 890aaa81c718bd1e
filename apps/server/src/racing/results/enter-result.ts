import type { RaceNumbers, ResultRun, ResultStage } from "@club/contract";
import { poolOf, Refusal, validatePlacings } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { type Connection, withTransaction } from "../../core/db/connect.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockRaces, numbersIn, readLockedRace, type LockedRace } from "../races/race-locks.ts";
import { dryRun } from "../settlement/dry-run.ts";
import { type PoolTask, readPoolFacts } from "../settlement/read-pool-facts.ts";
import {
  type RaceFieldRow,
  type ResultRow,
  confirmResult,
  insertResult,
  moveRace,
  readNewest,
  readRaceField,
} from "./results.queries.ts";
import { keepRuns } from "./race-runs.ts";
import { type ResultForm, isSameResult } from "./results.wire.ts";

export { readRaceField } from "./results.queries.ts";

export interface ResultEntry {
  readonly raceId: string;
  readonly form: ResultForm;
  /** How they ran, as far as it is known; absent: as it was. */
  readonly runs?: readonly ResultRun[] | undefined;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

export interface EnteredResult {
  readonly result: ResultRow;
  readonly status: "closed" | "interim" | "final";
  readonly numbers: RaceNumbers;
}

/** The statuses in which a result may be entered, or entered again. */
const STATES = ["closed", "interim", "final"];

/**
 * Enters a result of a closed race, and shows all the numbers it would settle to. Each entry is a
 * new version; one equal to the newest of its stage is that version. With four eyes a final result
 * is official once a second operator has entered the same.
 *
 * @throws not_found, result.state, result.invalid, result.differs, result.inquiry, settlement.begun
 */
export async function enterResult(ctx: AppContext, entry: ResultEntry): Promise<EnteredResult> {
  const { result, status, tasks } = await withTransaction(ctx.db.operators, async (tx) => {
    await lockRaces(tx, { exclusive: [entry.raceId] });
    const race = await readLockedRace(tx, entry.raceId);
    if (race === null) throw new Refusal("not_found");
    await checkEntry(tx, race, entry.form);
    const entered = await writeEntry(tx, entry, ctx.settings.fourEyes);
    const { raceId, runs } = entry;
    const { placings } = entered.result;
    if (runs !== undefined) await keepRuns(tx, { raceId, runs, placings });
    return {
      result: entered.result,
      status: statusAfter(race, entered),
      tasks: await tasksOf(tx, entry, entered.result),
    };
  });
  const numbers = await dryRun(ctx.db.jobs, {
    raceId: entry.raceId,
    version: result.version,
    tasks,
  });
  return { result, status, numbers };
}

/** @throws settlement.begun, result.state, result.inquiry, result.invalid */
export async function checkEntry(
  tx: Connection,
  race: LockedRace,
  form: ResultForm,
): Promise<void> {
  const field = await readRaceField(tx, race.id);
  if (field.is_begun) throw new Refusal("settlement.begun");
  const isBackwards = race.status === "final" && form.stage === "interim";
  if (!STATES.includes(race.status) || isBackwards) {
    throw new Refusal("result.state", { status: race.status });
  }
  if (field.is_in_inquiry && form.stage === "final") throw new Refusal("result.inquiry");
  checkForm(field, form);
}

/** Checks that a result fits its race. @throws result.invalid */
export function checkForm(field: RaceFieldRow, form: ResultForm): void {
  const runners = numbersIn(field.runner_mask);
  validatePlacings(form.placings, { runners, scratched: numbersIn(field.scratched_mask) });
  if (field.dividends === "club" && form.declared !== null) {
    throw new Refusal("result.invalid", { reason: "not_declared", field: "declared_dividends" });
  }
  refuseUnknownDeclared(form, runners);
  refuseUnfitUnplaced(field, form);
}

/** An unplaced runner must have run, and be nowhere else in the result. */
function refuseUnfitUnplaced(field: RaceFieldRow, { placings, unplaced = [] }: ResultForm): void {
  const ran = numbersIn(field.runner_mask & ~field.scratched_mask);
  const numbers = unplaced.map(({ number }) => number);
  const placed = new Set(placings.flat());
  const wrong = numbers.find(
    (number, at) => !ran.includes(number) || placed.has(number) || numbers.indexOf(number) !== at,
  );
  if (wrong === undefined) return;
  throw new Refusal("result.invalid", { reason: "unplaced", field: "unplaced", runner: wrong });
}

function refuseUnknownDeclared(form: ResultForm, runners: readonly number[]): void {
  for (const entry of form.declared ?? []) {
    // A pool of several races also names runners of others.
    if (entry.refunded === true || poolOf(entry.pool).legs > 1) continue;
    const isKnown = entry.combination.split("-").every((part) => runners.includes(Number(part)));
    if (isKnown) continue;
    throw new Refusal("result.invalid", {
      reason: "declared_unknown",
      field: "declared_dividends",
      entry: `${entry.pool} ${entry.combination}`,
    });
  }
}

export interface Entered {
  readonly result: ResultRow;
  /** What was written; `known`: nothing, as the newest version says the same. */
  readonly act: "entered" | "confirmed" | "known";
}

export async function writeEntry(
  tx: Connection,
  entry: ResultEntry,
  isFourEyes: boolean,
): Promise<Entered> {
  const { raceId, form, operator, request } = entry;
  const newest = await readNewest(tx, raceId, form.stage);
  const entered = await decide(tx, { ...entry, isFourEyes }, newest);
  if (entered.act === "known") return entered;
  if (entered.result.is_confirmed) await moveRace(tx, raceId, form.stage);
  await audit(tx, {
    action: entered.act === "confirmed" ? "race.result_confirm" : "race.result",
    operator,
    request,
    target: raceId,
    before: newest === null ? undefined : { version: newest.version, placings: newest.placings },
    after: { ...form, version: entered.result.version },
  });
  return entered;
}

/** @throws result.differs - the second operator entered another result than the first. */
async function decide(
  tx: Connection,
  entry: ResultEntry & { isFourEyes: boolean },
  newest: ResultRow | null,
): Promise<Entered> {
  const { raceId, form, operator, isFourEyes } = entry;
  const current = newest?.is_stale === false ? newest : null;
  const isSecond = waitsFor(current, operator.id);
  if (current !== null && isSameResult(current, form)) {
    if (!isSecond) return { result: current, act: "known" };
    await confirmResult(tx, { raceId, version: current.version, operatorId: operator.id });
    return { result: { ...current, is_confirmed: true }, act: "confirmed" };
  }
  if (isSecond && isFourEyes) {
    throw new Refusal("result.differs", { result_version: current?.version });
  }
  const isConfirmed = !isFourEyes || form.stage === "interim";
  const result = await insertResult(tx, { raceId, ...form, isConfirmed, operatorId: operator.id });
  return { result, act: "entered" };
}

/** Whether this result waits for a second operator and this is one. */
function waitsFor(result: ResultRow | null, operatorId: string): boolean {
  return result !== null && !result.is_confirmed && result.entered_by !== operatorId;
}

function statusAfter(race: LockedRace, { result, act }: Entered): EnteredResult["status"] {
  const isMoved = act !== "known" && result.is_confirmed;
  return (isMoved ? (result.stage satisfies ResultStage) : race.status) as EnteredResult["status"];
}

async function tasksOf(tx: Connection, entry: ResultEntry, result: ResultRow): Promise<PoolTask[]> {
  return await readPoolFacts(tx, {
    raceId: entry.raceId,
    placings: result.placings,
    declared: result.declared ?? [],
  });
}
