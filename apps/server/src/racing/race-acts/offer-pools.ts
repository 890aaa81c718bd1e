import {
  isDoublePool,
  offersPool,
  type PoolCode,
  present,
  RACE_POOL_CODES,
  Refusal,
  type RuleSet,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { theValue } from "../../core/db/statements.ts";
import { forgetDoublePools } from "../pools/double-pool.ts";
import { createPool } from "../pools/open-pools.ts";
import {
  actOnRace,
  type ActOnRace,
  type RaceAct,
  recordAct,
  requireStatus,
} from "../races/race-act.ts";

/**
 * Sets which pools of a race take bets, until it closes. An open race gets new pools at once, with
 * the rules of its other pools. A dropped pool is removed entirely, so it must hold no money (bets,
 * or a jackpot that a close before a delay took): the money would have no account. Such a pool must
 * be refunded as a whole instead.
 *
 * @throws not_found, race.state, request.invalid (WIN is missing), pool.in_use, pool.not_offered
 */
export async function offerPools(
  ctx: AppContext,
  act: RaceAct & { pools: readonly PoolCode[] },
): Promise<void> {
  const wanted: readonly PoolCode[] = RACE_POOL_CODES.filter((code) => act.pools.includes(code));
  if (!wanted.includes("WIN")) throw new Refusal("request.invalid", { field: "pools" });
  await actOnRace(ctx, act, async (on) => {
    const { tx, race } = on;
    requireStatus(on.race, ["draft", "open"]);
    if (race.status === "open" && race.has_started) {
      throw new Refusal("race.state", { race_id: race.id, status: "closed", needs: ["open"] });
    }
    const before = await readOffered(tx, race.id);
    const gone = before.filter((code) => !wanted.includes(code));
    const added = wanted.filter((code) => !before.includes(code));
    if (gone.length + added.length === 0) return;
    await takeAway(tx, race.id, gone);
    await tx.query("UPDATE race SET offered = $2 WHERE id = $1", [race.id, wanted]);
    if (race.status === "open") await addSingles(tx, race.id, added);
    await noteEditor(on, act);
    const row = { before: { pools: before }, after: { pools: wanted } };
    await recordAct(on, act, { action: "race.pools", ...row });
  });
  forgetDoublePools(ctx);
}

/** Whoever changes a draft is an author of its card: another operator may have to open it. */
export async function noteEditor({ tx, race }: ActOnRace, { operator }: RaceAct): Promise<void> {
  if (race.status !== "draft" || operator === undefined) return;
  await tx.query("UPDATE meeting SET card_by = $2 WHERE id = $1", [race.meeting_id, operator.id]);
}

const readOffered = theValue<PoolCode[], [raceId: string]>(
  "SELECT offered FROM race WHERE id = $1",
);

interface GoingPool {
  readonly id: string;
  readonly code: string;
  readonly is_used: boolean;
}

/** Under the exclusive lock: no bets come. Served by pool_single, pool_leg2 and the bets' keys. */
async function takeAway(tx: Queryable, raceId: string, codes: readonly PoolCode[]): Promise<void> {
  if (codes.length === 0) return;
  const { rows } = await tx.query<GoingPool>(
    `SELECT p.id, p.code, EXISTS (SELECT FROM bet b WHERE b.pool_id = p.id)
         OR EXISTS (SELECT FROM bet b WHERE b.pool_id2 = p.id)
         OR EXISTS (SELECT FROM refund_job j WHERE j.pool_id = p.id)
         OR EXISTS (SELECT FROM incident i WHERE i.pool_id = p.id)
         OR EXISTS (SELECT FROM posting l WHERE l.account_id = p.escrow_account) AS is_used
     FROM pool p WHERE (p.race_id = $1 OR p.race_id2 = $1) AND p.code = ANY ($2)`,
    [raceId, codes],
  );
  const used = [...new Set(rows.filter((row) => row.is_used).map((row) => row.code))];
  if (used.length > 0) throw new Refusal("pool.in_use", { pools: used });
  const ids = rows.map((row) => row.id);
  await tx.query("DELETE FROM pool WHERE id = ANY ($1)", [ids]);
  await tx.query("DELETE FROM account WHERE pool_id = ANY ($1)", [ids]);
}

/** A double's pool is still made by its first bet. */
async function addSingles(
  tx: Queryable,
  raceId: string,
  codes: readonly PoolCode[],
): Promise<void> {
  const { rows } = await tx.query<{ rules: RuleSet; dividends: string }>(
    `SELECT s.rules, p.dividends FROM pool p JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
     WHERE p.race_id = $1 AND p.code = 'WIN' AND p.race_id2 IS NULL`,
    [raceId],
  );
  const { rules: ruleSet, dividends } = present(rows[0], "an open race has its WIN pool");
  for (const code of codes.filter((each) => !isDoublePool(each))) {
    // Rules from before a pool have no figures to settle it by.
    if (!offersPool(ruleSet, code)) {
      throw new Refusal("pool.not_offered", { field: "pools", pool: code, race_id: raceId });
    }
    await createPool(tx, { code, raceId, raceId2: null, ruleSet, dividends });
  }
}
