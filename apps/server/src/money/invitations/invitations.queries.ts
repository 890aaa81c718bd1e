import type { InvitationCheck, InviteRules } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { lockSetting, readSetting, writeSetting } from "../../core/db/club-setting.ts";

export interface InvitationRow {
  id: string;
  inviter_id: string;
  inviter_name: string;
  invited_name: string;
  joined_at: Date;
  state: "open" | "rewarded" | "refused";
  reward_cents: bigint;
  reason: string | null;
  /** A second operator has been asked. */
  is_asked: boolean;
  failed: InvitationCheck[];
}

export interface JoinedRow {
  id: string;
  user_name: string;
  joined_at: Date;
  state: "open" | "rewarded" | "refused";
  reward_cents: bigint;
  has_bet: boolean;
}

export interface OwnInvitation {
  invite_code: string;
  invited: number;
  rewarded: number;
  rewarded_cents: bigint;
}

/** The player's code and its results. Served by the primary key and invitation_inviter. */
export async function readOwn(db: Queryable, playerId: string): Promise<OwnInvitation | null> {
  const { rows } = await db.query<OwnInvitation & Record<string, unknown>>(
    `SELECT p.invite_code, count(i.id)::integer AS invited,
       count(i.id) FILTER (WHERE i.state = 'rewarded')::integer AS rewarded,
       coalesce(sum(i.reward_cents), 0)::bigint AS rewarded_cents
     FROM player p LEFT JOIN invitation i ON i.inviter_id = p.id WHERE p.id = $1 GROUP BY p.invite_code`,
    [playerId],
  );
  return rows[0] ?? null;
}

/** One page of the people a player invited, newest first. Served by invitation_inviter. */
export async function listJoined(
  db: Queryable,
  playerId: string,
  page: { before: string | undefined; limit: number },
): Promise<JoinedRow[]> {
  const { rows } = await db.query<JoinedRow & Record<string, unknown>>(
    `SELECT i.id, p.user_name, i.joined_at, i.state, i.reward_cents,
       EXISTS (SELECT FROM bet b WHERE b.player_id = i.id) AS has_bet
     FROM invitation i JOIN player p ON p.id = i.id
     WHERE i.inviter_id = $1 AND ($2::uuid IS NULL OR i.id < $2) ORDER BY i.id DESC LIMIT $3`,
    [playerId, page.before ?? null, page.limit],
  );
  return rows;
}

/** One page of invitations, newest first, each with its failed checks, which read few rows. */
export async function listInvitations(
  db: Queryable,
  page: { inviterId: string | undefined; before: string | undefined; limit: number; cap: number },
): Promise<InvitationRow[]> {
  const { rows } = await db.query<InvitationRow & Record<string, unknown>>(
    `SELECT i.id, i.inviter_id, a.user_name AS inviter_name, p.user_name AS invited_name, i.joined_at, i.state,
       i.reward_cents, i.reason, invitation_fails(i.id, $4) AS failed,
       EXISTS (SELECT FROM approval q WHERE q.kind = 'invite_reward' AND q.target = i.id::text
         AND q.status = 'pending') AS is_asked
     FROM invitation i JOIN player p ON p.id = i.id JOIN player a ON a.id = i.inviter_id
     WHERE ($1::uuid IS NULL OR i.inviter_id = $1) AND ($2::uuid IS NULL OR i.id < $2)
     ORDER BY i.id DESC LIMIT $3`,
    [page.inviterId ?? null, page.before ?? null, page.limit, page.cap],
  );
  return rows;
}

/** One invitation, or null. The caller holds the inviter's lock when it decides. */
export async function readInvitation(
  db: Queryable,
  id: string,
  cap: number,
): Promise<InvitationRow | null> {
  const { rows } = await db.query<InvitationRow & Record<string, unknown>>(
    `SELECT i.id, i.inviter_id, a.user_name AS inviter_name, p.user_name AS invited_name, i.joined_at, i.state,
       i.reward_cents, i.reason, invitation_fails(i.id, $2) AS failed,
       EXISTS (SELECT FROM approval q WHERE q.kind = 'invite_reward' AND q.target = i.id::text
         AND q.status = 'pending') AS is_asked
     FROM invitation i JOIN player p ON p.id = i.id JOIN player a ON a.id = i.inviter_id WHERE i.id = $1`,
    [id, cap],
  );
  return rows[0] ?? null;
}

/** Whose invitation it is, or null. It never changes, so it is read before the lock is taken. */
export async function findInviterOf(tx: Queryable, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ inviter_id: string }>(
    "SELECT inviter_id FROM invitation WHERE id = $1",
    [id],
  );
  return rows[0]?.inviter_id ?? null;
}

/** Writes the decision about an open one. The caller holds the inviter's lock. */
export async function decideInvitation(
  tx: Queryable,
  decision: {
    id: string;
    state: "rewarded" | "refused";
    rewardCents: bigint;
    by: string;
    reason: string | null;
  },
): Promise<void> {
  await tx.query(
    `UPDATE invitation SET state = $2, reward_cents = $3, decided_at = club_now_ms(), decided_by = $4, reason = $5
     WHERE id = $1`,
    [decision.id, decision.state, decision.rewardCents, decision.by, decision.reason],
  );
}

const SETTING = "invitations";
/** Rewards are off until the owner turns them on (promise S14). */
const FIRST_RULES: InviteRules = { reward_cents: 0, monthly_cap: 5 };

export async function readRules(db: Queryable): Promise<InviteRules> {
  return ((await readSetting(db, SETTING)) as InviteRules | null) ?? FIRST_RULES;
}

/** Makes one change of the rules at a time, so a read after this sees the newest. */
export async function lockRules(tx: Queryable): Promise<void> {
  await lockSetting(tx, SETTING);
}

/** A new version of the rules. The caller holds the setting's lock. */
export async function writeRules(tx: Queryable, rules: InviteRules, by: string): Promise<void> {
  await writeSetting(tx, { name: SETTING, value: rules, by });
}
