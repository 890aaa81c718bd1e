import { CallError } from "./call-error.ts";
import { createStore, type Store } from "./store.ts";

/** signed out: by the person; elsewhere: in another tab; expired: by the club; other: somebody else came. */
export type EndReason = "signed out" | "elsewhere" | "expired" | "other";

/** Whether nothing that the person had in hand may stay in this tab: whoever comes next is another. */
export const isLeft = (reason: EndReason): boolean => reason === "signed out" || reason === "other";

interface HasToken {
  readonly token: string;
}

/** How an app keeps its session on the device. */
export interface SessionKeeper<S> {
  readonly read: () => S | null;
  /** Other tabs may read in the middle of it. */
  readonly write: (session: S) => void;
  readonly remove: () => void;
  /** Whether both are of the same person. */
  readonly isSame: (one: S, other: S) => boolean;
  /** Whether a change made in another tab has made the session another, whole one. */
  readonly concerns: (event: StorageEvent) => boolean;
}

export interface SessionStore<S> extends Pick<Store<S | null>, "get" | "subscribe"> {
  /** A sign-in or a refresh. Whoever else was signed in is signed out first. */
  readonly start: (session: S) => void;
  readonly end: (reason: EndReason) => void;
  /** Registers what to forget when a session ends. */
  readonly onEnd: (ending: (reason: EndReason) => void) => void;
  /**
   * The session as the device has it now: another tab may have refreshed it, or somebody else signed
   * in. @throws CallError where `usedToken` was never one of whoever is signed in now
   */
  readonly reread: (usedToken?: string) => S | null;
  /** Follows a sign-in, a refresh or a sign-out made in another tab. Call once. */
  readonly followOtherTabs: () => void;
}

export function createSession<S extends HasToken>(keeper: SessionKeeper<S>): SessionStore<S> {
  const { get, set, subscribe } = createStore(keeper.read());
  const endings = new Set<(reason: EndReason) => void>();
  /** Whoever is signed in, or was last; and the tokens he had. */
  let last = get();
  const tokens = new Set([last?.token]);

  function forget(reason: EndReason): void {
    tokens.clear();
    set(null);
    for (const ending of endings) ending(reason);
  }

  function take(session: S): void {
    if (last !== null && !keeper.isSame(last, session)) forget("other");
    last = session;
    tokens.add(session.token);
    set(session);
  }

  return {
    get,
    subscribe,
    start(session) {
      take(session);
      keeper.write(session);
    },
    end(reason) {
      keeper.remove();
      forget(reason);
    },
    onEnd: (ending) => void endings.add(ending),
    reread(usedToken) {
      const session = keeper.read();
      if (session !== null && session.token !== get()?.token) take(session);
      // Nothing of one person is asked again in the name of the next.
      if (session !== null && usedToken !== undefined && !tokens.has(usedToken))
        throw new CallError("", { kind: "session", status: 401 });
      return session;
    },
    followOtherTabs() {
      addEventListener("storage", (event) => {
        if (!keeper.concerns(event)) return;
        const session = keeper.read();
        if (session !== null) take(session);
        else if (get() !== null) forget("elsewhere");
      });
    },
  };
}

export interface RefreshOptions<S> {
  /** The name of the lock: only its holder changes the session. */
  readonly lock: string;
  readonly reread: (usedToken: string) => S | null;
  /** Gets new tokens for a session and keeps them. @throws CallError */
  readonly renew: (session: S) => Promise<void>;
  /** There is no session any more. */
  readonly lost: () => CallError;
}

export interface Refresh {
  /**
   * Gets a new access token in place of `usedToken`. However many calls, in however many tabs, find
   * their token expired at once, the refresh token is used once: the others wait for the result.
   *
   * @throws CallError of kind "session" when only a sign-in would help
   */
  readonly refresh: (usedToken: string) => Promise<void>;
  /** The same for a caller that already holds the lock. */
  readonly refreshHere: (usedToken: string) => Promise<void>;
  /** Runs with no other session change beside it. Without the Lock API each tab is on its own. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createRefresh<S extends HasToken>(options: RefreshOptions<S>): Refresh {
  let refreshing: Promise<void> | null = null;

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const { locks } = navigator as { readonly locks?: LockManager };
    return locks === undefined ? await work() : await locks.request(options.lock, work);
  }

  async function refreshHere(usedToken: string): Promise<void> {
    const session = options.reread(usedToken);
    if (session === null) throw options.lost();
    // Otherwise another tab was quicker.
    if (session.token === usedToken) await options.renew(session);
  }

  return {
    alone,
    refreshHere,
    refresh(usedToken) {
      refreshing ??= alone(() => refreshHere(usedToken)).finally(() => {
        refreshing = null;
      });
      return refreshing;
    },
  };
}
