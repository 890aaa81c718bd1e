import {
  changeInviteRules,
  getInvitation,
  listInvitations as listCall,
  listOperatorInvitations,
  refuseReward as refuseCall,
  releaseReward,
} from "@club/contract";
import type { OperatorInvitation } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { readPage, readSorted } from "../../core/http/page.ts";
import type { Page } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { listInvitations, listJoined, readOwn, readRules } from "./invitations.queries.ts";
import type { InvitationRow, JoinedRow } from "./invitations.queries.ts";
import { qrSvg } from "../../core/qr/qr-svg.ts";
import { askReward, changeRules, refuseReward } from "./reward.ts";

export function invitationRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getInvitation, async ({ player, request }) => {
    const own = await readOwn(ctx.db.browsing, player.id);
    if (own === null) throw new Refusal("not_found");
    const rules = await readRules(ctx.db.browsing);
    const link = linkOf(request, own.invite_code);
    return {
      data: {
        ...own,
        ...rules,
        rewarded_cents: Number(own.rewarded_cents),
        link,
        qr_svg: qrSvg(link),
      },
    };
  });
  register(app, ctx, listCall, async ({ query, player }) => {
    const { reward_cents: reward } = await readRules(ctx.db.browsing);
    const read = async (page: Page<string>) =>
      await listJoined(ctx.reads.lists(player), player.id, page);
    return await readPage(query, read, (row) => toJoined(row, reward > 0));
  });
  operatorRoutes(app, ctx);
}

function operatorRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listOperatorInvitations, async ({ query }) => {
    const rules = await readRules(ctx.db.operators);
    const inviterId = query.inviter_id === undefined ? undefined : knownId(query.inviter_id);
    const all = listInvitations(ctx.db.operators, { inviterId, cap: rules.monthly_cap });
    const { data, list } = await readSorted(query, all, toOperatorInvitation);
    return { data: { ...data, rules }, list };
  });
  register(app, ctx, changeInviteRules, async ({ body, operator, request }) => ({
    data: await changeRules(ctx, body, { operator, request }),
  }));
  register(app, ctx, releaseReward, async ({ params, operator, request }) => {
    const id = knownId(params.invitation_id);
    const { row, approvalId } = await askReward(ctx, id, { operator, request });
    return { data: { ...toOperatorInvitation(row), approval_id: approvalId } };
  });
  register(app, ctx, refuseCall, async ({ params, body, operator, request }) => {
    const asked = { id: knownId(params.invitation_id), reason: body.reason };
    return { data: toOperatorInvitation(await refuseReward(ctx, asked, { operator, request })) };
  });
}

/** Uses the host name that the player's own browser used: only the player sees this link. */
function linkOf(request: FastifyRequest, code: string): string {
  const origin = `${request.protocol}://${request.host}`;
  return `${origin}/app/#/pages/login/register?invite=${code}`;
}

function toJoined(row: JoinedRow, isRewarding: boolean) {
  const onTheWay = isRewarding && row.state === "open" && row.has_bet;
  return {
    invitation_id: row.id,
    name: `${row.user_name.slice(0, 1).toUpperCase()}•••`,
    joined_at: row.joined_at.toISOString(),
    state:
      row.state === "rewarded"
        ? ("rewarded" as const)
        : onTheWay
          ? ("on_the_way" as const)
          : ("joined" as const),
    reward_cents: Number(row.reward_cents),
  };
}

function toOperatorInvitation(row: InvitationRow): OperatorInvitation {
  return {
    invitation_id: row.id,
    inviter_id: row.inviter_id,
    inviter_name: row.inviter_name,
    invited_id: row.id,
    invited_name: row.invited_name,
    joined_at: row.joined_at.toISOString(),
    state: stateOf(row),
    failed: row.failed,
    reward_cents: Number(row.reward_cents),
    reason: row.reason,
  };
}

function stateOf(row: InvitationRow): OperatorInvitation["state"] {
  if (row.state !== "open") return row.state;
  if (row.is_asked) return "asked";
  return row.failed.length === 0 ? "due" : "joined";
}
