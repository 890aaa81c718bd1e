import type { PlacedOrder, placeOrder } from "@club/contract";
import { call } from "../../core/call.ts";
import { newKey, type CallError } from "@club/client";
import { currentSession, onSessionEnd } from "../../core/session.ts";
import { readJson, storage } from "../../device/storage.ts";
import { askUntilAnswered, isInDoubt, refreshAfterBet, sendPatiently } from "../until-answered.ts";
import { IDLE, placement, SLIP_KEY, type Slip } from "./placement.ts";

/*
 * A bet on its way. The slip and its key are stored before anything is sent and stay until the
 * server has said what became of them, even across a reload: then `resolve` answers with the
 * receipt, or burns the key and says that nothing was placed. The player is never given a guess.
 */

let run = 0;

/** Places a bet under a new key. One at a time: while one is on its way, no other is sent. */
export async function placeSlip(asked: Omit<Slip, "key" | "userId" | "sentAt">): Promise<void> {
  const { phase } = placement.get();
  const session = currentSession();
  if (phase === "sending" || phase === "checking" || session === null) return;
  const slip: Slip = {
    ...asked,
    key: newKey(),
    userId: session.userId,
    sentAt: Date.now(),
  };
  keep(slip);
  const mine = ++run;
  placement.set({ phase: "sending", slip });
  try {
    const order = await sendPatiently(() => send(slip));
    if (mine === run) accept(slip, order, false);
  } catch (error) {
    if (mine === run) await takeFailure(slip, error);
  }
}

/** After a start of the app: an unanswered slip is asked about at once. */
export async function resumeSlip(): Promise<void> {
  const slip = readJson(SLIP_KEY, isSlip);
  const session = currentSession();
  if (slip === null || placement.get().phase !== "idle") return;
  // Somebody else is signed in now: their `resolve` would answer about their own keys.
  if (session === null || session.userId !== slip.userId) return;
  await ask(slip);
}

function isSlip(value: unknown): value is Slip {
  const slip = value as Partial<Slip> | null;
  return (
    typeof slip?.key === "string" && typeof slip.userId === "string" && slip.form !== undefined
  );
}

async function send(slip: Slip): Promise<PlacedOrder> {
  const { data } = await call<typeof placeOrder>({
    method: "POST",
    path: "/api/order/place-order",
    body: slip.wire,
    idempotencyKey: slip.key,
  });
  return data;
}

async function takeFailure(slip: Slip, error: unknown): Promise<void> {
  if (isInDoubt(error)) {
    await ask(slip);
    return;
  }
  // A refusal wrote nothing; nor did a bet whose session had ended, which the login screen says.
  forget();
  if (currentSession() === null) {
    placement.set(IDLE);
    return;
  }
  placement.set({ phase: "refused", slip, error: error as CallError });
}

async function ask(slip: Slip): Promise<void> {
  const mine = ++run;
  const data = await askUntilAnswered({
    key: slip.key,
    goesOn: () => mine === run,
    onAsk: (isOffline) => placement.set({ phase: "checking", slip, isOffline }),
  });
  if (data === undefined) return;
  forget();
  if (data.placed) accept(slip, data as PlacedOrder, true);
  else placement.set({ phase: "not placed", slip });
}

function accept(slip: Slip, order: PlacedOrder, wasLost: boolean): void {
  forget();
  placement.set({ phase: "accepted", slip, order, wasLost });
  refreshAfterBet();
}

function keep(slip: Slip): void {
  storage.write(SLIP_KEY, JSON.stringify(slip));
}

function forget(): void {
  storage.remove(SLIP_KEY);
}

/** The session ended: stop waiting for whatever was requested. */
onSessionEnd(() => {
  run += 1;
});
