import type { DataOf, getPoolRefund } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";

interface FactsRow {
  readonly pool: DataOf<typeof getPoolRefund>["pool"];
  readonly status: DataOf<typeof getPoolRefund>["status"];
  readonly race_id: string;
  readonly meetings: string;
  readonly raceNo: number;
  readonly race_name: string;
  readonly start_time: Date;
  readonly second: string | null;
  readonly bets: number;
  readonly players: number;
  readonly stakes: bigint;
}

/**
 * What refunding a pool would mean right now: an open pool still takes bets, so every look reads it
 * again. Served by bet_pool_id and bet_pool2_id. @throws not_found
 */
export async function poolRefundFacts(
  ctx: AppContext,
  poolId: string,
): Promise<DataOf<typeof getPoolRefund>> {
  const { rows } = await ctx.db.operators.query<FactsRow>(
    `SELECT p.code AS pool, p.status, p.race_id, m.name AS meetings, r.number AS "raceNo", r.name AS race_name, r.start_time,
       m2.name || ' ' || r2.number AS second, l.gross_cents AS stakes,
       (SELECT count(*)::integer FROM (SELECT id FROM bet WHERE pool_id = p.id UNION ALL SELECT id FROM bet WHERE pool_id2 = p.id) b) AS bets,
       (SELECT count(DISTINCT player_id)::integer FROM (SELECT player_id FROM bet WHERE pool_id = p.id
         UNION ALL SELECT player_id FROM bet WHERE pool_id2 = p.id) b) AS players
     FROM pool p JOIN race r ON r.id = p.race_id JOIN meeting m ON m.id = r.meeting_id
     LEFT JOIN race r2 ON r2.id = p.race_id2 LEFT JOIN meeting m2 ON m2.id = r2.meeting_id
     LEFT JOIN pool_live l ON l.pool_id = p.id WHERE p.id = $1`,
    [knownId(poolId)],
  );
  const row = rows[0];
  if (row === undefined) throw new Refusal("not_found");
  const { start_time: start, stakes, second, ...facts } = row;
  return {
    pool_id: poolId,
    ...facts,
    second_leg: second,
    start_time: wireInstant(start),
    stakes_cents: wireCents(stakes ?? 0n),
  };
}
