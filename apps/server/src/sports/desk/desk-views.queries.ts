import type { Queryable } from "../../core/db/connect.ts";
import { theRow } from "../../core/db/statements.ts";
import type { SportResultKind } from "../settlement/stored-results.ts";

export interface DeskRecords {
  results: {
    version: number;
    kind: SportResultKind;
    score_home: number | null;
    score_away: number | null;
    reason: string | null;
    entered_by: string | null;
    confirmed_by: string | null;
    entered_at: Date;
  }[];
  settlement: {
    version: number;
    step: "posting" | "posted";
    settled_bets: number;
    payout_cents: bigint;
    refund_cents: bigint;
    bets: number;
  } | null;
  log: { at: Date; action: string; operator: string | null; reason: string | null }[];
}

const RESULTS = `SELECT r.version, r.kind, r.score_home, r.score_away, r.reason, o.user_name AS entered_by,
    c.user_name AS confirmed_by, r.entered_at
  FROM sport_result r LEFT JOIN operator o ON o.id = r.entered_by LEFT JOIN operator c ON c.id = r.confirmed_by
  WHERE r.event_id = $1 ORDER BY r.version DESC LIMIT 50`;
const SETTLEMENT = `SELECT s.version, s.step, s.settled_bets, s.payout_cents, s.refund_cents,
    (SELECT count(DISTINCT l.bet_id)::int FROM sport_leg l WHERE l.event_id = s.event_id) AS bets
  FROM sport_settlement s WHERE s.event_id = $1 ORDER BY s.version DESC LIMIT 1`;
const LOG = `SELECT a.at, a.action, o.user_name AS operator, a.reason FROM audit a LEFT JOIN operator o ON o.id = a.operator_id
  WHERE a.target = ANY (SELECT $1::text UNION ALL SELECT m.id::text FROM sport_market m WHERE m.event_id = $2
      UNION ALL SELECT 'sports')
    AND a.action LIKE 'sport.%' AND (a.target <> 'sports' OR a.action IN ('sport.suspend_all', 'sport.resume_all')
      AND EXISTS (SELECT FROM sport_event v WHERE v.id = $2 AND a.at BETWEEN v.created_at AND coalesce(v.closed_at, a.at)
        AND coalesce(a.after ->> 'sport', v.sport) = v.sport))
  ORDER BY a.id DESC LIMIT 50`;

/** Results, settlement and log of an event, for the desk. */
export async function readDeskRecords(db: Queryable, eventId: string): Promise<DeskRecords> {
  const results = await db.query<DeskRecords["results"][number]>(RESULTS, [eventId]);
  const settlement = await db.query<NonNullable<DeskRecords["settlement"]>>(SETTLEMENT, [eventId]);
  const log = await db.query<DeskRecords["log"][number]>(LOG, [eventId, eventId]);
  return { results: results.rows, settlement: settlement.rows[0] ?? null, log: log.rows };
}

export interface BoardFigures {
  changes: number;
  fed_at: Date | null;
  now: Date;
}

/** Price changes of the last minute and the age of the feeds. Served by sport_price_at. */
export const readBoardFigures = theRow<BoardFigures>(`
  SELECT club_now_ms() AS now,
  (SELECT count(*)::int FROM sport_price WHERE at > club_now() - interval '1 minute' AND version > 1) AS changes,
  (SELECT max(fed_at) FROM sport_event WHERE status IN ('open', 'closed')) AS fed_at`);
