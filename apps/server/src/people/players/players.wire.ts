import type { PlayerSummary } from "@club/contract";
import type { z } from "zod";
import type { playerOrder } from "@club/contract";
import { receiptNo } from "../../core/kit/receipt-no.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import type { OrderRow, PlayerRow } from "./players.queries.ts";

export function toPlayerSummary(row: PlayerRow): PlayerSummary {
  return {
    player_id: row.id,
    user_name: row.user_name,
    full_name: row.full_name,
    status: row.status,
    is_demo: row.is_demo,
    cash_cents: wireCents(row.cash_cents),
    held_cents: wireCents(row.held_cents),
    bonus_cents: wireCents(row.bonus_cents),
    created_at: wireInstant(row.created_at),
  };
}

export function toPlayerOrder(row: OrderRow): z.infer<typeof playerOrder> {
  return {
    order_id: row.id,
    receipt_no: receiptNo(row.id),
    bet_type: row.bet_type,
    status: row.status,
    cost_cents: wireCents(row.cost_cents),
    payout_cents: wireCents(row.payout_cents),
    refund_cents: wireCents(row.refund_cents),
    accepted_at: wireInstant(row.accepted_at),
    race_id: row.race_id,
    meetings: row.meetings,
    raceNo: row.race_no,
    selections: JSON.parse(row.selections) as Record<string, number[]>,
  };
}
