import type { RealityAnswer } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { wireCents } from "../../core/http/wire.ts";
import { writeLog } from "./protection.queries.ts";

/** changed: by somebody who knew the old password; reset: by a code. */
export type PasswordSet = "changed" | "reset";

/** What a heartbeat reports besides time and net result. */
export interface PulseNotice {
  key: string;
  params: Record<string, unknown>;
}

/**
 * Counts the session's time between its actions, only once however many heartbeats come together.
 */
const COUNT_TIME = `
  WITH s AS (
    SELECT id, player_id, last_action_at, greatest(counted_until, active_since) AS since
    FROM session WHERE id = $1 AND player_id IS NOT NULL FOR NO KEY UPDATE
  ), counted AS (
    UPDATE session n SET counted_until = s.last_action_at FROM s WHERE n.id = s.id AND s.last_action_at > s.since
  )
  INSERT INTO play_time (player_id, day, seconds)
  SELECT s.player_id, (s.last_action_at AT TIME ZONE c.time_zone)::date,
    round(extract(epoch FROM s.last_action_at - s.since))::int
  FROM s CROSS JOIN club c WHERE s.last_action_at > s.since
  ON CONFLICT (player_id, day) DO UPDATE SET seconds = play_time.seconds + excluded.seconds`;

interface CheckRow {
  is_due: boolean;
  minutes: number;
  staked_cents: bigint;
  returned_cents: bigint;
  net_result_cents: bigint;
  limits_review_due: boolean;
  last_month: string | null;
  password_set: PasswordSet | null;
  password_set_at: Date | null;
}

/**
 * Whether the check is due: the chosen minutes of this session have passed since the last answer.
 * Stakes and returns are the betting postings since the session's last pause, as in the heartbeat's
 * net result.
 */
const CHECK = `
  SELECT s.last_action_at > club_now() - interval '15 minutes'
      AND club_now() >= greatest(s.active_since, s.checked_at) + make_interval(mins => p.reality_minutes) AS is_due,
    greatest(0, floor(extract(epoch FROM club_now() - s.active_since) / 60))::int AS minutes,
    coalesce(m.staked, 0)::bigint AS staked_cents, coalesce(m.returned, 0)::bigint AS returned_cents,
    coalesce(m.returned, 0)::bigint - coalesce(m.staked, 0)::bigint AS net_result_cents,
    p.limits_reviewed_at < club_now() - interval '6 months' AS limits_review_due,
    CASE WHEN extract(day FROM d.today) <= 7 AND EXISTS (SELECT FROM play_time t WHERE t.player_id = p.id
        AND t.day >= date_trunc('month', d.today - interval '1 month') AND t.day < date_trunc('month', d.today))
      THEN to_char(d.today - interval '1 month', 'YYYY-MM') END AS last_month,
    CASE WHEN n.at > club_now() - interval '7 days'
      THEN CASE WHEN n.at = p.password_reset_at THEN 'reset' ELSE 'changed' END END AS password_set, n.at AS password_set_at
  FROM session s
  JOIN player p ON p.id = s.player_id
  JOIN wallet w ON w.player_id = p.id
  CROSS JOIN club c
  CROSS JOIN LATERAL (SELECT greatest(p.password_reset_at, p.password_changed_at) AS at) n
  CROSS JOIN LATERAL (SELECT (club_now() AT TIME ZONE c.time_zone)::date::timestamp AS today) d
  CROSS JOIN LATERAL (
    SELECT -sum(x.amount_cents) FILTER (WHERE x.is_stake) AS staked,
      sum(x.amount_cents) FILTER (WHERE NOT x.is_stake) AS returned
    FROM (SELECT l.amount_cents, l.amount_cents < 0 AND e.kind IN ('bet', 'sport_bet') AS is_stake
      FROM posting l JOIN entry e ON e.id = l.entry_id
      WHERE l.account_id = w.cash_account AND l.id > s.active_from_posting AND activity_type(e.kind) <> 'other'
        AND activity_type(e.kind) NOT IN ('top_up', 'withdrawal')) x
  ) m
  WHERE s.id = $1`;

/**
 * What a heartbeat reports (promises G2, G9, G11): a due reality check, limits not reviewed for six
 * months, a new monthly statement, a password changed within the last week. It also counts the time
 * of play.
 */
export async function notePulse(db: Queryable, sessionId: string): Promise<PulseNotice[]> {
  await db.query({ name: "count-time", text: COUNT_TIME }, [sessionId]);
  const { rows } = await db.query<CheckRow>({ name: "reality-check", text: CHECK }, [sessionId]);
  const row = rows[0];
  return row === undefined ? [] : noticesOf(row);
}

function noticesOf(row: CheckRow): PulseNotice[] {
  const notices: PulseNotice[] = [];
  if (row.is_due) {
    notices.push({
      key: "reality.due",
      params: {
        minutes: row.minutes,
        staked_cents: wireCents(row.staked_cents),
        returned_cents: wireCents(row.returned_cents),
        net_result_cents: wireCents(row.net_result_cents),
      },
    });
  }
  if (row.limits_review_due) notices.push({ key: "limits.review", params: {} });
  if (row.last_month !== null) {
    notices.push({ key: "activity.month", params: { month: row.last_month } });
  }
  if (row.password_set !== null) {
    const params = { how: row.password_set, at: row.password_set_at?.toISOString() };
    notices.push({ key: "password.set", params });
  }
  return notices;
}

/**
 * Records that the player has seen the check: it comes again after the interval, in this session.
 */
export async function answerRealityCheck(
  ctx: AppContext,
  player: { id: string; sessionId: string },
  answer: RealityAnswer,
): Promise<void> {
  await withTransaction(ctx.db.browsing, async (tx) => {
    await tx.query("UPDATE session SET checked_at = club_now_ms() WHERE id = $1", [
      player.sessionId,
    ]);
    await writeLog(tx, player.id, { kind: "reality", detail: { answer } });
  });
}
