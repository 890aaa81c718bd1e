import type { Call } from "@club/contract";
import { startClub } from "../apps/server/src/test/club.ts";
import { startTestServer } from "../apps/server/src/test/postgres.ts";
import { signInOperator } from "../e2e/lib/console-app.ts";
import { closeBrowser, DESK, openWindow } from "../e2e/lib/window.ts";
import { buildApps } from "../scripts/lib/build-apps.ts";
import { percentile, round } from "./lib/figures.ts";
import { fillWithBets } from "./lib/many-bets.ts";
import { report } from "./lib/report.ts";

/**
 * Every list of the console with 10,000 top-ups waiting and 1,000,000 bets in the tables, and a
 * page further down; and the first screen, from the address to the races of the day, with nothing
 * in the browser's cache.
 */
const BETS = Number(process.env["BENCH_BETS"] ?? 1_000_000);
const TOP_UPS = 10_000;
const TIMES = 30;
const GOAL_MS = 100;
const LOOKS = 5;
const FIRST_SCREEN_MS = 2500;
const TODAY = new Date().toISOString().slice(0, 10);
/** Queries asked besides the plain list. */
const QUERIES: Record<string, readonly string[]> = {
  "GET /api/operator/players": ["?search=many", "?q=many"],
  "GET /api/operator/topups": ["?status=submitted"],
  "GET /api/operator/meetings": [`?day=${TODAY}`],
  "GET /api/operator/sports/report": [`?from=${TODAY}&to=${TODAY}`],
  "GET /api/operator/what-if/races": [`?from=${TODAY}&to=${TODAY}`],
};

const sentence = await buildApps();
if (sentence !== undefined) throw new Error(sentence);
const postgres = await startTestServer({});
const club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
try {
  const { raceIds, playerIds } = await fillWithBets(club, BETS);
  await club.asAdmin(
    `INSERT INTO top_up (id, player_id, method, amount_cents, reference, status, submitted_at)
     SELECT uuidv7(), ($2::uuid[])[n % cardinality($2::uuid[]) + 1], 'bank_transfer', 5000 + n, 'MANY' || n, 'submitted', club_now_ms()
     FROM generate_series(1, $1::int) n`,
    [TOP_UPS, playerIds],
  );
  await club.asAdmin("ANALYZE");
  const { token } = await club.operator();
  const known: Record<string, string | undefined> = {
    race_id: raceIds[0],
    player_id: playerIds[0],
    id: playerIds[0],
  };
  const rows = [];
  for (const call of club.ctx.calls.filter(isList)) {
    for (const path of pathsOf(call, known)) {
      rows.push(await measure(path, token));
    }
  }
  const first = await firstScreen();
  const slow = rows.filter(({ p95, status }) => p95 > GOAL_MS || status >= 500);
  report(import.meta.filename, {
    name: `console: lists over ${BETS} bets, p95 of ${TIMES}, goal ${GOAL_MS} ms`,
    rows: [
      {
        name: `the first screen, worst of ${LOOKS} (mark ${FIRST_SCREEN_MS})`,
        value: round(first),
        unit: "ms",
      },
      ...rows.map(({ path, status, p95 }) => ({
        name: status === 200 ? path : `${path} (${status})`,
        value: round(p95),
        unit: "ms",
      })),
    ],
  });
  if (slow.length > 0 || first > FIRST_SCREEN_MS) process.exitCode = 1;
} finally {
  await closeBrowser();
  await club.close();
  await postgres.stop();
}

function isList(call: Call): boolean {
  const isOfDesk = call.access !== "public" && call.access !== "player";
  return isOfDesk && call.method === "GET" && call.list !== undefined;
}

/** The plain list and its queries; none where the path needs an id that the bench does not have. */
function pathsOf(call: Call, known: Record<string, string | undefined>): string[] {
  const missing = [...call.path.matchAll(/:(\w+)/g)].filter(
    ([, name]) => known[name ?? ""] === undefined,
  );
  if (missing.length > 0) return [];
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? "");
  return [path, ...(QUERIES[`GET ${call.path}`] ?? []).map((query) => path + query)];
}

async function firstScreen(): Promise<number> {
  const { page, context } = await openWindow(club.url, { size: DESK });
  await signInOperator(page, (await club.newOperator("owner")).name);
  const session = await context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let worst = 0;
  for (let i = 0; i < LOOKS; i += 1) {
    await page.goto("about:blank");
    const started = performance.now();
    await page.goto("/console/");
    await page.locator("main table tbody tr").first().waitFor();
    worst = Math.max(worst, performance.now() - started);
  }
  return worst;
}

async function measure(path: string, token: string) {
  const times: number[] = [];
  let status = 0;
  for (let i = 0; i < TIMES; i += 1) {
    const started = performance.now();
    const answer = await club.call("GET", path, { token });
    times.push(performance.now() - started);
    status = answer.status;
    if (status !== 200) break;
  }
  return { path, status, p95: percentile(Float64Array.from(times).toSorted(), 0.95) };
}
