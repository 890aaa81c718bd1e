import {
  createClient,
  createRefresh,
  readAnswer,
  saveFile,
  sendWish,
  CallError,
  type EndReason,
} from "@club/client";
import type { DataOf, operatorRefresh } from "@club/contract";
import { turns } from "@club/contract/turns";
import { clubNow, setClockOffset } from "@club/ui";
import { focusManager } from "@tanstack/react-query";
import { currentLanguage } from "../core/lang.ts";
import { askForProof } from "../core/proof.ts";
import {
  currentSession,
  endSession,
  rereadSession,
  startSession,
  type Session,
} from "../core/session.ts";
import { queryClient } from "./query-client.ts";

/** Few, since the desks share few database connections and a page reads a lot. Acts do not wait. */
const READS_AT_ONCE = 3;
const takeTurn = turns(READS_AT_ONCE);

export const { refresh, refreshHere, alone } = createRefresh<Session>({
  lock: "console-refresh",
  reread: rereadSession,
  renew: renewTokens,
  lost: () => lostSession("signed out"),
});

/** Makes the contract's calls for the operator. A weighty act may need a fresh second factor. */
export const { exchange, fetchFile } = createClient({
  token: () => currentSession()?.token,
  language: currentLanguage,
  refresh,
  expire: () => lostSession("expired"),
  clock: { now: clubNow, setOffset: setClockOffset },
  send: async (wish, headers) => {
    const send = () => sendWish(wish, headers);
    return await (wish.method === "GET" ? takeTurn(send) : send());
  },
  supply: async ({ code }) => code === "operator.proof_needed" && (await askForProof()),
});

/** Fetches a file that only operators may see and hands it to the device. @throws CallError */
export async function download(path: string, name: string): Promise<void> {
  saveFile(await fetchFile(path), name);
}

async function renewTokens({ refreshToken }: Session): Promise<void> {
  const body = { refresh_token: refreshToken };
  const response = await sendWish(
    { method: "POST", path: "/api/operator/refresh_token", body },
    {},
  );
  // A database that is away for a moment says nothing about the session.
  if (response.status >= 400 && response.status < 500 && response.status !== 429) {
    throw lostSession("expired");
  }
  const envelope = await readAnswer(response);
  startSession(envelope.data as DataOf<typeof operatorRefresh>);
}

/**
 * Ends the session at the club, then here in any case, since the club may be away. In between the
 * club refuses its tokens: what is being read is given up first, and nothing is read anew by the
 * clock. Other calls under way then wait for this, instead of asking for new tokens for a session
 * that is over.
 */
export async function signOut(): Promise<void> {
  await alone(async () => {
    focusManager.setFocused(false);
    try {
      await queryClient.cancelQueries();
      await endAtClub();
    } catch (error) {
      console.info("sign-out", error);
    } finally {
      endSession("signed out");
      focusManager.setFocused(undefined);
    }
  });
}

async function endAtClub(): Promise<void> {
  const token = rereadSession()?.token;
  if (token === undefined || (await sendSignOut(token)).status !== 401) return;
  // The access token had expired; the session has not.
  await refreshHere(token);
  await sendSignOut(currentSession()?.token ?? "");
}

async function sendSignOut(token: string): Promise<Response> {
  const wish = { method: "POST", path: "/api/operator/signout" } as const;
  return await sendWish(wish, { authorization: `Bearer ${token}` });
}

/** The reason why a session ended is kept once: later refusals add nothing. */
function lostSession(reason: EndReason): CallError {
  if (currentSession() !== null) endSession(reason);
  return new CallError("session expired", { kind: "session", status: 401 });
}
