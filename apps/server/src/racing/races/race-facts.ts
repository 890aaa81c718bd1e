import type { DividendMode, RaceStatus } from "@club/contract";
import { type PoolCode, Refusal, type RuleSet } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { BatchLoader } from "../../core/db/batch-loader.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { isId } from "../../core/kit/ids.ts";
import { presetOf } from "./rule-sets.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { perServer } from "../../core/kit/per-server.ts";

/** What a bet is priced and first checked by; the bet function checks again under its locks. */
export interface RaceFacts {
  readonly raceId: string;
  readonly eventId: string;
  readonly code: string;
  /** The meeting's name, as the wire calls it. */
  readonly meetings: string;
  readonly date: string;
  readonly raceNo: number;
  readonly handicap: boolean;
  readonly status: RaceStatus;
  readonly startTime: Date;
  readonly dividends: DividendMode;
  /** As frozen by its pools. */
  readonly rules: RuleSet;
  /** Every declared saddle number, including scratched ones. */
  readonly runners: readonly number[];
  readonly scratched: readonly number[];
  /** The pools that take bets on it, including doubles. */
  readonly offered: readonly PoolCode[];
  /** The single pools of the race. */
  readonly pools: Readonly<Partial<Record<PoolCode, { poolId: string; status: string }>>>;
}

const TTL_MS = 1000;
const cacheOf = perServer(() => new TtlCache<RaceFacts | null>(TTL_MS, { isAhead: true }));
/** Races asked for at the same time share one statement, so made-up ids take no connection each. */
const loaderOf = perServer(
  ({ db }: Pick<AppContext, "db">) =>
    new BatchLoader<RaceFacts>(async (ids) => await readRaceFacts(db.bets, ids)),
);

/**
 * The facts of a race, up to a second old. Read on the bets' connections, which need them: people
 * browsing a slow club never keep a bet from its race.
 *
 * @throws not_found, also for a draft, which players do not see.
 */
export async function loadRaceFacts(
  ctx: Pick<AppContext, "db">,
  raceId: string,
): Promise<RaceFacts> {
  if (!isId(raceId)) throw new Refusal("not_found");
  const facts = await cacheOf(ctx).get(raceId, async () => await loaderOf(ctx).get(raceId));
  if (facts === null || facts.status === "draft") throw new Refusal("not_found");
  return facts;
}

/** Makes the next reader see what an act changed. Other processes see it within a second. */
export function forgetRaceFacts(ctx: Pick<AppContext, "db">, raceId: string): void {
  cacheOf(ctx).forget(raceId);
}

interface FactsRow extends Omit<RaceFacts, "rules" | "pools"> {
  ruleSet: string;
  rules: RuleSet | null;
  pools: { code: PoolCode; poolId: string; status: string }[];
}

/** Races by their primary keys, with their runners and single pools by theirs; takes no lock. */
async function readRaceFacts(
  db: Queryable,
  raceIds: readonly string[],
): Promise<Map<string, RaceFacts>> {
  const { rows } = await db.query<FactsRow>(
    `SELECT r.id AS "raceId", m.id AS "eventId", m.code, m.name AS meetings, m.date, r.number AS "raceNo", r.handicap,
       r.status, r.start_time AS "startTime", r.offered, m.dividends, m.rule_set AS "ruleSet",
       (SELECT s.rules FROM pool p JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
         WHERE p.race_id = r.id AND p.code = 'WIN') AS rules,
       (SELECT coalesce(json_agg(n.number ORDER BY n.number), '[]') FROM runner n WHERE n.race_id = r.id) AS runners,
       (SELECT coalesce(json_agg(n.number ORDER BY n.number), '[]') FROM runner n
         WHERE n.race_id = r.id AND n.scratched_at IS NOT NULL) AS scratched,
       (SELECT coalesce(json_agg(json_build_object('code', p.code, 'poolId', p.id, 'status', p.status)), '[]')
         FROM pool p WHERE p.race_id = r.id AND p.race_id2 IS NULL) AS pools
     FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = ANY ($1::uuid[])`,
    [raceIds],
  );
  return new Map(rows.map((row) => [row.raceId, toFacts(row)]));
}

function toFacts(row: FactsRow): RaceFacts {
  const { ruleSet, rules, pools, ...facts } = row;
  return {
    ...facts,
    rules: rules ?? presetOf(ruleSet),
    pools: Object.fromEntries(
      pools.map(({ code, poolId, status }) => [code, { poolId, status }] as const),
    ),
  };
}
