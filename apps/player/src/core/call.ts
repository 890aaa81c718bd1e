import { CallError, createClient, createRefresh, readAnswer, sendWish, urlOf } from "@club/client";
import type { AnyWish } from "@club/client";
import { clubNow, setClockOffset } from "@club/ui";
import { yieldToTaps } from "../device/idle.ts";
import { currentLanguage } from "./lang.ts";
import { openLogin } from "./login-gate.ts";
import { noteAnswer, noteReadOnly } from "./connection.ts";
import { currentSession, endSession, renewSession, rereadSession } from "./session.ts";
import type { Session } from "./session.ts";

/** Makes the contract's calls in this app; the caller tells the player what failed. */
const client = createClient({
  token: () => currentSession()?.token,
  language: currentLanguage,
  refresh: (usedToken) => refreshSession(usedToken),
  expire: expireSession,
  clock: { now: clubNow, setOffset: setClockOffset },
  send,
  onRefusal: ({ code }) => code === "club.read_only" && noteReadOnly(true),
});

export const { call, exchange, fetchFile } = client;

async function send(wish: AnyWish, headers: Readonly<Record<string, string>>): Promise<Response> {
  try {
    // A page asks for many things at once: they take turns. A call with a body goes at once.
    if (wish.body === undefined) await yieldToTaps();
    const response = await sendWish(wish, headers);
    noteAnswer(response.status);
    return response;
  } catch (error) {
    // The specification: what fails is logged.
    console.info(`no answer ${urlOf(wish)}`, error);
    throw error;
  }
}

export const { refresh: refreshSession } = createRefresh<Session>({
  lock: "refresh",
  reread: rereadSession,
  renew: renewTokens,
  lost: expireSession,
});

async function renewTokens(session: Session): Promise<void> {
  if (!session.refreshToken) throw expireSession();
  const body = { refresh_token: session.refreshToken };
  const response = await send({ method: "POST", path: "/api/user/refresh_token", body }, {});
  // A database that is briefly away says nothing about the session.
  if (response.status === 503 || response.status === 429) await readAnswer(response);
  const tokens = await readTokens(response);
  if (tokens === null) throw expireSession();
  renewSession(tokens.access, tokens.refresh);
}

async function readTokens(response: Response) {
  const envelope = await readAnswer(response).catch(() => null);
  const data = envelope?.data as
    | { access_token?: unknown; refresh_token?: unknown }
    | null
    | undefined;
  if (typeof data?.access_token !== "string") return null;
  const refresh = data.refresh_token;
  return { access: data.access_token, refresh: typeof refresh === "string" ? refresh : null };
}

/**
 * The error of an expired session: the specification's own text, "Login expired, please sign in
 * again". Screens show `error.session` in the player's language instead.
 */
const SESSION_EXPIRED_MESSAGE = "登录已过期，请重新登录";

/** Signs out, opens the login screen and returns the error for the caller. */
function expireSession(): CallError {
  endSession("expired");
  openLogin();
  return new CallError(SESSION_EXPIRED_MESSAGE, { kind: "session", status: 401 });
}
