import { withTransaction } from "./connection.ts";
import type { Connection } from "./connection.ts";

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
