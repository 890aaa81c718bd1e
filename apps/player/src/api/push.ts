import type {
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
  PushKind,
  putFavourites,
  savePushSubscription,
} from "@club/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { currentFavourites } from "./favourites.ts";
import { currentSession, useSession } from "../core/session.ts";
import { storage } from "../device/storage.ts";
import { deviceZone } from "../device/zone.ts";
import { cacheKey } from "../device/answer-cache.ts";
import { call } from "../core/call.ts";
import { MINE } from "../core/query-client.ts";

const KEY = [MINE, "push"] as const;
/** The id of this browser's subscription: a setting of the device. */
const STORED = "push";
/** A hash of the address that the club has, to notice when the browser has changed it. */
const STORED_AT = "push.at";

/** ready: it may be asked for; ios: only once the app is on the home screen. */
export type PushAbility = "ready" | "denied" | "ios" | "unavailable";

export function pushAbility(): PushAbility {
  const isIos = /iphone|ipad|ipod/i.test(navigator.userAgent);
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) {
    return isIos ? "ios" : "unavailable";
  }
  return Notification.permission === "denied" ? "denied" : "ready";
}

export interface PushChoice {
  readonly kinds: readonly PushKind[];
  readonly quiet: { readonly from: string; readonly to: string } | null;
}

/** What this browser is told, or null. */
export function usePushChoice() {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: KEY,
    enabled: isSignedIn,
    queryFn: async ({ signal }): Promise<PushChoice | null> => {
      const stored = storage.read(STORED);
      const wish = { method: "GET", path: "/api/push/subscription", signal } as const;
      const { list } = await call<typeof listPushSubscriptions>(wish);
      return list.find(({ subscription_id: id }) => id === stored) ?? null;
    },
  });
}

/** The browser gives no address: it cannot reach its push service, or was refused. */
export class PushFailed extends Error {
  override name = "PushFailed";
}

/** Asks the browser, then stores the choice at the club. No kinds: everything is withdrawn. */
export function useSavePush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (choice: PushChoice): Promise<PushChoice | null> => {
      if (choice.kinds.length === 0) {
        await unsubscribe();
        return null;
      }
      const data = await keepAddress(await subscribe(), choice);
      await sendFavourites(currentFavourites());
      return data;
    },
    onSuccess: (choice) => client.setQueryData(KEY, choice),
  });
}

interface Address {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

async function keepAddress({ endpoint, keys }: Address, choice: PushChoice): Promise<PushChoice> {
  const replaced = storage.read(STORED);
  const { data } = await call<typeof savePushSubscription>({
    method: "POST",
    path: "/api/push/subscription",
    body: {
      endpoint,
      keys,
      kinds: [...choice.kinds],
      quiet: choice.quiet,
      time_zone: deviceZone(),
      ...(replaced !== null && { replaces: replaced }),
    },
  });
  storage.write(STORED, data.subscription_id);
  storage.write(STORED_AT, markOf(endpoint));
  return data;
}

const markOf = (endpoint: string): string => cacheKey("push", endpoint, "");

/**
 * Tells the club the browser's new address when it differs from the one that the club has: browsers
 * change it by themselves. Asks the player nothing; without an earlier permission it changes
 * nothing.
 */
export async function mendPush(): Promise<void> {
  const stored = storage.read(STORED);
  if (stored === null || currentSession() === null || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker.ready;
  const now = await worker.pushManager.getSubscription();
  if (now !== null && markOf(now.endpoint) === storage.read(STORED_AT)) return;
  const { list } = await call<typeof listPushSubscriptions>({
    method: "GET",
    path: "/api/push/subscription",
  });
  const choice = list.find(({ subscription_id: id }) => id === stored);
  if (choice !== undefined) await keepAddress(await subscribe(), choice);
}

async function subscribe(): Promise<Address> {
  const path = "/api/push/key";
  const { data } = await call<typeof getPushKey>({ method: "GET", path });
  try {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") throw new Error(permission);
    const worker = await navigator.serviceWorker.ready;
    const subscription = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: data.key,
    });
    const { endpoint = "", keys = {} } = subscription.toJSON();
    return { endpoint, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } };
  } catch (error) {
    throw new PushFailed("push", { cause: error });
  }
}

async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  const body = subscription ? { endpoint: subscription.endpoint } : {};
  await call<typeof deletePushSubscription>({
    method: "DELETE",
    path: "/api/push/subscription",
    body,
  });
  await subscription?.unsubscribe();
  storage.remove(STORED, STORED_AT);
}

/** Before signing out. A failure does not stop the sign-out. */
export async function forgetPush(): Promise<void> {
  await unsubscribe().catch((error: unknown) => console.info("push", error));
}

/** The club sends news of races at these venues; it learns them only from players who want that. */
export async function sendFavourites(codes: readonly string[]): Promise<void> {
  await call<typeof putFavourites>({
    method: "PUT",
    path: "/api/user/favourites",
    body: { codes: [...codes] },
  });
}

/** A star was tapped. The next tap makes up for a failure. */
export async function tellClub(codes: readonly string[]): Promise<void> {
  await sendFavourites(codes).catch((error: unknown) => console.info("favourites", error));
}
