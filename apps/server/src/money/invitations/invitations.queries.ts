import type { INVITATION_SORTS, InvitationCheck, InviteRules } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { lockSetting, readSetting, writeSetting } from "../../core/db/club-setting.ts";
import { sortedRows } from "../../core/db/sorted-rows.ts";
import { command, manyRows, oneRow, oneValue } from "../../core/db/statements.ts";

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
export const readOwn = oneRow<
  OwnInvitation,
  [playerId: string]
>(`SELECT p.invite_code, count(i.id)::integer AS invited,
       count(i.id) FILTER (WHERE i.state = 'rewarded')::integer AS rewarded,
       coalesce(sum(i.reward_cents), 0)::bigint AS rewarded_cents
     FROM player p LEFT JOIN invitation i ON i.inviter_id = p.id WHERE p.id = $1 GROUP BY p.invite_code`);

/** One page of the people a player invited, newest first. Served by invitation_inviter. */
export const listJoined = manyRows<
  JoinedRow,
  { before: string | undefined; limit: number },
  [playerId: string]
>(
  `SELECT i.id, p.user_name, i.joined_at, i.state, i.reward_cents,
       EXISTS (SELECT FROM bet b WHERE b.player_id = i.id) AS has_bet
     FROM invitation i JOIN player p ON p.id = i.id
     WHERE i.inviter_id = $1 AND ($2::uuid IS NULL OR i.id < $2) ORDER BY i.id DESC LIMIT $3`,
  ["before", "limit"],
);

/** Invitations, each with its failed checks, which read few rows and only those of the page. */
export const listInvitations = sortedRows<
  InvitationRow,
  { inviterId: string | undefined; cap: number },
  (typeof INVITATION_SORTS)[number]
>(
  {
    id: "i.id",
    keys: { joined: "id", reward: { sql: "i.reward_cents", type: "bigint", as: "reward_cents" } },
    standard: "-joined",
  },
  ["inviterId", "cap"],
  ({
    after,
    order,
  }) => `SELECT i.id, i.inviter_id, a.user_name AS inviter_name, p.user_name AS invited_name, i.joined_at, i.state,
       i.reward_cents, i.reason, invitation_fails(i.id, $2) AS failed,
       EXISTS (SELECT FROM approval q WHERE q.kind = 'invite_reward' AND q.target = i.id::text
         AND q.status = 'pending') AS is_asked
     FROM invitation i JOIN player p ON p.id = i.id JOIN player a ON a.id = i.inviter_id
     WHERE ($1::uuid IS NULL OR i.inviter_id = $1) AND ${after} ${order}`,
);

/** One invitation, or null. The caller holds the inviter's lock when it decides. */
export const readInvitation = oneRow<
  InvitationRow,
  [id: string, cap: number]
>(`SELECT i.id, i.inviter_id, a.user_name AS inviter_name, p.user_name AS invited_name, i.joined_at, i.state,
       i.reward_cents, i.reason, invitation_fails(i.id, $2) AS failed,
       EXISTS (SELECT FROM approval q WHERE q.kind = 'invite_reward' AND q.target = i.id::text
         AND q.status = 'pending') AS is_asked
     FROM invitation i JOIN player p ON p.id = i.id JOIN player a ON a.id = i.inviter_id WHERE i.id = $1`);

/** Whose invitation it is, or null. It never changes, so it is read before the lock is taken. */
export const findInviterOf = oneValue<string, [id: string]>(
  "SELECT inviter_id FROM invitation WHERE id = $1",
);

/** Writes the decision about an open one. The caller holds the inviter's lock. */
export const decideInvitation = command<{
  id: string;
  state: "rewarded" | "refused";
  rewardCents: bigint;
  by: string;
  reason: string | null;
}>(
  `UPDATE invitation SET state = $2, reward_cents = $3, decided_at = club_now_ms(), decided_by = $4, reason = $5
     WHERE id = $1`,
  ["id", "state", "rewardCents", "by", "reason"],
);

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
