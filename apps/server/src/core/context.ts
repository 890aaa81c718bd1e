import type { Call } from "@club/contract";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "./db/connect.ts";
import type { Replica } from "./db/replica.ts";
import type { DiskSpace } from "./disk/disk-space.ts";
import type { Lifecycle } from "./kit/lifecycle.ts";
import type { ConcurrencyLimit } from "./limits/concurrency.ts";
import type { RateLimits } from "./limits/rate-limit.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Secrets } from "./settings/secrets.ts";
import type { Settings } from "./settings/settings.ts";
import type { Traces } from "./traces/traces.ts";

/**
 * What every feature gets. There is one per server, and nothing in it is global. An area adds the
 * state that it keeps per process by `declare module` beside the class; `run/create-context.ts`
 * makes all of it.
 */
export interface AppContext {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly db: Database;
  /** The standby that takes reads; `reads` says who may read from it. */
  readonly replica: Replica | undefined;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Where the time of calls goes; off without `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly traces: Traces;
  readonly rate: RateLimits;
  /** Limits how much work of one account runs at the same time. */
  readonly concurrency: ConcurrencyLimit;
  readonly lifecycle: Lifecycle;
  readonly disk: DiskSpace;
  /** Every call that was registered, for the OpenAPI page and for tests over all routes. */
  readonly calls: Call[];
  /** Every route of the server, calls and others, for tests over all of them. */
  readonly routes: { method: string; path: string }[];
}
