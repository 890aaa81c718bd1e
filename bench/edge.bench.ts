import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER_FLAGS } from "../apps/server/src/core/kit/node-flags.ts";
import { type BenchClub, startBenchClub } from "./lib/bench-club.ts";
import { cpuSeconds, residentMb, runChild, runFirst } from "./lib/child.ts";
import type { ReaderFigures, ReaderOrder } from "./lib/edge-readers.ts";
import { type Row, round } from "./lib/figures.ts";
import type { LoadFigures, LoadOrder } from "./lib/generator.ts";
import { report } from "./lib/report.ts";

/**
 * A club with bets, one edge with real readers, and as many further feeds as a million readers need:
 * delay, processor, bytes, and what follows from them for 30,000 to 1,000,000 readers.
 */
const PLAYERS = 500;
const READERS = Number(process.env["BENCH_READERS"] ?? 500);
const FEEDS = Number(process.env["BENCH_FEEDS"] ?? 100);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 20);
const BETS_PER_SECOND = 200;
const PER_EDGE = 10_000;
const CROWDS = [30_000, 100_000, 1_000_000];
const TOKEN = "the-edge-of-the-bench-shows-this-to-its-club";
const EDGE_MAIN = join(import.meta.dirname, "../apps/server/src/run/edge/main.ts");
const MICRO = 1e6;
const MEGA = 1e6;

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const club = await startBenchClub(PLAYERS, { env: { CLUB_EDGE_TOKEN: TOKEN } });
  try {
    return { name: `an edge with ${READERS} readers`, rows: await measure(club) };
  } finally {
    await club.stop();
  }
}

async function measure(club: BenchClub): Promise<Row[]> {
  const races = await club.openRaces(1, 60);
  const load: LoadOrder = {
    port: club.port,
    tokens: club.tokens,
    races,
    connections: 16,
    ms: SECONDS * 1000,
    rate: BETS_PER_SECOND,
  };
  const pid = club.server.pid ?? 0;
  const bet = async (): Promise<{ bets: LoadFigures; cpu: number }> => {
    const before = await cpuSeconds(pid);
    const bets = await runChild<LoadOrder, LoadFigures>("generator.ts", load);
    return { bets, cpu: ((await cpuSeconds(pid)) - before) / SECONDS };
  };
  const alone = await bet();
  const edge = await startEdge(club.port);
  const isFirst = await runFirst(edge.pid);
  const empty = await residentMb(edge.pid);
  const endFeeds = openFeeds(club.port, FEEDS);
  const warmUpMs = 2000 + READERS;
  const reading = runChild<ReaderOrder, ReaderFigures>("edge-readers.ts", {
    clubPort: club.port,
    edgePort: edge.port,
    topic: `race:${races[0]?.race_id ?? ""}`,
    readers: READERS,
    warmUpMs,
    ms: SECONDS * 1000,
  });
  await sleep(warmUpMs);
  const full = await residentMb(edge.pid);
  const before = await cpuSeconds(edge.pid);
  const fed = await bet();
  const edgeCpu = ((await cpuSeconds(edge.pid)) - before) / SECONDS;
  const seen = await reading;
  endFeeds();
  await edge.stop();
  const perSecond = seen.events / SECONDS;
  const perReaderEvent = edgeCpu / Math.max(1, perSecond * READERS);
  const perFeed = Math.max(0, fed.cpu - alone.cpu) / (FEEDS + 1);
  return [
    { name: "edge's thread before all others", value: isFirst ? "yes" : "no", unit: "" },
    { name: "events seen / missing", value: `${seen.events} / ${seen.missing}`, unit: "" },
    {
      name: "later than at the club: p50 / p99 / worst",
      value: `${seen.p50} / ${seen.p99} / ${seen.worst}`,
      unit: "ms",
    },
    { name: "edge: processor a reader's event", value: round(perReaderEvent * MICRO), unit: "µs" },
    { name: "edge: memory a reader", value: round(((full - empty) * 1024) / READERS), unit: "kB" },
    { name: "bytes a reader's event", value: seen.bytesPerEvent, unit: "B" },
    {
      name: `club: processor with ${BETS_PER_SECOND} bets/s alone / with ${FEEDS + 1} feeds`,
      value: `${round(alone.cpu * 100)} / ${round(fed.cpu * 100)}`,
      unit: "% of a core",
    },
    {
      name: "bets meanwhile: accepted, p99 alone / with the feeds",
      value: `${fed.bets.accepted}, ${alone.bets.p99} / ${fed.bets.p99}`,
      unit: "ms",
    },
    ...CROWDS.map((readers) => onPaper(readers, { perSecond, perReaderEvent, perFeed, seen })),
  ];
}

interface Measured {
  readonly perSecond: number;
  readonly perReaderEvent: number;
  readonly perFeed: number;
  readonly seen: ReaderFigures;
}

/** Readers of one busy race, 10,000 at each edge: all that grows with them grows in proportion. */
function onPaper(readers: number, { perSecond, perReaderEvent, perFeed, seen }: Measured): Row {
  const edges = readers / PER_EDGE;
  const edgeCores = perSecond * PER_EDGE * perReaderEvent;
  const clubCores = perFeed * edges;
  const bytes = (perSecond * PER_EDGE * seen.bytesPerEvent) / MEGA;
  return {
    name: `on paper: ${readers} readers, ${edges} edges: cores of an edge, MB/s of an edge, cores of the club for feeds`,
    value: `${round(edgeCores, 2)}, ${round(bytes)}, ${round(clubCores, 2)}`,
    unit: "",
  };
}

interface EdgeProcess {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

async function startEdge(clubPort: number): Promise<EdgeProcess> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, EDGE_MAIN], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      CLUB_EDGE_OF: `http://127.0.0.1:${clubPort}`,
      CLUB_EDGE_TOKEN: TOKEN,
      CLUB_STREAMS_PER_ADDRESS: "0",
      CLUB_LOG_LEVEL: "error",
    },
  });
  const [ready] = (await once(child, "message")) as [{ url?: string }];
  if (ready.url === undefined) throw new Error("the edge did not start");
  return {
    port: Number(new URL(ready.url).port),
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** What further edges cost their club; who hears them here does nothing with it. */
function openFeeds(port: number, count: number): () => void {
  const feeds = Array.from({ length: count }, () => {
    const feed = request(
      {
        port,
        host: "127.0.0.1",
        path: "/api/edge/events",
        agent: false,
        headers: { authorization: `Bearer ${TOKEN}` },
      },
      (answer) => answer.resume().on("error", () => undefined),
    );
    feed.on("error", () => undefined).end();
    return feed;
  });
  return () => {
    for (const feed of feeds) feed.destroy();
  };
}

if (import.meta.main) report(import.meta.filename, await run());
