import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { PoolStats } from "../db/connect.ts";
import { RecentOrders } from "./recent-orders.ts";

/** What a server measures about itself. Features add their own metrics to `registry`. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Counter<"method" | "route" | "status">;
  readonly seconds: Histogram<"method" | "route">;
  readonly refusals: Counter<"code">;
  /** Refused bets that were not recorded. */
  readonly refusedLost: Counter;
  readonly atWork: Gauge;
  /** How bets fared of late: for the run sheet. */
  readonly orders: RecentOrders;
}

const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];

export function createMetrics(
  db: { stats(): PoolStats[] },
  options: { hasProcessMetrics: boolean },
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (options.hasProcessMetrics) collectDefaultMetrics({ register: registry });
  const connections = new Gauge({
    name: "club_db_connections",
    help: "Connections to the database.",
    labelNames: ["purpose", "state"],
    registers,
    collect(): void {
      for (const pool of db.stats()) {
        connections.set({ purpose: pool.purpose, state: "open" }, pool.connections);
        connections.set({ purpose: pool.purpose, state: "idle" }, pool.idle);
        connections.set({ purpose: pool.purpose, state: "waiting" }, pool.waiting);
      }
    },
  });
  return {
    registry,
    orders: new RecentOrders(),
    requests: new Counter({
      name: "club_http_requests_total",
      help: "Requests answered.",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    seconds: new Histogram({
      name: "club_http_request_seconds",
      help: "Time to the answer.",
      labelNames: ["method", "route"],
      buckets: SECONDS,
      registers,
    }),
    ...refusalCounters(registers),
    atWork: new Gauge({
      name: "club_http_requests_at_work",
      help: "Requests that are being worked on.",
      registers,
    }),
  };
}

function refusalCounters(registers: Registry[]): Pick<Metrics, "refusals" | "refusedLost"> {
  return {
    refusals: new Counter({
      name: "club_refusals_total",
      help: "Requests refused, by code.",
      labelNames: ["code"],
      registers,
    }),
    refusedLost: new Counter({
      name: "club_refused_bets_lost_total",
      help: "Refused bets that were not kept for the report: a flood, or a database that was away.",
      registers,
    }),
  };
}
