import { RACE_POOL_CODES } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { command } from "../../core/db/statements.ts";
import { newId } from "../../core/kit/ids.ts";
import { dropUnusedDoubles } from "../pools/double-pool.ts";
import { tellRace } from "../races/race-act.ts";
import type { CardRunner } from "./card.ts";
import type { CardPlan, RacePlan } from "./diff-card.ts";

/** Carries a plan out in the caller's transaction, which holds the locks. Returns the meeting's id. */
export async function applyCard(tx: Queryable, plan: CardPlan): Promise<string> {
  const meetingId = await saveMeeting(tx, plan);
  for (const race of plan.races) {
    const raceId = race.stored?.id ?? newId();
    await (race.stored === null
      ? insertRace(tx, race, { raceId, meetingId })
      : updateRace(tx, race, raceId));
    await saveRunners(tx, race, raceId);
    await refreshMasks(tx, raceId);
    if (race.stored !== null && race.stored.status !== "draft") await tellRace(tx, raceId);
  }
  return meetingId;
}

async function saveMeeting(tx: Queryable, plan: CardPlan): Promise<string> {
  const id = plan.diff.event_id ?? newId();
  if (!plan.isMeetingChanged) return id;
  const { country, code, date, name, timezone, currency, event_type, rule_set, dividends } =
    plan.meeting;
  await tx.query(
    `INSERT INTO meeting (id, country, code, date, name, timezone, currency, event_type, rule_set, dividends)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (id) DO UPDATE SET name = $5, timezone = $6, currency = $7, event_type = $8, rule_set = $9,
       dividends = $10`,
    [id, country, code, date, name, timezone, currency, event_type, rule_set, dividends],
  );
  return id;
}

async function insertRace(
  tx: Queryable,
  { card, start }: RacePlan,
  { raceId, meetingId }: { raceId: string; meetingId: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO race (id, meeting_id, number, name, distance_m, class, handicap, going, start_time, offered, tips, card_start, card_pools)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, $12::text[]), $11::jsonb, $9, $10::text[])`,
    [
      raceId,
      meetingId,
      card.number,
      card.name,
      card.distance_m,
      card.class,
      card.handicap,
      card.going,
      start,
      card.pools,
      JSON.stringify(card.tips ?? []),
      RACE_POOL_CODES,
    ],
  );
}

async function updateRace(tx: Queryable, plan: RacePlan, raceId: string): Promise<void> {
  const { card, start, stored, pools } = plan;
  await tx.query(
    `UPDATE race SET name = $2, distance_m = $3, class = $4, handicap = $5, going = $6, start_time = $7,
       offered = coalesce($8, offered), tips = coalesce($9::jsonb, tips),
       card_start = $10, card_pools = coalesce($11, card_pools) WHERE id = $1`,
    [
      raceId,
      card.name,
      card.distance_m,
      card.class,
      card.handicap,
      card.going,
      start,
      pools,
      card.tips === undefined ? null : JSON.stringify(card.tips),
      card.start_time,
      card.pools,
    ],
  );
  if (stored !== null && start > stored.start_time) await dropUnusedDoubles(tx, raceId);
}

async function saveRunners(tx: Queryable, plan: RacePlan, raceId: string): Promise<void> {
  const gone = plan.removed.map((runner) => runner.number);
  if (gone.length > 0) {
    await tx.query("DELETE FROM runner WHERE race_id = $1 AND number = ANY ($2)", [raceId, gone]);
  }
  const rows = [...plan.added, ...plan.changed];
  if (rows.length === 0) return;
  // A scratched runner keeps the time of it; once past its draft, a race keeps every scratching. What a card does not
  // say of a runner stays, and stays the desk's, unless another runner has the number.
  await tx.query(
    `WITH card AS (SELECT * FROM unnest($2::smallint[], $3::text[], $4::smallint[], $5::text[], $6::text[],
         $7::numeric[], $8::text[], $9::boolean[], $11::jsonb[], $12::text[], $13::boolean[])
       AS i (number, name, barrier, jockey, trainer, weight_kg, form, scratched, past_runs, comment, says_comment))
     INSERT INTO runner (race_id, number, name, barrier, jockey, trainer, weight_kg, form, scratched_at, past_runs,
       comment, by_hand)
     SELECT $1, i.number, i.name, i.barrier, i.jockey, i.trainer, i.weight_kg, i.form,
       CASE WHEN i.scratched THEN club_now_ms() END, coalesce(i.past_runs, n.past_runs, '[]'),
       CASE WHEN i.says_comment THEN i.comment ELSE n.comment END,
       CASE WHEN NOT i.says_comment AND 'comment' = ANY (n.by_hand) THEN '{comment}' ELSE '{}' END::text[]
     FROM card i LEFT JOIN runner n ON n.race_id = $1 AND n.number = i.number AND lower(n.name) = lower(i.name)
     ON CONFLICT (race_id, number) DO UPDATE SET name = excluded.name, barrier = excluded.barrier,
       jockey = excluded.jockey, trainer = excluded.trainer, weight_kg = excluded.weight_kg, form = excluded.form,
       past_runs = excluded.past_runs, comment = excluded.comment, by_hand = excluded.by_hand,
       scratched_at = CASE WHEN excluded.scratched_at IS NOT NULL OR $10
         THEN coalesce(runner.scratched_at, excluded.scratched_at) END`,
    [
      raceId,
      ...columnsOf(rows),
      plan.stored !== null && plan.stored.status !== "draft",
      rows.map(({ past_runs }) => (past_runs === undefined ? null : JSON.stringify(past_runs))),
      rows.map((row) => row.comment ?? null),
      rows.map((row) => row.comment !== undefined),
    ],
  );
}

function columnsOf(rows: readonly CardRunner[]): unknown[][] {
  const fields = [
    "number",
    "name",
    "barrier",
    "jockey",
    "trainer",
    "weight_kg",
    "form",
    "scratched",
  ] as const;
  return fields.map((field) => rows.map((row) => row[field]));
}

/** The bet function reads the masks, so they are always rebuilt from the runners. */
const refreshMasks = command<[raceId: string]>(`
  UPDATE race SET runner_mask = m.runners, scratched_mask = m.scratched
  FROM (SELECT coalesce(sum(1::bigint << number), 0)::bigint AS runners,
      coalesce(sum(1::bigint << number) FILTER (WHERE scratched_at IS NOT NULL), 0)::bigint AS scratched
    FROM runner WHERE race_id = $1) m WHERE id = $1`);
