import type { BodyOf, savePushSubscription } from "@club/contract";
import { Refusal } from "@club/domain";
import { encrypt, lookupHash } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { isId, newId } from "../../core/kit/ids.ts";
import { areBrowserKeys } from "./encrypt-push.ts";
import { readEndpoint } from "./endpoint.ts";
import { isTimeZone, readStanding, saveSubscription } from "./push.queries.ts";
import type { SubscriptionRow } from "./push.queries.ts";

/**
 * Subscribes a browser to notifications. Only after a first bet, and never for somebody who is
 * barred: the player's row is locked meanwhile, so a bar set at the same time removes it.
 *
 * @throws request.invalid, push.not_yet, push.not_allowed
 */
export async function subscribe(
  ctx: AppContext,
  playerId: string,
  form: BodyOf<typeof savePushSubscription>,
): Promise<SubscriptionRow> {
  if (readEndpoint(form.endpoint) === null) throw invalid("endpoint");
  const keys = {
    p256dh: Buffer.from(form.keys.p256dh, "base64url"),
    auth: Buffer.from(form.keys.auth, "base64url"),
  };
  if (!areBrowserKeys(keys)) throw invalid("keys");
  const timeZone = form.time_zone ?? ctx.settings.timeZone;
  return await withTransaction(ctx.db.browsing, async (tx) => {
    if (!(await isTimeZone(tx, timeZone))) throw invalid("time_zone");
    const standing = await readStanding(tx, playerId);
    if (!standing.isAllowed) throw new Refusal("push.not_allowed");
    if (!standing.hasBet) throw new Refusal("push.not_yet");
    const id = newId();
    const address = JSON.stringify({ endpoint: form.endpoint, ...form.keys });
    return await saveSubscription(tx, {
      id,
      playerId,
      endpointHash: endpointHash(ctx, form.endpoint),
      cipher: encrypt(ctx.secrets, subscriptionPlace(id), address),
      kinds: [...new Set(form.kinds)],
      quiet: form.quiet ?? null,
      timeZone,
      replaces: form.replaces !== undefined && isId(form.replaces) ? form.replaces : null,
    });
  });
}

/** A keyed hash that finds an address again without storing it in the clear. */
export function endpointHash(ctx: Pick<AppContext, "secrets">, endpoint: string): Buffer {
  return lookupHash(ctx.secrets, "push", endpoint);
}

/** Where an address is sealed. */
export function subscriptionPlace(id: string): { table: string; column: string; id: string } {
  return { table: "push_subscription", column: "cipher", id };
}

function invalid(field: string): Refusal {
  return new Refusal("request.invalid", { field });
}
