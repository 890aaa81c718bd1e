import { createSession, type EndReason } from "@club/client";
import { createStore, useStore } from "@club/client/react";
import type { DataOf, operatorSignIn, Role } from "@club/contract";
import { storage } from "./storage.ts";

/** An operator's session: tokens, who it is, and what the roles allow. */
export interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly name: string;
  readonly operatorId: string;
  readonly roles: readonly Role[];
}

const KEY = "session";

const session = createSession<Session>({
  read: readSession,
  write: (given) => void storage.write(KEY, JSON.stringify(given)),
  remove: () => storage.remove(KEY),
  concerns: (event) => storage.concerns(event, [KEY]),
});

export const {
  get: currentSession,
  subscribe: subscribeToSession,
  end: endSession,
  onEnd: onSessionEnd,
  reread: rereadSession,
  followOtherTabs,
} = session;

export const useSession = (): Session | null => useStore(session);

/** Why there is no session now, for the sign-in page to say. */
const ended = createStore<EndReason | null>(null);
export const useEndReason = (): EndReason | null => useStore(ended);
onSessionEnd(ended.set);

function readSession(): Session | null {
  const text = storage.read(KEY);
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Partial<Session> | null;
    return typeof value?.token === "string" && Array.isArray(value.roles)
      ? (value as Session)
      : null;
  } catch {
    return null;
  }
}

/** Stores what a sign-in or a refresh returned. */
export function startSession(given: DataOf<typeof operatorSignIn>): void {
  ended.set(null);
  session.start({
    token: given.access_token,
    refreshToken: given.refresh_token,
    name: given.user_name,
    operatorId: given.operator_id,
    roles: given.roles,
  });
}

/** Whether one of the roles is among the operator's; the owner may do everything. */
export function hasRole(whose: Session | null, ...roles: readonly Role[]): boolean {
  return whose !== null && whose.roles.some((role) => role === "owner" || roles.includes(role));
}

export function useMay(...roles: readonly Role[]): boolean {
  return hasRole(useSession(), ...roles);
}
