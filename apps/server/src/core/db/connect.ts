import pg from "pg";
import { classify } from "./errors.ts";
import { parsers } from "./parsers.ts";
import { ClubPool, WAIT_MS } from "./pool.ts";
import type { DatabaseOptions, PoolStats, PrimaryPurpose } from "./pool.ts";
import { PrimaryFinder } from "./primary.ts";

export { Connection, readSnapshot, withTransaction } from "./connection.ts";
export type { Queryable } from "./connection.ts";
export { CommitInDoubt, DatabaseAway, DatabaseBusy } from "./errors.ts";
export { ClubPool } from "./pool.ts";
export type { DatabaseOptions, PoolStats } from "./pool.ts";

export interface Database extends Record<PrimaryPurpose, ClubPool> {
  /**
   * A connection outside the pools, for LISTEN or a lock that is held; the caller listens for
   * "error" and ends it.
   */
  connectAlone(name: string): Promise<pg.Client>;
  /** Makes the connections that are kept, before anybody asks. @throws DatabaseBusy, DatabaseAway */
  fill(): Promise<void>;
  stats(): PoolStats[];
  end(): Promise<void>;
}

/** Opens the pools. Nothing connects before the first statement, or `fill`. */
export function connectDatabase(options: DatabaseOptions): Database {
  const primary = new PrimaryFinder(options.url);
  const open = (purpose: PrimaryPurpose): ClubPool => new ClubPool(purpose, primary, options);
  const pools = {
    bets: open("bets"),
    money: open("money"),
    sessions: open("sessions"),
    operators: open("operators"),
    browsing: open("browsing"),
    jobs: open("jobs"),
  };
  const all = Object.values(pools);
  return {
    ...pools,
    connectAlone: (name) => connectAlone(primary, name, options.patience ?? 1),
    fill: async () => {
      await Promise.all(all.map((pool) => pool.fill()));
    },
    stats: () => all.map((pool) => pool.stats()),
    end: async () => {
      await Promise.all(all.map((pool) => pool.end()));
    },
  };
}

async function connectAlone(
  primary: PrimaryFinder,
  name: string,
  patience: number,
): Promise<pg.Client> {
  try {
    await primary.find();
    const client = new pg.Client({
      connectionString: primary.url,
      connectionTimeoutMillis: WAIT_MS * patience,
      application_name: `club ${name}`,
      keepAlive: true,
      types: parsers,
    });
    client.on("error", () => primary.forget());
    await client.connect();
    return client;
  } catch (error) {
    primary.forget();
    throw classify(error);
  }
}
