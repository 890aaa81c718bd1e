import type { OutcomeJson } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { columnsOf, manyRows, oneRow } from "../../core/db/statements.ts";
import type { FactsJson } from "../../proofs/pools/facts-json.ts";

/** A settlement of one pool: the plan, final once written, and its progress. */
export interface SettlementRow {
  readonly id: string;
  readonly pool_id: string;
  readonly pool_race_id: string;
  readonly pool_race_id2: string | null;
  readonly race_id: string;
  readonly result_version: number;
  readonly step: "computed" | "posting" | "posted" | "announced";
  readonly facts: FactsJson;
  readonly outcome: OutcomeJson;
  readonly cursor_bet: string | null;
}

const COLUMNS = `
  s.id, s.pool_id, p.race_id AS pool_race_id, p.race_id2 AS pool_race_id2, s.race_id, s.result_version, s.step,
  s.facts, s.outcome, s.cursor_bet
  FROM settlement s JOIN pool p ON p.id = s.pool_id`;
const OF_VERSION = `SELECT ${COLUMNS} WHERE s.race_id = $1 AND s.result_version = $2
  ORDER BY p.race_id2 IS NOT NULL, p.id`;
const BY_ID = `SELECT ${COLUMNS} WHERE s.id = $1`;

/** The settlements of a result version, singles first, in order of id. Served by settlement_race. */
export const readSettlements = manyRows<SettlementRow, [raceId: string, version: number]>(
  OF_VERSION,
);

/** One settlement in its current state. */
export const readSettlement = oneRow<SettlementRow, [id: string]>(BY_ID);

export interface RaceVersion {
  readonly raceId: string;
  readonly version: number;
}

/** Versions with an unannounced settlement, oldest first. Served by settlement_unfinished. */
export async function listUnfinished(
  db: Queryable,
  raceId: string | undefined,
): Promise<RaceVersion[]> {
  const { rows } = await db.query<{ race_id: string; result_version: number }>(
    `SELECT race_id, result_version FROM settlement
     WHERE step <> 'announced' AND ($1::uuid IS NULL OR race_id = $1)
     GROUP BY race_id, result_version ORDER BY min(created_at)`,
    [raceId ?? null],
  );
  return rows.map((row) => ({ raceId: row.race_id, version: row.result_version }));
}

/** Those of the pools whose settlement was begun and is not posted yet. By the key of settlement. */
export async function readBegun(db: Queryable, poolIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ pool_id: string }>(
    "SELECT pool_id FROM settlement WHERE pool_id = ANY ($1) AND step IN ('computed', 'posting')",
    [poolIds],
  );
  return new Set(rows.map((row) => row.pool_id));
}

export interface NewSettlement {
  readonly id: string;
  readonly poolId: string;
  /** JSON text. */
  readonly facts: string;
  readonly outcome: string;
}

/** Writes a version's plan, all pools in one statement. The caller holds the races' locks. */
export async function insertSettlements(
  tx: Queryable,
  version: RaceVersion,
  settlements: readonly NewSettlement[],
): Promise<void> {
  await tx.query(
    `INSERT INTO settlement (id, race_id, result_version, pool_id, facts, outcome)
     SELECT n.id, $1, $2, n.pool_id, n.facts::jsonb, n.outcome::jsonb
     FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[]) AS n (id, pool_id, facts, outcome)`,
    [
      version.raceId,
      version.version,
      ...columnsOf(settlements, ["id", "poolId", "facts", "outcome"]),
    ],
  );
}
