import pg from "pg";
import { pause } from "../kit/pause.ts";
import { UnfitServer } from "./check-server.ts";
import { ClubPool, readSnapshot } from "./connect.ts";
import type { DatabaseOptions, PoolStats } from "./connect.ts";
import type { Queryable, QueryResult } from "./connection.ts";
import { kindOf } from "./errors.ts";
import { parsers } from "./parsers.ts";
import { PrimaryFinder } from "./primary.ts";

/** What lists and reports are read from. */
export interface Reader extends Queryable {
  /** Reads that must agree with each other; may run twice, so they write nothing. */
  snapshot<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}

/** What `DATABASE_READ_URL` promises: nobody reads what is older. */
const MOST_BEHIND_MS = 5000;
const LOOK_EVERY_MS = 1000;
const FIRST_WITHIN_MS = 10_000;
/** Where the primary was at each of the last looks. */
const MARKS = 10;

/**
 * The timelines differ after a failover that the standby did not follow. It knows of a new timeline
 * from its next restart point on, which may take as long as `checkpoint_timeout`.
 */
const WHO = `(SELECT system_identifier::text FROM pg_control_system()) AS cluster,
  (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline, current_database() AS database`;
const PRIMARY = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS position, ${WHO}`;
const STANDBY = `SELECT pg_is_in_recovery() AS standby,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS position, ${WHO}`;

interface Place {
  readonly position: bigint | null;
  readonly cluster: string;
  readonly timeline: number;
  readonly database: string;
}

interface Standby extends Place {
  readonly standby: boolean;
}

interface Mark {
  readonly atMs: number;
  readonly position: bigint;
}

export interface ReplicaOptions extends DatabaseOptions {
  readonly primary: Queryable;
  /** Told when reads leave the replica, with the reason, and when they are back: null. */
  readonly onTurn: (reason: string | null) => void;
}

/**
 * A streaming standby that takes reads off the primary. Once a second the primary is asked where
 * its log is, and the standby up to where it has replayed: what was committed before the newest
 * place that it passed is there. Nothing is asked for a read; it goes to the primary when that was
 * over five seconds ago.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  readonly #pools: Readonly<Record<"lists" | "reports" | "look", ClubPool>>;
  #marks: readonly Mark[] = [];
  #timeline = 0;
  #coveredMs = Number.NEGATIVE_INFINITY;
  #turned: string | null = null;

  constructor(options: ReplicaOptions) {
    const finder = new PrimaryFinder(options.url);
    const open = (purpose: "lists" | "reports" | "look"): ClubPool =>
      new ClubPool(purpose, finder, options);
    this.#options = options;
    this.#pools = { lists: open("lists"), reports: open("reports"), look: open("look") };
  }

  /** What was committed before this moment (of `performance.now()`) is seen by a read that begins now. */
  get coveredMs(): number {
    return this.#isFresh ? this.#coveredMs : Number.NEGATIVE_INFINITY;
  }

  get #isFresh(): boolean {
    return performance.now() - this.#coveredMs < MOST_BEHIND_MS;
  }

  /** How old what it shows may be; infinite before it was first reached. */
  get behindSeconds(): number {
    return (performance.now() - this.#coveredMs) / 1000;
  }

  /** Reads here while it is fresh. What fails here, for whatever reason, is read from `primary`. */
  reader(purpose: "lists" | "reports", primary: Reader): Reader {
    const pool = this.#pools[purpose];
    const orPrimary = async <T>(here: () => Promise<T>, there: () => Promise<T>): Promise<T> => {
      if (!this.#isFresh) return await there();
      try {
        return await here();
      } catch (error) {
        if (kindOf(error) === "away") this.#turn(error);
        return await there();
      }
    };
    return {
      query: async (query, values) =>
        await orPrimary(
          async () => await pool.query(query, values),
          async () => await primary.query(query, values),
        ),
      snapshot: async (work) =>
        await orPrimary(
          async () => await readSnapshot(pool, work),
          async () => await primary.snapshot(work),
        ),
    } as Reader;
  }

  /** One look at both. @throws UnfitServer for another cluster or database than the primary's */
  async look(): Promise<void> {
    const atMs = performance.now();
    const primary = await one<Place>(this.#options.primary, PRIMARY);
    if (primary.timeline !== this.#timeline) this.#marks = [];
    this.#timeline = primary.timeline;
    this.#marks = [{ atMs, position: primary.position ?? 0n }, ...this.#marks].slice(0, MARKS);
    const standby = await one<Standby>(this.#pools.look, STANDBY);
    requireStandby(primary, standby);
    if (standby.timeline !== primary.timeline) throw new Error("it follows an earlier primary");
    const { position } = standby;
    const passed = this.#marks.find((mark) => position !== null && mark.position <= position);
    if (passed !== undefined) this.#coveredMs = Math.max(this.#coveredMs, passed.atMs);
    this.#tell(this.#isFresh ? null : "it is over five seconds behind");
  }

  /**
   * The first look. A standby that is away, or was promoted, only leaves reads to the primary.
   *
   * @throws UnfitServer when the address leads to something else than this club
   */
  async open(): Promise<void> {
    try {
      requireStandby(await one<Place>(this.#options.primary, PRIMARY), await this.#firstLook());
      await this.look();
    } catch (error) {
      if (error instanceof UnfitServer) throw error;
      this.#turn(error);
    }
  }

  /** With more patience than later ones: a start happens on a busy machine. */
  async #firstLook(): Promise<Standby> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: FIRST_WITHIN_MS,
      query_timeout: FIRST_WITHIN_MS,
      application_name: "club start",
      types: parsers,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return await one<Standby>(client as Queryable, STANDBY);
    } finally {
      client.end().catch(() => undefined);
    }
  }

  /** Looks until it is stopped. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(LOOK_EVERY_MS, signal);
      if (!signal.aborted) await this.look().catch((error: unknown) => this.#turn(error));
    }
  }

  stats(): PoolStats[] {
    return Object.values(this.#pools).map((pool) => pool.stats());
  }

  async end(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map(async (pool) => await pool.end()));
  }

  /** Reads leave it at once, until a look finds it well. */
  #turn(error: unknown): void {
    this.#coveredMs = Number.NEGATIVE_INFINITY;
    this.#tell(error instanceof Error ? error.message : String(error));
  }

  #tell(reason: string | null): void {
    const isNew = (reason === null) !== (this.#turned === null);
    this.#turned = reason;
    if (isNew) this.#options.onTurn(reason);
  }
}

/** The primary by itself, where there is no replica. */
export function readerOf(pool: ClubPool): Reader {
  return {
    query: async (query, values) => await pool.query(query, values),
    snapshot: async (work) => await readSnapshot(pool, work),
  } as Reader;
}

/**
 * A standby of this club that was promoted may be the primary by now: the club starts, and reads as
 * if it were away.
 */
function requireStandby(primary: Place, standby: Standby): void {
  if (standby.cluster !== primary.cluster || standby.database !== primary.database) {
    throw new UnfitServer(
      "The database of DATABASE_READ_URL is not a copy of that of DATABASE_URL: name a streaming standby of it.",
    );
  }
  if (!standby.standby)
    throw new Error("it is no standby: name one that streams from DATABASE_URL");
}

async function one<Row extends object>(db: Queryable, sql: string): Promise<Row> {
  const { rows }: QueryResult<Row & Record<string, unknown>> = await db.query(sql);
  return rows[0] as Row;
}
