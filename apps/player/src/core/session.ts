import { purgeCache } from "../device/answer-cache.ts";
import { storage } from "../device/storage.ts";
import { createStore, useStore } from "../device/store.ts";

/** The session as the specification stores it: token, refresh_token, name, user_id. */
export interface Session {
  readonly token: string;
  readonly refreshToken: string | null;
  readonly name: string;
  readonly userId: string;
}

const KEYS = { token: "token", refresh: "refresh_token", name: "name", userId: "user_id" } as const;

/** The keys of a session, for those who wait for a change made in another tab. */
const SESSION_KEYS: readonly string[] = Object.values(KEYS);

const store = createStore<Session | null>(readSession());

/** signed out: by the player, everything goes; expired: what still waits for an answer stays. */
export type EndReason = "signed out" | "expired";
type Ending = (reason: EndReason) => void;
const endings = new Set<Ending>();

/** Logged in when name and token are stored; anything less is logged out. */
function readSession(): Session | null {
  const token = storage.read(KEYS.token);
  const name = storage.read(KEYS.name);
  if (!token || !name) return null;
  return {
    token,
    name,
    refreshToken: storage.read(KEYS.refresh),
    userId: storage.read(KEYS.userId) ?? "",
  };
}

export const currentSession = store.get;
export const subscribeToSession = store.subscribe;
export const useSession = (): Session | null => useStore(store);

export function startSession(session: Session): void {
  storage.write(KEYS.token, session.token);
  storage.write(KEYS.refresh, session.refreshToken ?? "");
  storage.write(KEYS.name, session.name);
  storage.write(KEYS.userId, session.userId);
  store.set(session);
}

/** A refreshed token. Without a new refresh token the old one stays. */
export function renewSession(token: string, refreshToken: string | null): void {
  const session = store.get();
  if (session === null) return;
  startSession({ ...session, token, refreshToken: refreshToken ?? session.refreshToken });
}

/** What has to be forgotten when a session ends: caches, memory, the unanswered slip. */
export function onSessionEnd(ending: Ending): void {
  endings.add(ending);
}

/** Wipes the session and everything that belonged to the player from this device. */
export function endSession(reason: EndReason): void {
  storage.remove(...SESSION_KEYS);
  purgeCache();
  store.set(null);
  for (const ending of endings) ending(reason);
}

/** Follows a sign-in, a refresh or a sign-out made in another tab. Call once. */
export function followOtherTabs(): void {
  addEventListener("storage", (event) => {
    if (event.key !== null && !SESSION_KEYS.includes(event.key)) return;
    const session = readSession();
    if (session === null && store.get() !== null) endSession("signed out");
    else if (session !== null) store.set(session);
  });
}

/** The tokens as they stand in the store now: another tab may have refreshed them. */
export function rereadSession(): Session | null {
  const session = readSession();
  if (session !== null && session.token !== store.get()?.token) store.set(session);
  return session;
}
