import type { OutcomeResult } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows, oneRow } from "../../core/db/statements.ts";

export type SportResultKind = "score" | "markets" | "void" | "abandoned";

export interface SportResultData {
  event_id: string;
  version: number;
  kind: SportResultKind;
  score_home: number | null;
  score_away: number | null;
  /** By outcome id, every outcome of the event. */
  outcomes: Record<string, OutcomeResult>;
  reason: string | null;
  entered_by: string | null;
  confirmed_by: string | null;
  entered_at: Date;
}

const RESULT = `SELECT event_id, version, kind, score_home, score_away, outcomes, reason, entered_by, confirmed_by, entered_at
  FROM sport_result`;
const NEWEST = `${RESULT} WHERE event_id = $1 ORDER BY version DESC LIMIT 1`;
const ONE = `${RESULT} WHERE event_id = $1 AND version = $2`;

export const readNewestResult = oneRow<SportResultData, [eventId: string]>(NEWEST);

/** What a feed said last. */
export const readFedResult = oneRow<SportResultData, [eventId: string]>(
  `${RESULT} WHERE event_id = $1 AND entered_by IS NULL ORDER BY version DESC LIMIT 1`,
);

export const readResult = oneRow<SportResultData, [eventId: string, version: number]>(ONE);

export interface NewResult {
  readonly eventId: string;
  readonly kind: SportResultKind;
  readonly score: { home: number; away: number } | null;
  readonly outcomes: Record<string, OutcomeResult>;
  readonly reason: string | null;
  readonly enteredBy: string | null;
  readonly confirmedBy: string | null;
}

/** Writes the next version; the caller holds the event's lock. */
export async function insertSportResult(db: Queryable, result: NewResult): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `INSERT INTO sport_result (event_id, version, kind, score_home, score_away, outcomes, reason, entered_by, confirmed_by)
     SELECT $1, 1 + coalesce(max(r.version), 0), $2, $3, $4, $5, $6, $7, $8 FROM sport_result r WHERE r.event_id = $1
     RETURNING version`,
    [
      result.eventId,
      result.kind,
      result.score?.home ?? null,
      result.score?.away ?? null,
      JSON.stringify(result.outcomes),
      result.reason,
      result.enteredBy,
      result.confirmedBy,
    ],
  );
  return rows[0]?.version ?? 0;
}

export const confirmSportResult = command<{ eventId: string; version: number; operatorId: string }>(
  "UPDATE sport_result SET confirmed_by = $3 WHERE event_id = $1 AND version = $2",
  ["eventId", "version", "operatorId"],
);

/** A bet with a leg in an event, as settling needs it. */
export interface LegBetData {
  id: string;
  player_id: string;
  kind: string;
  unit_stake_cents: bigint;
  cost_cents: bigint;
  max_payout_cents: bigint;
  /** The newest revision, 0 when it is open. */
  revision: number;
  status: string;
  payout_cents: bigint;
  refund_cents: bigint;
  /** [outcome, odds, result, tied, places], in order. */
  legs: [string, number, string | null, number | null, number | null][];
}

const PAGE = {
  name: "sport-settle-page",
  text: "SELECT * FROM read_sport_leg_bets($1, $2, $3)",
};
const DECIDED = {
  name: "sport-settle-decided",
  text: "SELECT * FROM read_decided_sport_bets($1, $2, $3)",
};

interface LegPage {
  readonly eventId: string;
  readonly after: string;
  readonly limit: number;
}

const readAll = manyRows<LegBetData, LegPage>(PAGE, ["eventId", "after", "limit"]);
const readDecided = manyRows<LegBetData, LegPage>(DECIDED, ["eventId", "after", "limit"]);

/**
 * Bets with a leg in an event, by id; `isDecided`: only those that wait for no other event. Served by
 * sport_leg_event; takes no lock.
 */
export async function readLegBets(
  db: Queryable,
  { isDecided, ...page }: LegPage & { isDecided: boolean },
): Promise<LegBetData[]> {
  return await (isDecided ? readDecided : readAll)(db, page);
}
