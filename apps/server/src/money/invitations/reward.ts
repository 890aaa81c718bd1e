import type { InviteRules } from "@club/contract";
import { Refusal, inviteRewarded } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import {
  defineApproval,
  refuseOwnPlayer,
  requestApproval,
} from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { bookEntry, tellWallet } from "../ledger/book-entry.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import {
  decideInvitation,
  findInviterOf,
  readInvitation,
  readRules,
  lockRules,
  writeRules,
} from "./invitations.queries.ts";
import type { InvitationRow } from "./invitations.queries.ts";

const KIND = "invite_reward";

interface By {
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Asks for a reward to be paid. It always waits for another operator (promise S14).
 *
 * @throws not_found, invite.rewards_off, invite.not_due with what fails, invite.state,
 * money.same_person
 */
export async function askReward(
  ctx: AppContext,
  id: string,
  by: By,
): Promise<{ row: InvitationRow; approvalId: string }> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const inviterId = await lockInviter(tx, id);
    await refuseOwnPlayer(tx, by.operator.id, inviterId);
    const { row, rules } = await readOpen(tx, id);
    const approvalId = await requestApproval(tx, {
      kind: KIND,
      playerId: inviterId,
      target: id,
      payload: { reward_cents: rules.reward_cents },
      reason: null,
      ...by,
    });
    return { row: { ...row, is_asked: true }, approvalId };
  });
}

/** Refuses the reward for good. A repeat answers what stands. @throws not_found, invite.state */
export async function refuseReward(
  ctx: AppContext,
  asked: { id: string; reason: string },
  by: By,
): Promise<InvitationRow> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockInviter(tx, asked.id);
    const { monthly_cap: cap } = await readRules(tx);
    const before = await read(tx, asked.id, cap);
    if (before.state === "refused") return before;
    if (before.state === "rewarded" || before.is_asked) throw new Refusal("invite.state");
    await decideInvitation(tx, {
      id: asked.id,
      state: "refused",
      rewardCents: 0n,
      by: by.operator.id,
      reason: asked.reason,
    });
    await audit(tx, { action: "invite.refuse", ...by, target: asked.id, reason: asked.reason });
    return await read(tx, asked.id, cap);
  });
}

/** Changes what a friend earns from now on. */
export async function changeRules(
  ctx: AppContext,
  rules: InviteRules,
  by: By,
): Promise<InviteRules> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockRules(tx);
    const before = await readRules(tx);
    await writeRules(tx, rules, by.operator.id);
    await audit(tx, { action: "invite.rules", ...by, before, after: rules });
    return rules;
  });
}

const payload = z.object({ reward_cents: z.int() });

/** A reward that a second operator approves: from the club's adjustments to the inviter's bonus. */
export const rewardApproval = defineApproval({
  kind: KIND,
  roles: ["cashier"],
  payload,
  lock: async (tx, asked) => {
    await lockInviter(tx, asked.target);
  },
  carryOut: async (tx, asked) => {
    const { row } = await readOpen(tx, asked.target, { isAsked: true });
    const rewardCents = BigInt(asked.payload.reward_cents);
    await decideInvitation(tx, {
      id: row.id,
      state: "rewarded",
      rewardCents,
      by: asked.requestedBy,
      reason: null,
    });
    const entryId = await bookEntry(tx, {
      kind: KIND,
      cause: `invite:${row.id}:reward`,
      reference: row.invited_name.slice(0, 1),
      postings: inviteRewarded(row.inviter_id, rewardCents),
    });
    if (entryId === null) throw new Error("an open invitation was rewarded already");
    const wallet = await lockPlayer(tx, row.inviter_id);
    const told = { balanceCents: wallet.cash_cents, entryIds: [entryId] };
    await tellWallet(tx, row.inviter_id, told);
    return { invitation_id: row.id, reward_cents: Number(rewardCents) };
  },
});

/** Takes the inviter's lock: it orders everything done to their invitations. @throws not_found */
async function lockInviter(tx: Connection, id: string): Promise<string> {
  const inviterId = await findInviterOf(tx, id);
  if (inviterId === null) throw new Refusal("not_found");
  await lockPlayer(tx, inviterId);
  return inviterId;
}

/** An invitation that may be rewarded now; checked when it is asked for and when it is paid. */
async function readOpen(
  tx: Connection,
  id: string,
  { isAsked } = { isAsked: false },
): Promise<{ row: InvitationRow; rules: InviteRules }> {
  const rules = await readRules(tx);
  const row = await read(tx, id, rules.monthly_cap);
  if (row.state !== "open" || (row.is_asked && !isAsked)) throw new Refusal("invite.state");
  if (rules.reward_cents === 0) throw new Refusal("invite.rewards_off");
  if (row.failed.length > 0) throw new Refusal("invite.not_due", { failed: row.failed.join(", ") });
  return { row, rules };
}

async function read(tx: Connection, id: string, cap: number): Promise<InvitationRow> {
  const row = await readInvitation(tx, id, cap);
  if (row === null) throw new Refusal("not_found");
  return row;
}
