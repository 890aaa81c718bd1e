import type { AppContext } from "../../core/context.ts";
import { BEGUN_ACT_KINDS } from "../../run/sagas.ts";
import { endAct } from "./sagas.ts";
import { listBegun } from "./sagas.queries.ts";

/** Whoever began it works on it; after this long he is taken for dead. */
const RESUME_AFTER_MS = 20_000;

/**
 * Goes on with what an operator began and a process left: the act is done to its end or was never begun,
 * never half (its first transaction is the word that it is begun).
 *
 * @throws the first fault, after all others had their turn.
 */
export async function resumeActs(ctx: AppContext, afterMs = RESUME_AFTER_MS): Promise<void> {
  const faults: unknown[] = [];
  for (const row of await listBegun(ctx.db.jobs, afterMs)) {
    const kind = BEGUN_ACT_KINDS.get(row.kind);
    // Begun by a later release, which goes on with it itself.
    if (kind === undefined) continue;
    const { target, payload, operator_id: id } = row;
    try {
      await kind.goOn(ctx, { target, payload, operator: { id } });
      await endAct(ctx.db.jobs, row.id);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}
