import { lookupHash } from "../../core/kit/cipher.ts";
import { parsePhone } from "../../core/kit/phone.ts";
import type { AppContext } from "../../core/context.ts";
import { isId } from "../../core/kit/ids.ts";
import { findBettorById, findBettorByReceipt } from "./player-file.queries.ts";
import type { SortedList } from "../../core/db/sorted-rows.ts";
import { findPlayerRows } from "./players.queries.ts";
import type { PlayerRow } from "./players.queries.ts";
import { receiptBits } from "../../core/kit/receipt-no.ts";

const PHONE = /^\+?[\d\s().\-/]{6,24}$/;

/**
 * Players: all, or those that a text matches. It may be the beginning of a name, a
 * player's id, a phone number, the id of a bet, or the number on its receipt.
 */
export async function findPlayers(
  ctx: AppContext,
  text: string | null,
): Promise<SortedList<PlayerRow>> {
  return findPlayerRows(ctx.db.operators, {
    text,
    phoneHash: text === null ? null : phoneHashOf(ctx, text),
    bettors: text === null ? [] : await bettorsOf(ctx, text),
  });
}

function phoneHashOf(ctx: AppContext, text: string): Buffer | null {
  if (!PHONE.test(text) || text.replaceAll(/\D/g, "").length < 6) return null;
  if (text.replaceAll(/\D/g, "").length > 15) return null;
  return lookupHash(ctx.secrets, "phone", parsePhone(text));
}

async function bettorsOf(ctx: AppContext, text: string): Promise<string[]> {
  if (isId(text.toLowerCase())) return await findBettorById(ctx.db.operators, text.toLowerCase());
  const bits = receiptBits(text);
  // Ten letters may also be a name: a receipt's number is written in two halves, or has a digit.
  if (bits === null || !/\d|-|^\s*\S{5}\s\S{5}\s*$/.test(text)) return [];
  return await findBettorByReceipt(ctx.db.operators, bits);
}
