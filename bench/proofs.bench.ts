import { monitorEventLoopDelay } from "node:perf_hooks";
import { gunzipSync } from "node:zlib";
import { checkRace, checkRootOfRace, readRaceFile, sha256 as ownSha256 } from "@club/domain";
import { composeRaceFile } from "../apps/server/src/proofs/compose-race-file.ts";
import { proveBet } from "../apps/server/src/proofs/bet-proof.ts";
import { readFileParts } from "../apps/server/src/proofs/race-file.ts";
import { readSigningKey } from "../apps/server/src/proofs/signing-keys.ts";
import { freezeRace } from "../apps/server/src/races/freeze.ts";
import { treeOfPools } from "../apps/server/src/races/bet-tree.ts";
import { act, openRaces, richPlayer } from "../apps/server/src/test/card-desk.ts";
import { ok, startClub } from "../apps/server/src/test/club.ts";
import { startTestServer } from "../apps/server/src/test/postgres.ts";
import { report } from "./lib/report.ts";

/**
 * What proofs cost: the tree of 100,000 bets by itself and from the tables, how long the thread that
 * serves bets is held up meanwhile, the path of one bet, and the file of a race of 24 runners whose
 * Trifecta pool has all 12,144 combinations.
 */
const BETS = 100_000;
const PATHS = 500;
const RUNNERS = 24;
const LEAF_BYTES = 48;

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

function measureTree(): Record<string, number> {
  const bytes = new Uint8Array(BETS * LEAF_BYTES);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = (i * 7) % 251;
  treeOfPools([bytes.subarray(0, 1000 * LEAF_BYTES)]);
  const started = performance.now();
  treeOfPools([bytes]);
  const treeMs = performance.now() - started;
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

async function measureFreeze(): Promise<Record<string, number>> {
  const [raceId] = (await openRaces(club, { runners: [12] })) as [string];
  await insertBets(raceId, "WIN", BETS);
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const started = performance.now();
  ok(await act(club, raceId, "close"));
  await freezeRace(club.ctx, raceId);
  const freezeMs = performance.now() - started;
  lag.disable();
  const bets = await club.query("SELECT id FROM bet WHERE race_id = $1 LIMIT $2", [raceId, PATHS]);
  const times: number[] = [];
  for (const { id } of bets) {
    const from = performance.now();
    await proveBet(club.ctx, { order_id: id, race_id: raceId } as Parameters<typeof proveBet>[1]);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  return {
    close_to_signed_root_ms: freezeMs,
    longest_hold_of_the_thread_ms: lag.max / 1e6,
    path_p50_ms: times[Math.floor(times.length * 0.5)] ?? 0,
    path_p99_ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

async function measureFile(): Promise<Record<string, number>> {
  const [raceId] = (await openRaces(club, { runners: [RUNNERS] })) as [string];
  const player = await richPlayer(club);
  const everybody = JSON.stringify({ horse: Array.from({ length: RUNNERS }, (_, i) => i + 1) });
  await club.query(
    `INSERT INTO bet (id, player_id, fingerprint, bet_type, race_id, pool_id, selections, combinations,
       unit_stake_cents, cost_cents, cost2_cents, exchange_rate, accepted_at, nonce, receipt_hash)
     SELECT gen_random_uuid(), $2, '', 7, $1, p.id, $3, 12144, n::bigint * 1003, 12144 * n::bigint * 1003, 0, 1, club_now_ms(), '',
       sha256(n::text::bytea)
     FROM pool p CROSS JOIN generate_series(1, 300) n WHERE p.race_id = $1 AND p.code = 'TRIFECTA'`,
    [raceId, player.id, everybody],
  );
  ok(await act(club, raceId, "close"));
  await freezeRace(club.ctx, raceId);
  const parts = await readFileParts(club.ctx.db.jobs, raceId);
  const key = await readSigningKey(club.ctx.db.jobs, club.ctx.secrets);
  const started = performance.now();
  const file = composeRaceFile({ parts, key });
  const composeMs = performance.now() - started;
  const text = gunzipSync(file.body).toString();
  const from = performance.now();
  const read = readRaceFile(JSON.parse(text));
  const lines = [...checkRace(read), ...checkRootOfRace(read)];
  return {
    trifecta_combinations: Object.keys(
      read.pools.find(({ pool }) => pool === "TRIFECTA")?.stakes_cents ?? {},
    ).length,
    file_bytes: file.size,
    file_bytes_packed: file.body.length,
    compose_ms: composeMs,
    check_ms: performance.now() - from,
    checks: lines.length,
  };
}
