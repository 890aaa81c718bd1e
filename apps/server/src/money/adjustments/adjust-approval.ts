import { ADJUSTMENT_KINDS } from "@club/contract";
import { z } from "zod";
import { defineApproval } from "../../desk/approvals/approvals.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { bookAdjustment } from "./adjust-player.ts";

const payload = z.object({
  kind: z.enum(ADJUSTMENT_KINDS),
  amount_cents: z.int(),
  reason: z.string(),
});

/** A player's adjustment that waits for a second operator. */
export const adjustApproval = defineApproval({
  kind: "adjust",
  roles: ["cashier"],
  payload,
  lock: async (tx, asked) => {
    await lockPlayer(tx, asked.target);
  },
  carryOut: async (tx, asked) => {
    const { kind, amount_cents: cents, reason } = asked.payload;
    const done = await bookAdjustment(tx, {
      playerId: asked.target,
      kind,
      amountCents: BigInt(cents),
      reason,
    });
    return { adjustment_id: done.id, balance_cents: Number(done.balanceCents) };
  },
});
