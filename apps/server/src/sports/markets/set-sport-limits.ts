import type { BodyOf, DataOf, setSportLimits } from "@club/contract";
import { assert } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { wireCents } from "../../core/http/wire.ts";
import { type SportLimits, readSportLimits } from "../events/sport-limits.ts";
import { lockSetting } from "../../core/db/club-setting.ts";
import { type SportActor, auditAct } from "../events/sport-event-act.ts";

type Wire = DataOf<typeof setSportLimits>;

/** The book's limits for the desk. */
export async function deskLimits(db: Queryable): Promise<Wire> {
  return toWire(await readSportLimits(db));
}

function toWire(limits: SportLimits): Wire {
  return {
    is_set: limits.isSet,
    max_payout_cents: wireCents(limits.maxPayoutCents),
    market_liability_cents: wireCents(limits.marketLiabilityCents),
    event_liability_cents: wireCents(limits.eventLiabilityCents),
    player_event_liability_cents: wireCents(limits.playerEventLiabilityCents),
  };
}

/** Merges the changes into the newest version; other fields of the setting stay. */
const SET = `INSERT INTO setting (name, version, value, changed_by)
  SELECT 'sports', coalesce(max(s.version), 0) + 1,
    coalesce((SELECT n.value FROM setting n WHERE n.name = 'sports' ORDER BY n.version DESC LIMIT 1), '{}') || $1::jsonb, $2
  FROM setting s WHERE s.name = 'sports'`;

/**
 * Sets limits of the book. Those on a player and the maximum payout apply from the next bet; those
 * on markets and events only to ones made later, as existing ones have limits of their own.
 */
export async function setLimits(
  ctx: AppContext,
  limits: BodyOf<typeof setSportLimits>,
  actor: SportActor & { operator: { readonly id: string } },
): Promise<Wire> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    // If two set limits at once, the second merges into what the first wrote.
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
