import { Counter, Gauge, Histogram } from "prom-client";
import type { FastifyBaseLogger } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { DiskSpace } from "../../core/disk/disk-space.ts";
import { Lifecycle } from "../../core/kit/lifecycle.ts";
import { RateLimits } from "../../core/limits/rate-limit.ts";
import { createMetrics } from "../../core/metrics/metrics.ts";
import { type Settings, SettingsError } from "../../core/settings/settings.ts";
import { Hub } from "../../tell/live/hub.ts";
import { Streams } from "../../tell/live/streams.ts";
import { clubAsker } from "./ask-club.ts";
import { ClubFeed } from "./club-feed.ts";
import { KeptAnswers, type Found } from "./kept-answers.ts";

/** A reader that was cut off because the numbering is another one comes back after this, or later. */
const BACK_AFTER_MS = 1000;

/** What an edge works with: of a club process what has to do with neither database nor people. */
export interface EdgeContext extends Pick<
  AppContext,
  "settings" | "log" | "metrics" | "rate" | "lifecycle" | "disk" | "hub" | "streams"
> {
  readonly feed: ClubFeed;
  readonly kept: KeptAnswers;
  /** Closes the connections to the club. */
  close(): void;
}

export interface EdgeOptions {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** Metrics of the process itself: only once per process. */
  readonly hasProcessMetrics?: boolean;
}

/** @throws SettingsError without a club */
export function createEdgeContext(options: EdgeOptions): EdgeContext {
  const { settings, log, hasProcessMetrics = false } = options;
  const { edgeOf: of, edgeToken: token } = settings;
  if (of === undefined || token === undefined) {
    throw new SettingsError(
      "An edge needs CLUB_EDGE_OF, the address of its club, and CLUB_EDGE_TOKEN, the same as there.",
    );
  }
  const metrics = createMetrics({ stats: () => [] }, { hasProcessMetrics });
  const measure = createEdgeMetrics(metrics.registry);
  const streams = new Streams();
  const { ask, close } = clubAsker(of);
  const onBeginning = async (): Promise<void> => {
    if (streams.count > 0) log.warn({ readers: streams.count }, "the feed begins anew");
    streams.endAll(BACK_AFTER_MS);
    await hub.start();
  };
  const onEvents = async (): Promise<void> => await hub.catchUp();
  const feed = new ClubFeed({ of, token, log, onBeginning, onEvents, onDelay: measure.delay });
  const hub = new Hub(feed.events);
  const kept = new KeptAnswers(ask, { onFound: measure.found });
  measure.watch({ hub, feed, kept });
  return {
    settings,
    log,
    metrics,
    rate: new RateLimits(settings.rateFactor),
    lifecycle: new Lifecycle(),
    disk: new DiskSpace(),
    hub,
    streams,
    feed,
    kept,
    close,
  };
}

interface EdgeMetrics {
  readonly delay: (ms: number) => void;
  readonly found: (found: Found) => void;
  readonly watch: (parts: Pick<EdgeContext, "hub" | "feed" | "kept">) => void;
}

const MS = 1000;

function createEdgeMetrics(registry: AppContext["metrics"]["registry"]): EdgeMetrics {
  const registers = [registry];
  const delays = new Histogram({
    name: "club_edge_feed_delay_seconds",
    help: "How much later than the quickest of its connection a message of the club came.",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const answers = new Counter({
    name: "club_edge_answers_total",
    help: "Public reads: kept, fetched from the club, stale because it is away, refused.",
    labelNames: ["found"],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect: function collect() {
        this.set(read());
      },
    });
  };
  return {
    delay: (ms) => delays.observe(ms / MS),
    found: (found) => answers.inc({ found }),
    watch: ({ hub, feed, kept }) => {
      gauge(
        "club_stream_subscribers",
        "Open event streams of this process.",
        () => hub.subscribers,
      );
      gauge(
        "club_edge_feed_silent_seconds",
        "Since the club was last heard.",
        () => feed.silentMs / MS,
      );
      gauge("club_edge_kept_bytes", "Memory that kept answers take.", () => kept.bytes);
      gauge("club_edge_kept_answers", "How many answers are kept.", () => kept.count);
    },
  };
}
