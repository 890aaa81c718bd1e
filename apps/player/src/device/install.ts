import { storage } from "./storage.ts";
import { createStore, useStore } from "@club/client/react";

/* The offer to install: after the second visit or the first placed bet, and not for 30 days once put off. */

interface InstallEvent extends Event {
  readonly prompt: () => Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

export type InstallOffer = "none" | "browser" | "ios";

const DISMISSED_KEY = "install.dismissed";
const VISITS_KEY = "install.visits";
const DISMISSED_FOR_MS = 30 * 24 * 3600_000;
const VISITS_NEEDED = 2;

const offer = createStore<InstallOffer>("none");
export const useInstallOffer = (): InstallOffer => useStore(offer);

let event: InstallEvent | null = null;
let hasEarned = false;

/** The browser's event comes about a second after the load, before any component: listen early. */
export function watchInstall(): void {
  const visits = Number(storage.read(VISITS_KEY) ?? "0") + 1;
  storage.write(VISITS_KEY, String(Math.min(visits, VISITS_NEEDED)));
  hasEarned = visits >= VISITS_NEEDED;
  addEventListener("beforeinstallprompt", (raw) => {
    raw.preventDefault();
    event = raw as InstallEvent;
    decide();
  });
  addEventListener("appinstalled", () => offer.set("none"));
  decide();
}

/** A first placed bet triggers the offer before the second visit does. */
export function earnInstallOffer(): void {
  hasEarned = true;
  decide();
}

function decide(): void {
  const dismissedAt = Number(storage.read(DISMISSED_KEY) ?? "0");
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  if (isInstalled || !hasEarned || Date.now() - dismissedAt < DISMISSED_FOR_MS) return;
  if (event !== null) offer.set("browser");
  else if (isIos()) offer.set("ios");
}

/** An iPad claims to be a Mac, but no Mac has a ten-finger touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
  );
}

export async function acceptInstall(): Promise<void> {
  const asked = event;
  event = null;
  offer.set("none");
  await asked?.prompt();
}

export function dismissInstall(): void {
  storage.write(DISMISSED_KEY, String(Date.now()));
  offer.set("none");
}
