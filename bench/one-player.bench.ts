import { type BenchClub, startBenchClub } from "./lib/bench-club.ts";
import { cpuSeconds, runChild } from "./lib/child.ts";
import { median, type Row, round } from "./lib/figures.ts";
import type { LoadFigures, LoadOrder } from "./lib/generator.ts";
import type { WritesFigures, WritesOrder } from "./lib/many-writes.ts";
import { report } from "./lib/report.ts";

/**
 * Promise P24: 20 players with 24 writes each at once, again every second, beside 200 who bet as
 * fast as they are answered; by turns with the same bets alone, so that the machine is the same for
 * both: their program runs in every turn, and in those alone it waits. Before the first turn the
 * players use up what a rate lets in at once, so that a turn shows what they can keep up.
 * BENCH_SECONDS shortens every turn.
 */
const BETTORS = 200;
const WRITERS = 20;
const AT_ONCE = 24;
const TURNS = 9;
const MS = 1000 * Number(process.env["BENCH_SECONDS"] ?? 4);
/** Rates hold as in a club; to stay within them, 200 who never pause need more accounts. */
const RATE_FACTOR = 1;
const BETTING_ACCOUNTS = 1000;
const EVERY_MS = 1000;

type Races = LoadOrder["races"];

interface Turn {
  readonly bets: LoadFigures;
  readonly writes: WritesFigures | null;
  /** The server's processor time per bet, which other work on the machine does not blur. */
  readonly cpuMs: number;
}

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const club = await startBenchClub(BETTING_ACCOUNTS + WRITERS, { rateFactor: RATE_FACTOR });
  try {
    const races = await club.openRaces(4, 60);
    await turn(club, races, EVERY_MS);
    const alone: Turn[] = [];
    const beside: Turn[] = [];
    for (let i = 0; i < TURNS; i++) {
      alone.push(await turn(club, races, null));
      beside.push(await turn(club, races, EVERY_MS));
    }
    const rows = [...compare(alone, beside), ...writesOf("every second", beside)];
    const unpaused = await turn(club, races, 0);
    return {
      name: `${WRITERS} players with ${AT_ONCE} writes each at once beside ${BETTORS} who bet`,
      rows: [...rows, ...unpausedRows(unpaused)],
    };
  } finally {
    await club.stop();
  }
}

/** @param everyMs - null: nobody writes. */
async function turn(club: BenchClub, races: Races, everyMs: number | null): Promise<Turn> {
  const load: LoadOrder = {
    port: club.port,
    tokens: club.tokens.slice(WRITERS),
    races,
    connections: BETTORS,
    ms: MS,
    rate: 0,
  };
  const pid = club.server.pid ?? 0;
  const before = await cpuSeconds(pid);
  const running = runChild<LoadOrder, LoadFigures>("generator.ts", load);
  const writing = write(club, everyMs);
  const [bets, writes] = [await running, await writing];
  const cpuMs = (1000 * ((await cpuSeconds(pid)) - before)) / bets.accepted;
  return { bets, writes: everyMs === null ? null : writes, cpuMs };
}

/** @param everyMs - null: the program runs as long, but sends nothing. */
async function write(club: BenchClub, everyMs: number | null): Promise<WritesFigures> {
  const order: WritesOrder = {
    port: club.port,
    tokens: club.tokens.slice(0, WRITERS),
    atOnce: everyMs === null ? 0 : AT_ONCE,
    everyMs: everyMs ?? EVERY_MS,
    ms: MS,
  };
  return await runChild("many-writes.ts", order);
}

function compare(alone: readonly Turn[], beside: readonly Turn[]): Row[] {
  const slower = beside.map(({ bets }, i) => 1 - bets.perSecond / (alone[i]?.bets.perSecond ?? 0));
  const perSecond = (turns: readonly Turn[]): number =>
    median(turns.map(({ bets }) => bets.perSecond));
  const p99 = (turns: readonly Turn[]): number => median(turns.map(({ bets }) => bets.p99));
  return [
    { name: "bets alone, median", value: perSecond(alone), unit: "bets/s" },
    { name: "bets beside the writes, median", value: perSecond(beside), unit: "bets/s" },
    {
      name: "slower, median of the pairs (at most 5)",
      value: round(100 * median(slower)),
      unit: "%",
    },
    {
      name: "slower, each pair",
      value: slower.map((share) => round(100 * share)).join(" "),
      unit: "%",
    },
    { name: "p99 alone / beside", value: `${p99(alone)} / ${p99(beside)}`, unit: "ms" },
    {
      name: "server's processor time a bet, alone / beside",
      value: cpuOf(alone, beside),
      unit: "ms",
    },
    { name: "bets refused alone", value: refusedIn(alone), unit: "" },
    { name: "bets refused beside the writes (none)", value: refusedIn(beside), unit: "" },
  ];
}

function cpuOf(alone: readonly Turn[], beside: readonly Turn[]): string {
  const each = [alone, beside].map((turns) => round(median(turns.map(({ cpuMs }) => cpuMs)), 3));
  return each.join(" / ");
}

function writesOf(name: string, turns: readonly Turn[]): Row[] {
  const answers: Record<string, number> = {};
  for (const { writes } of turns) {
    for (const [status, count] of Object.entries(writes?.answers ?? {})) {
      answers[status] = (answers[status] ?? 0) + count;
    }
  }
  return [{ name: `writes ${name}: answers by status`, value: JSON.stringify(answers), unit: "" }];
}

/** Programs that never wait take processor time from the machine; even so, no bet is refused. */
function unpausedRows(unpaused: Turn): Row[] {
  return [
    ...writesOf("without a pause", [unpaused]),
    { name: "bets beside them", value: unpaused.bets.perSecond, unit: "bets/s" },
    { name: "bets refused beside them (none)", value: refusedIn([unpaused]), unit: "" },
  ];
}

function refusedIn(turns: readonly Turn[]): string {
  return JSON.stringify(Object.assign({}, ...turns.map(({ bets }) => bets.refused)));
}

if (import.meta.main) report(import.meta.filename, await run());
