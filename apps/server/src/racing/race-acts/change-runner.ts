import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { noteEditor } from "./offer-pools.ts";
import { actOnRace, type RaceAct, recordAct, requireStatus } from "../races/race-act.ts";

/** What may change about a runner in place. */
export interface RunnerFields {
  readonly jockey: string | null;
  readonly trainer: string | null;
  readonly weight_kg: number | null;
  readonly barrier: number | null;
  /** What the desk says of it. */
  readonly comment: string | null;
}

export interface RunnerChange extends RaceAct {
  readonly number: number;
  /** Absent: unchanged; null: removed. */
  readonly fields: { readonly [K in keyof RunnerFields]?: RunnerFields[K] | undefined };
}

const NAMES = ["jockey", "trainer", "weight_kg", "barrier", "comment"] as const;
const TENTHS = 10;

/**
 * Changes a runner in place before the start: another jockey, an allowance. Players see it at once;
 * no money moves. The fields are marked as changed by hand, so a card that differs waits for a
 * person.
 *
 * @throws not_found, race.state, bet.runner_unknown
 */
export async function changeRunner(ctx: AppContext, change: RunnerChange): Promise<void> {
  await actOnRace(ctx, change, async (on) => {
    const { tx, race } = on;
    requireStatus(race, ["draft", "open"]);
    if (race.status === "open" && race.has_started) {
      throw new Refusal("race.state", { race_id: race.id, status: "closed", needs: ["open"] });
    }
    const before = await readRunner(tx, race.id, change.number);
    const after = { ...before, ...tidy(change.fields) };
    const changed = NAMES.filter((name) => after[name] !== before[name]);
    if (changed.length === 0) return;
    await tx.query(
      `UPDATE runner SET jockey = $3, trainer = $4, weight_kg = $5, barrier = $6, comment = $7,
         by_hand = ARRAY (SELECT DISTINCT f FROM unnest(by_hand || $8::text[]) f ORDER BY f)
       WHERE race_id = $1 AND number = $2`,
      [
        race.id,
        change.number,
        after.jockey,
        after.trainer,
        after.weight_kg,
        after.barrier,
        after.comment,
        changed,
      ],
    );
    await noteEditor(on, change);
    const pick = (from: RunnerFields) =>
      Object.fromEntries([
        ["runner", change.number],
        ...changed.map((name) => [name, from[name]] as const),
      ]);
    await recordAct(on, change, {
      action: "race.runner",
      before: pick(before),
      after: pick(after),
    });
  });
}

/** Drops absent fields; turns an empty text into null; rounds a weight to one decimal. */
function tidy(fields: RunnerChange["fields"]): Partial<RunnerFields> {
  const given = NAMES.flatMap((name) => {
    const value = fields[name];
    if (value === undefined) return [];
    if (name === "weight_kg" && value !== null) {
      return [[name, Math.round(Number(value) * TENTHS) / TENTHS] as const];
    }
    return [[name, value === "" ? null : value] as const];
  });
  return Object.fromEntries(given);
}

async function readRunner(tx: Queryable, raceId: string, number: number): Promise<RunnerFields> {
  const { rows } = await tx.query<RunnerFields>(
    `SELECT jockey, trainer, weight_kg::float8 AS weight_kg, barrier, comment FROM runner
     WHERE race_id = $1 AND number = $2`,
    [raceId, number],
  );
  const row = rows[0];
  if (row === undefined) {
    throw new Refusal("bet.runner_unknown", { field: "horse_id", runner: number });
  }
  return row;
}
