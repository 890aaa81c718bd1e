import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, ok, startClub, type TestClub, type TestPlayer } from "../club.ts";
import { type ClubProcess, startClubProcess } from "../club-process.ts";
import { openRaceDay, type TestRace } from "../race-day.ts";
import { isFull } from "../sample.ts";

/** Two more server processes on the database of the test's own. */
let club: TestClub;
let others: ClubProcess[];

beforeAll(async () => {
  const env = { CLUB_RATE_FACTOR: "0" };
  club = await startClub({ env });
  others = await Promise.all(
    [1, 2].map(async () => await startClubProcess(club.database.appUrl, env)),
  );
});
afterAll(async () => {
  await Promise.all(others.map(async (process) => await process.stop()));
  await club.close();
});

const callOf = (i: number) => [club, ...others][i % 3]?.call ?? club.call;

async function place(
  i: number,
  asked: { player: TestPlayer; form: object; key?: string },
): Promise<Answer> {
  return await callOf(i)("POST", "/api/order/place-order", {
    token: asked.player.token,
    body: { bet_type: 1, horse: 1, ...asked.form },
    headers: asked.key === undefined ? {} : { "idempotency-key": asked.key },
  });
}

async function newPlayer(cents: number): Promise<TestPlayer> {
  const player = await club.signUp();
  if (cents > 0) await club.fund(player, cents);
  return player;
}

async function cashOf(player: TestPlayer): Promise<number> {
  return ok(await club.call("GET", "/api/user/wallet", { token: player.token })).cash_cents;
}

async function betsOf(player: TestPlayer): Promise<number> {
  const [row] = await club.query("SELECT count(*)::int AS n FROM bet WHERE player_id = $1", [
    player.id,
  ]);
  return row?.["n"];
}

test("same-key: 100 requests with one key at three processes make one bet, one debit, 100 equal answers", async () => {
  const player = await newPlayer(10_000);
  const [race] = (await openRaceDay(club)) as [TestRace];
  const form = { race_id: race.race_id, betAmount: 10 };
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, i) => await place(i, { player, form, key: "one" })),
  );
  expect([...new Set(answers.map(({ body }) => JSON.stringify(body)))]).toHaveLength(1);
  expect(answers[0]?.status).toBe(200);
  const replays = answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true");
  expect(replays).toHaveLength(99);
  expect([await betsOf(player), await cashOf(player)]).toEqual([1, 9000]);
});

test("overdraw: 200 bets of 100 at once on 1,000 are 10 bets and a balance of 0", async () => {
  const player = await newPlayer(100_000);
  const [race] = (await openRaceDay(club)) as [TestRace];
  const form = { race_id: race.race_id, betAmount: 100 };
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => await place(i, { player, form, key: `k${i}` })),
  );
  const codes = answers.map(({ status, body }) => (status === 200 ? "ok" : body.code));
  expect(codes.filter((code) => code === "ok")).toHaveLength(10);
  expect(new Set(codes)).toEqual(new Set(["ok", "funds.insufficient"]));
  expect([await betsOf(player), await cashOf(player)]).toEqual([10, 0]);
});

test.each(["stake", "loss"])(
  "%s limit: 50 bets at once at the edge never pass it by a cent",
  async (kind) => {
    const player = await newPlayer(100_000);
    const body = { limits: [{ kind, period: "day", amount_cents: 10_050 }] };
    ok(await club.call("PUT", "/api/user/limits", { token: player.token, body }));
    const [race] = (await openRaceDay(club)) as [TestRace];
    const form = { race_id: race.race_id, betAmount: 10 };
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => await place(i, { player, form, key: `k${i}` })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBe(10);
    expect(refused.every(({ body: { code } }) => code === `limit.${kind}`)).toBe(true);
    expect(refused[0]?.body.params.left_cents).toBe(50);
    expect(await cashOf(player)).toBe(90_000);
  },
);

describe("close-barrier", () => {
  test("bets that race a close through three processes: none is accepted after it, none appears behind it", async () => {
    const players = await Promise.all(
      Array.from({ length: 6 }, async () => await newPlayer(1_000_000)),
    );
    const { token } = await club.operator();
    for (let round = 0; round < 8; round++) {
      const [race] = (await openRaceDay(club)) as [TestRace];
      const form = { race_id: race.race_id, betAmount: 1 };
      let isClosed = false;
      let taken = 0;
      const bettors = players.flatMap((player, p) =>
        Array.from({ length: 3 }, async (_, lane) => {
          const answers: Answer[] = [];
          for (let i = 0; !isClosed || i % 5 !== 0; i++) {
            const answer = await place(lane, { player, form, key: `${round}-${p}-${lane}-${i}` });
            answers.push(answer);
            if (answer.status === 200) taken += 1;
          }
          return answers;
        }),
      );
      await expect.poll(() => taken, { interval: 5 }).toBeGreaterThan(10);
      const closed = ok(
        await callOf(round)("POST", `/api/operator/races/${race.race_id}/close`, {
          token,
          body: {},
        }),
      );
      const [atClose] = await club.query("SELECT count(*)::int AS n FROM bet WHERE race_id = $1", [
        race.race_id,
      ]);
      isClosed = true;
      const answers = (await Promise.all(bettors)).flat();
      const accepted = answers.filter(({ status }) => status === 200);
      expect(accepted.length).toBeGreaterThan(10);
      expect(accepted.every(({ body }) => body.data.accepted_at < closed.closed_at)).toBe(true);
      const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
      expect(new Set(codes)).toEqual(new Set(["race.closed"]));
      const [inTheEnd] = await club.query("SELECT count(*)::int AS n FROM bet WHERE race_id = $1", [
        race.race_id,
      ]);
      expect(inTheEnd?.["n"]).toBe(atClose?.["n"]);
      expect(inTheEnd?.["n"]).toBe(accepted.length);
    }
  });
});

/** By `npm run faults`, as many as the promise says. */
const RACES_OF_ONE_KEY = isFull ? 10_000 : 150;
const LANES = 6;

test(
  "resolve-races-place: whoever wins, the player is told what the database holds",
  async () => {
    const [race] = (await openRaceDay(club)) as [TestRace];
    const form = { race_id: race.race_id, betAmount: 1 };
    const seen = { placed: 0, burned: 0 };
    // Which one is faster depends on the machine: goes on until each has won.
    const until = Date.now() + 120_000;
    const isEnough = (i: number): boolean =>
      i >= RACES_OF_ONE_KEY && (Math.min(seen.placed, seen.burned) > 0 || Date.now() > until);
    const lane = async (first: number): Promise<void> => {
      const player = await newPlayer(10_000_000);
      for (let i = first; !isEnough(i); i += LANES) {
        seen[(await raceOfOneKey(i, player, form)) ? "placed" : "burned"] += 1;
      }
    };
    await Promise.all(Array.from({ length: LANES }, async (_, first) => await lane(first)));
    expect(seen.placed + seen.burned).toBeGreaterThanOrEqual(RACES_OF_ONE_KEY);
    expect(seen.placed).toBeGreaterThan(0);
    expect(seen.burned).toBeGreaterThan(0);
  },
  isFull ? 900_000 : 180_000,
);

/** Places and resolves one key at once, in either order; true: there is a bet, and both said so. */
async function raceOfOneKey(
  i: number,
  player: TestPlayer,
  form: Record<string, unknown>,
): Promise<boolean> {
  const key = `r${i}`;
  const body = { idempotency_key: key };
  const resolving = async (): Promise<Answer> =>
    await callOf(i + 1)("POST", "/api/order/resolve", { token: player.token, body });
  const [placed, resolved] =
    Math.floor(i / LANES) % 2 === 0
      ? await Promise.all([place(i, { player, form, key }), resolving()])
      : await Promise.all([resolving(), place(i, { player, form, key })]).then(
          ([a, b]) => [b, a] as const,
        );
  const [row] = await club.query(
    "SELECT count(*)::int AS n FROM bet WHERE player_id = $1 AND idem_key = $2",
    [player.id, key],
  );
  const isStored = row?.["n"] === 1;
  expect(ok(resolved).placed).toBe(isStored);
  expect(placed.status === 200).toBe(isStored);
  if (!isStored) expect(placed.body.code).toBe("bet.abandoned");
  return isStored;
}
