import {
  changeSegment,
  createSegment,
  deleteSegment,
  listSegmentPlayers,
  listSegments,
} from "@club/contract";
import type { SegmentPlayer } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { readSorted } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { knownId } from "../../core/kit/ids.ts";
import { toPlayerSummary } from "./players.wire.ts";
import { forgetSegment, makeSegment, rewriteSegment, toSegment } from "./keep-segments.ts";
import { findFitting, readSegments } from "./segments.queries.ts";
import type { SegmentPlayerRow } from "./segments.queries.ts";

/** Which players fit rules, and rules that have a name. */
export function segmentRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listSegmentPlayers, async ({ query, operator }) => {
    let players = 0;
    const fitting = findFitting(ctx.reads.reports(operator), query);
    const { data, list } = await readSorted(query, fitting, (row) => {
      ({ players } = row);
      return toSegmentPlayer(row);
    });
    return { data: { ...data, players }, list };
  });
  register(app, ctx, listSegments, async () => ({
    list: (await readSegments(ctx.db.operators)).map(toSegment),
  }));
  register(app, ctx, createSegment, async ({ body, operator, request }) => ({
    data: await makeSegment(ctx, body, { operator, request }),
  }));
  register(app, ctx, changeSegment, async ({ params, body, operator, request }) => {
    const asked = { ...body, id: knownId(params.segment_id) };
    return { data: await rewriteSegment(ctx, asked, { operator, request }) };
  });
  register(app, ctx, deleteSegment, async ({ params, operator, request }) => {
    await forgetSegment(ctx, knownId(params.segment_id), { operator, request });
    return {};
  });
}

function toSegmentPlayer(row: SegmentPlayerRow): SegmentPlayer {
  const { has_limits, agrees, standing, risks } = row;
  return {
    ...toPlayerSummary(row),
    staked_cents: wireCents(row.staked_cents),
    last_seen_at: wireInstant(row.seen_at),
    has_limits,
    agrees,
    standing,
    risks,
  };
}
