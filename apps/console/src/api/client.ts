import {
  CallError,
  readAnswer,
  sendWish,
  type Answer,
  type AnyWish,
  type Envelope,
  type Wish,
} from "@club/client";
import type { Call } from "@club/contract";
import { turns } from "@club/contract/turns";
import { clubNow, setClockOffset } from "@club/ui";
import { currentLanguage } from "../core/lang.ts";
import { askForProof } from "../core/proof.ts";
import { currentSession } from "../core/session.ts";
import { expireSession, refreshSession } from "./refresh.ts";

/**
 * Makes a call of the contract. With an expired token it refreshes and sends once more. That is
 * safe: the state that an operator's call changes lets it act only once.
 *
 * @throws CallError: the server's refusal with its code, or why there was no answer.
 */
export async function call<C extends Call>(wish: Wish<C>): Promise<Answer<C>> {
  const envelope = await exchange(wish as AnyWish);
  return { data: envelope.data, list: envelope.list ?? [] } as Answer<C>;
}

/** A weighty act may need a fresh second factor: asks the operator for it, then sends again. */
async function exchange(wish: AnyWish): Promise<Envelope> {
  try {
    return await exchangeOnce(wish);
  } catch (error) {
    const asksProof = error instanceof CallError && error.code === "operator.proof_needed";
    if (!asksProof || !(await askForProof())) throw error;
    return await exchangeOnce(wish);
  }
}

async function exchangeOnce(wish: AnyWish): Promise<Envelope> {
  const token = wish.anonymous === true ? undefined : currentSession()?.token;
  let response = await sendWith(wish, token);
  if (token !== undefined && response.status === 401) {
    await refreshSession(token);
    response = await sendWith(wish, currentSession()?.token);
    if (response.status === 401) throw expireSession();
  }
  readClock(response);
  return await readAnswer(response);
}

/** Few, since the desks share few database connections and a page reads a lot. Acts do not wait. */
const READS_AT_ONCE = 3;
const takeTurn = turns(READS_AT_ONCE);

async function sendWith(wish: AnyWish, token: string | undefined): Promise<Response> {
  const send = () =>
    sendWish(wish, {
      "accept-language": currentLanguage(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    });
  return await (wish.method === "GET" ? takeTurn(send) : send());
}

const HALF_SECOND_MS = 500;
const DRIFT_MS = 1500;

/** Countdowns follow the server's clock. The header has whole seconds; less is no difference. */
function readClock(response: Response): void {
  const serverMs = Date.parse(response.headers.get("date") ?? "") + HALF_SECOND_MS;
  if (Number.isNaN(serverMs) || Math.abs(serverMs - clubNow()) < DRIFT_MS) return;
  setClockOffset(serverMs - Date.now());
}

export { CallError };
