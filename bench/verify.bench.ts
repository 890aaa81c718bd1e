import { setTimeout as sleep } from "node:timers/promises";
import { progressOf, verifyBooks } from "../apps/server/src/proofs/checks/verify-books.ts";
import { ok, startClub } from "../apps/server/src/test/club.ts";
import { startTestServer } from "../apps/server/src/test/postgres.ts";
import { round } from "./lib/figures.ts";
import { fillWithBets } from "./lib/many-bets.ts";
import { report } from "./lib/report.ts";

/**
 * Verifying 1,000,000 postings while bets are placed: how long it takes, and what the bets feel of
 * it.
 */
const BETS = 500_000;
const GOAL_S = 20;
const MS_PER_SECOND = 1000;

const postgres = await startTestServer({});
const club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
try {
  const { raceIds } = await fillWithBets(club, BETS);
  const player = await club.signUp();
  await club.fund(player, 10_000_000);
  let isDone = false;
  const times: number[] = [];
  const betting = (async () => {
    while (!isDone) {
      const started = performance.now();
      const body = {
        race_id: raceIds[0],
        bet_type: 1,
        horse: [1],
        betAmount: 1,
        confirm_same: true,
      };
      ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }));
      times.push(performance.now() - started);
      await sleep(5);
    }
  })();
  const verified = await verifyBooks(club.ctx);
  isDone = true;
  await betting;
  if (!verified.ok) throw new Error(JSON.stringify(verified.checks.filter((check) => !check.ok)));
  if (progressOf(club.ctx) !== null) throw new Error("progress outlived its verification");
  const seconds = verified.duration_ms / MS_PER_SECOND;
  const sorted = times.toSorted((a, b) => a - b);
  const rows = [
    { name: "postings", value: 2 * BETS, unit: "" },
    { name: `verify, goal ${GOAL_S}`, value: round(seconds), unit: "s" },
    { name: "bets placed meanwhile", value: times.length, unit: "" },
    {
      name: "a bet meanwhile, p95",
      value: round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
      unit: "ms",
    },
    ...verified.checks.map(({ name, rows: looked }) => ({
      name: `rows of ${name}`,
      value: looked,
      unit: "",
    })),
  ];
  report(import.meta.filename, { name: "verify", rows });
  if (seconds > GOAL_S) process.exitCode = 1;
} finally {
  await club.close();
  await postgres.stop();
}
