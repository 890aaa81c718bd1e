import type { Queryable } from "../../core/db/connect.ts";

/** What changes about a race while people watch it, as the stream sends it. */
export interface RaceState {
  readonly race_id: string;
  readonly status: string;
  readonly start_time: string;
  readonly closed_at: string | null;
  readonly scratched: readonly number[];
  readonly result: {
    readonly stage: string;
    readonly version: number;
    readonly placings: unknown;
  } | null;
  /** An undecided one. */
  readonly inquiry: string | null;
  readonly dividends: readonly Record<string, unknown>[];
  readonly root: string | null;
  readonly note: string | null;
}

/**
 * The public state of one race, or null for one hidden from players. Reads by primary keys only.
 * Dividends are those of each pool's newest posted settlement, which a correction of another leg makes too.
 */
export async function readRaceState(db: Queryable, raceId: string): Promise<RaceState | null> {
  const { rows } = await db.query<RaceState & { outcomes: readonly Outcome[] }>(
    `SELECT r.id AS race_id, r.status, iso_ms(r.start_time) AS start_time, iso_ms(r.closed_at) AS closed_at, r.note,
       (SELECT coalesce(json_agg(n.number ORDER BY n.number), '[]') FROM runner n
         WHERE n.race_id = r.id AND n.scratched_at IS NOT NULL) AS scratched,
       (SELECT json_build_object('stage', v.stage, 'version', v.version, 'placings', v.placings) FROM result v
         WHERE v.race_id = r.id AND NOT v.is_stale AND v.is_confirmed AND r.status IN ('interim', 'final', 'settled')
         ORDER BY v.version DESC LIMIT 1) AS result,
       (SELECT q.kind FROM inquiry q WHERE q.race_id = r.id AND q.decided_at IS NULL
         ORDER BY q.lodged_at, q.id LIMIT 1) AS inquiry,
       encode(o.root, 'hex') AS root,
       (SELECT coalesce(json_agg(json_build_object('pool', p.code, 'status', p.status, 'outcome', s.outcome)), '[]')
         FROM pool p CROSS JOIN LATERAL (SELECT e.outcome FROM settlement e
           WHERE e.pool_id = p.id AND e.step IN ('posted', 'announced') ORDER BY e.created_at DESC, e.id DESC LIMIT 1) s
         WHERE p.status NOT IN ('REFUND', 'REFUND_NO_WINNER') AND p.id IN (SELECT t.pool_id FROM settlement t
           WHERE t.race_id = r.id AND t.step IN ('posted', 'announced'))) AS outcomes
     FROM race r LEFT JOIN race_root o ON o.race_id = r.id
     WHERE r.id = $1 AND r.status <> 'draft'`,
    [raceId],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { outcomes, ...state } = row;
  return { ...state, dividends: outcomes.flatMap(dividendsOf) };
}

interface Outcome {
  readonly pool: string;
  readonly status: string;
  readonly outcome: {
    readonly dividends?: readonly { combination: string; dividendCents: unknown }[];
  };
}

function dividendsOf({ pool, outcome }: Outcome): Record<string, unknown>[] {
  return (outcome.dividends ?? []).map(({ combination, dividendCents }) => ({
    pool,
    combination,
    dividend_cents: Number(dividendCents),
  }));
}
