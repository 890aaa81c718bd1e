import type { TopUp } from "@club/contract";
import { Refusal } from "@club/domain";
import { encrypt } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { newId } from "../../core/kit/ids.ts";
import { rewritePicture } from "../../core/uploads/rewrite-picture.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { tellQueue } from "./deposit-limit.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import {
  decideRow,
  insertReceipt,
  listForgotten,
  markSubmitted,
  readTopUp,
} from "./top-ups.queries.ts";
import type { OperatorTopUpRow } from "./top-ups.queries.ts";
import { toTopUp } from "./top-ups.wire.ts";

export interface OwnTopUp {
  readonly playerId: string;
  readonly topUpId: string;
}

const MOST_RECEIPTS = 3;
const AT_ONCE = 100;

/** Where a receipt's picture is sealed. */
export function receiptPlace(receiptId: string): Place {
  return { table: "top_up_receipt", column: "cipher", id: receiptId };
}

/**
 * The player says that the transfer is on its way. Changes nothing on a repeat, or once it is
 * decided.
 *
 * @throws not_found for somebody else's
 */
export async function submitTopUp(ctx: AppContext, asked: OwnTopUp): Promise<TopUp> {
  return await withTransaction(ctx.db.money, async (tx) => {
    const row = await lockOwn(tx, asked);
    if (row.status === "created") await submit(ctx, tx, row);
    return toTopUp(await readOwn(tx, asked));
  });
}

/**
 * Stores a picture of the bank's receipt, re-encoded by the club, and marks the top-up as sent.
 * Nothing is stored of a refused picture.
 *
 * @throws not_found, top_up.state once it is decided, receipt.too_many, request.content_type for
 * anything but a form with a file, receipt.type, receipt.unreadable
 */
export async function addReceipt(
  ctx: AppContext,
  asked: OwnTopUp & { readonly file: Buffer | null },
): Promise<TopUp> {
  checkOpen(await readOwn(ctx.db.browsing, asked));
  if (asked.file === null) throw new Refusal("request.content_type");
  const picture = await rewritePicture(asked.file);
  const id = newId();
  const cipher = encrypt(ctx.secrets, receiptPlace(id), picture.toString("base64"));
  return await withTransaction(ctx.db.money, async (tx) => {
    const row = await lockOwn(tx, asked);
    checkOpen(row);
    await insertReceipt(tx, { id, topUpId: row.id, cipher, bytes: picture.length });
    if (row.status === "created") await submit(ctx, tx, row);
    return toTopUp(await readOwn(tx, asked));
  });
}

function checkOpen(row: OperatorTopUpRow): void {
  if (row.status !== "created" && row.status !== "submitted") {
    throw new Refusal("top_up.state", { status: row.status });
  }
  if (row.receipts.length >= MOST_RECEIPTS) throw new Refusal("receipt.too_many");
}

async function submit(ctx: AppContext, tx: Connection, row: OperatorTopUpRow): Promise<void> {
  await markSubmitted(tx, row.id);
  await tellMoney(tx, row.player_id);
  await tellQueue(ctx, tx);
}

async function lockOwn(tx: Connection, asked: OwnTopUp): Promise<OperatorTopUpRow> {
  await readOwn(tx, asked);
  await lockPlayer(tx, asked.playerId);
  return await readOwn(tx, asked);
}

async function readOwn(
  db: Parameters<typeof readTopUp>[0],
  { playerId, topUpId }: OwnTopUp,
): Promise<OperatorTopUpRow> {
  const row = await readTopUp(db, topUpId);
  if (row === null || row.player_id !== playerId) throw new Refusal("not_found");
  return row;
}

/** Clock work: expires top-ups not sent within their method's time, which frees the limits. */
export async function expireTopUps(ctx: Pick<AppContext, "db" | "topUpMethods">): Promise<void> {
  const forgotten = await listForgotten(ctx.db.jobs, ctx.topUpMethods, AT_ONCE);
  for (const { id, player_id: playerId } of forgotten) {
    await withTransaction(ctx.db.jobs, async (tx) => {
      await lockPlayer(tx, playerId);
      const row = await readTopUp(tx, id);
      if (row?.status !== "created") return;
      await decideRow(tx, { id, status: "expired", by: null, reason: null });
      await tellMoney(tx, playerId);
      await tellQueue(ctx, tx);
    });
  }
}
