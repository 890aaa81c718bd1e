import type { FastifyBaseLogger } from "fastify";
import type { AppContext } from "../core/context.ts";
import { connectDatabase } from "../core/db/connect.ts";
import { DiskSpace } from "../core/disk/disk-space.ts";
import { Lifecycle } from "../core/kit/lifecycle.ts";
import { ConcurrencyLimit } from "../core/limits/concurrency.ts";
import { RateLimits } from "../core/limits/rate-limit.ts";
import { createLog } from "../core/metrics/log.ts";
import { createMetrics } from "../core/metrics/metrics.ts";
import { openSecrets } from "../core/settings/secrets.ts";
import type { Settings } from "../core/settings/settings.ts";
import { Connections } from "../desk/connections/connections.ts";
import { Sessions } from "../identity/sessions/sessions.ts";
import type { TopUpMethod } from "../money/top-ups/top-up-method.ts";
import { placeGroup } from "../racing/bets/bet-group.ts";
import { BetIntake } from "../racing/bets/bet-intake.ts";
import { placeSportGroup } from "../sports/bets/sport-bet-group.ts";
import { Hub } from "../tell/live/hub.ts";
import { InboxBell } from "../tell/live/inbox-bell.ts";
import { Streams } from "../tell/live/streams.ts";
import { createAuthentication } from "./authentication.ts";
import { APPROVALS } from "./lists/approvals.ts";
import { TOP_UP_METHODS, WITHDRAWAL_METHODS } from "./lists/methods.ts";
import { PROVIDERS } from "./lists/providers.ts";
import { SAGAS } from "./lists/sagas.ts";
import { settingGroups } from "./lists/setting-groups.ts";

export interface ContextOptions {
  settings: Settings;
  databaseUrl: string;
  log?: FastifyBaseLogger;
  /** Metrics of the process itself (memory, event loop): only once per process. */
  hasProcessMetrics?: boolean;
  /** Replaces the club's top-up methods, in tests. */
  topUpMethods?: readonly TopUpMethod[];
}

/** Opens everything a server works with; nothing connects before the first statement. */
export function createContext(options: ContextOptions): AppContext {
  const { settings } = options;
  const log = options.log ?? createLog(settings.logLevel);
  const db = connectDatabase({
    url: options.databaseUrl,
    onError: (error, purpose) =>
      log.warn({ purpose, reason: error.message }, "database connection lost"),
  });
  const metrics = createMetrics(db, { hasProcessMetrics: options.hasProcessMetrics ?? false });
  const inbox = new InboxBell(async () => await db.jobs.query("NOTIFY club_inbox"));
  const secrets = openSecrets(settings);
  const topUpMethods = options.topUpMethods ?? TOP_UP_METHODS;
  const ctx: AppContext = {
    settings,
    secrets,
    db,
    log,
    metrics,
    rate: new RateLimits(settings.rateFactor),
    concurrency: new ConcurrencyLimit(),
    sessions: new Sessions(db, log),
    lifecycle: new Lifecycle(),
    disk: new DiskSpace(),
    inbox,
    intake: new BetIntake(async (bets) => {
      const verdicts = await placeGroup(db.bets, bets);
      inbox.ring();
      return verdicts;
    }),
    sportIntake: new BetIntake(async (bets) => await placeSportGroup(db.bets, bets)),
    hub: new Hub(db.jobs),
    streams: new Streams(),
    connections: new Connections({ settings, secrets, db }, PROVIDERS),
    approvals: APPROVALS,
    sagas: SAGAS,
    topUpMethods,
    settingGroups: settingGroups(topUpMethods),
    withdrawalMethods: WITHDRAWAL_METHODS,
    calls: [],
    routes: [],
    get auth() {
      return auth;
    },
  };
  const auth = createAuthentication(ctx);
  return ctx;
}
