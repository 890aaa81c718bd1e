import { type WireSelections, type WireStep, fromWireSelections } from "@club/contract";
import {
  type BetTypeIndex,
  type ExplainStep,
  explainBet,
  explainVoid,
  outcomeFromJson,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { wireCents, wireParams } from "../../core/http/wire.ts";
import { factsFromJson } from "../pools/facts-json.ts";
import { type PartRow, readParts } from "./explain-order.queries.ts";

/** A bet as the explanation needs it. */
export interface ExplainedOrder {
  readonly id: string;
  readonly bet_type: number;
  readonly selections: string;
  readonly status: string;
}

/**
 * Explains an order's payout: the steps come from the plan that its pools were paid by. None until
 * it is settled. Source: docs/rules/proofs.md, "Why this amount".
 */
export async function explainOrder(
  ctx: Pick<AppContext, "db">,
  order: ExplainedOrder,
): Promise<WireStep[]> {
  if (order.status === "accepted") return [];
  const parts = await readParts(ctx.db.browsing, order.id);
  return stepsOf(order, parts).map(toWire);
}

function stepsOf(order: ExplainedOrder, parts: readonly PartRow[]): readonly ExplainStep[] {
  if (order.status === "void") {
    return explainVoid(parts.reduce((sum, { void_cents }) => sum + void_cents, 0n));
  }
  const betType = order.bet_type as BetTypeIndex;
  const slots = fromWireSelections(betType, JSON.parse(order.selections) as WireSelections);
  // A part whose whole pool was refunded before settlement has no plan.
  return explainBet(
    parts.map(({ code, facts, outcome, unit_stake_cents: unitStakeCents, refund_cents }) =>
      facts === null || outcome === null
        ? { pool: code, refundCents: refund_cents }
        : {
            facts: factsFromJson(facts),
            outcome: outcomeFromJson(outcome),
            bet: { betType, slots, unitStakeCents },
          },
    ),
  );
}

function toWire({ key, params, amountCents }: ExplainStep): WireStep {
  return { key, params: wireParams(params), amount_cents: wireCents(amountCents) };
}
