import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Answer, ok, PASSWORD, startClub, type TestClub, type TestPlayer } from "../club.ts";
import { openRaceDay, type TestRace } from "../race-day.ts";

/** Promise P24: one player cannot slow another's bets. Rates are off: it must hold without them. */
let club: TestClub;
let admin: pg.Client;
let others: TestPlayer[];

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  admin = new pg.Client({ connectionString: club.database.adminUrl });
  await admin.connect();
  others = [];
  while (others.length < 5) others.push(await club.signUp());
});
afterEach(async () => await admin.query("ROLLBACK"));
afterAll(async () => {
  await admin.end();
  await club.close();
});

const REQUESTS = 24;
const BETS = 17;

async function richPlayer(): Promise<TestPlayer> {
  const player = await club.signUp();
  await club.fund(player, 100_000);
  return player;
}

/** A session that this process has not seen yet, so that it must be looked up as well. */
async function signedInAnew({ name }: TestPlayer): Promise<string> {
  const body = { user_name: name, password: PASSWORD };
  return ok(await club.call("POST", "/api/user/signin", { body })).access_token;
}

async function placeMany(token: string, race: TestRace): Promise<Answer[]> {
  return await Promise.all(
    Array.from({ length: BETS }, async (_, i) => {
      const body = { race_id: race.race_id, bet_type: 1, horse: 1 + (i % 3), betAmount: 1 + i };
      const headers = { "idempotency-key": randomBytes(8).toString("hex") };
      return await club.call("POST", "/api/order/place-order", { token, body, headers });
    }),
  );
}

/** Statements that wait for a lock in the database. */
async function countWaiting(): Promise<number> {
  const [row] = await club.asAdmin(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return row?.["n"];
}

type Write = [method: string, path: string, body: object, key?: string];
const LIMITS = { limits: [{ kind: "stake", period: "day", amount_cents: 900_000 }] };
const writes: [what: string, write: Write, held: number][] = [
  ["limits", ["PUT", "/api/user/limits", LIMITS], 4],
  ["protection", ["PUT", "/api/user/protection", { marketing: false }], 4],
  [
    "top-ups",
    ["POST", "/api/recharge/create", { method: "bank_transfer", amount_cents: 5000 }, "one"],
    4,
  ],
  ["withdrawals", ["POST", "/api/withdraw/create", { amount_cents: 500 }, "two"], 4],
  ["ends of doubts", ["POST", "/api/order/resolve", { idempotency_key: "none" }], 2],
];

test.each(writes)(
  "%s of five players hold all the connections that they may have: another's bets are all taken",
  async (_what, [method, path, body, key], held) => {
    const [race] = (await openRaceDay(club)) as [TestRace];
    const bettor = await richPlayer();
    const token = await signedInAnew(bettor);
    const headers = key === undefined ? {} : { "idempotency-key": key };
    await admin.query("BEGIN");
    await admin.query("SELECT FROM wallet WHERE player_id = ANY ($1) FOR UPDATE", [
      others.map(({ id }) => id),
    ]);
    const sent = Promise.all(
      others.flatMap((player) =>
        Array.from({ length: REQUESTS }, async () => {
          const call = { token: player.token, body, headers };
          return await club.call(method, path, call);
        }),
      ),
    );
    await expect.poll(countWaiting, { interval: 10 }).toBeGreaterThanOrEqual(held);
    const answers = await placeMany(token, race);
    expect(answers.map(({ status, body: said }) => said.code ?? status)).toEqual(
      answers.map(() => 200),
    );
    await admin.query("ROLLBACK");
    // A player who sent too many is told so, and when to come again; nothing breaks.
    for (const { status, headers: said } of await sent) {
      expect([200, 409, 429, 503]).toContain(status);
      if (status === 503) expect(said.get("retry-after")).toBe("1");
    }
  },
);

test("one player's writes are two at once, some wait, the others are refused before they take a connection", async () => {
  const [player] = others as [TestPlayer];
  await admin.query("BEGIN");
  await admin.query("SELECT FROM wallet WHERE player_id = $1 FOR UPDATE", [player.id]);
  const sent = Array.from({ length: REQUESTS }, async () => {
    return await club.call("PUT", "/api/user/limits", { token: player.token, body: LIMITS });
  });
  const refused: Answer[] = [];
  for (const one of sent) void one.then((answer) => answer.status === 503 && refused.push(answer));
  await expect.poll(() => refused.length, { interval: 10 }).toBe(REQUESTS - 20);
  expect(await countWaiting()).toBe(2);
  await admin.query("ROLLBACK");
  for (const { body, headers } of refused) {
    expect([body.code, headers.get("retry-after")]).toEqual(["club.busy", "1"]);
  }
  const answers = await Promise.all(sent);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
});

const REFRESHES = [
  ["player", "/api/user", async () => (await club.signUp()).refreshToken],
  ["operator", "/api/operator", async () => await deskToken()],
] as const;

async function deskToken(): Promise<string> {
  const { name } = await club.newOperator("support");
  const body = { user_name: name, password: PASSWORD };
  return ok(await club.call("POST", "/api/operator/signin", { body })).refresh_token;
}

test.each(REFRESHES)(
  "a refresh token of a %s is used twice at once, some wait, the others are refused before they take a connection",
  async (_whose, path, tokenOf) => {
    const body = { refresh_token: await tokenOf() };
    await admin.query("BEGIN");
    await admin.query("SELECT FROM session FOR UPDATE");
    const sent = Array.from({ length: REQUESTS }, async () => {
      return await club.call("POST", `${path}/refresh_token`, { body });
    });
    const refused: Answer[] = [];
    for (const one of sent)
      void one.then((answer) => answer.status === 503 && refused.push(answer));
    await expect.poll(() => refused.length, { interval: 10 }).toBe(REQUESTS - 10);
    await expect.poll(countWaiting, { interval: 10 }).toBe(2);
    await admin.query("ROLLBACK");
    for (const { body: said } of refused) expect(said.code).toBe("club.busy");
    // On a slow machine those in line may have waited too long.
    for (const { status } of await Promise.all(sent)) expect([200, 503]).toContain(status);
  },
);

test("whoever signs in, reads or changes limits takes no connection of bets", async () => {
  const player = await club.signUp();
  const { connections, most } = club.ctx.db.bets.stats();
  expect(connections).toBeLessThanOrEqual(most);
  const held = await Promise.all(
    Array.from({ length: most }, async () => await club.ctx.db.bets.connect()),
  );
  try {
    const token = await signedInAnew(player);
    ok(await club.call("GET", "/api/user/wallet", { token }));
    ok(await club.call("PUT", "/api/user/limits", { token, body: LIMITS }));
    await club.ctx.sessions.flush();
  } finally {
    for (const one of held) one.release();
  }
});

test("made-up races of twenty players take nobody's place: every bet beside them is taken", async () => {
  const [race] = (await openRaceDay(club)) as [TestRace];
  const token = await signedInAnew(await richPlayer());
  const flooders = [...others];
  while (flooders.length < 20) flooders.push(await club.signUp());
  const flood = Promise.all(
    flooders.flatMap((player) =>
      Array.from({ length: REQUESTS }, async () => {
        const body = { race_id: crypto.randomUUID(), bet_type: 1, horse: 1, betAmount: 1 };
        return await club.call("POST", "/api/order/quote", { token: player.token, body });
      }),
    ),
  );
  const answers = await placeMany(token, race);
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual(answers.map(() => 200));
  expect(new Set((await flood).map(({ body }) => body.code))).toEqual(new Set(["not_found"]));
});
