import type { DataOf, operatorSignIn, Role } from "@club/contract";
import { storage } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

/** An operator's session: tokens, who it is, and what the roles allow. */
export interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly name: string;
  readonly operatorId: string;
  readonly roles: readonly Role[];
}

const KEY = "session";

const store = createStore<Session | null>(readSession());

export const currentSession = store.get;
export const subscribeToSession = store.subscribe;
export const useSession = (): Session | null => useStore(store);

/** Why there is no session now, for the sign-in page to say. */
export type EndReason = "signed out" | "expired";
const ended = createStore<EndReason | null>(null);
export const useEndReason = (): EndReason | null => useStore(ended);

const endings = new Set<() => void>();

/** Registers something to forget when a session ends. */
export function onSessionEnd(ending: () => void): void {
  endings.add(ending);
}

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
  const session: Session = {
    token: given.access_token,
    refreshToken: given.refresh_token,
    name: given.user_name,
    operatorId: given.operator_id,
    roles: given.roles,
  };
  storage.write(KEY, JSON.stringify(session));
  ended.set(null);
  store.set(session);
}

export function endSession(reason: EndReason): void {
  storage.remove(KEY);
  ended.set(reason);
  store.set(null);
  for (const ending of endings) ending();
}

/** The session as it stands in the store now: another tab may have refreshed it. */
export function rereadSession(): Session | null {
  const session = readSession();
  if (session !== null && session.token !== store.get()?.token) store.set(session);
  return session;
}

/** Follows a sign-in, a refresh or a sign-out made in another tab. Call once. */
export function followOtherTabs(): void {
  addEventListener("storage", (event) => {
    if (!storage.concerns(event, [KEY])) return;
    const session = readSession();
    if (session !== null) store.set(session);
    else if (store.get() !== null) endSession("signed out");
  });
}

/** Whether one of the roles is among the operator's; the owner may do everything. */
export function hasRole(session: Session | null, ...roles: readonly Role[]): boolean {
  return session !== null && session.roles.some((role) => role === "owner" || roles.includes(role));
}

export function useMay(...roles: readonly Role[]): boolean {
  return hasRole(useSession(), ...roles);
}
