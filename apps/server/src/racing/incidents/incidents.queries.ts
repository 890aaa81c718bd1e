import type { Incident, IncidentNotice, IncidentScope, Pause } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { changesOne, command, manyRows, oneRow } from "../../core/db/statements.ts";

/**
 * What takes no bets for now, newest first; a race that is closed takes none anyway and is left out.
 * Served by the partial indexes of running incidents; takes no lock.
 */
export const readPauses = manyRows<Pause>(`
  SELECT i.id AS incident_id, i.scope, i.race_id, i.pool_id, p.code AS pool, m.name AS meetings,
    r.number AS "raceNo", i.notice, iso_ms(i.begun_at) AS since
  FROM incident i LEFT JOIN race r ON r.id = i.race_id LEFT JOIN meeting m ON m.id = r.meeting_id
  LEFT JOIN pool p ON p.id = i.pool_id
  WHERE i.ended_at IS NULL AND (i.race_id IS NULL OR r.status = 'open')
  ORDER BY i.begun_at DESC, i.id`);

export interface NewIncident {
  readonly id: string;
  readonly scope: IncidentScope;
  readonly raceId: string | null;
  readonly poolId: string | null;
  readonly notice: IncidentNotice;
  readonly reason: string;
  readonly operatorId: string;
}

/** The caller holds the lock of what it pauses. */
export const insertIncident = command<NewIncident>(
  `INSERT INTO incident (id, scope, race_id, pool_id, notice, reason, begun_by)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  ["id", "scope", "raceId", "poolId", "notice", "reason", "operatorId"],
);

export interface IncidentRow {
  readonly id: string;
  readonly scope: IncidentScope;
  readonly race_id: string | null;
  readonly pool_id: string | null;
  readonly ended_at: Date | null;
}

export const findIncident = oneRow<IncidentRow, [id: string]>(
  "SELECT id, scope, race_id, pool_id, ended_at FROM incident WHERE id = $1",
);

/** True when it was still running. */
export const endRunning = changesOne<[id: string, operatorId: string]>(
  "UPDATE incident SET ended_at = club_now_ms(), ended_by = $2 WHERE id = $1 AND ended_at IS NULL",
);

/** The incident by which something is paused now, or null. The caller holds its lock. */
export async function pausedBy(tx: Queryable, incident: PausedThing): Promise<string | null> {
  const { rows } = await tx.query<{ paused_by: string | null }>(PAUSED_BY[incident.scope], [
    incident.poolId ?? incident.raceId ?? "",
  ]);
  return rows[0]?.paused_by ?? null;
}

export interface PausedThing {
  readonly scope: IncidentScope;
  readonly raceId: string | null;
  readonly poolId: string | null;
}

const PAUSED_BY = {
  all: "SELECT paused_by FROM club WHERE $1 = ''",
  race: "SELECT paused_by FROM race WHERE id = $1",
  pool: "SELECT paused_by FROM pool WHERE id = $1",
} as const;

const MARK = {
  all: "UPDATE club SET paused_by = $2 WHERE $1 = ''",
  race: "UPDATE race SET paused_by = $2 WHERE id = $1",
  pool: "UPDATE pool SET paused_by = $2 WHERE id = $1",
} as const;

/** Records on the thing itself which incident pauses it; null: it goes on. */
export async function markPaused(
  tx: Queryable,
  thing: PausedThing,
  incidentId: string | null,
): Promise<void> {
  await tx.query(MARK[thing.scope], [thing.poolId ?? thing.raceId ?? "", incidentId]);
}

export const insertNote = command<{ incidentId: string; operatorId: string; text: string }>(
  "INSERT INTO incident_note (incident_id, operator_id, text) VALUES ($1, $2, $3)",
  ["incidentId", "operatorId", "text"],
);

const INCIDENTS = `SELECT i.id AS incident_id, i.scope, i.race_id, i.pool_id, p.code AS pool, m.name AS meetings,
    r.number AS "raceNo", i.notice, iso_ms(i.begun_at) AS since, i.reason, b.user_name AS begun_by,
    iso_ms(i.ended_at) AS ended_at, e.user_name AS ended_by,
    (SELECT coalesce(json_agg(json_build_object('at', iso_ms(n.at), 'operator', o.user_name, 'text', n.text)
        ORDER BY n.id), '[]')
      FROM incident_note n JOIN operator o ON o.id = n.operator_id WHERE n.incident_id = i.id) AS notes
  FROM incident i LEFT JOIN race r ON r.id = i.race_id LEFT JOIN meeting m ON m.id = r.meeting_id
  LEFT JOIN pool p ON p.id = i.pool_id
  JOIN operator b ON b.id = i.begun_by LEFT JOIN operator e ON e.id = i.ended_by`;
const ONE = `${INCIDENTS} WHERE i.id = $1`;
const LIST = `${INCIDENTS} ORDER BY (i.ended_at IS NULL) DESC, i.begun_at DESC, i.id LIMIT $1 OFFSET $2`;

export const readIncident = oneRow<Incident, [id: string]>(ONE);

/** Running ones first, then the newest. There are few: an offset will do. */
export const listIncidentRows = manyRows<Incident, { limit: number; offset: number }>(LIST, [
  "limit",
  "offset",
]);
