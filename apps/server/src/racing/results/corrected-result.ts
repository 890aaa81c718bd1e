import { Refusal, present } from "@club/domain";
import type { Connection, Queryable } from "../../core/db/connect.ts";
import { readLockedRace } from "../races/race-locks.ts";
import { checkForm } from "./enter-result.ts";
import { insertResult, readNewest, readRaceField } from "./results.queries.ts";
import { type ResultForm, isSameResult } from "./results.wire.ts";

/**
 * The version of a settled race's result now in force, if it may be corrected to this one.
 *
 * @throws not_found, race.state, result.invalid, result.same
 */
export async function correctableVersion(
  tx: Connection,
  raceId: string,
  form: ResultForm,
): Promise<number> {
  const race = await readLockedRace(tx, raceId);
  if (race === null) throw new Refusal("not_found");
  if (race.status !== "settled") {
    throw new Refusal("race.state", { race_id: raceId, status: race.status, needs: ["settled"] });
  }
  checkForm(await readRaceField(tx, raceId), form);
  const newest = present(await readNewest(tx, raceId, "final"), "a settled race has a result");
  if (isSameResult(newest, form)) throw new Refusal("result.same", { version: newest.version });
  return newest.version;
}

/** Whether no other result of the race was made final since. Takes no lock. */
export async function isNewestResult(
  db: Queryable,
  raceId: string,
  version: number,
): Promise<boolean> {
  return (await readNewest(db, raceId, "final"))?.version === version;
}

/** Adds the corrected result as the next version, confirmed. The caller holds the race's lock. */
export async function addCorrectedResult(
  tx: Connection,
  result: { readonly raceId: string; readonly form: ResultForm; readonly askedBy: string },
): Promise<number> {
  const { raceId, form, askedBy } = result;
  const { version } = await insertResult(tx, {
    raceId,
    ...form,
    isConfirmed: true,
    operatorId: askedBy,
  });
  return version;
}
