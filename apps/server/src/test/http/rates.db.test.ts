import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, ok, startClub, type TestClub, type TestPlayer } from "../club.ts";
import { openRaceDay, type TestRace } from "../race-day.ts";

/** S1, S3 over HTTP, with a real club's limits. */
let club: TestClub;
let race: TestRace;

beforeAll(async () => {
  club = await startClub();
  [race] = (await openRaceDay(club)) as [TestRace];
});
afterAll(async () => await club.close());

const BURST = 200;
const PER_SECOND = 20;
/** So many that a slow machine is given none of them back before they are all there. */
const SENT = 400;
/** Fewer than the failures that one address is allowed. */
const FLOOD = 90;

async function place(player: TestPlayer, key: string): Promise<Answer> {
  return await club.call("POST", "/api/order/place-order", {
    token: player.token,
    body: { race_id: race.race_id, bet_type: 1, horse: 1, betAmount: 1 },
    headers: { "idempotency-key": key },
  });
}

async function richPlayer(): Promise<TestPlayer> {
  const player = await club.signUp();
  await club.fund(player, 1_000_000);
  return player;
}

function expectTooMany(answers: readonly Answer[]): void {
  for (const { status, body, headers } of answers) {
    expect([status, body.code]).toEqual([429, "request.too_many"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
}

test(`bets: ${BURST} at once and ${PER_SECOND} a second; what was refused wrote nothing, and its key is good afterwards`, async () => {
  const [busy, calm] = [await richPlayer(), await richPlayer()];
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: SENT }, async (_, i) => await place(busy, `k${i}`)),
  );
  const seconds = (performance.now() - started) / 1000;
  const refused = answers.filter(({ status }) => status !== 200);
  const tooMany = refused.filter(({ status }) => status === 429);
  expect(SENT - tooMany.length).toBeGreaterThanOrEqual(BURST);
  expect(SENT - tooMany.length).toBeLessThanOrEqual(BURST + PER_SECOND * seconds + 1);
  expectTooMany(tooMany);
  // A slow machine has no connection in time for some of those that the rate lets pass.
  expect(new Set(refused.map(({ body }) => body.code))).toBeOneOf([
    new Set(["request.too_many"]),
    new Set(["request.too_many", "club.busy"]),
  ]);
  ok(await place(calm, "k0"));

  const key = `k${answers.findIndex(({ status }) => status === 429)}`;
  await sleep(1000 * Number(tooMany[0]?.headers.get("retry-after")));
  const later = await place(busy, key);
  ok(later);
  expect(later.headers.get("idempotency-replayed")).toBeNull();
  const again = await place(busy, key);
  expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([later.body, "true"]);
  const [row] = await club.query("SELECT count(*)::int AS bets FROM bet WHERE player_id = $1", [
    busy.id,
  ]);
  expect(row?.["bets"]).toBe(SENT - refused.length + 1);
});

test("reports of policies: 20 at once from an address, then 429 with Retry-After", async () => {
  const started = performance.now();
  const headers = { "content-type": "application/csp-report" };
  const report = async () => await club.call("POST", "/api/csp-report", { body: "{}", headers });
  const answers = await Promise.all(Array.from({ length: 100 }, report));
  const seconds = (performance.now() - started) / 1000;
  const taken = answers.filter(({ status }) => status === 204);
  expect(taken.length).toBeGreaterThanOrEqual(20);
  expect(taken.length).toBeLessThanOrEqual(20 + seconds + 1);
  expectTooMany(answers.filter(({ status }) => status !== 204));
});

test("a flood of sign-ins: each a plain no or a 503 that says when to come again; bets go on, and then it is over", async () => {
  const player = await richPlayer();
  let isOver = false;
  const flood = Promise.all(
    Array.from({ length: FLOOD }, async (_, i) => {
      const body = { user_name: `nobody-${i}`, password: "guess" };
      return await club.call("POST", "/api/user/signin", { body });
    }),
  ).finally(() => {
    isOver = true;
  });
  let bets = 0;
  // No more than may be placed at once, since the flood may take a while.
  while (!isOver && bets < BURST) ok(await place(player, `during ${bets++}`));
  const answers = await flood;
  const codes = new Set(answers.map(({ status, body }) => `${status} ${body.code}`));
  expect([...codes].toSorted()).toEqual(["403 signin.refused", "503 club.busy"]);
  const sentAway = answers.filter(({ status }) => status === 503);
  expect(sentAway.every(({ headers }) => headers.get("retry-after") === "1")).toBe(true);
  expect(bets).toBeGreaterThan(0);
  const body = { user_name: player.name, password: player.password };
  ok(await club.call("POST", "/api/user/signin", { body }));
});
