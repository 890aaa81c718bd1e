import pg from "pg";
import { type BenchClub, startBenchClub } from "./lib/bench-club.ts";
import { cpuSeconds, runChild } from "./lib/child.ts";
import { type Row, round } from "./lib/figures.ts";
import type { LoadFigures, LoadOrder } from "./lib/generator.ts";
import { type BenchMatch, movePrices, openMatches } from "./lib/matches.ts";
import { report } from "./lib/report.ts";
import { prepareTpcb, runTpcb } from "./lib/tpcb.ts";

/**
 * Durable accepted sport bets over HTTP with everything switched on, beside bets on races and the
 * TPC-B-like reference on the same server: singles, five-leg multiples, and both kinds of work at
 * once (prices that move). BENCH_SECONDS shortens every part.
 */
const PLAYERS = 2000;
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 20);
const MATCHES = 40;
const LEGS = 5;
const CONNECTIONS = 64;
/** The first bet of a session costs more than the others. */
const WARM_UP_MS = 5000;
const MOVES_PER_SECOND = 50;

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const club = await startBenchClub(PLAYERS);
  try {
    await prepareTpcb(club.ownerUrl);
    const rows = [...(await measure(club)), ...(await books(club))];
    return { name: `sport bets over HTTP, durable, ${MATCHES} matches, ${PLAYERS} players`, rows };
  } finally {
    await club.stop();
  }
}

async function measure(club: BenchClub): Promise<Row[]> {
  const races = await club.openRaces(4, 60);
  const matches = await openMatches(club.ownerUrl, MATCHES);
  const sports = (legs: number) => ({ races: [], sports: { matches, legs } });
  await load(club, { ...sports(1), ms: WARM_UP_MS });
  await load(club, { races, ms: WARM_UP_MS });
  const before = await runTpcb(club.ownerUrl, SECONDS * 500);
  const racing = await load(club, { races });
  const singles = await load(club, sports(1));
  const multiples = await load(club, sports(LEGS));
  const moving = await whileMoving(club, matches);
  const after = await runTpcb(club.ownerUrl, SECONDS * 500);
  const yard = { reference: (before + after) / 2, racing: racing.perSecond };
  return [
    { name: "TPC-B-like reference, before", value: Math.round(before), unit: "tx/s" },
    { name: "TPC-B-like reference, after", value: Math.round(after), unit: "tx/s" },
    ...figures("bets on races", racing, yard),
    ...figures("singles (goal 0.9 of bets on races)", singles, yard),
    ...figures(`multiples of ${LEGS} legs (goal 0.75)`, multiples, yard),
    ...figures(`multiples while prices move ${MOVES_PER_SECOND} times a second`, moving.load, yard),
    { name: "moves of prices meanwhile", value: moving.moves, unit: "" },
  ];
}

type Wish = Pick<LoadOrder, "races" | "sports"> & { readonly ms?: number };
type Figures = LoadFigures & { readonly cpu: number };

async function load(club: BenchClub, { ms = SECONDS * 1000, ...wish }: Wish): Promise<Figures> {
  const { port, tokens, server } = club;
  const before = await cpuSeconds(server.pid ?? 0);
  const order = { port, tokens, connections: CONNECTIONS, rate: 0, ms, ...wish };
  const figure = await runChild<LoadOrder, LoadFigures>("generator.ts", order);
  return { ...figure, cpu: (await cpuSeconds(server.pid ?? 0)) - before };
}

async function whileMoving(
  club: BenchClub,
  matches: readonly BenchMatch[],
): Promise<{ load: Figures; moves: number }> {
  const stop = movePrices(club.ownerUrl, { matches, perSecond: MOVES_PER_SECOND });
  const figure = await load(club, { races: [], sports: { matches, legs: LEGS } });
  return { load: figure, moves: await stop() };
}

function figures(
  name: string,
  figure: Figures,
  yard: { readonly reference: number; readonly racing: number },
): Row[] {
  const perBet = (figure.cpu * 1000) / Math.max(1, figure.accepted);
  return [
    { name: `${name}: accepted`, value: figure.perSecond, unit: "bets/s" },
    {
      name: `${name}: ratio to the reference / to bets on races`,
      value: `${round(figure.perSecond / yard.reference, 2)} / ${round(figure.perSecond / yard.racing, 2)}`,
      unit: "x",
    },
    { name: `${name}: p50 / p99`, value: `${figure.p50} / ${figure.p99}`, unit: "ms" },
    { name: `${name}: the server's own work a bet`, value: round(perBet, 3), unit: "ms" },
    { name: `${name}: refused`, value: JSON.stringify(figure.refused), unit: "" },
  ];
}

/** Checked at the end: bets found, sum of the ledger, and the sums behind limits, counted anew. */
async function books(club: BenchClub): Promise<Row[]> {
  const db = new pg.Client({ connectionString: club.ownerUrl });
  await db.connect();
  const { rows } = await db.query(`SELECT (SELECT count(*) FROM sport_bet) AS bets,
    (SELECT sum(amount_cents) FROM posting) AS ledger, (SELECT min(cash_cents) FROM wallet) AS least,
    (SELECT sum(multiple_stakes_cents) FROM sport_event) - (SELECT sum(b.cost_cents) FROM sport_bet b
      JOIN sport_leg l ON l.bet_id = b.id WHERE b.kind <> 'single') AS multiples_off,
    (SELECT sum(stakes_cents) FROM sport_market) - (SELECT sum(cost_cents) FROM sport_bet WHERE kind = 'single') AS singles_off`);
  await db.end();
  const [counts] = rows as Record<string, string>[];
  return Object.entries(counts ?? {}).map(([name, value]) => ({
    name: `books: ${name}`,
    value: String(value),
    unit: "",
  }));
}

if (import.meta.main) report(import.meta.filename, await run());
