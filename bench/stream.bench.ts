import { setTimeout as sleep } from "node:timers/promises";
import { type BenchClub, startBenchClub } from "./lib/bench-club.ts";
import { cpuSeconds, residentMb, runChild } from "./lib/child.ts";
import { type Row, round } from "./lib/figures.ts";
import type { LoadFigures, LoadOrder } from "./lib/generator.ts";
import { report } from "./lib/report.ts";
import type { WatchFigures, WatchOrder } from "./lib/watchers.ts";

/** The event stream to many watchers of one race while bets come in: delay, memory, processor. */
const PLAYERS = 500;
const STREAMS = Number(process.env["BENCH_STREAMS"] ?? 1000);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 20);
const BETS_PER_SECOND = 200;
const BACK_SECONDS = 8;
/** Events of the club that each of them missed. */
const MISSED = 500;

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const club = await startBenchClub(PLAYERS);
  try {
    return { name: `event stream to ${STREAMS} subscribers`, rows: await measure(club) };
  } finally {
    await club.stop();
  }
}

async function measure(club: BenchClub): Promise<Row[]> {
  const races = await club.openRaces(1, 60);
  const pid = club.server.pid ?? 0;
  const before = await residentMb(pid);
  const watching = runChild<WatchOrder, WatchFigures>("watchers.ts", {
    port: club.port,
    topic: `race:${races[0]?.race_id ?? ""}`,
    streams: STREAMS,
    ms: (SECONDS + 4) * 1000,
  });
  await sleep(3000);
  const opened = await residentMb(pid);
  const cpu = await cpuSeconds(pid);
  const load: LoadOrder = {
    port: club.port,
    tokens: club.tokens,
    races,
    connections: 16,
    ms: SECONDS * 1000,
    rate: BETS_PER_SECOND,
  };
  const bets = await runChild<LoadOrder, LoadFigures>("generator.ts", load);
  const used = (await cpuSeconds(pid)) - cpu;
  const seen = await watching;
  const back = await comeBack(load, seen.last);
  return [
    { name: "events seen / missing", value: `${seen.events} / ${seen.missing}`, unit: "" },
    {
      name: "spread of one event over all: p50 / p99 / worst",
      value: `${seen.p50} / ${seen.p99} / ${seen.worst}`,
      unit: "ms",
    },
    {
      name: "memory per subscriber",
      value: round(((opened - before) * 1024) / STREAMS),
      unit: "kB",
    },
    {
      name: `server processor, with ${BETS_PER_SECOND} bets/s`,
      value: round((used / SECONDS) * 100),
      unit: "% of a core",
    },
    { name: "bets meanwhile: accepted, p99", value: `${bets.accepted}, ${bets.p99} ms`, unit: "" },
    {
      name: `bets while ${STREAMS} readers come back at once: accepted of sent, p99`,
      value: `${back.accepted} of ${back.sent}, ${back.p99} ms`,
      unit: "",
    },
  ];
}

/** As after a lost connection to the balancer: everybody at once, each wants what he missed. */
async function comeBack(load: LoadOrder, last: number): Promise<LoadFigures> {
  const betting = runChild<LoadOrder, LoadFigures>("generator.ts", {
    ...load,
    ms: BACK_SECONDS * 1000,
  });
  await sleep(1000);
  const [race] = load.races;
  const returning = runChild<WatchOrder, WatchFigures>("watchers.ts", {
    port: load.port,
    topic: `race:${race?.race_id ?? ""}`,
    streams: STREAMS,
    ms: BACK_SECONDS * 1000,
    after: Math.max(1, last - MISSED),
  });
  const bets = await betting;
  await returning;
  return bets;
}

if (import.meta.main) report(import.meta.filename, await run());
