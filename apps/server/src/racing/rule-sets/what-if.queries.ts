import type { OutcomeJson, PoolCode, RuleSet } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { manyRows, oneValue } from "../../core/db/statements.ts";

export interface WhatIfRaceRow {
  readonly race_id: string;
  readonly day: string;
  readonly event_id: string;
  readonly meetings: string;
  readonly raceNo: number;
  readonly rule_set: string;
  readonly pools: number;
}

/** Settled races of some venue days, oldest first. Served by meeting_date. */
export async function listSettledRaces(
  db: Queryable,
  asked: { readonly from: string; readonly to: string; readonly ruleSet: string | null },
  limit: number,
): Promise<WhatIfRaceRow[]> {
  const { rows } = await db.query<WhatIfRaceRow>(
    `SELECT r.id AS race_id, m.date::text AS day, m.id AS event_id, m.name AS meetings, r.number AS "raceNo",
       p.rule_set, p.pools
     FROM meeting m JOIN race r ON r.meeting_id = m.id
     JOIN LATERAL (SELECT min(q.rule_set) AS rule_set, count(*)::integer AS pools FROM pool q
       WHERE (q.race_id2 IS NULL AND q.race_id = r.id OR q.race_id2 = r.id)
         AND EXISTS (SELECT FROM settlement s WHERE s.pool_id = q.id AND s.step IN ('posted', 'announced'))) p ON p.pools > 0
     WHERE m.date BETWEEN $1::date AND $2::date AND r.status = 'settled' AND ($3::text IS NULL OR p.rule_set = $3)
     ORDER BY r.start_time, r.id LIMIT $4`,
    [asked.from, asked.to, asked.ruleSet, limit],
  );
  return rows;
}

export interface SettledPoolRow {
  readonly id: string;
  readonly code: PoolCode;
  readonly rules: string;
  readonly dividends: "club" | "declared";
  readonly facts: unknown;
  readonly outcome: OutcomeJson;
}

/** The newest paid plan of each pool of a race; a double is listed with its second leg. */
export const readSettledPlans = manyRows<SettledPoolRow, [raceId: string]>(`
  SELECT p.id, p.code, p.rule_set || ' ' || p.rule_set_version AS rules, p.dividends, s.facts, s.outcome
  FROM pool p JOIN LATERAL (SELECT t.facts, t.outcome FROM settlement t
    WHERE t.pool_id = p.id AND t.step IN ('posted', 'announced') ORDER BY t.created_at DESC, t.id DESC LIMIT 1) s ON true
  WHERE (p.race_id2 IS NULL AND p.race_id = $1) OR p.race_id2 = $1 ORDER BY p.race_id2 IS NOT NULL, p.id`);

/** The rules of a version, or null. By the primary key. */
export const readVersion = oneValue<RuleSet, [name: string, version: number]>(
  "SELECT rules FROM rule_set WHERE name = $1 AND version = $2",
);
