import { CallError, readAnswer, sendWish } from "@club/client";
import type { DataOf, operatorRefresh } from "@club/contract";
import { currentSession, endSession, rereadSession, startSession } from "../core/session.ts";
import type { EndReason } from "../core/session.ts";

/** Its holder changes the session; the others wait, and then find it changed. */
const LOCK = "console-refresh";

let refreshing: Promise<void> | null = null;

/**
 * Gets a new access token in place of `usedToken`. However many calls, in however many tabs, find
 * their token expired at once, the refresh token is used once: the others wait and take the result.
 *
 * @throws CallError of kind "session" when there is no way back in: the operator is signed out.
 */
export function refreshSession(usedToken: string): Promise<void> {
  refreshing ??= navigator.locks
    .request(LOCK, () => refreshOnce(usedToken))
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

async function refreshOnce(usedToken: string): Promise<void> {
  const session = rereadSession();
  if (session === null) throw lostSession("signed out");
  // Another tab was quicker.
  if (session.token !== usedToken) return;
  const wish = {
    method: "POST",
    path: "/api/operator/refresh_token",
    body: { refresh_token: session.refreshToken },
  } as const;
  const response = await sendWish(wish, {});
  // A database that is away for a moment says nothing about the session.
  if (response.status >= 400 && response.status < 500 && response.status !== 429) {
    throw expireSession();
  }
  const envelope = await readAnswer(response);
  startSession(envelope.data as DataOf<typeof operatorRefresh>);
}

/**
 * Ends the session at the club, then here in any case, since the club may be away. In between the
 * club refuses its tokens. Other calls under way then wait for this, instead of asking for new
 * tokens for a session that is over.
 */
export async function signOut(): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    try {
      await endAtClub();
    } catch (error) {
      console.info("sign-out", error);
    } finally {
      endSession("signed out");
    }
  });
}

async function endAtClub(): Promise<void> {
  const token = rereadSession()?.token;
  if (token === undefined || (await sendSignOut(token)).status !== 401) return;
  // The access token had expired; the session has not.
  await refreshOnce(token);
  await sendSignOut(currentSession()?.token ?? "");
}

async function sendSignOut(token: string): Promise<Response> {
  const wish = { method: "POST", path: "/api/operator/signout" } as const;
  return await sendWish(wish, { authorization: `Bearer ${token}` });
}

/** Ends the session here and gives the error for the calls that were waiting. */
export function expireSession(): CallError {
  return lostSession("expired");
}

/** The reason why a session ended is kept once: later refusals add nothing. */
function lostSession(reason: EndReason): CallError {
  if (currentSession() !== null) endSession(reason);
  return new CallError("session expired", { kind: "session", status: 401 });
}
