import type { FastifyBaseLogger } from "fastify";
import type { AppContext } from "../core/context.ts";
import { connectDatabase } from "../core/db/connect.ts";
import type { PoolStats } from "../core/db/connect.ts";
import { Reads } from "../core/db/reads.ts";
import { Replica } from "../core/db/replica.ts";
import { DiskSpace } from "../core/disk/disk-space.ts";
import { Lifecycle } from "../core/kit/lifecycle.ts";
import { ConcurrencyLimit } from "../core/limits/concurrency.ts";
import { RateLimits } from "../core/limits/rate-limit.ts";
import { createLog } from "../core/metrics/log.ts";
import { createMetrics } from "../core/metrics/metrics.ts";
import { openSecrets } from "../core/settings/secrets.ts";
import type { Settings } from "../core/settings/settings.ts";
import { Traces } from "../core/traces/traces.ts";
import { Connections } from "../desk/connections/connections.ts";
import { Sessions } from "../identity/sessions/sessions.ts";
import type { TopUpMethod } from "../money/top-ups/top-up-method.ts";
import { type PendingBet, placeGroup, type Verdict } from "../racing/bets/bet-group.ts";
import { BetIntake, type PlaceGroup } from "../racing/bets/bet-intake.ts";
import { placeSportGroup } from "../sports/bets/sport-bet-group.ts";
import { EventTable } from "../tell/live/event-table.ts";
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
  const traces = new Traces();
  const { db, replica, reads, stats } = openData(options, log, traces);
  const { hasProcessMetrics = false } = options;
  const metrics = createMetrics({ stats }, { hasProcessMetrics });
  const inbox = new InboxBell(async () => await db.jobs.query("NOTIFY club_inbox"));
  const secrets = openSecrets(settings);
  const topUpMethods = options.topUpMethods ?? TOP_UP_METHODS;
  const ctx: AppContext = {
    settings,
    secrets,
    db,
    replica,
    reads,
    log,
    metrics,
    traces,
    rate: new RateLimits(settings.rateFactor),
    concurrency: new ConcurrencyLimit(),
    sessions: new Sessions(db, log, (request, person) => reads.begins(request, person)),
    lifecycle: new Lifecycle(),
    disk: new DiskSpace(),
    inbox,
    ...intakesOf({ db, inbox, traces }),
    hub: new Hub(new EventTable(db.jobs), (playerId) => reads.told(playerId)),
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

function intakesOf({
  db,
  inbox,
  traces,
}: Pick<AppContext, "db" | "inbox" | "traces">): Pick<AppContext, "intake" | "sportIntake"> {
  const placeAndRing: PlaceGroup<PendingBet, Verdict> = async (bets) => {
    const verdicts = await placeGroup(db.bets, bets);
    inbox.ring();
    return verdicts;
  };
  return {
    intake: new BetIntake(placeAndRing, { traces }),
    sportIntake: new BetIntake(async (bets) => await placeSportGroup(db.bets, bets), { traces }),
  };
}

interface Data extends Pick<AppContext, "db" | "replica" | "reads"> {
  readonly stats: () => PoolStats[];
}

/** The primary, and the standby that takes reads where there is one. */
function openData(
  { databaseUrl, settings }: ContextOptions,
  log: FastifyBaseLogger,
  traces: Traces,
): Data {
  const { databasePatience: patience } = settings;
  const db = connectDatabase({
    url: databaseUrl,
    patience,
    traces,
    onError: (error, purpose) =>
      log.warn({ purpose, reason: error.message }, "database connection lost"),
  });
  const { databaseReadUrl: url } = settings;
  const onTurn = (reason: string | null): void => {
    if (reason === null) log.info("lists are read from DATABASE_READ_URL");
    else log.warn({ reason }, "lists are read from the primary, not from DATABASE_READ_URL");
  };
  const replica =
    url === undefined
      ? undefined
      : new Replica({ url, patience, traces, primary: db.browsing, onTurn });
  return {
    db,
    replica,
    reads: new Reads(db, replica, settings),
    stats: () => [...db.stats(), ...(replica?.stats() ?? [])],
  };
}
