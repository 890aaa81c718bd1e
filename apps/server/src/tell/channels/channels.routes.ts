import {
  changeChannel as changeCall,
  createChannel as createCall,
  listChannels,
  listOperatorChannels,
  previewChannel,
  publishChannel,
  withdrawChannel,
} from "@club/contract";
import type { BodyOf, LiveChannel, OperatorChannel } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { changeChannel, createChannel, setChannelStatus } from "./keep-channels.ts";
import { findPreview, makePreview } from "./preview-channel.ts";
import { listAll, listPublished } from "./channels.queries.ts";
import type { ChannelForm, ChannelRow } from "./channels.queries.ts";

export function channelRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listChannels, async ({ query }) => {
    const shown = await listPublished(ctx.db.browsing);
    const draft = query.preview === undefined ? null : await findPreview(ctx, query.preview);
    const isNew = draft !== null && shown.every((row) => row.id !== draft.id);
    return { list: (isNew ? [draft, ...shown] : shown).map(toChannel) };
  });
  register(app, ctx, listOperatorChannels, async () => ({
    data: { hosts: [...ctx.settings.liveHosts] },
    list: (await listAll(ctx.db.operators)).map(toOperatorChannel),
  }));
  register(app, ctx, createCall, async ({ body, operator, request }) => ({
    data: toOperatorChannel(await createChannel(ctx, formOf(body), { operator, request })),
  }));
  register(app, ctx, changeCall, async ({ params, body, operator, request }) => {
    const change = { ...formOf(body), id: knownId(params.channel_id) };
    return { data: toOperatorChannel(await changeChannel(ctx, change, { operator, request })) };
  });
  register(app, ctx, publishChannel, async ({ params, operator, request }) => {
    const asked = { id: knownId(params.channel_id), status: "published" } as const;
    return { data: toOperatorChannel(await setChannelStatus(ctx, asked, { operator, request })) };
  });
  register(app, ctx, previewChannel, async ({ params, operator, request }) => {
    const id = knownId(params.channel_id);
    const preview = await makePreview(ctx, id, { operator, request });
    return { data: { href: `/app/#/pages/live/live?channel=${id}&preview=${preview}` } };
  });
  register(app, ctx, withdrawChannel, async ({ params, operator, request }) => {
    const asked = { id: knownId(params.channel_id), status: "draft" } as const;
    return { data: toOperatorChannel(await setChannelStatus(ctx, asked, { operator, request })) };
  });
}

function formOf(body: BodyOf<typeof createCall>): ChannelForm {
  return {
    name: body.name,
    url: body.url,
    venueCode: body.venue_code || null,
    raceId: body.race_id ? knownId(body.race_id) : null,
  };
}

function toChannel(row: ChannelRow): LiveChannel {
  return {
    channel_id: row.id,
    name: row.name,
    url: row.url,
    is_demo: row.is_demo,
    race: raceOf(row),
  };
}

function raceOf(row: ChannelRow): LiveChannel["race"] {
  const { shown_race_id: raceId, start_time: start, race_status: status } = row;
  if (raceId === null || start === null || status === null) return null;
  return {
    race_id: raceId,
    meetings: row.meetings ?? "",
    raceNo: row.race_no ?? 0,
    name: row.race_name ?? "",
    start_time: wireInstant(start),
    status,
  };
}

function toOperatorChannel(row: ChannelRow): OperatorChannel {
  return {
    ...toChannel(row),
    venue_code: row.venue_code,
    race_id: row.race_id,
    status: row.status,
  };
}
