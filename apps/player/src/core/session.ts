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
  // Another tab takes what is there when the token changes: it goes first and comes after who it is of.
  write(given) {
    if (storage.read(KEYS.userId) !== given.userId) storage.remove(KEYS.token);
    storage.write(KEYS.userId, given.userId);
    storage.write(KEYS.name, given.name);
    storage.write(KEYS.token, given.token);
    storage.write(KEYS.refresh, given.refreshToken ?? "");
  },
  remove: () => storage.remove(...Object.values(KEYS)),
  isSame: (one, other) => one.userId === other.userId,
  concerns: (event) => storage.concerns(event, [KEYS.token]),
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

onSessionEnd(purgeCache);

export const useSession = (): Session | null => useStore(session);

/** A refreshed token. Without a new refresh token the old one stays. */
export function renewSession(token: string, refreshToken: string | null): void {
  const now = currentSession();
  if (now === null) return;
  startSession({ ...now, token, refreshToken: refreshToken ?? now.refreshToken });
}
