import { createSession, type EndReason } from "@club/client";
import { createStore, useStore } from "@club/client/react";
import type { DataOf, operatorSignIn, ownOperator, Role } from "@club/contract";
import type { Address } from "./calls.ts";
import { storage } from "./storage.ts";

/** An operator's session: tokens, who it is, and what the roles allow. */
export interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly name: string;
  readonly operatorId: string;
  readonly roles: readonly Role[];
  /** Of the club's own. */
  readonly ownRoles: readonly { readonly name: string }[];
  /** Every call that the roles allow. */
  readonly calls: readonly string[];
}

const KEY = "session";

const session = createSession<Session>({
  read: readSession,
  write: (given) => void storage.write(KEY, JSON.stringify(given)),
  remove: () => storage.remove(KEY),
  isSame: (one, other) => one.operatorId === other.operatorId,
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
    // One from before the club had roles of its own does not say what it may do.
    return typeof value?.token === "string" && Array.isArray(value.calls)
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
    ...rightsOf(given),
  });
}

type Rights = Pick<DataOf<typeof ownOperator>, "roles" | "own_roles" | "calls">;

const rightsOf = ({ roles, own_roles: ownRoles, calls }: Rights) => ({ roles, ownRoles, calls });

/** Takes what the club says now of what the operator may do, where that has changed. */
export function takeRights(given: Rights): void {
  // Another tab may hold newer tokens.
  const current = session.reread();
  if (current === null) return;
  const next = { ...current, ...rightsOf(given) };
  if (JSON.stringify(next) !== JSON.stringify(current)) session.start(next);
}

/** Whether the operator may make one of the calls. */
export function mayCall(whose: Session | null, ...calls: readonly Address[]): boolean {
  return whose !== null && calls.some((call) => whose.calls.includes(call));
}

/** Whether a built-in role is among the operator's; the owner may do everything. */
export function hasRole(whose: Session | null, ...roles: readonly Role[]): boolean {
  return whose !== null && whose.roles.some((role) => role === "owner" || roles.includes(role));
}

export const ENTER_RESULT = "POST /api/operator/races/:race_id/result" satisfies Address;

/** The operator's name, where results may be entered; undefined: they may not. */
export function useResultsClerk(): string | undefined {
  const whose = useSession();
  return mayCall(whose, ENTER_RESULT) ? whose?.name : undefined;
}

export function useMay(...calls: readonly Address[]): boolean {
  return mayCall(useSession(), ...calls);
}
