import { fromWireSelections, type WireSelections } from "@club/contract";
import {
  aliveIn,
  type BetTypeIndex,
  type MultiPool,
  type PoolBet,
  type WillPay,
  WillPays,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { manyRows } from "../../core/db/statements.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { factsToText } from "../../proofs/pools/facts-json.ts";
import { betCounts } from "../../proofs/pools/tally-pool.ts";
import { StoredSelections } from "../../proofs/pools/stored-selection.ts";
import { KEPT_LEGS, type LegRow, type MultiFactsRow, multiFacts, readLegs } from "./legs.ts";

/** How a pool of three races and more stands after the legs that are over. */
export interface MultiStand {
  readonly facts: MultiPool;
  /** Stakes that may still have all legs right. */
  readonly liveCents: bigint;
  /** Once one leg is left; none of official dividends. */
  readonly willPays: WillPays | null;
}

/** The bets of a closed pool never change: counted again only when a leg is decided. */
const TTL_MS = 60_000;
const MOST_POOLS = 50;
const cacheOf = perServer(() => new TtlCache<MultiStand>(TTL_MS, { mostKeys: MOST_POOLS }));

interface StandRow extends MultiFactsRow {
  readonly id: string;
  readonly status: string;
  readonly dividends: "club" | "declared";
  readonly voided: string;
  readonly bets: string | null;
}

const READ = `
  SELECT p.id, p.code, p.status, p.dividends, s.rules, p.jackpot_in_cents, p.guarantee_cents, ${KEPT_LEGS} AS legs,
    (SELECT count(*)::text FROM pool_void v WHERE v.pool_id = p.id) AS voided,
    (SELECT l.bets::text FROM pool_live l WHERE l.pool_id = p.id) AS bets
  FROM pool p JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version WHERE p.id = $1`;

/**
 * Stakes to win by runner; a WIN pool that was given back has none, as its close would have it. One
 * that closes meanwhile still counts. Served by pool_single and pool_total's key; takes no lock.
 */
const readWinStakes = manyRows<
  { race_id: string; stakes: Readonly<Record<string, number>> },
  [raceIds: readonly string[]]
>(`
  SELECT p.race_id, jsonb_object_agg(s.number, s.stakes_cents) AS stakes
  FROM pool p JOIN runner_stake s ON s.pool_id = p.id
  WHERE p.race_id = ANY ($1) AND p.race_id2 IS NULL AND p.code = 'WIN' AND p.status IN ('OPEN', 'CLOSED')
  GROUP BY p.race_id`);

/**
 * Gives each leg that still takes bets its favourite of the moment, as its close would. Only those
 * with a runner out: nobody else has a stand-in, and a pool is counted anew for another favourite.
 */
async function withStakesOfNow(db: Queryable, races: readonly LegRow[]): Promise<LegRow[]> {
  const needsNow = ({ status, scratched_mask }: LegRow): boolean =>
    (status === "draft" || status === "open") && scratched_mask !== 0n;
  const open = races.filter(needsNow).map(({ id }) => id);
  const rows = open.length === 0 ? [] : await readWinStakes(db, open);
  const stakes = new Map(rows.map((row) => [row.race_id, row.stakes]));
  return races.map((race) =>
    needsNow(race) ? { ...race, win_at_close: stakes.get(race.id) ?? null } : race,
  );
}

/** The facts of a pool at this moment. By primary keys and pool_single. */
async function readMultiFacts(db: Queryable, poolId: string) {
  const { rows } = await db.query<StandRow>(READ, [poolId]);
  const row = rows[0];
  if (row === undefined) return null;
  const raceIds = (row.legs ?? []).map((leg) => leg.race_id);
  const races = await withStakesOfNow(db, await readLegs(db, raceIds));
  const facts = multiFacts(row, new Map(races.map((race) => [race.id, race])));
  const key = `${row.id} ${row.voided} ${row.bets} ${factsToText(facts)}`;
  return { facts, status: row.status, isDeclared: row.dividends === "declared", key };
}

/** What is alive of a pool; its bets are counted once it is closed. Takes no lock. Null: no such pool. */
export async function standOf(
  ctx: Pick<AppContext, "db">,
  poolId: string,
): Promise<MultiStand | null> {
  const read = await readMultiFacts(ctx.db.browsing, poolId);
  if (read === null) return null;
  if (read.status !== "CLOSED") return { facts: read.facts, liveCents: 0n, willPays: null };
  return await cacheOf(ctx).get(read.key, async () => await count(ctx.db.browsing, poolId, read));
}

async function count(
  db: Queryable,
  id: string,
  { facts, isDeclared }: { readonly facts: MultiPool; readonly isDeclared: boolean },
): Promise<MultiStand> {
  const open = facts.legs.filter((leg) => !leg.void && leg.placings === null).length;
  // What official dividends will be does not follow from the pool's own money.
  const willPays = open === 1 && !isDeclared ? new WillPays(facts) : null;
  const selections = new StoredSelections();
  let liveCents = 0n;
  for await (const counts of betCounts(db, { pool: { id, code: facts.pool } })) {
    for (const { bet_type, selections: text, unit, times } of counts) {
      const bet = { ...selections.parse(bet_type as number, text), unitStakeCents: unit };
      willPays?.add(bet, times);
      liveCents += BigInt(aliveIn(facts, bet.slots).combinations * times) * unit;
    }
  }
  return { facts, liveCents, willPays };
}

export interface StandingBet {
  readonly pool_id: string;
  readonly bet_type: number;
  readonly selections: string;
  readonly unit_stake_cents: bigint;
}

/** What of a bet is alive, and what it would be paid by each winner of the one leg left. */
export async function aliveOf(ctx: Pick<AppContext, "db">, bet: StandingBet) {
  const stand = await standOf(ctx, bet.pool_id);
  if (stand === null) return null;
  const poolBet = poolBetOf(bet);
  const alive = aliveIn(stand.facts, poolBet.slots);
  const { willPays } = stand;
  const paid = (willPays?.list() ?? []).map((each: WillPay) => ({
    horse_id: each.runner,
    payout_cents: Number(willPays?.payoutOf(poolBet, each) ?? 0n),
  }));
  return {
    decided: alive.decided,
    legs: alive.legs,
    combinations: alive.combinations,
    one_wrong: alive.oneWrong,
    will_pay: paid.filter(({ payout_cents }) => payout_cents > 0),
  };
}

function poolBetOf(bet: StandingBet): PoolBet {
  const betType = bet.bet_type as BetTypeIndex;
  const slots = fromWireSelections(betType, JSON.parse(bet.selections) as WireSelections);
  return { betType, slots, unitStakeCents: bet.unit_stake_cents };
}
