import { type BenchClub, startBenchClub } from "./lib/bench-club.ts";
import type { ByteFigures, ByteOrder } from "./lib/byte-watchers.ts";
import { cpuSeconds, runChild } from "./lib/child.ts";
import { type Row, round } from "./lib/figures.ts";
import { movePrices, openMatches } from "./lib/matches.ts";
import { report } from "./lib/report.ts";

/**
 * What a board of many markets costs each of its watchers: bytes on the connection while prices
 * move, second by second. A watcher of one match hears of that match alone. BENCH_SECONDS shortens
 * it.
 */
const MARKETS = 2000;
const CHANGES_PER_SECOND = 10;
const STREAMS = Number(process.env["BENCH_STREAMS"] ?? 100);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 20);
const WARM_UP_MS = 2000;

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const club = await startBenchClub(1);
  try {
    const rows = await measure(club);
    return {
      name: `event stream of a board of ${MARKETS} markets, ${STREAMS} watchers, ${CHANGES_PER_SECOND} changes a second`,
      rows,
    };
  } finally {
    await club.stop();
  }
}

async function measure(club: BenchClub): Promise<Row[]> {
  const matches = await openMatches(club.ownerUrl, MARKETS);
  const pid = club.server.pid ?? 0;
  const order = { port: club.port, streams: STREAMS, warmUpMs: WARM_UP_MS, seconds: SECONDS };
  const stop = movePrices(club.ownerUrl, { matches, perSecond: CHANGES_PER_SECOND });
  const before = await cpuSeconds(pid);
  const board = await watch({ ...order, topics: "sports" });
  const used = (await cpuSeconds(pid)) - before;
  const moves = await stop();

  const [match] = matches;
  if (match === undefined) throw new Error("no match");
  const stopOne = movePrices(club.ownerUrl, { matches: [match], perSecond: CHANGES_PER_SECOND });
  const one = await watch({ ...order, topics: `sport:${match.event_id}` });
  await stopOne();
  const share = (used / (SECONDS + WARM_UP_MS / 1000)) * 100;
  return [
    { name: "price changes", value: moves, unit: "" },
    ...figures("the board", board),
    ...figures("one match, all changes in it", one),
    { name: "server processor, the board", value: round(share), unit: "% of a core" },
  ];
}

async function watch(order: ByteOrder): Promise<ByteFigures> {
  return await runChild<ByteOrder, ByteFigures>("byte-watchers.ts", order);
}

function figures(name: string, seen: ByteFigures): Row[] {
  return [
    { name: `${name}: events to a watcher`, value: seen.events, unit: "" },
    { name: `${name}: watchers told another number`, value: seen.different, unit: "" },
    { name: `${name}: bytes of an event`, value: seen.perEvent, unit: "B" },
    {
      name: `${name}: a watcher, mean / p99 / worst second`,
      value: `${seen.mean} / ${seen.p99} / ${seen.worst}`,
      unit: "B/s",
    },
  ];
}

if (import.meta.main) report(import.meta.filename, await run());
