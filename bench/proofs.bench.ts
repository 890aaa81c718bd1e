import { monitorEventLoopDelay } from "node:perf_hooks";
import { gunzipSync } from "node:zlib";
import { checkRace, checkRootOfRace, readRaceFile, sha256 as ownSha256 } from "@club/domain";
import { composeFile } from "../apps/server/src/proofs/files/compose-file.ts";
import { proveBet } from "../apps/server/src/proofs/bets/bet-proof.ts";
import { readRaceParts } from "../apps/server/src/proofs/files/race-file.ts";
import { readSigningKey } from "../apps/server/src/proofs/signing/signing-keys.ts";
import { raceBets } from "../apps/server/src/proofs/freeze/freeze-race.ts";
import { freeze } from "../apps/server/src/proofs/freeze/freeze.ts";
import { treeOfPools } from "../apps/server/src/proofs/tree/bet-tree.ts";
import { act, openRaces, placeOrder, richPlayer } from "../apps/server/src/test/card-desk.ts";
import { ok, startClub } from "../apps/server/src/test/club.ts";
import { startTestServer } from "../apps/server/src/test/postgres.ts";
import { closeBrowser, openWindow } from "../e2e/lib/window.ts";
import { report } from "./lib/report.ts";

/**
 * What proofs cost: the tree of 100,000 bets by itself and from the tables, how long the thread
 * that serves bets is held up meanwhile, the path of one bet; the file of a race of 24 runners
 * whose Trifecta and First 4 pools have all combinations, and its check on a phone.
 */
const BETS = 100_000;
const PATHS = 500;
const RUNNERS = 24;
const LEAF_BYTES = 48;
const CLOSES = 5;
/** How much slower the phone's processor is than this one. */
const SLOWDOWN = 4;

const postgres = await startTestServer({});
const club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
try {
  const figures = { ...measureTree(), ...(await measureFreeze()), ...(await measureFile()) };
  const rows = Object.entries(figures).map(([name, value]) => ({
    name: name.replace(/_(ms|us|bytes)$/, "").replaceAll("_", " "),
    value: Math.round(value * 100) / 100,
    unit: /_(ms|us|bytes)/.exec(name)?.[1] ?? "",
  }));
  report(import.meta.filename, { name: "proofs: trees, paths, files", rows });
} finally {
  await club.asAdmin("ALTER TABLE bet DISABLE TRIGGER USER");
  await club.asAdmin("DELETE FROM race_root");
  await club.asAdmin("TRUNCATE bet");
  await club.asAdmin("UPDATE race SET status = 'abandoned', closed_at = NULL");
  await club.close().catch(() => undefined);
  await postgres.stop();
}

/** The shortest of a few runs: the cost of the work without the machine's noise. */
function leastOf(times: number, work: () => void): number {
  const found = Array.from({ length: times }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return Math.min(...found);
}

function measureTree(): Record<string, number> {
  const bytes = new Uint8Array(BETS * LEAF_BYTES);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = (i * 7) % 251;
  const treeMs = leastOf(5, () => treeOfPools([bytes]));
  const hashing = performance.now();
  for (let i = 0; i < 1000; i += 1) ownSha256(bytes.subarray(0, 65));
  return { bets: BETS, tree_ms: treeMs, own_sha256_us: performance.now() - hashing };
}

async function insertBets(raceId: string, code: string, count: number): Promise<void> {
  const player = await richPlayer(club);
  await club.query(
    `INSERT INTO bet (id, player_id, fingerprint, bet_type, race_id, pool_id, selections, combinations,
       unit_stake_cents, cost_cents, cost2_cents, exchange_rate, accepted_at, nonce, receipt_hash)
     SELECT gen_random_uuid(), $2, '', 1, $1, p.id, '{"horse":[1]}', 1, 100, 100, 0, 1, club_now_ms(),
       sha256(n::text::bytea), sha256(('leaf ' || n)::bytea)
     FROM pool p CROSS JOIN generate_series(1, $3::integer) n WHERE p.race_id = $1 AND p.code = $4`,
    [raceId, player.id, count, code],
  );
}

/** Closes large races in turn, each by its operator, until the signed root can be read. */
async function measureFreeze(): Promise<Record<string, number>> {
  const closes: number[] = [];
  let longest = 0;
  let raceId = "";
  for (let i = 0; i < CLOSES; i += 1) {
    [raceId] = (await openRaces(club, { runners: [12] })) as [string];
    await insertBets(raceId, "WIN", BETS);
    const lag = monitorEventLoopDelay({ resolution: 1 });
    lag.enable();
    const started = performance.now();
    ok(await act(club, raceId, "close"));
    await freeze(club.ctx, raceBets, raceId);
    closes.push(performance.now() - started);
    lag.disable();
    longest = Math.max(longest, lag.max / 1e6);
  }
  const bets = await club.query("SELECT id FROM bet WHERE race_id = $1 LIMIT $2", [raceId, PATHS]);
  const times: number[] = [];
  for (const { id } of bets) {
    const from = performance.now();
    await proveBet(club.ctx, { order_id: id, race_id: raceId } as Parameters<typeof proveBet>[1]);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  return {
    closes_of_so_many_bets: CLOSES,
    close_to_signed_root_least_ms: Math.min(...closes),
    close_to_signed_root_most_ms: Math.max(...closes),
    longest_hold_of_the_thread_ms: longest,
    path_p50_ms: times[Math.floor(times.length * 0.5)] ?? 0,
    path_p99_ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

/** A settled race of 24 runners with every Trifecta bet, 12,144; or every First 4 too, 255,024. */
async function settleBigRace(hasFirst4: boolean): Promise<string> {
  const [raceId] = (await openRaces(club, { runners: [RUNNERS] })) as [string];
  const player = await richPlayer(club, 1_000_000_00);
  const all = Array.from({ length: RUNNERS }, (_, i) => i + 1);
  const bet = async (form: object) => {
    ok(await placeOrder(club, player, { race_id: raceId, betAmount: 1, ...form }));
  };
  await bet({ bet_type: 7, horse: all });
  for (let first = 1; hasFirst4 && first <= RUNNERS; first += 1) {
    const rest = { horse2nd: all, horse3rd: all, horse4th: all };
    await bet({ bet_type: 8, horse1st: [first], ...rest });
  }
  for (const bet_type of [1, 2, 4]) await bet({ bet_type, horse: all });
  ok(await act(club, raceId, "close"));
  const body = { placings: [[4], [7], [2], [9]], stage: "final" };
  const { result_version } = ok(await act(club, raceId, "result", body));
  ok(await act(club, raceId, "settle", { result_version }));
  return raceId;
}

/** The files of both races: made, sent, recomputed here and on a phone. */
async function measureFile(): Promise<Record<string, number>> {
  const trifecta = await settleBigRace(false);
  const first4 = await settleBigRace(true);
  return {
    ...(await measureOne("trifecta", trifecta)),
    ...(await measureOne("first4", first4)),
    ...(await measurePhone(trifecta)),
  };
}

async function measureOne(name: string, raceId: string): Promise<Record<string, number>> {
  const parts = await readRaceParts(club.ctx.db.jobs, raceId);
  const key = await readSigningKey(club.ctx.db.jobs, club.ctx.secrets);
  const started = performance.now();
  const file = composeFile({ parts: { kind: "race", ...parts }, key });
  const composeMs = performance.now() - started;
  const text = gunzipSync(file.body).toString();
  const [check_ms, checks] = timeOfCheck(text);
  return {
    [`${name}_file_bytes`]: file.size,
    [`${name}_file_packed_bytes`]: file.body.length,
    [`${name}_compose_ms`]: composeMs,
    [`${name}_check_ms`]: check_ms,
    [`${name}_checks`]: checks,
  };
}

function timeOfCheck(text: string): [ms: number, checks: number] {
  const from = performance.now();
  const read = readRaceFile(JSON.parse(text));
  const lines = [...checkRace(read), ...checkRootOfRace(read)];
  return [performance.now() - from, lines.length];
}

/**
 * The same on a phone whose processor is four times slower: from the tap to "equal", and the
 * longest task of the drawing thread. A browser slows down only that thread, so the worker's part
 * counts four times.
 */
async function measurePhone(raceId: string): Promise<Record<string, number>> {
  const { page, close } = await openWindow(club.url, { withoutWorker: true });
  await page.goto(`/app/#/pages/detail/detail?race=${raceId}`);
  const row = page.getByText("Check these dividends");
  await row.waitFor({ timeout: 60_000 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.evaluate(() => {
    const seen = { longest: 0 };
    Object.assign(globalThis, { seen });
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    });
    watch.observe({ type: "longtask" });
  });
  const started = performance.now();
  await row.click();
  await page.getByText("Equal to the cent", { exact: true }).first().waitFor({ timeout: 120_000 });
  const shownMs = performance.now() - started;
  const longest = await page.evaluate(
    () => (globalThis as unknown as { seen: { longest: number } }).seen.longest,
  );
  await close();
  await closeBrowser();
  return { phone_tap_to_equal_ms: shownMs, phone_longest_task_ms: longest };
}
