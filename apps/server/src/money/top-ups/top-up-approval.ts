import { Refusal } from "@club/domain";
import { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { oneValue } from "../../core/db/statements.ts";
import { defineSettings, numberField, readGroup } from "../../core/db/setting-groups.ts";
import { defineApproval, requestApproval } from "../../desk/approvals/approvals.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { bookTopUp } from "./book-top-up.ts";
import type { TopUpDecision } from "./decide-top-up.ts";
import { tellQueue } from "./deposit-limit.ts";
import { decideRow, findOwner, readTopUp } from "./top-ups.queries.ts";
import type { OperatorTopUpRow } from "./top-ups.queries.ts";

const KIND = "top_up";
const MOST_CENTS = 100_000_000;

/** The rules of money that comes in, whichever way. */
export const TOP_UPS = defineSettings({
  name: "top_ups",
  isMoney: true,
  fields: {
    /** With four eyes on, an amount above this needs two operators, or the bank's own line. */
    second_over_cents: numberField("cents", { least: 0, most: MOST_CENTS, fallback: 1_000_000 }),
  },
});

/** Served by approval_status. */
const waitingOf = oneValue<string, [topUpId: string]>(
  "SELECT id FROM approval WHERE kind = 'top_up' AND target = $1 AND status = 'pending'",
);

/**
 * Whether this decision waits for a second operator: a large amount, with four eyes, that neither a
 * line of the bank nor a provider shows. Returns the request, made once; null: it may be booked.
 */
export async function askSecond(
  ctx: Pick<AppContext, "settings">,
  tx: Connection,
  { decision, row }: { decision: TopUpDecision; row: OperatorTopUpRow },
): Promise<string | null> {
  const isProved = decision.also !== undefined;
  if (decision.status !== "approved" || !ctx.settings.fourEyes || isProved) return null;
  const { second_over_cents: over } = await readGroup(tx, TOP_UPS);
  if (row.amount_cents <= BigInt(over)) return null;
  return (
    (await waitingOf(tx, row.id)) ??
    (await requestApproval(tx, {
      kind: KIND,
      playerId: row.player_id,
      target: row.id,
      payload: { amount_cents: Number(row.amount_cents), reference: row.reference },
      reason: decision.reason,
      operator: decision.operator,
      ...(decision.request && { request: decision.request }),
    }))
  );
}

/** A large top-up that one operator saw and a second one must see too. */
export const topUpApproval = defineApproval({
  kind: KIND,
  roles: ["cashier"],
  payload: z.object({ amount_cents: z.int(), reference: z.string() }),
  lock: async (tx, { target }) => {
    const playerId = await findOwner(tx, target);
    if (playerId === null) throw new Refusal("not_found");
    await lockPlayer(tx, playerId);
  },
  carryOut: async (tx, { target, requestedBy, reason }, ctx) => {
    const row = await readWaiting(tx, target);
    await bookTopUp(ctx, tx, row);
    await decideRow(tx, { id: row.id, status: "approved", by: requestedBy, reason });
    await tellMoney(tx, row.player_id);
    return { topup_id: row.id, status: "approved" };
  },
  finish: async (ctx) =>
    await withTransaction(ctx.db.operators, async (tx) => await tellQueue(ctx, tx)),
});

/** @throws top_up.state when it was decided or has expired meanwhile */
async function readWaiting(tx: Queryable, topUpId: string): Promise<OperatorTopUpRow> {
  const row = await readTopUp(tx, topUpId);
  if (row?.status === "created" || row?.status === "submitted") return row;
  throw new Refusal("top_up.state", { status: row?.status ?? null });
}
