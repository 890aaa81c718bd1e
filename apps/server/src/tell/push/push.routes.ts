import {
  deletePushSubscription,
  getFavourites,
  getPushKey,
  listPushSubscriptions,
  putFavourites,
  savePushSubscription,
} from "@club/contract";
import type { PushSubscriptionFacts } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { wireInstant } from "../../core/http/wire.ts";
import {
  listSubscriptions,
  readFavourites,
  removeSubscriptions,
  writeFavourites,
} from "./push.queries.ts";
import type { SubscriptionRow } from "./push.queries.ts";
import { endpointHash, subscribe } from "./save-subscription.ts";
import { vapidKeyOf } from "./vapid.ts";

/** Notifications, and the venues that they tell of. */
export function pushRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getPushKey, () => ({ data: { key: vapidKeyOf(ctx.secrets).publicKey } }));
  register(app, ctx, listPushSubscriptions, async ({ player }) => ({
    list: (await listSubscriptions(ctx.db.browsing, player.id)).map(toFacts),
  }));
  register(app, ctx, savePushSubscription, async ({ player, body }) => ({
    data: toFacts(await subscribe(ctx, player.id, body)),
  }));
  register(app, ctx, deletePushSubscription, async ({ player, body }) => {
    const { endpoint } = body;
    const hash = endpoint === undefined ? null : endpointHash(ctx, endpoint);
    await removeSubscriptions(ctx.db.browsing, player.id, hash);
    return {};
  });
  register(app, ctx, getFavourites, async ({ player }) => ({
    data: { codes: await readFavourites(ctx.db.browsing, player.id) },
  }));
  register(app, ctx, putFavourites, async ({ player, body }) => {
    const codes = [...new Set(body.codes)];
    await writeFavourites(ctx.db.browsing, player.id, codes);
    return { data: { codes } };
  });
}

function toFacts(row: SubscriptionRow): PushSubscriptionFacts {
  const { quiet_from: from, quiet_to: to } = row;
  return {
    subscription_id: row.id,
    kinds: row.kinds,
    quiet: from === null || to === null ? null : { from, to },
    created_at: wireInstant(row.created_at),
  };
}
