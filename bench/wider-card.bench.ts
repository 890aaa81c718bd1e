import { setTimeout as sleep } from "node:timers/promises";
import { BOARD_POOL_CODES } from "@club/domain";
import pg from "pg";
import { type BenchClub, startBenchClub } from "./lib/bench-club.ts";
import type { BetMix, MultiOrder, RaceOrder } from "./lib/bet-forms.ts";
import type { BoardsFigures, BoardsOrder } from "./lib/board-readers.ts";
import { cpuSeconds, runChild, runFirst } from "./lib/child.ts";
import { median, type Row, round } from "./lib/figures.ts";
import type { LoadFigures, LoadOrder } from "./lib/generator.ts";
import { report } from "./lib/report.ts";

/**
 * What a Quaddie of 1,296 combinations costs beside a Win bet, and what boards cost beside bets of
 * which a third are boxes: by turns, at 64 connections, so that the machine is the same for both.
 * With boards on, every board of every race is read twice a second, from a little before the bets:
 * boards that stood still for a turn catch up first. The boards are measured twice, the second time
 * with the server's thread before all others: where the load, its readers and the database have
 * cores of their own, it waits for none either. The processor time of server and database is told
 * beside the rates: other work on the machine does not blur it. BENCH_SECONDS shortens every turn.
 */
const PLAYERS = 10_000;
const CONNECTIONS = 64;
const TURNS = 5;
const MS = 1000 * Number(process.env["BENCH_SECONDS"] ?? 6);
const WARM_MS = 5 * MS;
/** A process keeps an answer for a second: every other one is made. */
const READ_EVERY_MS = 500;
const READ_BEFORE_MS = 1500;
const QUADDIE = { bet_type: 31, legs: 4, width: 6 };

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const club = await startBenchClub(PLAYERS);
  try {
    const races = await club.openRaces(QUADDIE.legs, 60);
    await load(club, { races, mix: "a_third_boxes", ms: WARM_MS });
    const rows = [...(await quaddies(club, races)), ...(await boards(club, races))];
    if (await runFirst(club.server.pid ?? 0)) {
      rows.push(...named("thread first", await boards(club, races)));
    }
    return { name: `the wider card at ${CONNECTIONS} connections`, rows };
  } finally {
    await club.stop();
  }
}

interface Part {
  readonly races: readonly RaceOrder[];
  readonly mix?: BetMix;
  readonly multi?: MultiOrder;
  readonly ms?: number;
  readonly connections?: number;
}

interface Turn extends LoadFigures {
  /** Processor time of server and database. */
  readonly cpuMsPerBet: number;
}

async function load(club: BenchClub, part: Part): Promise<Turn> {
  const { port, tokens } = club;
  const order: LoadOrder = { port, tokens, connections: CONNECTIONS, ms: MS, rate: 0, ...part };
  const before = await cpuOf(club);
  const figures = await runChild<LoadOrder, LoadFigures>("generator.ts", order);
  const used = (await cpuOf(club)) - before;
  return { ...figures, cpuMsPerBet: (1000 * used) / figures.accepted };
}

/** Of the server and of every process of the database that it is connected to. */
async function cpuOf({ ownerUrl, server }: BenchClub): Promise<number> {
  const db = new pg.Client({ connectionString: ownerUrl });
  await db.connect();
  const { rows } = await db.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
  );
  await db.end();
  const each = await Promise.all([server.pid ?? 0, ...rows.map(({ pid }) => pid)].map(cpuSeconds));
  return each.filter((seconds) => !Number.isNaN(seconds)).reduce((sum, one) => sum + one, 0);
}

/** Wins on the four legs and Quaddies over them, by turns; each also one at a time. */
async function quaddies(club: BenchClub, races: readonly RaceOrder[]): Promise<Row[]> {
  const multi = await layOutQuaddie(club, races);
  const wins = { races, mix: "win" } as const;
  await load(club, { races, multi });
  const [win, quaddie]: [Turn[], Turn[]] = [[], []];
  for (let i = 0; i < TURNS; i += 1) {
    win.push(await load(club, wins));
    quaddie.push(await load(club, { races, multi }));
  }
  const single = await load(club, { ...wins, connections: 1 });
  const singleQuaddie = await load(club, { races, multi, connections: 1 });
  const costs = win.map(({ perSecond }, i) => perSecond / (quaddie[i]?.perSecond ?? 0));
  return [
    { name: "Wins, median", value: perSecond(win), unit: "bets/s" },
    { name: "Quaddies of 1,296 combinations, median", value: perSecond(quaddie), unit: "bets/s" },
    {
      name: "a Quaddie costs, median of the pairs (at most 1.3)",
      value: round(median(costs), 2),
      unit: "x a Win",
    },
    cpuRow("a Win / a Quaddie", win, quaddie),
    {
      name: "one at a time: p50 of a Win / a Quaddie",
      value: `${single.p50} / ${singleQuaddie.p50}`,
      unit: "ms",
    },
    { name: "refused", value: refusedIn([...win, ...quaddie]), unit: "" },
  ];
}

async function layOutQuaddie(club: BenchClub, races: readonly RaceOrder[]): Promise<MultiOrder> {
  const { bet_type, legs, width } = QUADDIE;
  const [first = { race_id: "", runners: 0 }] = races;
  const race = await club.operator("GET", `/api/operator/races/${first.race_id}`);
  const path = `/api/operator/meetings/${String(race["event_id"])}/multi-pools`;
  const pool = { code: "QUADDIE", name: "Quaddie", races: races.map((_, i) => i + 1) };
  const laid = (await club.operator("PUT", path, { multi_pools: [pool] })) as unknown;
  const [{ multi_pool_id }] = laid as [{ multi_pool_id: string }];
  return { ...first, multi_pool_id, bet_type, legs, width };
}

/** Bets of which a third are boxes, by turns without and with everybody looking at every board. */
async function boards(club: BenchClub, races: readonly RaceOrder[]): Promise<Row[]> {
  const paths = races.flatMap(({ race_id }) =>
    BOARD_POOL_CODES.map((pool) => `/api/races/${race_id}/board?pool=${pool}`),
  );
  const part = { races, mix: "a_third_boxes" } as const;
  const reading = async (): Promise<BoardsFigures> => {
    const ms = READ_BEFORE_MS + MS;
    const order: BoardsOrder = { port: club.port, paths, everyMs: READ_EVERY_MS, ms };
    return await runChild("board-readers.ts", order);
  };
  const betting = async (): Promise<Turn> => {
    await sleep(READ_BEFORE_MS);
    return await load(club, part);
  };
  // Each is made of all bets that are stored when somebody first asks for it.
  await reading();
  const [off, on, read]: [Turn[], Turn[], BoardsFigures[]] = [[], [], []];
  for (let i = 0; i < TURNS; i += 1) {
    off.push(await load(club, part));
    const [bets, seen] = await Promise.all([betting(), reading()]);
    on.push(bets);
    read.push(seen);
  }
  const shares = on.map(({ perSecond: rate }, i) => rate / (off[i]?.perSecond ?? 0));
  const each = (figure: (one: BoardsFigures) => number): string => read.map(figure).join(" ");
  return [
    { name: "a third boxes, boards off, median", value: perSecond(off), unit: "bets/s" },
    { name: `with ${paths.length} boards on, median`, value: perSecond(on), unit: "bets/s" },
    {
      name: "rate with boards on, median of the pairs (at least 0.9)",
      value: round(median(shares), 2),
      unit: "x off",
    },
    { name: "each pair", value: shares.map((share) => round(share, 2)).join(" "), unit: "" },
    cpuRow("boards off / on", off, on),
    { name: "a board's answer, p50 of each turn", value: each(({ p50 }) => p50), unit: "ms" },
    {
      name: "a board's answer, p99 of each turn (at most 20)",
      value: each(({ p99 }) => p99),
      unit: "ms",
    },
    { name: "a board's answer, worst of each turn", value: each(({ worst }) => worst), unit: "ms" },
    {
      name: "the first answers after nobody looked, worst of each turn",
      value: each(({ worstFirst }) => worstFirst),
      unit: "ms",
    },
    {
      name: "the largest answer",
      value: Math.max(...read.map((one) => one.largestBytes)),
      unit: "bytes",
    },
    { name: "answers / other than 200", value: answersIn(read), unit: "" },
    { name: "bets refused", value: refusedIn([...off, ...on]), unit: "" },
  ];
}

function named(prefix: string, rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, name: `${prefix}: ${row.name}` }));
}

function perSecond(turns: readonly LoadFigures[]): number {
  return median(turns.map((turn) => turn.perSecond));
}

function cpuRow(name: string, one: readonly Turn[], other: readonly Turn[]): Row {
  const [a = 0, b = 0] = [one, other].map((turns) => median(turns.map((turn) => turn.cpuMsPerBet)));
  const value = `${round(a, 3)} / ${round(b, 3)}, ${round(b / a, 2)} x`;
  return { name: `processor time a bet, ${name}`, value, unit: "ms" };
}

function answersIn(read: readonly BoardsFigures[]): string {
  const sum = (of: (one: BoardsFigures) => number): number =>
    read.reduce((all, one) => all + of(one), 0);
  const refused = Object.assign({}, ...read.map((one) => one.refused)) as object;
  return `${sum(({ answers }) => answers)} / ${JSON.stringify(refused)}`;
}

function refusedIn(turns: readonly LoadFigures[]): string {
  return JSON.stringify(Object.assign({}, ...turns.map(({ refused }) => refused)));
}

if (import.meta.main) report(import.meta.filename, await run());
