import type pg from "pg";
import type { AppContext } from "../core/context.ts";
import type { Queryable } from "../core/db/connect.ts";
import { orCut } from "../core/db/cut-silent.ts";
import { watchDrift } from "./jobs/clock-drift.ts";
import { registerAlertMetrics } from "./jobs/alert-metrics.ts";
import { registerClubMetrics } from "./jobs/club-metrics.ts";
import { registerConnectionMetrics } from "./jobs/connection-metrics.ts";
import { runJobs } from "./jobs/jobs.ts";
import { writeEvents } from "../tell/live/event-writer.ts";
import { EVENT_SOURCES } from "./lists/event-sources.ts";
import { pause } from "../core/kit/pause.ts";
import { Leader, LEADER_LOCKS } from "../tell/live/leader.ts";
import { createLiveMetrics } from "../tell/live/live-metrics.ts";

/** The writer's rounds are at least this far apart: one event per topic and round. */
const ROUND_MS = 150;
/** Polls this often, since notifications are lost when a connection breaks. */
const POLL_MS = 1000;
/** The listener is asked whether it is still there this often. */
const LOOK_MS = 5000;
const SESSION_ENDS = "club_session_ends";

/**
 * Starts the live part of a process. Its hub follows the numbered events; one process of the club
 * at a time leads, writing them and doing the clock work. Returns the function that stops it.
 */
export async function startLive(ctx: AppContext): Promise<() => Promise<void>> {
  await ctx.hub.start();
  const stopping = new AbortController();
  const following = follow(ctx, stopping.signal);
  const comparing = watchDrift(ctx, stopping.signal);
  const looking = ctx.replica?.follow(stopping.signal);
  const metrics = createLiveMetrics(ctx);
  registerClubMetrics(ctx);
  registerConnectionMetrics(ctx);
  registerAlertMetrics(ctx);
  const leader = new Leader({
    lock: LEADER_LOCKS.events,
    connect: () => ctx.db.connectAlone("leader"),
    log: ctx.log,
    lead: async (connection, signal) => {
      const desk = { connection, observe: metrics.observeRound };
      await Promise.all([write(ctx, desk, signal), runJobs(ctx, signal)]);
    },
  });
  leader.start();
  return async () => {
    stopping.abort();
    await Promise.all([leader.stop(), following, comparing, looking]);
  };
}

/** The connection that holds the leader's lock, and the observer of its rounds. */
interface Desk {
  readonly connection: pg.Client;
  readonly observe: (entries: number, ms: number) => void;
}

/** Runs a writer's round as soon as something was announced, at most every ROUND_MS. */
async function write(ctx: AppContext, desk: Desk, signal: AbortSignal): Promise<void> {
  const { connection, observe } = desk;
  const bell = new Bell();
  connection.on("notification", () => bell.ring());
  await orCut(connection, connection.query("LISTEN club_inbox"));
  ctx.inbox.hear(() => bell.ring());
  signal.addEventListener("abort", () => ctx.inbox.hear(null));
  while (!signal.aborted) {
    const started = performance.now();
    try {
      const writing = writeEvents(connection as unknown as Queryable, EVENT_SOURCES);
      const round = await orCut(connection, writing);
      const ms = performance.now() - started;
      observe(round.entryIds.length, ms);
      ctx.traces.eventsWritten(round.entryIds, Date.now() - ms);
      if (round.isFull) continue;
    } catch (error) {
      if (signal.aborted) return;
      ctx.log.error({ err: error }, "a round of the event writer failed");
      await pause(POLL_MS, signal);
    }
    await pause(ROUND_MS, signal);
    await bell.wait(POLL_MS, signal);
  }
}

/** Hands out in this process what the writer numbered. Reopens a broken connection. */
async function follow(ctx: AppContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await listen(ctx, signal);
    } catch (error) {
      if (!signal.aborted) ctx.log.warn({ err: error }, "the listener's connection ended");
      await pause(POLL_MS, signal);
    }
  }
}

async function listen(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const connection = await ctx.db.connectAlone("listener");
  const bell = new Bell();
  const lost = new AbortController();
  connection.on("notification", ({ channel, payload }) => {
    if (channel === SESSION_ENDS) ctx.sessions.forget(payload ?? "");
    else bell.ring();
  });
  connection.on("error", () => lost.abort());
  connection.on("end", () => lost.abort());
  const over = AbortSignal.any([signal, lost.signal]);
  try {
    await connection.query("LISTEN club_events");
    await connection.query("LISTEN club_session_ends");
    ctx.sessions.hear(true);
    let askedAt = performance.now();
    while (!over.aborted) {
      await ctx.hub.catchUp();
      await bell.wait(POLL_MS, over);
      if (performance.now() - askedAt < LOOK_MS) continue;
      // Nobody would notice otherwise that a machine which lost its network notifies no more.
      await orCut(connection, connection.query("SELECT 1"));
      askedAt = performance.now();
    }
  } finally {
    ctx.sessions.hear(false);
    await orCut(connection, connection.end()).catch(() => undefined);
  }
}

/** A notification that is remembered until somebody waits for it. */
class Bell {
  #isRung = false;
  #wake: AbortController | null = null;

  ring(): void {
    this.#isRung = true;
    this.#wake?.abort();
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRung) {
      this.#wake = new AbortController();
      await pause(ms, AbortSignal.any([signal, this.#wake.signal]));
      this.#wake = null;
    }
    this.#isRung = false;
  }
}
