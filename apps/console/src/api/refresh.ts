import type { DataOf, operatorRefresh } from "@club/contract";
import { CallError, readAnswer, sendWish } from "@club/contract/client";
import { endSession, rereadSession, startSession } from "../session.ts";

let refreshing: Promise<void> | null = null;

/**
 * Gets a new access token in place of `usedToken`. However many calls find their token expired at
 * once, in however many tabs, the refresh token is used once: the others wait and take what came.
 *
 * @throws CallError of kind "session" when there is no way back in; the operator is then signed out.
 */
export function refreshSession(usedToken: string): Promise<void> {
  refreshing ??= navigator.locks
    .request("console-refresh", () => refreshOnce(usedToken))
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

async function refreshOnce(usedToken: string): Promise<void> {
  const session = rereadSession();
  if (session === null) throw expireSession();
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

/** Signs out and says so to whoever waited. */
export function expireSession(): CallError {
  endSession("expired");
  return new CallError("session expired", { kind: "session", status: 401 });
}
