import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows } from "../../core/db/statements.ts";

export interface BegunRow {
  readonly id: string;
  readonly kind: string;
  readonly target: string;
  readonly operator_id: string;
  readonly payload: unknown;
}

/**
 * The id of the saga; that of an existing one if the same is already at work. Served by
 * begun_act_open.
 */
export async function insertSaga(
  tx: Queryable,
  row: { id: string; kind: string; target: string; operatorId: string; payload: unknown },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO begun_act (id, kind, target, operator_id, payload) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (kind, target) WHERE done_at IS NULL DO UPDATE SET kind = excluded.kind RETURNING id`,
    [row.id, row.kind, row.target, row.operatorId, JSON.stringify(row.payload)],
  );
  const [made] = rows;
  if (made === undefined) throw new Error("what is begun has a row");
  return made.id;
}

export const endSagaRow = command<[id: string]>(
  "UPDATE begun_act SET done_at = club_now_ms() WHERE id = $1 AND done_at IS NULL",
);

/** What was begun some time ago and is not done, oldest first. Served by begun_act_open. */
export const listSagas = manyRows<BegunRow, [afterMs: number]>(`
  SELECT id, kind, target, operator_id, payload FROM begun_act
  WHERE done_at IS NULL AND begun_at <= club_now_ms() - $1 * interval '1 millisecond' ORDER BY begun_at`);
