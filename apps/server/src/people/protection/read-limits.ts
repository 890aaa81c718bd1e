import { LIMIT_KINDS } from "@club/contract";
import type { LimitKind, PlayerLimit } from "@club/contract";
import { LIMIT_PERIODS } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { readLimitRows, readNow, readUsed } from "./limits.queries.ts";
import type { LimitRow, UsedRow } from "./limits.queries.ts";
import { pendingOf } from "./change-limits.ts";

/** All nine limits of a player, what is used of them, and looser ones that are waiting. */
export async function readLimits(db: Queryable, playerId: string): Promise<PlayerLimit[]> {
  const now = await readNow(db);
  const rows = await readLimitRows(db, playerId);
  const used = await readUsed(db, playerId);
  return LIMIT_KINDS.flatMap((kind) =>
    LIMIT_PERIODS.map((period): PlayerLimit => {
      const row = rows.find((each) => each.kind === kind && each.period === period);
      const window = used.find((each) => each.period === period);
      if (window === undefined) throw new Error("limits_used gives a row per period");
      return {
        kind,
        period,
        amount_cents: wireCents(row?.amount_cents ?? null),
        used_cents: wireCents(usedOf(window, kind)),
        resets_at: wireInstant(window.resets_at),
        pending: row === undefined ? null : toPending(row, now),
      };
    }),
  );
}

/** A win in the window is no loss: what is used is never below zero. */
function usedOf(window: UsedRow, kind: LimitKind): bigint {
  const used = {
    deposit: window.deposit_cents,
    stake: window.stake_cents,
    loss: window.loss_cents,
  }[kind];
  return used > 0n ? used : 0n;
}

function toPending(row: LimitRow, now: Date): PlayerLimit["pending"] {
  const pending = pendingOf(row, now);
  if (pending === null) return null;
  return {
    amount_cents: wireCents(pending.amountCents),
    from: wireInstant(pending.from),
    until: wireInstant(pending.until),
  };
}
