import { Refusal } from "@club/domain";
import { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import {
  defineApproval,
  refuseOwnPlayer,
  requestApproval,
} from "../../desk/approvals/approvals.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { addTopUp } from "../top-ups/settle-top-up.ts";
import { joinLine, writeExplanation } from "./bank-lines.queries.ts";
import type { BankLineRow } from "./bank-lines.queries.ts";
import { openLine, type LineAct } from "./decide-bank-line.ts";

/*
 * Money that came without a reference: it is given to a player, or sent back. Either names somebody
 * whom the bank did not, so that with four eyes a second operator decides it, whatever the amount.
 */

export interface SettledLine {
  readonly status: "matched" | "explained" | "pending";
  readonly approvalId: string | null;
}

interface Given {
  readonly line: BankLineRow;
  readonly playerId: string;
  readonly by: string;
}

/**
 * Gives a movement to a player: a top-up of its own, booked and joined in one transaction.
 *
 * @throws not_found, request.invalid for money that went out, bank.line_state, money.same_person,
 * limit.deposit
 */
export async function giveLine(
  ctx: AppContext,
  asked: LineAct & { readonly playerId: string; readonly note: string },
): Promise<SettledLine> {
  const { lineId, playerId, note: reason, operator, request } = asked;
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockPlayer(tx, playerId);
    await refuseOwnPlayer(tx, operator.id, playerId);
    const line = await moneyIn(tx, lineId);
    const by = { operator, ...(request === undefined ? {} : { request }) };
    if (ctx.settings.fourEyes) {
      const approvalId = await requestApproval(tx, {
        kind: "bank_line.give",
        playerId,
        target: lineId,
        payload: { player_id: playerId, ...factsOf(line) },
        reason,
        ...by,
      });
      return { status: "pending", approvalId };
    }
    await book(ctx, tx, { line, playerId, by: operator.id });
    const after = { player_id: playerId, amount_cents: line.amount_cents };
    await audit(tx, { action: "bank.give", ...by, target: lineId, after, reason });
    return { status: "matched", approvalId: null };
  });
}

/** The caller holds the player's lock, then the line's. */
async function book(
  ctx: TellContext,
  tx: Connection,
  { line, playerId, by }: Given,
): Promise<void> {
  const { id: lineId, amount_cents: amountCents } = line;
  const targetId = await addTopUp(ctx, tx, { playerId, method: "bank_transfer", amountCents, by });
  await joinLine(tx, { lineId, kind: "top_up", targetId, by });
  await tellMoney(tx, playerId);
}

export const giveApproval = defineApproval({
  kind: "bank_line.give",
  roles: ["cashier"],
  payload: z.object({ player_id: z.string(), amount_cents: z.int(), name: z.string() }),
  lock: async (tx, { payload }) => void (await lockPlayer(tx, payload.player_id)),
  carryOut: async (tx, { target: lineId, payload, requestedBy: by }, ctx) => {
    const line = await moneyIn(tx, lineId);
    await book(ctx, tx, { line, playerId: payload.player_id, by });
    return { line_id: lineId, status: "matched" };
  },
});

/**
 * Money that goes back, or the transfer that took it back: nothing is booked, since nothing was.
 *
 * @throws not_found, bank.line_state
 */
export async function sendLineBack(
  ctx: AppContext,
  asked: LineAct & { readonly note: string },
): Promise<SettledLine> {
  const { lineId, note, operator, request } = asked;
  return await withTransaction(ctx.db.operators, async (tx) => {
    const line = await openLine(tx, lineId);
    const by = { operator, ...(request === undefined ? {} : { request }) };
    if (ctx.settings.fourEyes && line.amount_cents > 0n) {
      const approvalId = await requestApproval(tx, {
        kind: "bank_line.return",
        playerId: null,
        target: lineId,
        payload: factsOf(line),
        reason: note,
        ...by,
      });
      return { status: "pending", approvalId };
    }
    await noteReturn(tx, { lineId, note, by: operator.id });
    const after = { amount_cents: line.amount_cents };
    await audit(tx, { action: "bank.return", ...by, target: lineId, after, reason: note });
    return { status: "explained", approvalId: null };
  });
}

async function noteReturn(
  tx: Connection,
  { lineId, note, by }: { lineId: string; note: string; by: string },
): Promise<void> {
  const said = { lineId, status: "explained", kind: "other", note, by, isSentBack: true } as const;
  await writeExplanation(tx, said);
}

export const returnApproval = defineApproval({
  kind: "bank_line.return",
  roles: ["cashier"],
  payload: z.object({ amount_cents: z.int(), name: z.string() }),
  lock: async () => await Promise.resolve(),
  carryOut: async (tx, { target: lineId, reason, requestedBy: by }) => {
    await openLine(tx, lineId);
    await noteReturn(tx, { lineId, note: reason ?? "", by });
    return { line_id: lineId, status: "explained" };
  },
});

/** What the second operator sees of the bank's words. */
const factsOf = (line: BankLineRow) => ({
  amount_cents: Number(line.amount_cents),
  name: [line.name, line.reference, line.details].filter((each) => each !== "").join(" · "),
});

async function moneyIn(tx: Connection, lineId: string): Promise<BankLineRow> {
  const line = await openLine(tx, lineId);
  if (line.amount_cents < 0n) throw new Refusal("request.invalid", { field: "line_id" });
  return line;
}
