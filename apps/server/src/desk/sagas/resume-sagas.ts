import type { AppContext } from "../../core/context.ts";
import { endSaga } from "./sagas.ts";
import { listSagas } from "./sagas.queries.ts";

/** Whoever began a saga works on it; after this long we assume that the process died. */
const RESUME_AFTER_MS = 20_000;

/**
 * Goes on with what an operator began and a process left unfinished. An act is done to its end or
 * was never begun, never half done: its first transaction records that it is begun.
 *
 * @throws the first fault, after all others had their turn.
 */
export async function resumeSagas(ctx: AppContext, afterMs = RESUME_AFTER_MS): Promise<void> {
  const faults: unknown[] = [];
  for (const row of await listSagas(ctx.db.jobs, afterMs)) {
    const kind = ctx.sagas.get(row.kind);
    // Begun by a later release, which will go on with it itself.
    if (kind === undefined) continue;
    const { target, payload, operator_id: id } = row;
    try {
      await kind.goOn(ctx, { target, payload, operator: { id } });
      await endSaga(ctx.db.jobs, row.id);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}
