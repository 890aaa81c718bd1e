import { timingSafeEqual } from "node:crypto";
import { Refusal } from "@club/domain";
import { lookupHash } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { isId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { readChannel } from "./channels.queries.ts";
import type { ChannelRow } from "./channels.queries.ts";
import type { By } from "./keep-channels.ts";

const MINUTES = 10;
const MS = 60_000;

/**
 * A ticket with which the player's app shows one channel before it is published, so the picture is
 * tried where players will see it, under the same policy. It is signed and short-lived, so nothing
 * is stored.
 *
 * @throws not_found
 */
export async function makePreview(ctx: AppContext, id: string, by: By): Promise<string> {
  if ((await readChannel(ctx.db.operators, id)) === null) throw new Refusal("not_found");
  await audit(ctx.db.operators, { action: "channel.preview", ...by, target: id });
  const until = Date.now() + MINUTES * MS;
  return `${id}.${until}.${signatureOf(ctx, id, until).toString("base64url")}`;
}

/** The channel of a ticket; null if the ticket has expired or the club did not sign it. */
export async function findPreview(ctx: AppContext, ticket: string): Promise<ChannelRow | null> {
  const [id = "", until = "", signature = ""] = ticket.split(".");
  if (!isId(id) || !/^\d{13}$/.test(until) || Number(until) < Date.now()) return null;
  const right = signatureOf(ctx, id, Number(until));
  const shown = Buffer.from(signature, "base64url");
  if (shown.length !== right.length || !timingSafeEqual(shown, right)) return null;
  return await readChannel(ctx.db.browsing, id);
}

function signatureOf(ctx: AppContext, id: string, until: number): Buffer {
  return lookupHash(ctx.secrets, "channel preview", `${id}:${until}`);
}
