import { Refusal, PRICE_POLICIES } from "@club/domain";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../core/context.ts";
import { DatabaseBusy } from "../../core/db/connect.ts";
import { type TestClub, type TestPlayer, startClub } from "../../test/club.ts";
import { isFull } from "../../test/sample.ts";
import { type TestEvent, askSport, cashOf, legOn, makeMatch } from "../../test/sport-desk.ts";
import { type SportBetRequest, placeSportBet } from "../bets/place-sport-bet.ts";

/*
 * Full-size betting against a price that moves all the time; and two processes that take bets side
 * by side. Each bet's odds are compared with the market's versions, written by those who move it.
 */

const BETS = isFull ? 10_000 : 3000;
const LANES = 100;
/** A fast machine goes on until prices have moved this often. */
const MOVES = 60;
const MOVE_EVERY_MS = 20;

let club: TestClub;
let beside: TestClub;
let people: TestPlayer[];
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  beside = await startClub({ env: { CLUB_RATE_FACTOR: "0" }, database: club.database });
  people = [];
  for (let i = 0; i < 20; i++) people.push(await club.signUp());
  for (const player of people) await club.fund(player, 10_000_000);
});
afterAll(async () => {
  await beside?.close();
  await club?.close();
});

/** Moves the home price of both matches in turn, fifty times a second; returns the newest price. */
async function startMoving(matches: readonly TestEvent[]) {
  const db = new pg.Client({ connectionString: club.database.appUrl });
  await db.connect();
  const newest = matches.map((match) => legOn(match, "home").odds_milli);
  let moves = 0;
  let moved = 0;
  let working: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const which = moves % matches.length;
    const { market_id, outcome_id } = legOn(matches[which]!, "home");
    const odds = 1500 + ((moves * 37) % 700);
    moves += 1;
    working = working.then(async () => {
      const values = [market_id, [outcome_id], [odds]];
      await db.query("SELECT set_sport_price($1, $2, $3, 'hand', NULL)", values);
      newest[which] = odds;
      moved += 1;
    });
  }, MOVE_EVERY_MS);
  const stop = async (): Promise<number> => {
    clearInterval(timer);
    await working;
    await db.end();
    return moved;
  };
  return { newest, stop, moves: () => moved };
}

/** A bet's outcome; a busy club is asked again with the same key, as the app does. */
async function codeOf(ctx: AppContext, request: SportBetRequest): Promise<string> {
  try {
    await placeSportBet(ctx, request);
    return "taken";
  } catch (error) {
    if (error instanceof DatabaseBusy) return await codeOf(ctx, request);
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

test(`${BETS} bets while prices move 50 times a second: each has the price of its moment, as its choice allows`, async () => {
  const matches = [await makeMatch(club), await makeMatch(club)];
  const moving = await startMoving(matches);
  const codes = new Map<string, number>();
  let next = 0;
  const place = async (n: number): Promise<void> => {
    // Every fourth is a double on both; each shows the newest price when it was made.
    const through = n % 4 === 3 ? matches : [matches[n % 2]!];
    const legs = through.map((match) => ({
      ...legOn(match, "home"),
      odds_milli: moving.newest[matches.indexOf(match)]!,
    }));
    const form = {
      kind: legs.length === 1 ? ("single" as const) : ("multiple" as const),
      legs,
      unit_stake_cents: 100,
      price_policy: PRICE_POLICIES[n % PRICE_POLICIES.length]!,
    };
    const { ctx } = n % 5 === 0 ? beside : club;
    const playerId = people[n % people.length]!.id;
    const code = await codeOf(ctx, { playerId, form, idempotencyKey: `race ${n}` });
    codes.set(code, (codes.get(code) ?? 0) + 1);
  };
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (next < BETS || moving.moves() <= MOVES) await place(next++);
    }),
  );
  const moves = await moving.stop();

  expect([...codes.keys()].toSorted()).toEqual(["odds.changed", "taken"]);
  const legs = await club.query(
    `SELECT b.price_policy, count(*)::int AS legs, count(DISTINCT l.market_version)::int AS versions,
       count(*) FILTER (WHERE l.odds_milli <> (p.odds ->> l.outcome_id::text)::int OR p.status <> 'open'
         OR b.accepted_at < p.at OR b.accepted_at > n.at)::int AS not_current,
       count(*) FILTER (WHERE CASE b.price_policy WHEN 'any' THEN false
         WHEN 'better' THEN l.odds_milli < l.seen_odds_milli ELSE l.odds_milli <> l.seen_odds_milli END)::int AS against,
       count(*) FILTER (WHERE l.odds_milli <> l.seen_odds_milli)::int AS moved
     FROM sport_leg l JOIN sport_bet b ON b.id = l.bet_id
     JOIN sport_price p ON p.market_id = l.market_id AND p.version = l.market_version
     LEFT JOIN sport_price n ON n.market_id = l.market_id AND n.version = l.market_version + 1
     WHERE l.event_id = ANY ($1) GROUP BY b.price_policy ORDER BY b.price_policy`,
    [matches.map(({ event_id }) => event_id)],
  );
  expect(legs.map((row) => row["price_policy"])).toEqual(["any", "ask", "better"]);
  for (const row of legs) {
    expect(row).toMatchObject({ not_current: 0, against: 0 });
    expect(row["versions"]).toBeGreaterThan(10);
  }
  // It was a real race: prices moved between a bet's view of them and its acceptance.
  expect(legs[0]!["moved"]).toBeGreaterThan(0);
  expect(moves).toBeGreaterThan(MOVES);
  const [bets] = await club.query(
    "SELECT count(*)::int AS bets FROM sport_bet WHERE idem_key LIKE 'race %'",
  );
  expect(bets!["bets"]).toBe(codes.get("taken"));
}, 300_000);

test("one key a hundred times at two processes: one bet, one receipt", async () => {
  const player = people[0]!;
  const legs = [legOn(await makeMatch(club), "home"), legOn(await makeMatch(club), "away")];
  const before = await cashOf(club, player);
  const bet = { legs, key: "at two desks", price_policy: "any" as const };
  const answers = await Promise.all(
    Array.from(
      { length: 100 },
      async (_, i) => await askSport(i % 2 === 0 ? club : beside, player, bet),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
  const receipts = answers.map(({ body }) => JSON.stringify(body.data));
  expect(new Set(receipts).size).toBe(1);
  expect(
    answers.filter(({ headers }) => headers.get("idempotency-replayed") === null),
  ).toHaveLength(1);
  expect(await cashOf(club, player)).toBe(before - 1000);
});

test("the last money is spent once, by whichever of two processes", async () => {
  const poor = await club.signUp();
  await club.fund(poor, 10_000);
  const match = await makeMatch(club);
  const answers = await Promise.all(
    Array.from(
      { length: 60 },
      async (_, i) =>
        await askSport(i % 2 === 0 ? club : beside, poor, {
          legs: [legOn(match, i % 3 === 0 ? "home" : "away")],
        }),
    ),
  );
  const codes = answers.map(({ body }) => body.code ?? "taken");
  expect(codes.filter((code) => code === "taken")).toHaveLength(10);
  expect(new Set(codes)).toEqual(new Set(["taken", "funds.insufficient"]));
  expect(await cashOf(beside, poor)).toBe(0);
});
