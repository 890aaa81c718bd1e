import { afterAll, beforeAll, expect, test } from "vitest";
import { openRaces, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub } from "../../test/club.ts";
import { untilChained } from "../../test/db/race-day.ts";
import { watchBooks } from "../../run/jobs/club-metrics.ts";
import { verifyDaily } from "../checks/verify-books.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_PUBLIC_BOOKS: "1" } });
});
afterAll(async () => await club.close());

test("the books for everybody: sums, the chain, the last verification, and nobody's account", async () => {
  const player = await richPlayer(club);
  const [raceId] = await openRaces(club, { runners: [8] });
  ok(await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [1], betAmount: 5 }));
  await untilChained(club);
  await watchBooks(club.ctx);
  await verifyDaily(club.ctx);
  const answer = await club.call("GET", "/api/events/books");
  const books = ok(answer);
  const list = answer.body.list as { kind: string; balance_cents: number }[];
  expect(list.find(({ kind }) => kind === "escrow")?.balance_cents).toBe(500);
  expect(list.reduce((sum, { balance_cents }) => sum + balance_cents, 0)).toBe(0);
  const [head] = await club.query(
    "SELECT position, encode(hash, 'hex') AS hash FROM chain ORDER BY position DESC LIMIT 1",
  );
  expect(books).toMatchObject({
    currency: "AUD",
    total_cents: 0,
    entries: Number(head!["position"]),
    chain_head: { position: Number(head!["position"]), hash: head!["hash"] },
    added_up: { balanced: true },
    verified: { ok: true },
  });
  expect(books.verified.checks.map(({ name }: { name: string }) => name)).toContain("log");
  const text = JSON.stringify(answer.body);
  const [account] = await club.query("SELECT cash_account FROM wallet WHERE player_id = $1", [
    player.id,
  ]);
  expect(account).toBeDefined();
  for (const secret of [player.id, player.name, player.phone, "detail", '"accounts":']) {
    expect(text).not.toContain(secret);
  }
});

test("it may be kept for a little while; files and proofs alone are open to other pages", async () => {
  const answer = await fetch(new URL("/api/events/books", club.url), {
    headers: { origin: "https://auditor.example" },
  });
  expect(answer.headers.get("cache-control")).toMatch(
    /^public, max-age=\d\d, stale-while-revalidate=\d$/,
  );
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  await answer.arrayBuffer();
});

test("a club that does not show them has no such page", async () => {
  const quiet = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  const answer = await quiet.call("GET", "/api/events/books");
  await quiet.close();
  expect(answer.status).toBe(404);
});
