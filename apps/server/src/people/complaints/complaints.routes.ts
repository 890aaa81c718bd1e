import {
  answerComplaint as answerCall,
  fileComplaint as fileCall,
  listComplaints,
  listOperatorComplaints,
  takeComplaint as takeCall,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { requireIdempotencyKey } from "../../core/http/idempotency-key.ts";
import { cutPage, pageOf, readSorted } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { LISTS_FOR_DESK, listOfPlayer } from "./complaints.queries.ts";
import { toComplaint, toOperatorComplaint } from "./complaints.wire.ts";
import { answerComplaint, takeComplaint } from "./decide-complaint.ts";
import { fileComplaint } from "./file-complaint.ts";

export function complaintRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, fileCall, async ({ body, player, request }) => {
    const form = {
      playerId: player.id,
      key: requireIdempotencyKey(request),
      topic: body.topic,
      orderId: body.order_id ? knownId(body.order_id) : null,
      text: body.text,
    };
    return { data: toComplaint(await fileComplaint(ctx, form)) };
  });
  register(app, ctx, listComplaints, async ({ query, player }) => {
    const { before, limit } = pageOf(query);
    const rows = await listOfPlayer(ctx.reads.lists(player), player.id, {
      before,
      limit: limit + 1,
    });
    return cutPage(rows.map(toComplaint), limit, (each) => each.complaint_id);
  });
  register(app, ctx, listOperatorComplaints, async ({ query }) => {
    const complaints = LISTS_FOR_DESK[query.status](ctx.db.operators, {});
    return await readSorted(query, complaints, toOperatorComplaint);
  });
  register(app, ctx, takeCall, async ({ params, operator, request }) => {
    const id = knownId(params.complaint_id);
    return { data: toOperatorComplaint(await takeComplaint(ctx, id, { operator, request })) };
  });
  register(app, ctx, answerCall, async ({ params, body, operator, request }) => {
    const asked = { ...body, id: knownId(params.complaint_id) };
    return { data: toOperatorComplaint(await answerComplaint(ctx, asked, { operator, request })) };
  });
}
