import type { AppContext } from "../../core/context.ts";
import { listAll } from "./channels.queries.ts";
import { createChannel, setChannelStatus } from "./keep-channels.ts";

/** The stream that comes with the player's app: drawn by scripts/draw-stream.ts. */
export const DEMO_STREAM = "/app/live/demo.m3u8";

/** One channel of drawn pictures for the demo's first track, once. */
export async function seedChannels(
  ctx: AppContext,
  track: { readonly code: string; readonly name: string },
): Promise<void> {
  if ((await listAll(ctx.db.operators)).length > 0) return;
  const form = { name: track.name, url: DEMO_STREAM, venueCode: track.code, raceId: null };
  const { id } = await createChannel(ctx, { ...form, isDemo: true }, {});
  await setChannelStatus(ctx, { id, status: "published" }, {});
}
