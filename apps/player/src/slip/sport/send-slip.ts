import type { PlacedSportOrder, placeSportOrder } from "@club/contract";
import { call } from "../../core/call.ts";
import { newKey, type CallError } from "@club/client";
import { currentSession, onSessionEnd } from "../../core/session.ts";
import { readJson, storage } from "../../device/storage.ts";
import { askUntilAnswered, isInDoubt, refreshAfterBet, sendPatiently } from "../until-answered.ts";
import { IDLE, placement, SENT_KEY, type Fate, type SentBet, type SentSlip } from "./sent.ts";
import { callOverlay } from "../../core/overlays.ts";
import { changeSlip } from "./slip-store.ts";

/*
 * The bets of a slip on their way, one after the other. All of them are stored with their keys
 * before the first is sent, and stay until the server has said what became of each, even across a
 * reload: then `resolve` finds the bet or burns its key. Once an answer is lost, the bets not yet
 * sent are dropped: nobody should bet minutes later at earlier prices.
 */

let run = 0;

export type AskedBet = Omit<SentBet, "key" | "fate">;

/** Places the bets of a slip, each under a new key. While some are on their way nothing is sent. */
export async function placeSlip(
  asked: Omit<SentSlip, "userId" | "sentAt" | "bets"> & { readonly bets: readonly AskedBet[] },
): Promise<void> {
  const { phase } = placement.get();
  const session = currentSession();
  if (phase === "sending" || phase === "checking" || session === null) return;
  if (asked.bets.length === 0) return;
  const bets = asked.bets.map((bet) => ({
    ...bet,
    key: newKey(),
    fate: { is: "waiting" } as const,
  }));
  const mine = ++run;
  await go({ ...asked, bets, userId: session.userId, sentAt: Date.now() }, mine);
}

/** Sends bet after bet until one is in doubt, then asks. */
async function go(first: SentSlip, mine: number): Promise<void> {
  let sent = first;
  keep(sent);
  placement.set({ phase: "sending", sent });
  for (const { key } of first.bets) {
    const fate = await sendOne(sent, key);
    if (mine !== run) return;
    sent = withFate(sent, key, fate);
    keep(sent);
    if (currentSession() === null) break;
    if (fate.is === "unknown") {
      await ask(withoutUnsent(sent), mine);
      return;
    }
    placement.set({ phase: "sending", sent });
  }
  finish(sent);
}

/** After a start of the app: bets without a known outcome are asked about at once. */
export async function resumeSportSlip(): Promise<void> {
  const sent = readJson(SENT_KEY, isSent);
  const session = currentSession();
  if (sent === null || placement.get().phase !== "idle") return;
  // Somebody else is signed in now: their `resolve` would answer about their own keys.
  if (session === null || session.userId !== sent.userId) return;
  callOverlay("sportSlip");
  await ask(sent, ++run);
}

function isSent(value: unknown): value is SentSlip {
  const sent = value as Partial<SentSlip> | null;
  return typeof sent?.userId === "string" && Array.isArray(sent.bets) && sent.slip !== undefined;
}

async function sendOne(sent: SentSlip, key: string): Promise<Fate> {
  const bet = sent.bets.find((each) => each.key === key);
  if (bet === undefined) return { is: "not placed" };
  try {
    const { data } = await sendPatiently(() =>
      call<typeof placeSportOrder>({
        method: "POST",
        path: "/api/order/place-sport-order",
        body: bet.wire,
        idempotencyKey: bet.key,
      }),
    );
    return { is: "accepted", order: data, wasLost: false };
  } catch (error) {
    return fateOf(error);
  }
}

/** A refusal wrote nothing; a bet without an answer is asked about. */
function fateOf(error: unknown): Fate {
  if (isInDoubt(error)) return { is: "unknown" };
  const { code, params } = error as CallError;
  return { is: "refused", code, params };
}

/** Drops the bets queued behind one whose answer was lost. */
function withoutUnsent(sent: SentSlip): SentSlip {
  const bets = sent.bets.map((bet) =>
    bet.fate.is === "waiting" ? { ...bet, fate: { is: "not placed" } as const } : bet,
  );
  return { ...sent, bets };
}

/** Asks about every bet without a known fate until there is an answer: it never ends in doubt. */
async function ask(first: SentSlip, mine: number): Promise<void> {
  let sent = first;
  keep(sent);
  for (const { key, fate } of first.bets) {
    if (fate.is !== "unknown" && fate.is !== "waiting") continue;
    const known = await askOne(sent, key, mine);
    if (known === undefined) return;
    sent = withFate(sent, key, known);
    keep(sent);
  }
  finish(sent);
}

/** undefined: another run continues, or the session ended. */
async function askOne(sent: SentSlip, key: string, mine: number): Promise<Fate | undefined> {
  const data = await askUntilAnswered({
    key,
    goesOn: () => mine === run,
    onAsk: (isOffline) => placement.set({ phase: "checking", sent, isOffline }),
  });
  if (data === undefined) return undefined;
  if (!data.placed) return { is: "not placed" };
  // The key belongs to a sport bet, so the answer is that of place-sport-order.
  const order = data as unknown as PlacedSportOrder;
  return { is: "accepted", order, wasLost: true };
}

function finish(sent: SentSlip): void {
  storage.remove(SENT_KEY);
  if (currentSession() === null) {
    placement.set(IDLE);
    return;
  }
  const placed = sent.bets.filter(({ fate }) => fate.is === "accepted").map(({ id }) => id);
  placement.set({ phase: "done", sent });
  if (placed.length === 0) return;
  changeSlip({ do: "placed", stakes: placed });
  refreshAfterBet();
}

function withFate(sent: SentSlip, key: string, fate: Fate): SentSlip {
  return { ...sent, bets: sent.bets.map((bet) => (bet.key === key ? { ...bet, fate } : bet)) };
}

function keep(sent: SentSlip): void {
  storage.write(SENT_KEY, JSON.stringify(sent));
}

/** The session ended: stop waiting for whatever was requested. */
onSessionEnd(() => {
  run += 1;
});
