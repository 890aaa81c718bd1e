/*
 * The service worker lets the app start without a connection. It keeps only the app's own files.
 * The club's answers bypass it: the app keeps the last card itself, and knows how old it is.
 */

interface PrecacheEntry {
  readonly url: string;
  readonly revision: string | null;
}
interface Lasting extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}
interface Pushed extends Lasting {
  readonly data: { readonly json: () => unknown } | null;
}
interface Tapped extends Lasting {
  readonly notification: {
    readonly data: unknown;
    readonly close: () => void;
  };
}
interface Window {
  readonly url: string;
  readonly focus: () => Promise<unknown>;
  readonly postMessage: (message: object) => void;
}
interface Worker {
  readonly __WB_MANIFEST: readonly PrecacheEntry[];
  readonly registration: {
    readonly scope: string;
    readonly showNotification: (title: string, options: object) => Promise<void>;
  };
  readonly skipWaiting: () => Promise<void>;
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly matchAll: (options: object) => Promise<readonly Window[]>;
    readonly openWindow: (url: string) => Promise<unknown>;
  };
  readonly addEventListener: <E extends Event>(type: string, listener: (event: E) => void) => void;
}
declare const self: Worker;

const FILES = "club-files";
/** A new version loads slowly, to leave the network and the processor to the player. */
const AT_ONCE = 2;
const BREATH_MS = 30;
/** The cache in which earlier versions kept the club's answers. */
const FORMER = "club-lists";

const entries = self.__WB_MANIFEST;
/** Addresses as they are asked for, with the revision where the name has no hash. */
const keys = new Map(
  entries.map(({ url, revision }) => {
    const address = new URL(url, self.registration.scope).href;
    return [address, revision === null ? address : `${address}?v=${revision}`];
  }),
);

self.addEventListener<Lasting>("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener<Lasting>("activate", (event) =>
  event.waitUntil(Promise.all([dropOldFiles(), self.clients.claim()])),
);
self.addEventListener<MessageEvent>("message", (event) => {
  const message = event.data as { readonly type?: unknown } | null;
  if (message?.type === "SKIP_WAITING") void self.skipWaiting();
});
self.addEventListener<Pushed>("push", (event) => event.waitUntil(show(event.data?.json())));
self.addEventListener<Lasting>("pushsubscriptionchange", (event) => event.waitUntil(askToMend()));
self.addEventListener<Tapped>("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openApp(event.notification.data));
});
self.addEventListener<Fetching>("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fromFiles(indexKey(), request));
  else {
    const key = keys.get(url.href);
    if (key !== undefined) event.respondWith(fromFiles(key, request));
  }
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...keys].filter(([, key]) => !known.has(key));
  // A file named by its content may come from the page's own fetch a moment ago.
  const keep = async ([address, key]: readonly [string, string]): Promise<void> => {
    const cached = address === key ? "default" : "reload";
    const response = await fetch(address, { cache: cached, credentials: "same-origin" });
    if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
    await cache.put(key, response);
  };
  const waiting = missing.values();
  const keepInTurn = async (): Promise<void> => {
    for (const file of waiting) {
      await keep(file);
      await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepInTurn));
}

async function dropOldFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  const wanted = new Set(keys.values());
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all([caches.delete(FORMER), ...old.map((request) => cache.delete(request))]);
}

function indexKey(): string {
  const address = new URL("index.html", self.registration.scope).href;
  return keys.get(address) ?? address;
}

async function fromFiles(key: string, request: Request): Promise<Response> {
  return (await caches.match(key)) ?? (await fetch(request));
}

/** A message from the club: words fit for a locked screen, and the screen to open. */
interface PushText {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

async function show(message: unknown): Promise<void> {
  const { title, body, tag, path } = (message ?? {}) as Partial<PushText>;
  if (title === undefined) return;
  const icon = new URL("icon-192.png", self.registration.scope).href;
  await self.registration.showNotification(title, { body, tag, icon, badge: icon, data: path });
}

/**
 * The browser has a new address for notifications. The worker has no session to tell the club with:
 * an open app does it now, or else the next start.
 */
async function askToMend(): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const window of windows) window.postMessage({ type: "PUSH" });
}

/** A screen of this app and nothing else: the address comes from outside. */
const APP_PATH = /^\/pages\/[A-Za-z_]+\/[A-Za-z_]+(\?[\w=&-]{0,200})?$/;

/** Brings the open app to the front, or opens it. */
async function openApp(path: unknown): Promise<void> {
  const hash = typeof path === "string" && APP_PATH.test(path) ? `#${path}` : "";
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => url.startsWith(self.registration.scope));
  if (open === undefined) {
    await self.clients.openWindow(`${self.registration.scope}${hash}`);
    return;
  }
  if (hash !== "") open.postMessage({ type: "OPEN", hash });
  await open.focus();
}
