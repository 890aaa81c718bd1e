import { z } from "zod";
import { defineCall, id, instant } from "./call.ts";

/** What the phone may notify a player of. Each is chosen separately; none is on by default. */
export const PUSH_KINDS = ["race", "follow", "settled", "top_up"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

const kinds = z.array(z.enum(PUSH_KINDS)).max(PUSH_KINDS.length);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** Hours without notifications, on the player's clock; they may span midnight. */
const quiet = z.object({ from: timeOfDay, to: timeOfDay }).nullable();
const base64url = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9_-]+=*$/);

export const pushSubscription = z.object({
  subscription_id: id,
  kinds,
  quiet,
  created_at: instant,
});
export type PushSubscriptionFacts = z.infer<typeof pushSubscription>;

export const getPushKey = defineCall("GET /api/push/key", {
  summary: "The club's public key of web push (VAPID): uncompressed P-256 point, base64url.",
  access: "player",
  data: z.object({ key: z.string() }),
});

export const listPushSubscriptions = defineCall("GET /api/push/subscription", {
  summary: "Where notifications go, newest first.",
  access: "player",
  list: z.array(pushSubscription),
});

export const savePushSubscription = defineCall("POST /api/push/subscription", {
  summary:
    "Sends notifications of the chosen kinds to this browser; the same address again changes the choice.",
  access: "player",
  body: z.object({
    endpoint: z.string().max(1000),
    keys: z.object({ p256dh: base64url, auth: base64url }),
    kinds,
    quiet: quiet.optional(),
    time_zone: z.string().min(1).max(60).optional(),
    /** The subscription that this one replaces: browsers change their address by themselves. */
    replaces: id.optional(),
  }),
  data: pushSubscription,
});

export const deletePushSubscription = defineCall("DELETE /api/push/subscription", {
  summary: "No notifications to this address any more; without one, to none.",
  access: "player",
  body: z.object({ endpoint: z.string().max(1000).optional() }),
});

const favourites = z.array(z.string().min(1).max(20)).max(100);

export const getFavourites = defineCall("GET /api/user/favourites", {
  summary: "Codes of the venues that the player likes to see first.",
  access: "player",
  data: z.object({ codes: favourites }),
});

export const putFavourites = defineCall("PUT /api/user/favourites", {
  summary: "Keeps the player's favourite venues, all of them.",
  access: "player",
  body: z.object({ codes: favourites }),
  data: z.object({ codes: favourites }),
});
