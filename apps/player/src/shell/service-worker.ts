import { storage } from "../device/storage.ts";
import { createStore, useStore } from "@club/client/react";
import { whenIdle } from "../device/idle.ts";

const AFTER_MS = 12_000;

const waiting = createStore<ServiceWorker | null>(null);

/** Whether a new version waits. It takes over when the player says so, never in the middle of a bet. */
export const useIsUpdateReady = (): boolean => useStore(waiting) !== null;

export function takeUpdate(): void {
  const worker = waiting.get();
  waiting.set(null);
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
    once: true,
  });
  worker?.postMessage({ type: "SKIP_WAITING" });
}

export function putOffUpdate(): void {
  waiting.set(null);
}

/**
 * Listens to the service worker at once, but registers it only well after the first screen has its
 * data: a new worker fetches the whole app, and would take network and processor from the day's card.
 */
export function startServiceWorker(): void {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  // A notification was tapped while the app was open.
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.type === "OPEN") location.hash = data.hash;
    if (data?.type === "PUSH") void mendPush();
  });
  void mendPush();
  setTimeout(() => whenIdle(() => void register()), AFTER_MS);
}

/** Its code comes with it: the first page needs none of it. */
async function register(): Promise<void> {
  try {
    await (await import("./register-worker.ts")).registerWorker(waiting);
  } catch (error) {
    console.info("service worker", error);
  }
}

/** The browser may have a new address for notifications. Only those who chose some need it. */
async function mendPush(): Promise<void> {
  if (storage.read("push") === null) return;
  try {
    await (await import("../api/push.ts")).mendPush();
  } catch (error) {
    console.info("push", error);
  }
}
