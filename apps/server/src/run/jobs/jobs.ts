import { tidyAccounts } from "../../people/accounts/tidy-accounts.ts";
import { resumeSagas } from "../../desk/sagas/resume-sagas.ts";
import type { AppContext } from "../../core/context.ts";
import { watchBooks } from "./club-metrics.ts";
import { watchAlerts } from "../alerts/watch-alerts.ts";
import { verifyDaily } from "../../proofs/checks/verify-books.ts";
import { forgetOldEvents, sweepFoldedDeltas } from "../../tell/live/event-writer.ts";
import { deliverDue, tidyDeliveries } from "../../tell/delivery/deliver.ts";
import { noteNews } from "../../tell/push/note-push.ts";
import { pause } from "../../core/kit/pause.ts";
import { JobBook } from "./job-book.ts";
import { noteRuns, takeAsked } from "./jobs.queries.ts";
import { forgetOldCards, watchCards } from "../../racing/cards/watch-cards.ts";
import { chainAudit } from "../../desk/operators/audit-chain.ts";
import { closeDueRaces } from "../../racing/race-acts/auto-close.ts";
import { eventBets } from "../../proofs/freeze/freeze-event.ts";
import { raceBets } from "../../proofs/freeze/freeze-race.ts";
import { freezeClosed } from "../../proofs/freeze/freeze.ts";
import { replayDue } from "../../proofs/days/replay-days.ts";
import { forgetOldPrices } from "../../racing/live/price-points.ts";
import { forgetRefusedBets } from "../../racing/refused-bets/refused-bets.ts";
import { runRefundJobs } from "../../racing/refunds/refund-worker.ts";
import { watchPayments } from "../../money/payments/ask-payment.ts";
import { compareDays } from "../../money/payments/compare-days.ts";
import { expireTopUps } from "../../money/top-ups/submit-top-up.ts";
import { CHANNELS } from "../lists/channels.ts";
import { runMailings } from "../../people/players/run-mailings.ts";
import { tellActivity } from "../../people/protection/tell-activity.ts";
import { askAgain } from "../../people/exclusion/ask-register.ts";
import { checkIdentities } from "../../people/identity-checks/check-identities.ts";
import { sendPayouts } from "../../money/payouts/send-payouts.ts";
import { releaseCooled } from "../../money/withdrawals/cancel-withdrawal.ts";
import { runCorrections } from "../../racing/corrections/correction-worker.ts";
import { runSettlements } from "../../racing/settlement/settlement-worker.ts";
import { runSportSettlements } from "../../sports/settlement/run-sport-settlement.ts";
import { closeDueSports, suspendStaleSports } from "../../sports/events/sport-clock-work.ts";
import { forgetOldOffers } from "../../sports/bets/sport-offers.ts";
import { forgetOldImports, watchFeed } from "../../sports/feeds/watch-feed.ts";

const KEEP_EVENTS_MINUTES = 15;
/**
 * Jobs begin one after another, each when the one before has run once, or after this long: all at
 * once they would compete for connections, and on a busy machine be told to come again.
 */
const MOST_APART_MS = 300;

/** What is known of jobs is stored, and what is asked for is read, this often. */
const NOTE_EVERY_MS = 3000;

/** Clock work: each job reads what is due, so a crash or a second process does no harm. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (ctx: AppContext, signal: AbortSignal) => Promise<unknown>;
}

export const JOBS: readonly Job[] = [
  { name: "close due races", everyMs: 200, run: closeDueRaces },
  { name: "freeze closed races", everyMs: 500, run: (ctx) => freezeClosed(ctx, raceBets) },
  { name: "pay refunds", everyMs: 500, run: (ctx) => runRefundJobs(ctx) },
  { name: "settle", everyMs: 500, run: (ctx) => runSettlements(ctx) },
  { name: "close due sports", everyMs: 250, run: closeDueSports },
  { name: "freeze closed sports", everyMs: 500, run: (ctx) => freezeClosed(ctx, eventBets) },
  { name: "suspend stale sports", everyMs: 2000, run: suspendStaleSports },
  { name: "watch the feed of sports", everyMs: 500, run: watchFeed },
  { name: "watch the folder of cards", everyMs: 2000, run: watchCards },
  { name: "forget old cards", everyMs: 3_600_000, run: forgetOldCards },
  { name: "forget old feeds", everyMs: 3_600_000, run: forgetOldImports },
  { name: "forget old offers", everyMs: 3_600_000, run: (ctx) => forgetOldOffers(ctx.db.jobs) },
  { name: "settle sports", everyMs: 500, run: runSportSettlements },
  { name: "note notifications", everyMs: 2000, run: notify },
  { name: "chain the audit log", everyMs: 2000, run: chainAudit },
  { name: "deliver", everyMs: 1000, run: deliver },
  { name: "tidy deliveries", everyMs: 300_000, run: (ctx) => tidyDeliveries(ctx, CHANNELS) },
  { name: "correct", everyMs: 1000, run: (ctx) => runCorrections(ctx) },
  { name: "watch the clock", everyMs: 1000, run: watchClock },
  { name: "watch the books", everyMs: 60_000, run: watchBooks },
  { name: "watch for alerts", everyMs: 10_000, run: alert },
  { name: "verify the books", everyMs: 60_000, run: verify },
  { name: "make days again", everyMs: 300_000, run: makeDaysAgain },
  {
    name: "forget old events",
    everyMs: 60_000,
    run: (ctx) => forgetOldEvents(ctx.db.jobs, KEEP_EVENTS_MINUTES),
  },
  { name: "sweep folded deltas", everyMs: 2000, run: (ctx) => sweepFoldedDeltas(ctx.db.jobs) },
  { name: "forget refused bets", everyMs: 3_600_000, run: forgetRefusedBets },
  { name: "forget old prices", everyMs: 3_600_000, run: forgetOldPrices },
  { name: "go on with begun acts", everyMs: 5000, run: (ctx) => resumeSagas(ctx) },
  { name: "expire top-ups", everyMs: 60_000, run: expireTopUps },
  { name: "watch payments", everyMs: 5000, run: outside(watchPayments) },
  { name: "compare days of payments", everyMs: 3_600_000, run: outside(compareDays) },
  { name: "release cancelled withdrawals", everyMs: 10_000, run: releaseCooled },
  { name: "send payouts", everyMs: 1000, run: outside(sendPayouts) },
  { name: "check identities", everyMs: 1000, run: outside(checkIdentities) },
  { name: "ask the register again", everyMs: 2000, run: outside(askAgain) },
  { name: "tell of the month", everyMs: 600_000, run: outside(tellActivity) },
  { name: "write to segments", everyMs: 1000, run: outside(runMailings) },
  { name: "tidy accounts", everyMs: 300_000, run: tidyAccounts },
];

/** A club under test looks only when its test asks. */
async function alert(ctx: AppContext): Promise<void> {
  if (ctx.settings.mode !== "test") await watchAlerts(ctx);
}

/** A club under test calls nobody outside it. */
async function notify(ctx: AppContext): Promise<void> {
  if (ctx.settings.mode !== "test") await noteNews(ctx.db.jobs);
}

async function deliver(ctx: AppContext, signal: AbortSignal): Promise<void> {
  if (ctx.settings.mode !== "test") await deliverDue(ctx, CHANNELS, signal);
}

/** A club under test asks nobody outside it, until its test says so. */
function outside(work: Job["run"]): Job["run"] {
  return async (ctx, signal) => {
    if (ctx.settings.mode !== "test") await work(ctx, signal);
  };
}

/** A club under test replays and verifies only when its test asks. */
async function makeDaysAgain(ctx: AppContext): Promise<void> {
  if (ctx.settings.mode !== "test") await replayDue(ctx);
}

async function verify(ctx: AppContext): Promise<void> {
  if (ctx.settings.mode !== "test") await verifyDaily(ctx);
}

/** Runs every job over and over until the signal; one that fails is logged and runs again. */
export async function runJobs(
  ctx: AppContext,
  signal: AbortSignal,
  jobs: readonly Job[] = JOBS,
): Promise<void> {
  const book = new JobBook(signal);
  const notes: Job = {
    name: "note the jobs",
    everyMs: NOTE_EVERY_MS,
    run: async () => await noteJobs(ctx, book),
  };
  const running: Promise<void>[] = [];
  for (const job of [...jobs, notes]) {
    const first = Promise.withResolvers<void>();
    running.push(repeat({ ctx, book, signal, onRun: first.resolve }, job));
    await Promise.race([first.promise, pause(MOST_APART_MS, signal)]);
  }
  await Promise.all(running);
}

interface Running {
  readonly ctx: AppContext;
  readonly book: JobBook;
  readonly signal: AbortSignal;
  /** Called after each run, however it went. */
  readonly onRun: () => void;
}

async function repeat({ ctx, book, signal, onRun }: Running, job: Job): Promise<void> {
  while (!signal.aborted) {
    const beganAt = new Date();
    try {
      await job.run(ctx, signal);
      book.note(job.name, beganAt);
    } catch (error) {
      if (!signal.aborted) {
        ctx.log.error({ err: error, job: job.name }, "a job failed");
        book.note(job.name, beganAt, error);
      }
    }
    onRun();
    await book.rest(job.name, job.everyMs);
  }
}

/** Stores how runs went, and wakes the jobs that somebody asked for. */
async function noteJobs(ctx: AppContext, book: JobBook): Promise<void> {
  const runs = book.takeChanged();
  if (runs.length > 0) await noteRuns(ctx.db.jobs, JSON.stringify(runs));
  for (const name of await takeAsked(ctx.db.jobs)) book.wake(name);
}

/**
 * Records the newest instant that the club's clock has shown. The bet function refuses bets while
 * the clock is more than a second behind it, until an operator confirms (promise P19).
 */
export async function watchClock(ctx: AppContext): Promise<void> {
  await ctx.db.jobs.query(
    "UPDATE club SET newest_at = club_now_ms() WHERE newest_at IS NULL OR newest_at < club_now_ms()",
  );
}
