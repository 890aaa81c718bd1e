import type { DataOf, getVerification, verifyLedger } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { kindOf } from "../../core/db/errors.ts";
import { readSnapshot } from "../../core/db/connection.ts";
import { allUpsCheck } from "./all-ups.check.ts";
import { betsCheck } from "./bets.check.ts";
import { borneCheck } from "./borne.check.ts";
import { readChainHead } from "../../money/ledger/chain-head.ts";
import { chainCheck } from "./chain.check.ts";
import type { Check, Findings } from "./check.ts";
import { creditsCheck } from "./credits.check.ts";
import { entriesCheck } from "./entries.check.ts";
import { heldCheck } from "./held.check.ts";
import { jackpotsCheck } from "./jackpots.check.ts";
import { logCheck } from "./log.check.ts";
import { paymentsCheck } from "./payments.check.ts";
import { payoutsCheck } from "./payouts.check.ts";
import { escrowCheck, poolTotalsCheck } from "./pools.check.ts";
import { rootsCheck } from "./roots.check.ts";
import { sportsCheck } from "./sports.check.ts";
import { settlementsCheck } from "./settlements.check.ts";
import { accountsCheck, walletsCheck } from "./wallets.check.ts";
import { isVerificationDue, keepVerification, readVerification } from "./verification.queries.ts";
import { forgetSteps, keepStep, openRun } from "./verification-steps.queries.ts";
import type { Run } from "./verification-steps.queries.ts";

export type Verification = DataOf<typeof verifyLedger>;
/** The progress of a verification. */
export type Progress = NonNullable<DataOf<typeof getVerification>["running"]>;

const CHECKS: readonly Check[] = [
  entriesCheck,
  chainCheck,
  accountsCheck,
  walletsCheck,
  heldCheck,
  paymentsCheck,
  betsCheck,
  creditsCheck,
  allUpsCheck,
  poolTotalsCheck,
  escrowCheck,
  settlementsCheck,
  payoutsCheck,
  borneCheck,
  jackpotsCheck,
  rootsCheck,
  sportsCheck,
  logCheck,
];

/**
 * Forces index reads for ranges, as the planner guesses wrong for them. Lifts the transaction's
 * timeout; each statement keeps its own.
 */
const PREPARE = `
  SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true), club_now_ms() AS now,
    CASE WHEN current_setting('server_version_num')::integer >= 170000
      THEN set_config('transaction_timeout', '0', true) END`;

/** One verification at a time in a process: a second caller shares its result. */
const running = new WeakMap<AppContext["db"], { work: Promise<Verification>; done: Progress }>();

/**
 * Recomputes the books from the rows themselves, all checks in one snapshot, while the club goes
 * on. Locks no row. Stores what it found; after an interruption it resumes at the same check, in a
 * new snapshot.
 */
export async function verifyBooks(ctx: Pick<AppContext, "db">): Promise<Verification> {
  const known = running.get(ctx.db);
  if (known !== undefined) return await known.work;
  const done: Progress = { check: "", done: 0, total: CHECKS.length, rows: 0 };
  const work = verify(ctx, done).finally(() => running.delete(ctx.db));
  running.set(ctx.db, { work, done });
  return await work;
}

/** The progress of the verification in this process; null when none is running. */
export function progressOf(ctx: Pick<AppContext, "db">): Progress | null {
  return running.get(ctx.db)?.done ?? null;
}

/** What the last verification found, in whatever process it ran; null before the first. */
export async function lastVerification(db: Queryable): Promise<Verification | null> {
  return await readVerification(db);
}

/** Verifies the club's books once a day without being asked. */
export async function verifyDaily(ctx: AppContext): Promise<void> {
  if (!(await isVerificationDue(ctx.db.jobs))) return;
  const { ok, checks } = await verifyBooks(ctx);
  const broken = checks.filter((check) => !check.ok);
  if (!ok) ctx.log.error({ broken }, "the books do not verify");
}

async function verify(ctx: Pick<AppContext, "db">, done: Progress): Promise<Verification> {
  const begun = performance.now();
  const { run, verified } = await readSnapshot(ctx.db.jobs, async (tx) => {
    const { rows } = await tx.query<{ now: Date }>(PREPARE);
    const startedAt = rows[0]?.now ?? new Date();
    const run = await openRun(tx, startedAt);
    const checks: Verification["checks"] = [];
    for (const check of CHECKS) {
      done.check = check.name;
      const step = await takeStep(ctx, { tx, check, run, startedAt });
      done.done += 1;
      done.rows += step.rows;
      checks.push({ ...step, ok: step.detail === null });
    }
    const verified = {
      ok: checks.every((check) => check.ok),
      at: (run?.begunAt ?? startedAt).toISOString(),
      duration_ms: Math.round(performance.now() - begun),
      checks,
      chain_head: await readChainHead(tx),
    };
    return { run, verified };
  });
  await keepVerification(ctx.db.jobs, verified);
  if (run !== null) await forgetSteps(ctx.db.jobs, run);
  return verified;
}

interface Turn {
  readonly tx: Connection;
  readonly check: Check;
  readonly run: Run | null;
  readonly startedAt: Date;
}

/** What a check finds, or found before the verification was interrupted. */
async function takeStep(ctx: Pick<AppContext, "db">, turn: Turn): Promise<Run["steps"][number]> {
  const { tx, check, run, startedAt } = turn;
  const known = run?.steps.find((step) => step.name === check.name);
  if (known !== undefined) return known;
  const { rows, found } = await runCheck(tx, check, startedAt);
  const step = { name: check.name, rows, detail: found.length === 0 ? null : found.join("; ") };
  if (run !== null) await keepStep(ctx.db.jobs, run, step);
  return step;
}

/** A row that cannot even be read (say, a malformed number) is a finding, not our own fault. */
async function runCheck(tx: Connection, check: Check, startedAt: Date): Promise<Findings> {
  await tx.query("SAVEPOINT check_one");
  try {
    return await check.run(tx, startedAt);
  } catch (error) {
    if (kindOf(error) !== "other" || !(error instanceof Error)) throw error;
    await tx.query("ROLLBACK TO SAVEPOINT check_one");
    return { rows: 0, found: [`it cannot be read: ${error.message}`] };
  }
}
