import { createHmac, timingSafeEqual } from "node:crypto";
import type { BodyOf, cardWebhook } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { tellQueue } from "./deposit-limit.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { bookTopUp } from "./decide-top-up.ts";
import { decideRow, readTopUp } from "./top-ups.queries.ts";
import type { TopUpRow } from "./top-ups.queries.ts";

/** What the provider tells of a payment. */
export type CardEvent = BodyOf<typeof cardWebhook>;

const GOOD_FOR_S = 300;
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
const MS = 1000;

/** Asks the provider for a payment page. Once per top-up; the caller holds the player's lock. */
export async function openPayment(
  tx: Queryable,
  topUp: Pick<TopUpRow, "id" | "amount_cents">,
): Promise<string> {
  const id = newId();
  await tx.query("INSERT INTO card_payment (id, top_up_id, amount_cents) VALUES ($1, $2, $3)", [
    id,
    topUp.id,
    topUp.amount_cents,
  ]);
  return `/sandbox/card/${id}`;
}

/** The header that goes with a notice: the second and an HMAC over it and the body as it is sent. */
export function signEvent(ctx: Pick<AppContext, "secrets">, body: string, nowMs: number): string {
  const second = Math.floor(nowMs / MS);
  return `t=${second},v1=${macOf(ctx, `${second}.${body}`).toString("hex")}`;
}

/**
 * Whether a notice comes from the provider, as it was sent, within the last five minutes.
 *
 * @throws card_event.refused
 */
export function checkSignature(
  ctx: Pick<AppContext, "secrets">,
  notice: { signature: unknown; body: string; nowMs: number },
): void {
  const match = SIGNATURE.exec(typeof notice.signature === "string" ? notice.signature : "");
  const [second, mac] = [Number(match?.[1]), match?.[2] ?? ""];
  const expected = macOf(ctx, `${second}.${notice.body}`);
  const given = Buffer.from(mac, "hex");
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  const isFresh = Math.abs(notice.nowMs / MS - second) <= GOOD_FOR_S;
  if (!isSigned || !isFresh) throw new Refusal("card_event.refused");
}

function macOf(ctx: Pick<AppContext, "secrets">, text: string): Buffer {
  const key = createHmac("sha256", ctx.secrets.codeHmacKey).update("sandbox card").digest();
  return createHmac("sha256", key).update(text).digest();
}

/**
 * Takes a notice, once: a repeat of it, or another one of a payment that is decided, changes nothing.
 * Paid: the money goes to the player's cash by the entry that an approved transfer has.
 *
 * @throws not_found, card_event.refused when the amount is another one
 */
export async function takeCardEvent(ctx: AppContext, event: CardEvent): Promise<void> {
  await withTransaction(ctx.db.money, async (tx) => {
    const topUp = await lockTopUp(tx, event);
    if (!(await isNew(tx, event))) return;
    if (topUp.status !== "created" && topUp.status !== "submitted") return;
    const { status, reason } = await settle(tx, topUp, event);
    await decideRow(tx, { id: topUp.id, status, by: null, reason });
    await audit(tx, {
      action: "topup.card",
      target: topUp.id,
      before: { status: topUp.status },
      after: { status, amount_cents: topUp.amount_cents, player_id: topUp.player_id },
      reason: reason ?? undefined,
    });
    await tellMoney(tx, topUp.player_id);
    await tellQueue(tx);
  });
}

type RowOfTopUp = NonNullable<Awaited<ReturnType<typeof readTopUp>>>;

async function lockTopUp(tx: Connection, event: CardEvent): Promise<RowOfTopUp> {
  const { rows } = await tx.query<{ top_up_id: string; amount_cents: bigint }>(
    "SELECT top_up_id, amount_cents FROM card_payment WHERE id::text = $1",
    [event.payment_id],
  );
  const payment = rows[0];
  const seen = payment === undefined ? null : await readTopUp(tx, payment.top_up_id);
  if (payment === undefined || seen === null) throw new Refusal("not_found");
  if (payment.amount_cents !== BigInt(event.amount_cents)) {
    throw new Refusal("card_event.refused");
  }
  await lockPlayer(tx, seen.player_id);
  return (await readTopUp(tx, seen.id)) ?? seen;
}

async function isNew(tx: Connection, event: CardEvent): Promise<boolean> {
  const { rows } = await tx.query(
    `INSERT INTO card_event (id, payment_id, outcome) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [event.event_id, event.payment_id, event.outcome],
  );
  return rows.length > 0;
}

/** A payment that the player's limits no longer allow is turned down: a real provider would give it back. */
async function settle(
  tx: Connection,
  topUp: RowOfTopUp,
  event: CardEvent,
): Promise<{ status: "approved" | "rejected"; reason: string | null }> {
  if (event.outcome !== "paid") return { status: "rejected", reason: event.outcome };
  try {
    await bookTopUp(tx, topUp);
    return { status: "approved", reason: null };
  } catch (error) {
    if (error instanceof Refusal && error.code === "limit.deposit") {
      return { status: "rejected", reason: "limit" };
    }
    throw error;
  }
}
