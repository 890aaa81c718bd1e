import { Counter, Gauge, Histogram } from "prom-client";
import type { AppContext } from "../../core/context.ts";

/** What the live part measures: promise P21. */
export function createLiveMetrics(ctx: AppContext): {
  observeRound: (entries: number, ms: number) => void;
} {
  const registers = [ctx.metrics.registry];
  const chained = new Counter({
    name: "club_chain_entries_total",
    help: "Ledger entries that this process has chained.",
    registers,
  });
  const rounds = new Histogram({
    name: "club_event_round_seconds",
    help: "Time of a round of the event writer.",
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1],
    registers,
  });
  new Gauge({
    name: "club_stream_subscribers",
    help: "Open event streams of this process.",
    registers,
    collect(): void {
      this.set(ctx.hub.subscribers);
    },
  });
  new Gauge({
    name: "club_bets_waiting",
    help: "Bets that wait for their group.",
    registers,
    collect(): void {
      this.set(ctx.intake.waiting);
    },
  });
  const { replica } = ctx;
  if (replica !== undefined) {
    new Gauge({
      name: "club_replica_behind_seconds",
      help: "How old what DATABASE_READ_URL shows may be; +Inf while it is not read.",
      registers,
      collect(): void {
        this.set(replica.behindSeconds);
      },
    });
  }
  return {
    observeRound: (entries, ms) => {
      chained.inc(entries);
      rounds.observe(ms / 1000);
    },
  };
}
