import type { Store } from "@club/client/react";
import { trustedScriptUrl } from "../device/trusted-url.ts";

const WORKER_URL = `${import.meta.env.BASE_URL}sw.js`;

/** Registers the service worker through the page's one Trusted Types policy; `waiting` hears of a new version. */
export async function registerWorker(waiting: Store<ServiceWorker | null>): Promise<void> {
  const url = trustedScriptUrl(WORKER_URL);
  const registration = await navigator.serviceWorker.register(url, { scope: "/app/" });
  const offer = (worker: ServiceWorker | null): void => {
    if (worker?.state === "installed" && navigator.serviceWorker.controller) waiting.set(worker);
  };
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => offer(worker));
  });
}
