import { BOARD_POOL_CODES } from "@club/domain";
import pg from "pg";
import { type BenchClub, startBenchClub } from "./lib/bench-club.ts";
import type { BoardsFigures, BoardsOrder } from "./lib/board-readers.ts";
import { runChild } from "./lib/child.ts";
import { profileWhile } from "./lib/cpu-profile.ts";
import { type Row, round } from "./lib/figures.ts";
import type { LoadFigures, LoadOrder } from "./lib/generator.ts";
import { openMatches } from "./lib/matches.ts";
import { processorUses, usedBetween } from "./lib/processor.ts";
import { report } from "./lib/report.ts";

/**
 * Where the machine's time goes while people bet: by thread and process of the club and its
 * database, by function of the database, by part of the server's code. BENCH_SECONDS shortens it.
 */
const PLAYERS = 10_000;
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 15);
const WARM_UP_MS = 5000;
const INSPECTOR = 19_229;
const US_PER_SECOND = 1_000_000;
const MS_PER_SECOND = 1000;
/** Less than this a bet is not worth a line. */
const LEAST_US = 0.5;

type Wish = Pick<LoadOrder, "races" | "sports" | "mix" | "connections"> & {
  /** Every board of every race is read twice a second meanwhile. */
  readonly withBoards?: boolean;
};

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const club = await startBenchClub(PLAYERS, { flags: [`--inspect=127.0.0.1:${INSPECTOR}`] });
  const admin = new pg.Client({ connectionString: club.adminUrl });
  await admin.connect();
  try {
    const races = await club.openRaces(4, 60);
    const matches = await openMatches(club.ownerUrl, 40);
    const wishes: Record<string, Wish> = {
      "racing, 64": { races, connections: 64 },
      "racing, 256": { races, connections: 256 },
      "a third boxes, 64": { races, mix: "a_third_boxes", connections: 64 },
      "a third boxes with boards, 64": {
        races,
        mix: "a_third_boxes",
        connections: 64,
        withBoards: true,
      },
      "sport singles, 64": { races: [], sports: { matches, legs: 1 }, connections: 64 },
      "five legs, 64": { races: [], sports: { matches, legs: 5 }, connections: 64 },
    };
    const rows: Row[] = [];
    for (const [name, wish] of Object.entries(wishes)) {
      rows.push(...(await look(name, wish, { club, admin })));
    }
    return { name: "where the time of a bet goes", rows };
  } finally {
    await admin.end();
    await club.stop();
  }
}

interface Looking {
  readonly club: BenchClub;
  readonly admin: pg.Client;
}

/** Three loads: one for processes and log, one with the database's functions, one with the profile. */
async function look(name: string, wish: Wish, looking: Looking): Promise<Row[]> {
  const { club } = looking;
  await load(club, wish, WARM_UP_MS);
  const rows = [
    ...(await byProcess(wish, looking)),
    ...(await byFunction(wish, looking)),
    ...(await byCode(wish, club)),
  ];
  return rows.map((row) => ({ ...row, name: `${name}: ${row.name}` }));
}

async function byProcess(wish: Wish, { club, admin }: Looking): Promise<Row[]> {
  const pid = club.server.pid ?? 0;
  const sizes = async (): Promise<{ log: number; disk: number }> => {
    const { rows } = await admin.query<{ log: string; disk: string }>(
      "SELECT pg_current_wal_lsn() - '0/0' AS log, pg_database_size(current_database()) AS disk",
    );
    return { log: Number(rows[0]?.log), disk: Number(rows[0]?.disk) };
  };
  const [before, sizesBefore] = [await processorUses(pid, admin), await sizes()];
  const figures = await load(club, wish);
  const used = usedBetween(before, await processorUses(pid, admin));
  const after = await sizes();
  const aBet = (what: "log" | "disk"): number =>
    Math.round((after[what] - sizesBefore[what]) / figures.accepted);
  return [
    { name: "accepted", value: figures.perSecond, unit: "bets/s" },
    { name: "p50 / p99", value: `${figures.p50} / ${figures.p99}`, unit: "ms" },
    { name: "log a bet", value: aBet("log"), unit: "bytes" },
    { name: "on disk a bet, with all indexes", value: aBet("disk"), unit: "bytes" },
    ...perBet(used, figures),
  ];
}

/** Slower than without: the database counts each call. */
async function byFunction(wish: Wish, { club, admin }: Looking): Promise<Row[]> {
  await admin.query("ALTER SYSTEM SET track_functions = 'all'");
  await admin.query("SELECT pg_reload_conf()");
  await load(club, wish, WARM_UP_MS);
  await admin.query("SELECT pg_stat_reset()");
  const figures = await load(club, wish);
  await admin.query("SELECT pg_stat_force_next_flush()");
  const { rows } = await admin.query<{ funcname: string; self_time: number }>(
    "SELECT funcname, sum(self_time) AS self_time FROM pg_stat_user_functions GROUP BY 1",
  );
  await admin.query("ALTER SYSTEM RESET track_functions");
  await admin.query("SELECT pg_reload_conf()");
  const uses = rows.map(({ funcname, self_time }): [string, number] => [
    `function ${funcname}, waits for locks in it`,
    self_time / MS_PER_SECOND,
  ]);
  return perBet(new Map(uses), figures);
}

async function byCode(wish: Wish, club: BenchClub): Promise<Row[]> {
  let figures: LoadFigures | undefined;
  const parts = await profileWhile(INSPECTOR, async () => (figures = await load(club, wish)));
  const named = [...parts].map(([part, seconds]): [string, number] => [`code ${part}`, seconds]);
  return figures === undefined ? [] : perBet(new Map(named), figures);
}

function perBet(uses: ReadonlyMap<string, number>, { accepted }: LoadFigures): Row[] {
  return [...uses]
    .map(([name, seconds]) => ({ name, us: (seconds * US_PER_SECOND) / Math.max(1, accepted) }))
    .filter(({ us }) => us >= LEAST_US)
    .toSorted((a, b) => b.us - a.us)
    .map(({ name, us }) => ({ name, value: round(us), unit: "µs a bet" }));
}

async function load(
  { port, tokens }: BenchClub,
  { withBoards = false, ...wish }: Wish,
  ms = SECONDS * MS_PER_SECOND,
): Promise<LoadFigures> {
  const order: LoadOrder = { port, tokens, rate: 0, ms, ...wish };
  const paths = wish.races.flatMap(({ race_id }) =>
    BOARD_POOL_CODES.map((pool) => `/api/races/${race_id}/board?pool=${pool}`),
  );
  const [figures] = await Promise.all([
    runChild<LoadOrder, LoadFigures>("generator.ts", order),
    withBoards &&
      runChild<BoardsOrder, BoardsFigures>("board-readers.ts", { port, paths, everyMs: 500, ms }),
  ]);
  return figures;
}

if (import.meta.main) report(import.meta.filename, await run());
