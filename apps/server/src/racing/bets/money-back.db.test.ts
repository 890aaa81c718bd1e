import { afterAll, beforeAll, expect, test } from "vitest";
import { act, openRaces, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";

/* A player reads why money was refunded: the runner and its share of the bet, or no race. */

let club: TestClub;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub();
  player = await richPlayer(club);
});
afterAll(async () => {
  await club.close();
});

type Form = Record<string, unknown>;
const bet = async (form: Form): Promise<string> =>
  ok(await placeOrder(club, player, form)).order_id;

async function read(orderId: string) {
  return ok(await club.call("GET", `/api/order/${orderId}`, { token: player.token }));
}

/** Where the time line shows refunds, and why. */
async function stepsOf(orderId: string) {
  const { time_line } = (await read(orderId)) as { time_line: (Form & { key: string })[] };
  return time_line
    .filter(({ key }) => key === "refund")
    .map(({ reason, runner, runner_name, leg, amount_cents }) => {
      return { reason, runner, runner_name, leg, amount_cents };
    });
}

async function nameOf(raceId: string, number: number): Promise<string> {
  const { runners } = ok(await club.call("GET", `/api/events/race/${raceId}`)) as {
    runners: { horse_id: number; name: string }[];
  };
  return runners.find(({ horse_id: id }) => id === number)?.name ?? "none";
}

// A bet, and how many of its combinations scratching 3, and then 4 as well, takes out.
const SCRATCHED: [string, Form, number, number][] = [
  ["Single Win on it", { bet_type: 1, horse: [3], betAmount: 5 }, 1, 1],
  ["Each Way, both pools", { bet_type: 9, horse: [3, 5], betAmount: 2, betAmount2: 1 }, 2, 2],
  ["Trifecta Box of four", { bet_type: 7, horse: [1, 2, 3, 4], betAmount: 1 }, 18, 24],
  ["Trifecta Stand Out on it", { bet_type: 14, horse1st: [3], horse: [1, 2, 5] }, 6, 6],
  ["Quinella Box", { bet_type: 4, horse: [1, 2, 3] }, 2, 2],
];

test("a scratched runner: which, and how many of the combinations are void", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  const ids: string[] = [];
  for (const [, form] of SCRATCHED) ids.push(await bet({ race_id: raceId, ...form }));
  const other = await bet({ race_id: raceId, bet_type: 1, horse: [6], betAmount: 5 });

  ok(await act(club, raceId, "scratch", { horse_id: 3 }));
  for (const [i, [name, , first]] of SCRATCHED.entries()) {
    await expect
      .poll(async () => [name, (await read(ids[i]!)).money_back])
      .toEqual([
        name,
        { reason: "scratched", scratched: [3], scratched2: [], void_combinations: first },
      ]);
  }
  expect((await read(other)).money_back).toBeNull();
  expect(await stepsOf(ids[2]!)).toEqual([
    {
      reason: "scratched",
      runner: 3,
      runner_name: await nameOf(raceId, 3),
      leg: 1,
      amount_cents: 1800,
    },
  ]);

  ok(await act(club, raceId, "scratch", { horse_id: 4 }));
  for (const [i, [name, form, , then]] of SCRATCHED.entries()) {
    const hasFour = (form["horse"] as number[]).includes(4);
    await expect
      .poll(async () => [name, (await read(ids[i]!)).money_back])
      .toMatchObject([name, { scratched: hasFour ? [3, 4] : [3], void_combinations: then }]);
  }
  // The list agrees with the single bet.
  const listed = await club.call("GET", "/api/order/list?limit=20", { token: player.token });
  type Line = { order_id: string; money_back: unknown };
  for (const { order_id, money_back } of listed.body.list as Line[]) {
    expect(money_back).toEqual((await read(order_id)).money_back);
  }
});

test("a runner of a double's second race is named as that", async () => {
  const [first, second] = (await openRaces(club, { runners: [6, 6] })) as [string, string];
  const form = { race_id: first, race_id2: second, horse: [1, 2], horse2: [1, 2, 5], betAmount: 1 };
  const id = await bet({ ...form, bet_type: 10 });
  ok(await act(club, second, "scratch", { horse_id: 5 }));
  await expect
    .poll(async () => (await read(id)).money_back)
    .toEqual({ reason: "scratched", scratched: [], scratched2: [5], void_combinations: 2 });
  expect(await stepsOf(id)).toEqual([
    {
      reason: "scratched",
      runner: 5,
      runner_name: await nameOf(second, 5),
      leg: 2,
      amount_cents: 200,
    },
  ]);
});

test("an abandoned race says so, and still names who was scratched before", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  const id = await bet({ race_id: raceId, bet_type: 4, horse: [1, 2, 3], betAmount: 1 });
  ok(await act(club, raceId, "scratch", { horse_id: 3 }));
  await expect.poll(async () => (await read(id)).refund_cents).toBe(200);
  ok(await act(club, raceId, "abandon", { reason: "storm" }));
  await expect
    .poll(async () => (await read(id)).money_back)
    .toEqual({ reason: "abandoned", scratched: [3], scratched2: [], void_combinations: 2 });
  expect((await stepsOf(id)).map(({ reason }) => reason)).toEqual(["scratched", "abandoned"]);
});
