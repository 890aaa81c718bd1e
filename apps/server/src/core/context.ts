import type { Call } from "@club/contract";
import type { FastifyBaseLogger } from "fastify";
import { placeGroup } from "../racing/bets/bet-group.ts";
import { BetIntake } from "../racing/bets/bet-intake.ts";
import type { Database } from "./db/connect.ts";
import { connectDatabase } from "./db/connect.ts";
import { DiskRoom } from "./disk/disk-room.ts";
import { AtOnce } from "./limits/at-once.ts";
import { createLog } from "./metrics/log.ts";
import { createMetrics } from "./metrics/metrics.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { RateLimits } from "./limits/rate-limit.ts";
import { Lifecycle } from "./kit/lifecycle.ts";
import { Hub } from "../tell/live/hub.ts";
import { InboxBell } from "../tell/live/inbox-bell.ts";
import { Streams } from "../tell/live/streams.ts";
import { openSecrets } from "./settings/secrets.ts";
import type { Secrets } from "./settings/secrets.ts";
import { Sessions } from "../identity/sessions/sessions.ts";
import type { Settings } from "./settings/settings.ts";
import { TOP_UP_METHODS, WITHDRAWAL_METHODS } from "../run/methods.ts";
import {
  type PendingSportBet,
  type SportVerdict,
  placeSportGroup,
} from "../sports/bets/sport-bet-group.ts";

/** Tables as the query builder sees them; a feature adds its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

/** What every feature gets: one per server, nothing in it is global. */
export interface AppContext {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly db: Database<Tables>;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly rate: RateLimits;
  /** How much of one account is at work at the same time. */
  readonly atOnce: AtOnce;
  readonly sessions: Sessions;
  readonly lifecycle: Lifecycle;
  readonly disk: DiskRoom;
  /** Wakes the event writer when bets have been accepted here. */
  readonly inbox: InboxBell;
  /** Where priced bets wait for their group. */
  readonly intake: BetIntake;
  /** The same for sport bets. */
  readonly sportIntake: BetIntake<PendingSportBet, SportVerdict>;
  /** The numbered events of the club, and who listens in this process. */
  readonly hub: Hub;
  readonly streams: Streams;
  /** Every call that was registered, for the OpenAPI page and for tests over all routes. */
  readonly calls: Call[];
  /** Every route of the server, calls and others, for tests over all of them. */
  readonly routes: { method: string; path: string }[];
}

export interface ContextOptions {
  settings: Settings;
  databaseUrl: string;
  log?: FastifyBaseLogger;
  /** Metrics of the process itself (memory, event loop): once per process. */
  hasProcessMetrics?: boolean;
}

/** Opens what a server works with; nothing connects before the first statement. */
export function createContext(options: ContextOptions): AppContext {
  const { settings } = options;
  const log = options.log ?? createLog(settings.logLevel);
  const db = connectDatabase<Tables>({
    url: options.databaseUrl,
    onError: (error, purpose) =>
      log.warn({ purpose, reason: error.message }, "database connection lost"),
  });
  const metrics = createMetrics(db, { hasProcessMetrics: options.hasProcessMetrics ?? false });
  const inbox = new InboxBell(async () => await db.jobs.query("NOTIFY club_inbox"));
  return {
    settings,
    secrets: openSecrets(settings),
    db,
    log,
    metrics,
    rate: new RateLimits(settings.rateFactor),
    atOnce: new AtOnce(),
    sessions: new Sessions(db, log),
    lifecycle: new Lifecycle(),
    disk: new DiskRoom(),
    inbox,
    intake: new BetIntake(async (bets) => {
      const verdicts = await placeGroup(db.bets, bets);
      inbox.ring();
      return verdicts;
    }),
    sportIntake: new BetIntake(async (bets) => await placeSportGroup(db.bets, bets)),
    hub: new Hub(db.jobs),
    streams: new Streams(),
    topUpMethods: options.topUpMethods ?? TOP_UP_METHODS,
    withdrawalMethods: WITHDRAWAL_METHODS,
    calls: [],
    routes: [],
  };
}
