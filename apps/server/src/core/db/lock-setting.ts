import type { Queryable } from "./connect.ts";

/** One change of a setting at a time, to the end of the transaction: the next one sees this one's version. */
export async function lockSetting(tx: Queryable, name: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('setting ' || $1, 9))", [name]);
}
