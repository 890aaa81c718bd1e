import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startBenchClub } from "./lib/bench-club.ts";
import { runChild } from "./lib/child.ts";
import { type Row, round } from "./lib/figures.ts";
import type { LoadFigures, LoadOrder } from "./lib/generator.ts";
import { report } from "./lib/report.ts";

/**
 * How long after a close the signed root is public, race after race, while others take 4,300 bets a
 * second.
 */
const PLAYERS = 10_000;
const RATE = 4300;
const CLOSES = 20;
const OWN_BETS = { connections: 8, ms: 900, rate: 300 };

const AGES = `SELECT count(*)::integer AS roots, percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS p50, max(ms) AS worst
  FROM (SELECT (extract(epoch FROM s.made_at - r.closed_at) * 1000)::float AS ms
    FROM signed_root s JOIN race r ON r.id = s.subject_id WHERE r.id = ANY ($1::uuid[])) t`;

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const club = await startBenchClub(PLAYERS);
  const db = new pg.Client({ connectionString: club.ownerUrl });
  await db.connect();
  const load = async (part: Pick<LoadOrder, "races" | "connections" | "ms" | "rate">) =>
    await runChild<LoadOrder, LoadFigures>("generator.ts", {
      port: club.port,
      tokens: club.tokens,
      ...part,
    });
  try {
    const races = await club.openRaces(4, 60);
    const crowd = load({ races, connections: 256, ms: (CLOSES + 8) * 1000, rate: RATE });
    await sleep(3000);
    const closed: string[] = [];
    for (let i = 0; i < CLOSES; i++) {
      const own = await club.openRaces(1, 60);
      await load({ races: own, ...OWN_BETS });
      const raceId = own[0]?.race_id ?? "";
      await db.query("SELECT close_race($1)", [raceId]);
      closed.push(raceId);
    }
    const { accepted, sent } = await crowd;
    await sleep(3000);
    const { rows } = await db.query<{ roots: number; p50: number; worst: number }>(AGES, [closed]);
    const ages = rows[0];
    return {
      name: `close to signed root at ${RATE} bets/s`,
      rows: [
        { name: "bets beside: accepted of sent", value: `${accepted} of ${sent}`, unit: "bets" },
        { name: "closes with a root", value: `${ages?.roots} of ${CLOSES}`, unit: "" },
        { name: "close to signed root: p50", value: round(ages?.p50 ?? Number.NaN), unit: "ms" },
        {
          name: "close to signed root: worst",
          value: round(ages?.worst ?? Number.NaN),
          unit: "ms",
        },
      ],
    };
  } finally {
    await db.end();
    await club.stop();
  }
}

if (import.meta.main) report(import.meta.filename, await run());
