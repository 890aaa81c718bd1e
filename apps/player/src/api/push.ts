import type {
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
  PushKind,
  putFavourites,
  savePushSubscription,
} from "@club/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { currentFavourites } from "../favourites.ts";
import { useSession } from "../session.ts";
import { storage } from "../storage.ts";
import { deviceZone } from "../shell/zone.ts";
import { call } from "./client.ts";
import { MINE } from "./query-client.ts";

const KEY = [MINE, "push"] as const;
/** The id of this browser's subscription: a setting of the device. */
const STORED = "push";

/** ready: it may be asked for; ios: only after it was put on the home screen. */
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

/** The browser does not hand out an address: no network to its push service, or it was refused. */
export class PushFailed extends Error {
  override name = "PushFailed";
}

/** Asks the browser, then keeps the choice at the club. No kinds: everything is taken back. */
export function useSavePush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (choice: PushChoice): Promise<PushChoice | null> => {
      if (choice.kinds.length === 0) {
        await unsubscribe();
        return null;
      }
      const { endpoint, keys } = await subscribe();
      const { data } = await call<typeof savePushSubscription>({
        method: "POST",
        path: "/api/push/subscription",
        body: {
          endpoint,
          keys,
          kinds: [...choice.kinds],
          quiet: choice.quiet,
          time_zone: deviceZone(),
        },
      });
      storage.write(STORED, data.subscription_id);
      await sendFavourites(currentFavourites());
      return data;
    },
    onSuccess: (choice) => client.setQueryData(KEY, choice),
  });
}

async function subscribe() {
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
  storage.remove(STORED);
}

/** Before signing out. A failure keeps nobody signed in. */
export async function forgetPush(): Promise<void> {
  await unsubscribe().catch((error: unknown) => console.info("push", error));
}

/** The club tells of races at these venues; it learns them only from who wants that. */
export async function sendFavourites(codes: readonly string[]): Promise<void> {
  await call<typeof putFavourites>({
    method: "PUT",
    path: "/api/user/favourites",
    body: { codes: [...codes] },
  });
}

/** A star was tapped. A failure is mended by the next one. */
export async function tellClub(codes: readonly string[]): Promise<void> {
  await sendFavourites(codes).catch((error: unknown) => console.info("favourites", error));
}
