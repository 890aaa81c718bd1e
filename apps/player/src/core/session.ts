import { createSession } from "@club/client";
import { useStore } from "@club/client/react";
import { purgeCache } from "../device/answer-cache.ts";
import { storage } from "../device/storage.ts";

/** The session as the specification stores it: token, refresh_token, name, user_id. */
export interface Session {
  readonly token: string;
  readonly refreshToken: string | null;
  readonly name: string;
  readonly userId: string;
}

const KEYS = { token: "token", refresh: "refresh_token", name: "name", userId: "user_id" } as const;

/** The keys of a session, to notice a change made in another tab. */
const SESSION_KEYS: readonly string[] = Object.values(KEYS);

/** Signed in when name and token are stored, otherwise signed out. */
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

const session = createSession<Session>({
  read: readSession,
  write(given) {
    storage.write(KEYS.token, given.token);
    storage.write(KEYS.refresh, given.refreshToken ?? "");
    storage.write(KEYS.name, given.name);
    storage.write(KEYS.userId, given.userId);
  },
  remove() {
    storage.remove(...SESSION_KEYS);
    purgeCache();
  },
  isSame: (one, other) => one.userId === other.userId,
  concerns: (event) => storage.concerns(event, SESSION_KEYS),
});

/** An expired session keeps what still waits for an answer; a sign-out keeps nothing. */
export const {
  get: currentSession,
  subscribe: subscribeToSession,
  start: startSession,
  end: endSession,
  onEnd: onSessionEnd,
  reread: rereadSession,
  followOtherTabs,
} = session;

export const useSession = (): Session | null => useStore(session);

/** A refreshed token. Without a new refresh token the old one stays. */
export function renewSession(token: string, refreshToken: string | null): void {
  const now = currentSession();
  if (now === null) return;
  startSession({ ...now, token, refreshToken: refreshToken ?? now.refreshToken });
}
