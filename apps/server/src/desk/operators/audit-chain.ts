import type { DataOf, verifyAudit } from "@club/contract";
import { assert } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";

const AT_ONCE = 1000;

/** Links the rows of the audit log committed since the last run; returns how many. */
export async function chainAudit(ctx: AppContext): Promise<number> {
  const { rows } = await ctx.db.jobs.query<{ count: number }>("SELECT audit_chain($1) AS count", [
    AT_ONCE,
  ]);
  return rows[0]?.count ?? 0;
}

/** Whether the log still matches what was linked. */
export async function checkAuditChain(db: Queryable): Promise<DataOf<typeof verifyAudit>> {
  const { rows } = await db.query<{ linked: bigint; waiting: bigint; broken_id: bigint | null }>(
    "SELECT linked, waiting, broken_id FROM audit_verify()",
  );
  const row = rows[0];
  assert(row !== undefined, "a function gives its row");
  return {
    linked: Number(row.linked),
    waiting: Number(row.waiting),
    broken_audit_id: row.broken_id === null ? null : String(row.broken_id),
  };
}
