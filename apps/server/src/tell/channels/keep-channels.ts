import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import {
  insertChannel,
  isRace,
  readChannel,
  setStatus,
  updateChannel,
  listAll,
} from "./channels.queries.ts";
import type { ChannelForm, ChannelRow } from "./channels.queries.ts";

/** The operator and request for the audit log. */
export interface By {
  readonly operator?: { readonly id: string };
  readonly request?: FastifyRequest;
}

/** A new channel, as a draft. @throws channel.address, request.invalid for no such race */
export async function createChannel(
  ctx: AppContext,
  form: ChannelForm & { isDemo?: boolean },
  by: By,
): Promise<ChannelRow> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    await checkForm(ctx, tx, form);
    const id = newId();
    await insertChannel(tx, { ...form, id, isDemo: form.isDemo ?? false });
    const after = await read(tx, id);
    await audit(tx, { action: "channel.create", ...by, target: id, after });
    return after;
  });
}

/** @throws not_found, channel.address, request.invalid */
export async function changeChannel(
  ctx: AppContext,
  change: ChannelForm & { id: string },
  by: By,
): Promise<ChannelRow> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const before = await read(tx, change.id);
    await checkForm(ctx, tx, change);
    await updateChannel(tx, change);
    const after = await read(tx, change.id);
    await audit(tx, { action: "channel.change", ...by, target: change.id, before, after });
    return after;
  });
}

/** Shows a channel to players, or hides it. @throws not_found */
export async function setChannelStatus(
  ctx: AppContext,
  asked: { id: string; status: ChannelRow["status"] },
  by: By,
): Promise<ChannelRow> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const before = await read(tx, asked.id);
    await setStatus(tx, asked.id, asked.status);
    await audit(tx, {
      action: asked.status === "published" ? "channel.publish" : "channel.withdraw",
      ...by,
      target: asked.id,
      before: { status: before.status },
      after: { status: asked.status },
    });
    return await read(tx, asked.id);
  });
}

async function checkForm(ctx: AppContext, tx: Queryable, form: ChannelForm): Promise<void> {
  if (!isStreamAddress(form.url, ctx.settings.liveHosts)) {
    throw new Refusal("channel.address", { field: "url" });
  }
  if (form.raceId !== null && !(await isRace(tx, form.raceId))) {
    throw new Refusal("request.invalid", { field: "race_id" });
  }
}

async function read(tx: Queryable, id: string): Promise<ChannelRow> {
  const row = await readChannel(tx, id);
  if (row === null) throw new Refusal("not_found");
  return row;
}

const OWN_PATH = /^\/(?:[\w.~-]+\/)*[\w.~-]+\.m3u8$/;

/**
 * Whether players' browsers may be sent to a playlist: a path on the club itself, or https at a
 * host that the club is configured with. The app's content policy lets nothing else play.
 */
export function isStreamAddress(url: string, hosts: readonly string[]): boolean {
  if (OWN_PATH.test(url)) return !url.split("/").includes("..");
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol !== "https:") return false;
  if (parsed.username !== "" || parsed.password !== "") return false;
  return hosts.includes(parsed.host);
}

/** The stream shipped with the player's app, drawn by scripts/draw-stream.ts. */
export const DEMO_STREAM = "/app/live/demo.m3u8";

/** Makes one channel of drawn pictures for the demo's first track, once. */
export async function seedChannels(
  ctx: AppContext,
  track: { readonly code: string; readonly name: string },
): Promise<void> {
  if ((await listAll(ctx.db.operators)).length > 0) return;
  const form = { name: track.name, url: DEMO_STREAM, venueCode: track.code, raceId: null };
  const { id } = await createChannel(ctx, { ...form, isDemo: true }, {});
  await setChannelStatus(ctx, { id, status: "published" }, {});
}
