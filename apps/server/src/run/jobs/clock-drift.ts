import { Gauge } from "prom-client";
import type { AppContext } from "../../core/context.ts";
import { pause } from "../../core/kit/pause.ts";

const EVERY_MS = 60_000;
/** Promise P19. */
const MOST_DRIFT_MS = 500;

/**
 * Compares this process's clock with the club's once a minute until the signal. Each process does
 * so for itself: its clock decides nothing, but what it shows and waits for is off by as much.
 */
export async function watchDrift(ctx: AppContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await reportDrift(ctx);
    } catch (error) {
      if (!signal.aborted) ctx.log.debug({ err: error }, "the clocks could not be compared");
    }
    await pause(EVERY_MS, signal);
  }
}

/**
 * How far this process's clock is ahead of the club's, in milliseconds; recorded as a metric, with
 * a warning beyond half a second. The answer is assumed to date from the middle of the round trip,
 * so for a slow one only the certain part counts towards the warning.
 */
export async function reportDrift(
  ctx: AppContext,
  now: () => number = () => Date.now(),
): Promise<number> {
  const started = performance.now();
  const { rows } = await ctx.db.jobs.query<{ at: number }>(
    "SELECT (extract(epoch FROM club_now()) * 1000)::float AS at",
  );
  const journeyMs = performance.now() - started;
  const driftMs = Math.round(now() - journeyMs / 2 - (rows[0]?.at ?? Number.NaN));
  gaugeOf(ctx).set(driftMs);
  if (Math.abs(driftMs) - journeyMs / 2 > MOST_DRIFT_MS) {
    ctx.log.warn({ drift_ms: driftMs }, "this machine's clock differs from the database's");
  }
  return driftMs;
}

function gaugeOf(ctx: AppContext): Gauge {
  const name = "club_clock_drift_ms";
  const known = ctx.metrics.registry.getSingleMetric(name);
  if (known !== undefined) return known as Gauge;
  return new Gauge({
    name,
    help: "How far this process's clock is ahead of the database's, looked at once a minute.",
    registers: [ctx.metrics.registry],
  });
}
