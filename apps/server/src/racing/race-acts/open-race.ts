import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { openPools } from "../pools/open-pools.ts";
import {
  type ActOnRace,
  actOnRace,
  type RaceAct,
  recordAct,
  requireStatus,
} from "../races/race-act.ts";
import { askToReopen, reopenNow } from "./reopen-race.ts";

/** Whether it is now open, or waits for a second operator. */
export type Opening =
  | { readonly kind: "open" }
  | { readonly kind: "pending"; readonly approvalId: string };

/**
 * Opens a draft for bets, with its six pools. A closed race opens again only for a delayed start:
 * with a reason and a later start, never after a result (rules.md section 2), and with four eyes
 * only when a second operator approves.
 *
 * @throws not_found, race.state, race.no_runners, race.start_past, race.reason_needed,
 * card.same_person, race.delay_invalid, settlement.begun
 */
export async function openRace(ctx: AppContext, act: RaceAct): Promise<Opening> {
  return await actOnRace(ctx, act, async (on): Promise<Opening> => {
    requireStatus(on.race, ["draft", "closed"]);
    const { operator } = act;
    if (on.race.status === "draft") {
      if (ctx.settings.cardsFourEyes) await requireSecondPerson(on, act);
      await openDraft(on, act);
    } else if (ctx.settings.fourEyes && operator !== undefined) {
      return { kind: "pending", approvalId: await askToReopen(on, { ...act, operator }) };
    } else {
      await reopenNow(on, act);
    }
    return { kind: "open" };
  });
}

/** Whoever last changed the card may not publish it. @throws card.same_person */
async function requireSecondPerson({ tx, race }: ActOnRace, { operator }: RaceAct): Promise<void> {
  if (operator === undefined) return;
  const { rows } = await tx.query("SELECT 1 FROM meeting WHERE id = $1 AND card_by = $2", [
    race.meeting_id,
    operator.id,
  ]);
  if (rows.length > 0) throw new Refusal("card.same_person");
}

async function openDraft(on: ActOnRace, act: RaceAct): Promise<void> {
  const { tx, race } = on;
  if (race.has_started) {
    throw new Refusal("race.start_past", { start_time: wireInstant(race.start_time) });
  }
  const { rows } = await tx.query<{ live: number }>(
    "SELECT count(*)::integer AS live FROM runner WHERE race_id = $1 AND scratched_at IS NULL",
    [race.id],
  );
  if (rows[0]?.live === 0) throw new Refusal("race.no_runners", { race_id: race.id });
  // The bet function reads the masks, so they are rebuilt from the runners.
  await tx.query(
    `UPDATE race SET status = 'open', opened_at = club_now_ms(), runner_mask = m.runners, scratched_mask = m.scratched
     FROM (SELECT coalesce(sum(1::bigint << number), 0)::bigint AS runners,
         coalesce(sum(1::bigint << number) FILTER (WHERE scratched_at IS NOT NULL), 0)::bigint AS scratched
       FROM runner WHERE race_id = $1) m WHERE id = $1`,
    [race.id],
  );
  await openPools(tx, race.id);
  await recordAct(on, act, { action: "race.open", after: { status: "open" } });
}
