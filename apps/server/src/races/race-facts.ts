import type { DividendMode, RaceStatus } from "@club/contract";
import type { PoolCode } from "@club/domain";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../ids.ts";
import { ShortMemory } from "./short-memory.ts";

export interface PoolFacts {
  readonly id: string;
  readonly status: string;
  readonly ruleSetVersion: number;
}

/** What the price of a bet and its refusals are worked out from; the bet function checks it again. */
export interface RaceFacts {
  readonly raceId: string;
  readonly status: RaceStatus;
  readonly number: number;
  readonly startTime: Date;
  /** Every declared saddle number, the scratched among them. */
  readonly runners: readonly number[];
  readonly scratched: readonly number[];
  readonly meeting: {
    readonly eventId: string;
    readonly code: string;
    readonly name: string;
    readonly date: string;
    readonly dividends: DividendMode;
    readonly ruleSet: string;
  };
  /** The single pools of the race; none before it was opened. */
  readonly pools: ReadonlyMap<PoolCode, PoolFacts>;
}

const TTL_MS = 1000;
/** By database: two clubs in one process (tests) share nothing. */
const memories = new WeakMap<Queryable, ShortMemory<RaceFacts | null>>();

function memoryOf(db: Queryable): ShortMemory<RaceFacts | null> {
  const known = memories.get(db);
  if (known !== undefined) return known;
  const made = new ShortMemory<RaceFacts | null>(TTL_MS);
  memories.set(db, made);
  return made;
}

/** The facts of a race, up to a second old, drafts too; null for an id that names none. */
export async function loadRaceFacts(db: Queryable, raceId: string): Promise<RaceFacts | null> {
  if (!isId(raceId)) return null;
  return await memoryOf(db).get(raceId, () => readRaceFacts(db, raceId));
}

/** Lets the next reader see what an act on the race changed. Other processes see it within a second. */
export function forgetRaceFacts(db: Queryable, raceId: string): void {
  memories.get(db)?.forget(raceId);
}

interface FactsRow {
  id: string;
  status: RaceStatus;
  number: number;
  start_time: Date;
  runners: number[];
  scratched: number[];
  pools: { code: PoolCode; id: string; status: string; version: number }[];
  event_id: string;
  code: string;
  name: string;
  date: string;
  dividends: DividendMode;
  rule_set: string;
}

/** One race by its primary key, with its runners and single pools by theirs; takes no lock. */
async function readRaceFacts(db: Queryable, raceId: string): Promise<RaceFacts | null> {
  const { rows } = await db.query<FactsRow>(
    `SELECT r.id, r.status, r.number, r.start_time, m.id AS event_id, m.code, m.name, m.date, m.dividends, m.rule_set,
       (SELECT coalesce(json_agg(n.number ORDER BY n.number), '[]') FROM runner n WHERE n.race_id = r.id) AS runners,
       (SELECT coalesce(json_agg(n.number ORDER BY n.number), '[]') FROM runner n
         WHERE n.race_id = r.id AND n.scratched_at IS NOT NULL) AS scratched,
       (SELECT coalesce(json_agg(json_build_object('code', p.code, 'id', p.id, 'status', p.status,
           'version', p.rule_set_version)), '[]')
         FROM pool p WHERE p.race_id = r.id AND p.race_id2 IS NULL) AS pools
     FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1`,
    [raceId],
  );
  const row = rows[0];
  return row === undefined ? null : toFacts(row);
}

function toFacts(row: FactsRow): RaceFacts {
  const { event_id: eventId, code, name, date, dividends, rule_set: ruleSet } = row;
  return {
    raceId: row.id,
    status: row.status,
    number: row.number,
    startTime: row.start_time,
    runners: row.runners,
    scratched: row.scratched,
    meeting: { eventId, code, name, date, dividends, ruleSet },
    pools: new Map(
      row.pools.map(({ code: pool, id, status, version }) => [
        pool,
        { id, status, ruleSetVersion: version },
      ]),
    ),
  };
}
