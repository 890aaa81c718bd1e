import type { BodyOf, DataOf, setSportLimits } from "@club/contract";
import { assert } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { wireCents } from "../../core/http/wire.ts";
import { type SportLimits, readSportLimits } from "../events/sport-limits.ts";
import { lockSetting } from "../../core/db/club-setting.ts";
import { type SportActor, auditAct } from "../events/sport-event-act.ts";

type Wire = DataOf<typeof setSportLimits>;

/** The limits of the book as the desk reads them. */
export async function deskLimits(db: Queryable): Promise<Wire> {
  return toWire(await readSportLimits(db));
}

function toWire(limits: SportLimits): Wire {
  return {
    max_payout_cents: wireCents(limits.maxPayoutCents),
    market_liability_cents: wireCents(limits.marketLiabilityCents),
    event_liability_cents: wireCents(limits.eventLiabilityCents),
    player_event_liability_cents: wireCents(limits.playerEventLiabilityCents),
  };
}

/** The newest version with what changes laid over it; other fields of the setting stay. */
const SET = `INSERT INTO setting (name, version, value, changed_by)
  SELECT 'sports', coalesce(max(s.version), 0) + 1,
    coalesce((SELECT n.value FROM setting n WHERE n.name = 'sports' ORDER BY n.version DESC LIMIT 1), '{}') || $1::jsonb, $2
  FROM setting s WHERE s.name = 'sports'`;

/**
 * Sets limits of the book. A player's and the maximum payout hold from the next bet; those of markets and events for
 * what is made from then, since those that stand have limits of their own.
 */
export async function setLimits(
  ctx: AppContext,
  limits: BodyOf<typeof setSportLimits>,
  actor: SportActor & { operator: { readonly id: string } },
): Promise<Wire> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    // Two who set them at once: the second lays its own over what the first has written.
    await lockSetting(tx, "sports");
    const before = await deskLimits(tx);
    const asked = Object.fromEntries(
      Object.entries(limits).filter(([, cents]) => typeof cents === "number"),
    );
    const { rowCount } = await tx.query(SET, [JSON.stringify(asked), actor.operator.id]);
    assert(rowCount === 1, "a setting has a next version");
    const after = await deskLimits(tx);
    await auditAct(tx, actor, { action: "sport.limits", target: "sports", before, after });
    return after;
  });
}
