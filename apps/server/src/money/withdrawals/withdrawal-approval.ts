import { tellMoney } from "../../tell/live/tell-money.ts";
import { Refusal } from "@club/domain";
import { z } from "zod";
import { defineApproval } from "../../desk/approvals/approvals.ts";
import { tellQueue } from "./create-withdrawal.ts";
import { lockWithdrawal } from "./lock-withdrawal.ts";
import { refuseHeldBack } from "./withdrawal-rules.ts";
import { markApproved, readWithdrawal } from "./withdrawals.queries.ts";

const payload = z.object({ amount_cents: z.int(), reference: z.string() });

/** A large withdrawal that one operator approved and a second one must. */
export const withdrawalApproval = defineApproval({
  kind: "withdrawal",
  roles: ["cashier"],
  payload,
  lock: async (tx, asked) => {
    if ((await lockWithdrawal(tx, asked.target)) === null) throw new Refusal("not_found");
  },
  carryOut: async (tx, asked) => {
    const row = await readWithdrawal(tx, asked.target);
    if (row?.status !== "requested") {
      throw new Refusal("withdrawal.state", { status: row?.status ?? null });
    }
    refuseHeldBack(row);
    await markApproved(tx, { id: row.id, by: asked.requestedBy });
    await tellMoney(tx, row.player_id);
    await tellQueue(tx);
    return { withdrawal_id: row.id, status: "approved" };
  },
});
