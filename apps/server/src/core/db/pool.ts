import pg from "pg";
import type { Traces } from "../traces/traces.ts";
import { crashPoint } from "../kit/crash-points.ts";
import { Connection } from "./connection.ts";
import type { Queryable, QueryResult } from "./connection.ts";
import { classify, DatabaseAway, DatabaseBusy, kindOf } from "./errors.ts";
import { parsers } from "./parsers.ts";
import type { PrimaryFinder } from "./primary.ts";

/** Of the pools to the primary. */
export type PrimaryPurpose = keyof typeof RULES;
export type PoolPurpose = PrimaryPurpose | keyof typeof REPLICA_RULES;

interface PoolRules {
  connections: number;
  statementTimeoutMs: number;
  transactionTimeoutMs: number;
  /** How long we wait for an answer before the connection is destroyed. */
  answerTimeoutMs: number;
  /** Made at the start, and as many stay: while the database answers late none can be made. */
  kept?: number;
}

/** How long a connection is waited for. */
export const WAIT_MS = 1000;
const QUEUE_PER_CONNECTION = 2;
const LOCK_TIMEOUT_MS = 1000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5000;
const KEEP_IDLE_MS = 60_000;

const QUICK = { statementTimeoutMs: 2000, transactionTimeoutMs: 5000, answerTimeoutMs: 3000 };
const PATIENT = {
  statementTimeoutMs: 30_000,
  transactionTimeoutMs: 60_000,
  answerTimeoutMs: 60_000,
};

/**
 * One pool per purpose, so that bets never share connections (promise P24). `money` serves
 * everything else that moves or limits a player's money; `sessions` has one connection for each
 * look-up and note that runs at once. What a bet needs is kept.
 */
const RULES = {
  bets: { connections: 8, kept: 8, ...QUICK },
  money: { connections: 4, ...QUICK },
  sessions: { connections: 3, kept: 3, ...QUICK },
  operators: { connections: 4, ...QUICK },
  browsing: { connections: 6, ...QUICK },
  jobs: { connections: 4, ...PATIENT },
} satisfies Record<string, PoolRules>;

/** Of a replica. A list that it does not give soon is still to be read from the primary in time. */
const SOON = { statementTimeoutMs: 1200, transactionTimeoutMs: 3000, answerTimeoutMs: 1500 };
const REPLICA_RULES = {
  lists: { connections: 6, ...SOON },
  reports: { connections: 3, ...PATIENT },
  look: { connections: 1, ...SOON },
} satisfies Record<string, PoolRules>;

/** One round trip for a new connection: our time-outs and durability, and whether it is a standby. */
const PREPARE_SESSION = `
  SELECT pg_is_in_recovery() AS standby,
    set_config('lock_timeout', $1, false),
    set_config('statement_timeout', $2, false),
    set_config('idle_in_transaction_session_timeout', $3, false),
    CASE WHEN current_setting('server_version_num')::int >= 170000
      THEN set_config('transaction_timeout', $4, false) END,
    set_config('synchronous_commit', 'on', false),
    set_config('timezone', 'UTC', false)`;

export interface PoolStats {
  purpose: PoolPurpose;
  connections: number;
  idle: number;
  waiting: number;
  most: number;
}

export interface DatabaseOptions {
  url: string;
  /** How many times longer than usual a connection, a lock and an answer are waited for. */
  patience?: number;
  /** Where statements are seen that a call of the API runs. */
  traces?: Traces;
  /** Told of errors on connections that nobody uses, and of lost ones; for the log only. */
  onError?: (error: Error, purpose: PoolPurpose) => void;
}

/** Connections of one purpose, with a short queue in front. */
export class ClubPool implements Queryable {
  readonly purpose: PoolPurpose;
  readonly #pool: pg.Pool;
  readonly #primary: PrimaryFinder;
  readonly #most: number;
  readonly #kept: number;
  readonly #traces: Traces | undefined;
  /** Counted here: the pool's own counts lag by a turn of the event loop. */
  #asking = 0;
  #lent = 0;

  constructor(purpose: PoolPurpose, primary: PrimaryFinder, options: DatabaseOptions) {
    const rules: PoolRules = { ...RULES, ...REPLICA_RULES }[purpose];
    const patience = options.patience ?? 1;
    this.purpose = purpose;
    this.#primary = primary;
    this.#traces = options.traces;
    this.#most = rules.connections;
    this.#kept = rules.kept ?? 0;
    this.#pool = new pg.Pool({
      max: rules.connections,
      min: this.#kept,
      connectionTimeoutMillis: WAIT_MS * patience,
      idleTimeoutMillis: KEEP_IDLE_MS,
      query_timeout: rules.answerTimeoutMs * patience,
      keepAlive: true,
      types: parsers,
      application_name: `club ${purpose}`,
      Client: clientOf(primary) as unknown as new () => pg.ClientBase,
      onConnect: async (client) =>
        await prepareSession(client, rules, { patience, isReplica: purpose in REPLICA_RULES }),
    });
    // Emitted when an idle connection loses its server; without a listener it would end the
    // process.
    this.#pool.on("error", (error) => {
      primary.forget();
      options.onError?.(error, purpose);
    });
  }

  /** Makes the connections that are kept. @throws DatabaseBusy, DatabaseAway */
  async fill(): Promise<void> {
    const made = await Promise.allSettled(
      Array.from({ length: this.#kept }, async () => await this.connect()),
    );
    for (const one of made) if (one.status === "fulfilled") one.value.release();
    const failed = made.find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  /** @throws DatabaseBusy when the queue is full or the wait too long; DatabaseAway. */
  async connect(): Promise<Connection> {
    const waiting = this.#asking + this.#lent - this.#most;
    if (waiting >= this.#most * QUEUE_PER_CONNECTION) {
      throw new DatabaseBusy(`Too many wait for the database (${this.purpose}).`);
    }
    this.#asking += 1;
    try {
      return await this.#borrowOrSearch();
    } catch (error) {
      throw classify(error);
    } finally {
      this.#asking -= 1;
    }
  }

  async query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const connection = await this.connect();
    try {
      const result = await connection.query<Row>(query, values);
      if (result.command !== "SELECT") crashPoint("db.committed");
      return result;
    } finally {
      connection.release();
    }
  }

  /** One statement that is a transaction of its own. @throws CommitInDoubt: see Connection. */
  async queryThatCommits<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const connection = await this.connect();
    try {
      return await connection.queryThatCommits<Row>(query, values);
    } finally {
      connection.release();
    }
  }

  stats(): PoolStats {
    return {
      purpose: this.purpose,
      connections: this.#pool.totalCount,
      idle: this.#pool.idleCount,
      waiting: Math.max(0, this.#asking + this.#lent - this.#most),
      most: this.#most,
    };
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  /** The primary may have moved: if so, searches for it once, within this caller's patience. */
  async #borrowOrSearch(): Promise<Connection> {
    try {
      return await this.#borrow();
    } catch (error) {
      if (kindOf(error) !== "away" || !this.#primary.hasSeveral) throw error;
      return await this.#borrow();
    }
  }

  async #borrow(): Promise<Connection> {
    await this.#primary.find();
    try {
      const client = await this.#current();
      this.#lent += 1;
      return new Connection(client, {
        traces: this.#traces,
        purpose: this.purpose,
        onAway: () => this.#primary.forget(),
        onRelease: () => {
          this.#lent -= 1;
        },
      });
    } catch (error) {
      if (kindOf(error) === "away") this.#primary.forget();
      throw error;
    }
  }

  /** A connection to the primary of now: a kept one may lead to where it was before. */
  async #current(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if (!this.#primary.hasLeft((client as ClientOfHost).hostUrl)) return client;
      client.release(true);
    }
  }
}

interface ClientOfHost extends pg.PoolClient {
  /** Where it leads. */
  readonly hostUrl: string;
}

/** The pool creates clients by itself; this one connects to the primary of the moment. */
function clientOf(primary: PrimaryFinder): typeof pg.Client {
  return class extends pg.Client {
    readonly hostUrl = primary.url;
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: primary.url });
    }
  };
}

async function prepareSession(
  client: pg.ClientBase,
  rules: PoolRules,
  { patience, isReplica }: { patience: number; isReplica: boolean },
): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>({
    text: PREPARE_SESSION,
    values: [
      LOCK_TIMEOUT_MS,
      rules.statementTimeoutMs,
      IDLE_IN_TRANSACTION_TIMEOUT_MS,
      rules.transactionTimeoutMs,
    ].map((ms) => String(ms * patience)),
    query_timeout: WAIT_MS * patience,
  } as pg.QueryConfig);
  // Behind a balancer one address leads to another server too: what it has not heard of yet, such as
  // a session, would be missing.
  if (!isReplica && rows[0]?.standby !== false) {
    throw new DatabaseAway("The host became a standby.");
  }
}
