import type pg from "pg";
import { crashPoint } from "../kit/crash-points.ts";
import { statementSpan, type Traced } from "./statement-span.ts";
import { classify, codeOf, CommitInDoubt, DatabaseAway, isServerAnswer, kindOf } from "./errors.ts";

export type QueryResult<Row extends pg.QueryResultRow> = pg.QueryResult<Row>;

/** Anything that runs a statement: a pool (each on its own) or a connection (in its transaction). */
export interface Queryable {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>>;
}

interface ConnectionOwner extends Traced {
  /** Told once when the database turns out to be gone. */
  onAway(): void;
  onRelease(): void;
}

/**
 * One connection, borrowed from a pool. It notices when it is broken (no answer in time, socket
 * gone, session ended by the server). It is then destroyed at `release` and never reused: a late
 * answer would be read as the answer to somebody else's question.
 */
export class Connection implements Queryable {
  readonly #client: pg.PoolClient;
  readonly #owner: ConnectionOwner;
  readonly #onError = (): void => this.#break();
  #isBroken = false;

  constructor(client: pg.PoolClient, owner: ConnectionOwner) {
    this.#client = client;
    this.#owner = owner;
    // Without a listener an error between two statements would end the process.
    client.on("error", this.#onError);
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  async query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    if (!this.#isTraced) return await this.#ask<Row>(query, values);
    const ask = async (): Promise<QueryResult<Row>> => await this.#ask<Row>(query, values);
    return await statementSpan(this.#owner, query, ask);
  }

  async #ask<Row extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values: readonly unknown[] | undefined,
  ): Promise<QueryResult<Row>> {
    try {
      return await this.#client.query<Row>(query as string, values as unknown[]);
    } catch (error) {
      if (!isServerAnswer(error)) this.#break();
      throw classify(error);
    }
  }

  /**
   * Runs a statement that commits: COMMIT itself, or one statement that is its own transaction.
   *
   * @throws CommitInDoubt when no certain answer came, or when the server gave up waiting for its
   *   synchronous standby: what was written may be lost by a failover.
   */
  async queryThatCommits<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    if (!this.#isTraced) return await this.#commit<Row>(query, values);
    const commit = async (): Promise<QueryResult<Row>> => await this.#commit<Row>(query, values);
    return await statementSpan(this.#owner, query, commit);
  }

  get #isTraced(): boolean {
    return this.#owner.traces?.current !== undefined;
  }

  async #commit<Row extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values: readonly unknown[] | undefined,
  ): Promise<QueryResult<Row>> {
    if (this.#isBroken) throw new DatabaseAway("The connection broke before the commit.");
    let warning: string | undefined;
    const onNotice = (notice: {
      code?: string | undefined;
      message?: string | undefined;
    }): void => {
      if (notice.code?.startsWith("00") !== true) warning = notice.message ?? "warning";
    };
    this.#client.on("notice", onNotice);
    try {
      crashPoint("db.before-commit");
      const result = await this.#client.query<Row>(query as string, values as unknown[]);
      crashPoint("db.committed");
      if (warning !== undefined) throw new CommitInDoubt(`Committed, but: ${warning}`);
      return result;
    } catch (error) {
      throw this.#afterCommit(error);
    } finally {
      this.#client.off("notice", onNotice);
    }
  }

  release(): void {
    this.#client.off("error", this.#onError);
    this.#client.release(this.#isBroken);
    this.#owner.onRelease();
  }

  #afterCommit(error: unknown): unknown {
    if (error instanceof CommitInDoubt) return error;
    if (isServerAnswer(error)) return classify(error);
    this.#break();
    const text = error instanceof Error ? error.message : String(error);
    return new CommitInDoubt(`No answer to the commit (${codeOf(error) ?? "no code"}: ${text}).`, {
      cause: error,
    });
  }

  #break(): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#owner.onAway();
  }
}

/**
 * Runs `work` in one transaction: COMMIT when it returns, ROLLBACK when it throws.
 *
 * @throws what `work` throws; CommitInDoubt when the answer to COMMIT is not known.
 */
export async function withTransaction<T>(
  pool: { connect(): Promise<Connection> },
  work: (tx: Connection) => Promise<T>,
): Promise<T> {
  const tx = await pool.connect();
  try {
    await tx.query("BEGIN");
    const value = await work(tx);
    const { command } = await tx.queryThatCommits("COMMIT");
    // `work` swallowed the error of a failed statement: the server answers COMMIT with ROLLBACK.
    if (command !== "COMMIT")
      throw new Error("The transaction was rolled back: a statement failed.");
    return value;
  } catch (error) {
    if (!tx.isBroken) await rollBack(tx);
    throw error;
  } finally {
    tx.release();
  }
}

async function rollBack(tx: Connection): Promise<void> {
  try {
    await tx.query("ROLLBACK");
  } catch (error) {
    // The connection is marked as broken and goes; the server rolls back by itself.
    if (kindOf(error) === "other") throw error;
  }
}

/** Runs reads that must agree with each other: all see the books as they were at one moment. */
export async function readSnapshot<T>(
  pool: { connect(): Promise<Connection> },
  work: (tx: Connection) => Promise<T>,
): Promise<T> {
  return await withTransaction(pool, async (tx) => {
    await tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    return await work(tx);
  });
}
