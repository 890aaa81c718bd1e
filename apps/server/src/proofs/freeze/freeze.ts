import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { waitAtMost } from "../../core/kit/pause.ts";
import { SingleFlight, perServer } from "../../core/kit/per-server.ts";
import { signRoot } from "../signing/sign-root.ts";
import { SUBJECTS, type SubjectKind } from "../tree/subjects.ts";
import { LEAF_BYTES } from "../tree/bet-tree.ts";
import { makeTree } from "../tree/make-tree.ts";
import { type ClosedSubject, insertRoot, readClosed } from "./freeze.queries.ts";

/** How the bets of one kind of subject are read once it has closed. */
export interface FreezeSubject {
  readonly kind: SubjectKind;
  /** Its bets as ids and receipt hashes, each list by id, and the accepted stakes by pool. */
  readonly readBets: (
    db: Queryable,
    closed: ClosedSubject,
  ) => Promise<{ lists: readonly Buffer[]; pools: Readonly<Record<string, number>> }>;
  /** Called in this process once the root is written. */
  readonly onFrozen?: (ctx: AppContext, id: string) => void;
}

const ANSWER_WAIT_MS = 1000;

/** One freeze of a subject at a time in this process; a second caller waits for the first. */
const runningOf = perServer(() => new SingleFlight<boolean>());

/**
 * Freezes the bets of a closed race or event: the RFC 6962 root over their receipt hashes in order
 * of order_id, written and signed once, before any result (promise P7). Returns whether this call
 * wrote it; false when it exists already, or the subject is not closed.
 */
export async function freeze(
  ctx: AppContext,
  subject: FreezeSubject,
  id: string,
): Promise<boolean> {
  return await runningOf(ctx).run(id, () => freezeNow(ctx, subject, id));
}

/** Freezes right after a close without much delay to the caller; the job retries a failure. */
export async function freezeSoon(
  ctx: AppContext,
  subject: FreezeSubject,
  id: string,
): Promise<void> {
  const frozen = freeze(ctx, subject, id).catch((error: unknown) => {
    const whose = { [SUBJECTS[subject.kind].key]: id };
    ctx.log.warn({ err: error, ...whose }, "a freeze waits for the next round");
  });
  await waitAtMost(ANSWER_WAIT_MS, frozen);
}

/** Freezes everything closed that has no root yet: after a crash, or a freeze that failed. */
export async function freezeClosed(ctx: AppContext, subject: FreezeSubject): Promise<string[]> {
  const frozen: string[] = [];
  for (const { id } of await readClosed(ctx.db.jobs, subject.kind)) {
    if (await freeze(ctx, subject, id)) frozen.push(id);
  }
  return frozen;
}

async function freezeNow(
  ctx: AppContext,
  { kind, readBets, onFrozen }: FreezeSubject,
  id: string,
): Promise<boolean> {
  const [closed] = await readClosed(ctx.db.jobs, kind, id);
  if (closed === undefined) return false;
  const { lists, pools } = await readBets(ctx.db.jobs, closed);
  const bets = lists.reduce((sum, list) => sum + list.length / LEAF_BYTES, 0);
  const { root, levels } = await makeTree(lists);
  const frozen = { ...closed, kind, bets, root, pools };
  const isWritten = await withTransaction(ctx.db.jobs, async (tx) => {
    if (!(await insertRoot(tx, frozen, levels))) return false;
    // The last lock taken: whoever signs next waits for this commit.
    await signRoot(tx, ctx, frozen);
    return true;
  });
  if (isWritten) onFrozen?.(ctx, id);
  return isWritten;
}
