import type { DayReport } from "@club/contract";
import { Gauge } from "prom-client";
import type { AppContext } from "../../core/context.ts";
import { dayReport } from "./day-report.ts";
import { countUnequalDays, keepReplay, readDayDue } from "./replay.queries.ts";

/**
 * Replays the oldest day that is over and settled from stored facts, once, and stores what it found
 * (promise P22). A day that waits for a late result is replayed once settled, within a week; one
 * corrected later is replayed again, however old it is.
 */
export async function replayDue(ctx: AppContext): Promise<void> {
  const day = await readDayDue(ctx.db.jobs);
  if (day !== null) {
    const report = await replayDay(ctx, day);
    if (!report.matches_live) {
      ctx.log.error(
        { day, differences: report.differences.slice(0, 3) },
        "a day made again differs",
      );
    }
  }
  const { days, unequal } = await countUnequalDays(ctx.db.jobs);
  if (days > 0) gaugeOf(ctx).set(unequal === 0 ? 1 : 0);
}

/** Replays a day and stores what that found. */
export async function replayDay(
  ctx: Pick<AppContext, "db" | "secrets">,
  day: string,
): Promise<DayReport> {
  const report = await dayReport(ctx, day);
  if (report.waiting === 0) await keepReplay(ctx.db.jobs, report);
  return report;
}

function gaugeOf(ctx: AppContext): Gauge {
  const name = "club_days_equal";
  const known = ctx.metrics.registry.getSingleMetric(name);
  if (known !== undefined) return known as Gauge;
  return new Gauge({
    name,
    help: "1 while every day that was made again from stored facts equals the tables.",
    registers: [ctx.metrics.registry],
  });
}
