import { openLogin } from "./login-gate.ts";
import { endSession, renewSession, rereadSession } from "./session.ts";
import { readEnvelope, refuseUnlessOk } from "./envelope.ts";
import { CallError, SESSION_EXPIRED_MESSAGE } from "./errors.ts";
import { send } from "./http.ts";

let refreshing: Promise<void> | null = null;

/**
 * Gets a new access token in place of `usedToken`. However many calls find their token expired at
 * once, in however many tabs, the refresh token is used once: the others wait and take what came.
 *
 * @throws CallError of kind "session" when there is no way back in; the player is then signed out
 * and sent to the login screen.
 */
export function refreshSession(usedToken: string): Promise<void> {
  refreshing ??= alone(() => refreshOnce(usedToken)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** One tab at a time. Without the Lock API each tab stands for itself. */
async function alone(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) await work();
  else await locks.request("refresh", work);
}

async function refreshOnce(usedToken: string): Promise<void> {
  const session = rereadSession();
  if (session === null) throw expireSession();
  // Another tab was quicker.
  if (session.token !== usedToken) return;
  if (!session.refreshToken) throw expireSession();
  const response = await send({
    method: "POST",
    url: "/api/user/refresh_token",
    body: { refresh_token: session.refreshToken },
  });
  // A database that is away for a moment says nothing about the session.
  if (response.status === 503 || response.status === 429) {
    refuseUnlessOk(await readEnvelope(response), response);
  }
  const token = await readTokens(response);
  if (token === null) throw expireSession();
  renewSession(token.access, token.refresh);
}

async function readTokens(response: Response) {
  const envelope = await readEnvelope(response).catch(() => null);
  if (envelope?.status !== 200) return null;
  const data = envelope.data as { access_token?: unknown; refresh_token?: unknown } | null;
  if (typeof data?.access_token !== "string") return null;
  const refresh = data.refresh_token;
  return { access: data.access_token, refresh: typeof refresh === "string" ? refresh : null };
}

/** Signs out, opens the login screen and says so to whoever waited. */
export function expireSession(): CallError {
  endSession("expired");
  openLogin();
  return new CallError(SESSION_EXPIRED_MESSAGE, { kind: "session", status: 401 });
}
