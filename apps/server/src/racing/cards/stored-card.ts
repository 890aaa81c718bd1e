import type { CardRun, DividendMode, EventType, RaceStatus, RaceTip } from "@club/contract";
import type { PoolCode } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { manyRows } from "../../core/db/statements.ts";
import type { CardMeeting } from "./card.ts";

/** What the club has of a meeting, in the form that a card is compared with. */
export interface StoredCard {
  readonly id: string;
  readonly meeting: CardMeeting;
  readonly races: readonly StoredRace[];
}

export interface StoredRace {
  readonly id: string;
  readonly number: number;
  readonly status: RaceStatus;
  readonly has_bets: boolean;
  readonly name: string;
  readonly distance_m: number | null;
  readonly class: string | null;
  readonly handicap: boolean;
  readonly going: string | null;
  readonly start_time: Date;
  /** What the card said last; null where none has since this is known. */
  readonly card_start: Date | null;
  readonly card_pools: readonly PoolCode[] | null;
  readonly pools: readonly PoolCode[];
  readonly tips: readonly RaceTip[];
  /** The club's time when it was read. */
  readonly now: Date;
  readonly runners: readonly StoredRunner[];
}

export interface StoredRunner {
  readonly number: number;
  readonly name: string;
  readonly barrier: number | null;
  readonly jockey: string | null;
  readonly trainer: string | null;
  readonly weight_kg: number | null;
  readonly form: string | null;
  readonly scratched: boolean;
  readonly past_runs: readonly CardRun[];
  readonly comment: string | null;
  /** Fields that an operator changed by hand since a card last wrote them. */
  readonly by_hand: readonly string[];
}

interface MeetingRow {
  id: string;
  name: string;
  timezone: string;
  currency: string;
  event_type: EventType;
  rule_set: string;
  dividends: DividendMode;
}

/** The meeting of a card, by country, code and date, with its races; null when it is new. */
export async function readStoredCard(
  db: Queryable,
  { country, code, date }: Pick<CardMeeting, "country" | "code" | "date">,
): Promise<StoredCard | null> {
  const { rows } = await db.query<MeetingRow>(
    `SELECT id, name, timezone, currency, event_type, rule_set, dividends FROM meeting
     WHERE country = $1 AND code = $2 AND date = $3`,
    [country, code, date],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { id, ...meeting } = row;
  return { id, meeting: { country, code, date, ...meeting }, races: await readRaces(db, id) };
}

/**
 * Served by the unique key of race, and by pool_race, pool_leg_race, bet_pool_id and all_up_leg_pool to see if there
 * are bets: the later legs of an All Up name their runners before anything is staked on them.
 */
const readRaces = manyRows<StoredRace, [meetingId: string]>(`
  SELECT r.id, r.number, r.status, r.name, r.distance_m, r.class, r.handicap, r.going, r.start_time,
    r.card_start, r.card_pools, r.offered AS pools, r.tips,
    club_now_ms() AS now,
    EXISTS (SELECT FROM race_of_pool p JOIN bet b ON b.pool_id = p.pool_id WHERE p.race_id = r.id)
      OR EXISTS (SELECT FROM all_up_leg a WHERE a.race_id = r.id) AS has_bets,
    (SELECT coalesce(json_agg(json_build_object('number', n.number, 'name', n.name, 'barrier', n.barrier,
        'jockey', n.jockey, 'trainer', n.trainer, 'weight_kg', n.weight_kg, 'form', n.form,
        'scratched', n.scratched_at IS NOT NULL, 'past_runs', n.past_runs, 'comment', n.comment,
        'by_hand', n.by_hand) ORDER BY n.number), '[]')
      FROM runner n WHERE n.race_id = r.id) AS runners
  FROM race r WHERE r.meeting_id = $1 ORDER BY r.number`);
