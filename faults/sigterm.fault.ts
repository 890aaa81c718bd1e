import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makePlace, Starter } from "../scripts/test/starter.ts";
import { startBettors } from "./lib/bettors.ts";
import { FaultClub } from "./lib/fault-club.ts";
import { watchPace } from "./lib/pace.ts";

/**
 * P16: SIGTERM under load: every bet in progress is answered, streams end with retry, exit 0 within
 * 10 s.
 */
test("sigterm: nothing is cut, nothing is in doubt, exit 0", async () => {
  const club = await FaultClub.start();
  try {
    const players = await club.players(4, 90_000_000);
    const race = await club.openRace();
    const options = {
      url: () => club.url,
      players,
      raceId: race.race_id,
      bets: 100_000,
      lanes: 16,
    };
    const bettors = startBettors({ ...options, prefix: "term" });
    const stream = await fetch(`${club.url}/api/stream?topics=race:${race.race_id}`);
    const text = stream.text();
    await sleep(500);
    const pace = watchPace();
    const started = performance.now();
    const code = await club.server.stop();
    expect(code).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000 * pace.stop());
    expect((await text).trimEnd()).toMatch(/retry: \d+$/);
    expect(bettors.trouble.has("bet.in_doubt")).toBe(false);
    bettors.stop();
    await bettors.done;
    const { acknowledged } = bettors;
    const [count] = await club.query("SELECT count(*)::int AS n FROM bet WHERE race_id = $1", [
      race.race_id,
    ]);
    expect(count?.["n"], "each bet that was written was answered").toBe(acknowledged.size);
    expect(acknowledged.size).toBeGreaterThan(20);
    await club.killServer();
    await club.expectWhole(acknowledged);
  } finally {
    await club.stop();
  }
});

test("the starter ends within 10 s, with its database, also while it still starts", async () => {
  const { data, remove } = await makePlace();
  try {
    const pace = watchPace();
    const young = new Starter(data);
    await expect.poll(() => existsSync(join(data, "starter.lock"))).toBe(true);
    const early = await young.stop();
    const grown = new Starter(data);
    await grown.prints("Stop with Ctrl-C.");
    for (const { code, stopMs } of [early, await grown.stop()]) {
      expect(code).toBe(0);
      expect(stopMs).toBeLessThan(10_000 * pace.now());
    }
    pace.stop();
  } finally {
    await remove();
  }
});
