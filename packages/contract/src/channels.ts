import { z } from "zod";
import { defineCall, id, instant } from "./call.ts";
import { RACE_STATUSES } from "./races.ts";

const race = z.object({
  race_id: id,
  meetings: z.string(),
  raceNo: z.int(),
  name: z.string(),
  start_time: instant,
  status: z.enum(RACE_STATUSES),
});

export const channel = z.object({
  channel_id: id,
  name: z.string(),
  /** An HLS playlist: of the club itself, or of a host in CLUB_LIVE_HOSTS. */
  url: z.string(),
  /** Made for the demo: not pictures of a real race. */
  is_demo: z.boolean(),
  /** The race that it shows now; null: none. */
  race: race.nullable(),
});
export type LiveChannel = z.infer<typeof channel>;

export const listChannels = defineCall("GET /api/live/channels", {
  summary: "Live pictures and the race that each shows.",
  access: "public",
  query: z.object({
    /** For an operator who looks at a draft before players do. */
    preview: z.string().max(200).optional(),
  }),
  list: z.array(channel),
});

// ------------------------------------------------------------------ operators

const KEEPERS = ["owner", "pool_controller"] as const;
export const CHANNEL_STATUSES = ["draft", "published"] as const;

/** A path of the club's own, or https with a listed host; checked again when it is stored. */
const url = z.string().trim().min(1).max(500);

const channelForm = z.object({
  name: z.string().trim().min(1).max(80),
  url,
  /** The track whose races it shows, by the meeting's code; null: none, or the one race below. */
  venue_code: z.string().trim().max(20).nullish(),
  race_id: id.nullish(),
});

export const operatorChannel = channel.extend({
  venue_code: z.string().nullable(),
  race_id: id.nullable(),
  status: z.enum(CHANNEL_STATUSES),
});
export type OperatorChannel = z.infer<typeof operatorChannel>;

const channelParams = z.object({ channel_id: id });

export const listOperatorChannels = defineCall("GET /api/operator/channels", {
  summary: "All channels, with the race that each shows now.",
  access: ["owner", "pool_controller", "auditor"],
  data: z.object({ hosts: z.array(z.string()) }),
  list: z.array(operatorChannel),
});

const onChannel = { asksAgain: false, access: KEEPERS, data: operatorChannel } as const;

export const createChannel = defineCall("POST /api/operator/channels", {
  ...onChannel,
  summary: "A new channel, as a draft.",
  body: channelForm,
});

export const changeChannel = defineCall("PUT /api/operator/channels/:channel_id", {
  ...onChannel,
  summary: "Changes a channel; a race named by itself goes before the track's.",
  params: channelParams,
  body: channelForm,
});

export const publishChannel = defineCall("POST /api/operator/channels/:channel_id/publish", {
  ...onChannel,
  summary: "Shows a channel to players. Repeating it changes nothing.",
  params: channelParams,
});

export const withdrawChannel = defineCall("POST /api/operator/channels/:channel_id/withdraw", {
  ...onChannel,
  summary: "Players see it no more; it is a draft again.",
  params: channelParams,
});

export const previewChannel = defineCall("POST /api/operator/channels/:channel_id/preview", {
  asksAgain: false,
  summary:
    "Where a channel, also a draft, can be looked at in the player's own app for the next ten minutes.",
  access: KEEPERS,
  params: channelParams,
  data: z.object({ href: z.string() }),
});
