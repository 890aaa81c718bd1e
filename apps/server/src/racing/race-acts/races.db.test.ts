import { SINGLE_POOL_CODES } from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  act,
  clubCard,
  importCard,
  openRaces,
  placeOrder,
  raceIdsOf,
  richPlayer,
} from "../../test/card-desk.ts";
import { ok, startClub, type TestClub } from "../../test/club.ts";

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => {
  await club.close();
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function draft(): Promise<string> {
  const data = ok(await importCard(club, clubCard({ runners: [6] })));
  return (await raceIdsOf(club, data.event_id))[0] as string;
}

/** A race in a status; those after `closed` need results, so they are simply set here. */
async function raceIn(status: string): Promise<string> {
  const raceId = await draft();
  if (status === "draft") return raceId;
  ok(await act(club, raceId, "open"));
  if (status === "open") return raceId;
  if (status === "abandoned") ok(await act(club, raceId, "abandon", { reason: "storm" }));
  else ok(await act(club, raceId, "close"));
  if (status !== "closed") {
    await club.query("UPDATE race SET status = $2 WHERE id = $1", [raceId, status]);
  }
  return raceId;
}

const BODIES: Record<string, () => Record<string, unknown>> = {
  open: () => ({ reason: "late", start_time: inMinutes(200) }),
  close: () => ({}),
  delay: () => ({ reason: "late", start_time: inMinutes(200) }),
  abandon: () => ({ reason: "storm" }),
  scratch: () => ({ horse_id: 2 }),
};

// What each act answers in each status: the new status, or a refusal.
const TABLE: [string, Record<string, string>][] = [
  [
    "draft",
    { open: "open", close: "race.state", delay: "draft", abandon: "abandoned", scratch: "draft" },
  ],
  [
    "open",
    { open: "race.state", close: "closed", delay: "open", abandon: "abandoned", scratch: "open" },
  ],
  [
    "closed",
    {
      open: "open",
      close: "race.state",
      delay: "race.state",
      abandon: "abandoned",
      scratch: "closed",
    },
  ],
  [
    "interim",
    {
      open: "race.state",
      close: "race.state",
      delay: "race.state",
      abandon: "abandoned",
      scratch: "interim",
    },
  ],
  [
    "final",
    {
      open: "race.state",
      close: "race.state",
      delay: "race.state",
      abandon: "abandoned",
      scratch: "final",
    },
  ],
  [
    "settled",
    {
      open: "race.state",
      close: "race.state",
      delay: "race.state",
      abandon: "race.state",
      scratch: "race.state",
    },
  ],
  [
    "abandoned",
    {
      open: "race.state",
      close: "race.state",
      delay: "race.state",
      abandon: "race.state",
      scratch: "race.state",
    },
  ],
];

describe("acts by status", () => {
  test.each(
    TABLE.flatMap(([status, acts]) =>
      Object.entries(acts).map(([name, outcome]) => [status, name, outcome] as const),
    ),
  )("%s: %s gives %s", async (status, name, outcome) => {
    const raceId = await raceIn(status);
    const answer = await act(club, raceId, name, BODIES[name]?.());
    if (outcome.includes(".")) {
      expect([answer.status, answer.body.code]).toEqual([409, outcome]);
      const rows = await club.query("SELECT status FROM race WHERE id = $1", [raceId]);
      expect(rows).toEqual([{ status }]);
    } else {
      expect([answer.status, answer.body.data?.status]).toEqual([200, outcome]);
    }
  });

  test.each<[string, string, Record<string, unknown> | undefined, number, string]>([
    ["closed", "open", { start_time: inMinutes(200) }, 422, "race.reason_needed"],
    ["closed", "open", { reason: "late" }, 422, "race.delay_invalid"],
    ["closed", "open", { reason: "late", start_time: inMinutes(10) }, 422, "race.delay_invalid"],
    ["open", "delay", { reason: "late" }, 422, "race.delay_invalid"],
    ["open", "delay", { reason: "late", start_time: inMinutes(10) }, 422, "race.delay_invalid"],
    ["open", "delay", { reason: "late", start_time: "tomorrow" }, 422, "race.delay_invalid"],
    ["open", "scratch", { horse_id: 9 }, 422, "bet.runner_unknown"],
    ["open", "scratch", {}, 422, "request.invalid"],
    ["open", "scratch", { horse_id: 61 }, 422, "request.invalid"],
  ])("%s: %s with %j is %i %s", async (status, name, body, code, refusal) => {
    const raceId = await raceIn(status);
    const answer = await act(club, raceId, name, body);
    expect([answer.status, answer.body.code]).toEqual([code, refusal]);
  });

  test.each<[string, Record<string, unknown> | undefined, string]>([
    ["delay", { start_time: inMinutes(200) }, "open"],
    ["delay", { reason: " ", start_time: inMinutes(200) }, "open"],
    ["abandon", undefined, "abandoned"],
  ])("%s with %j needs no reason", async (name, body, status) => {
    const raceId = await raceIn("open");
    expect(ok(await act(club, raceId, name, body)).status).toBe(status);
    const rows = await club.query("SELECT note FROM race WHERE id = $1", [raceId]);
    expect(rows).toEqual([{ note: null }]);
  });

  test("a made-up race and text that is no id are 404", async () => {
    for (const id of ["0198a5b2-0000-7000-8000-000000000000", "nonsense"]) {
      for (const name of Object.keys(BODIES)) {
        const answer = await act(club, id, name, BODIES[name]?.());
        expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
      }
    }
  });

  test("a runner is scratched once", async () => {
    const raceId = await raceIn("open");
    ok(await act(club, raceId, "scratch", { horse_id: 2 }));
    const again = await act(club, raceId, "scratch", { horse_id: 2 });
    expect([again.status, again.body.code]).toEqual([409, "runner.scratched_already"]);
  });

  test("a race without live runners or with a past start is not opened", async () => {
    const empty = await draft();
    await club.query("UPDATE runner SET scratched_at = club_now_ms() WHERE race_id = $1", [empty]);
    expect((await act(club, empty, "open")).body.code).toBe("race.no_runners");
    const past = await draft();
    await club.query("UPDATE race SET start_time = club_now() WHERE id = $1", [past]);
    expect((await act(club, past, "open")).body.code).toBe("race.start_past");
  });

  test("an open race whose start has passed is not delayed", async () => {
    const raceId = await raceIn("open");
    // In one statement with the act's lock held: the job that closes due races must not come first.
    await club.query("UPDATE race SET start_time = club_now() WHERE id = $1", [raceId]);
    const answer = await act(club, raceId, "delay", BODIES["delay"]?.());
    expect(answer.body.code).toBe("race.state");
  });

  test.each(["delay", "scratch", "abandon", "open"])(
    "%s is refused once settling has begun",
    async (name) => {
      const raceId = await raceIn("closed");
      await club.query(
        `INSERT INTO settlement (id, pool_id, race_id, result_version, facts, outcome)
         SELECT gen_random_uuid(), id, race_id, 1, '{}', '{}' FROM pool WHERE race_id = $1 AND code = 'WIN'`,
        [raceId],
      );
      const answer = await act(club, raceId, name, BODIES[name]?.());
      expect([answer.status, answer.body.code]).toEqual([409, "settlement.begun"]);
      await club.asAdmin("DELETE FROM settlement WHERE race_id = $1", [raceId]);
    },
  );

  test("a result keeps a closed race closed, and a scratching makes it stale", async () => {
    const raceId = await raceIn("closed");
    await club.query(
      "INSERT INTO result (race_id, version, stage, placings) VALUES ($1, 1, 'final', '[[1],[2],[3],[4]]')",
      [raceId],
    );
    expect((await act(club, raceId, "open", BODIES["open"]?.())).body.code).toBe("race.state");
    ok(await act(club, raceId, "scratch", { horse_id: 1 }));
    const rows = await club.query("SELECT is_stale FROM result WHERE race_id = $1", [raceId]);
    expect(rows).toEqual([{ is_stale: true }]);
  });

  test("needs the pool desk; each act is in the audit log with before, after and reason", async () => {
    const raceId = await raceIn("open");
    const call = async (token: string) =>
      (await club.call("POST", `/api/operator/races/${raceId}/close`, { token })).status;
    expect(await call((await club.operator("results_clerk")).token)).toBe(403);
    expect(await call((await club.operator("pool_controller")).token)).toBe(200);
    const rows = await club.query(
      `SELECT action, before ->> 'status' AS before, after ->> 'status' AS after FROM audit
       WHERE target = $1 AND action LIKE 'race.%' ORDER BY id`,
      [raceId],
    );
    expect(rows).toEqual([
      { action: "race.open", before: "draft", after: "open" },
      { action: "race.close", before: "open", after: "closed" },
    ]);
  });
});

describe("opening and closing", () => {
  test("opening makes every pool of one race with the rule set frozen; closing closes them", async () => {
    const raceId = await draft();
    ok(await act(club, raceId, "open"));
    const pools = await club.query(
      `SELECT p.code, p.status, p.rule_set, p.rule_set_version, a.kind FROM pool p
       JOIN account a ON a.id = p.escrow_account AND a.pool_id = p.id WHERE race_id = $1`,
      [raceId],
    );
    const CODES: readonly string[] = SINGLE_POOL_CODES;
    pools.sort((x, y) => CODES.indexOf(x["code"]) - CODES.indexOf(y["code"]));
    expect(pools).toEqual(
      CODES.map((code) => ({
        code,
        status: "OPEN",
        rule_set: "AU_STD",
        rule_set_version: 1,
        kind: "escrow",
      })),
    );
    const closed = ok(await act(club, raceId, "close"));
    // In display order.
    expect(
      closed.pools.map(({ pool, status }: { pool: string; status: string }) => [pool, status]),
    ).toEqual(CODES.map((code) => [code, "CLOSED"]));
    expect(Date.parse(closed.closed_at)).toBeGreaterThan(0);
  });

  test("no bet after the close, also not on a race whose start has passed", async () => {
    const [raceId] = (await openRaces(club, { runners: [6] })) as [string];
    const player = await richPlayer(club);
    const form = { race_id: raceId, bet_type: 1, horse: [1] };
    const placed = ok(await placeOrder(club, player, form));
    const closed = ok(await act(club, raceId, "close"));
    expect(Date.parse(placed.accepted_at)).toBeLessThan(Date.parse(closed.closed_at));
    expect((await placeOrder(club, player, form)).body.code).toBe("race.closed");
  });

  test("opened again for a later start, the race takes bets, keeps its old ones and loses its root", async () => {
    const [raceId] = (await openRaces(club, { runners: [6] })) as [string];
    const player = await richPlayer(club);
    const form = { race_id: raceId, bet_type: 1, horse: [1] };
    ok(await placeOrder(club, player, form));
    const closed = ok(await act(club, raceId, "close"));
    expect(closed.root.bets).toBe(1);
    const start_time = inMinutes(300);
    const opened = ok(await act(club, raceId, "open", { reason: "track", start_time }));
    expect(opened).toMatchObject({
      status: "open",
      start_time,
      closed_at: null,
      root: null,
      note: "track",
    });
    ok(await placeOrder(club, player, { ...form, horse: [2] }));
    const again = ok(await act(club, raceId, "close"));
    expect(again.root.bets).toBe(2);
    expect(again.root.root).not.toBe(closed.root.root);
    expect(again.gross_cents).toBe(200);
  });

  test("the run sheet and the race page count bets and money", async () => {
    const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
    const player = await richPlayer(club);
    ok(
      await placeOrder(club, player, {
        race_id: raceId,
        bet_type: 9,
        horse: [1, 2],
        betAmount: 2,
        betAmount2: 3,
      }),
    );
    ok(await placeOrder(club, player, { race_id: raceId, bet_type: 4, horse: [1, 2, 3] }));
    const { token } = await club.operator("auditor");
    const race = ok(await club.call("GET", `/api/operator/races/${raceId}`, { token }));
    expect(race).toMatchObject({
      bets: 2,
      gross_cents: 1300,
      rule_set: "AU_STD",
      dividends: "club",
    });
    const sheet = await club.call("GET", `/api/operator/meetings?day=${race.date}`, { token });
    const line = sheet.body.list
      .flatMap((meeting: { races: { race_id: string }[] }) => meeting.races)
      .find((each: { race_id: string }) => each.race_id === raceId);
    expect(line).toMatchObject({
      bets: 2,
      gross_cents: 1300,
      runners: 8,
      scratched: 0,
      status: "open",
    });
  });
});

describe("doubles", () => {
  async function double(code: 10 | 11, first: string, second: string) {
    const player = await richPlayer(club);
    const form = { race_id: first, race_id2: second, bet_type: code, horse: [1], horse2: [2] };
    const { order_id } = ok(await placeOrder(club, player, form));
    return (
      await club.query("SELECT race_id, race_id2, pool_id, selections FROM bet WHERE id = $1", [
        order_id,
      ])
    )[0];
  }

  test("the pool belongs to the pair in order of start, whichever way round it is asked for", async () => {
    const [a, b] = (await openRaces(club, { runners: [6, 6] })) as [string, string];
    const right = await double(10, a, b);
    const swapped = await double(10, b, a);
    expect(swapped).toMatchObject({ race_id: a, race_id2: b, pool_id: right?.["pool_id"] });
    expect(swapped?.["selections"]).toBe('{"horse":[2],"horse2":[1]}');
    const places = await double(11, a, b);
    expect(places?.["pool_id"]).not.toBe(right?.["pool_id"]);
  });

  test("many first bets at once make one pool", async () => {
    const [a, b] = (await openRaces(club, { runners: [6, 6] })) as [string, string];
    const players = await Promise.all([1, 2, 3, 4].map(() => richPlayer(club)));
    const answers = await Promise.all(
      players.map((player, i) =>
        placeOrder(club, player, {
          race_id: i % 2 === 0 ? a : b,
          race_id2: i % 2 === 0 ? b : a,
          bet_type: 10,
          horse: [1],
          horse2: [1],
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const pools = await club.query(
      "SELECT count(*) AS n FROM pool WHERE race_id = $1 AND race_id2 = $2",
      [a, b],
    );
    expect(pools).toEqual([{ n: 1n }]);
    const accounts = await club.query(
      "SELECT count(*) AS n FROM account a WHERE kind = 'escrow' AND NOT EXISTS (SELECT FROM pool p WHERE p.id = a.pool_id)",
    );
    expect(accounts).toEqual([{ n: 0n }]);
  });

  test("a delay turns a pair that nobody bet on round, and leaves one with bets", async () => {
    const [a, b, c] = (await openRaces(club, { runners: [6, 6, 6] })) as [string, string, string];
    const kept = await double(10, a, b);
    await double(11, a, c);
    const unused =
      "SELECT id FROM pool WHERE race_id = $1 AND race_id2 = $2 AND code = 'DOUBLE_WIN'";
    // A pool without bets, as a quote leaves it.
    const player = await richPlayer(club);
    const body = { race_id: a, race_id2: c, bet_type: 10, horse: [1], horse2: [2], betAmount: 1 };
    ok(await club.call("POST", "/api/order/quote", { token: player.token, body }));
    expect((await club.query(unused, [a, c])).length).toBe(1);
    ok(await act(club, a, "delay", { reason: "track", start_time: inMinutes(500) }));
    expect((await club.query(unused, [a, c])).length).toBe(0);
    const turned = await double(10, a, c);
    expect(turned).toMatchObject({ race_id: c, race_id2: a });
    const still = await double(10, a, b);
    expect(still).toMatchObject({ race_id: a, race_id2: b, pool_id: kept?.["pool_id"] });
  });

  test("meetings of club and of declared dividends do not combine", async () => {
    const [a] = (await openRaces(club, { runners: [6] })) as [string];
    const [b] = (await openRaces(club, { runners: [6], meeting: { dividends: "declared" } })) as [
      string,
    ];
    const player = await richPlayer(club);
    const form = { race_id: a, race_id2: b, bet_type: 10, horse: [1], horse2: [2] };
    const answer = await placeOrder(club, player, form);
    expect([answer.status, answer.body.code]).toEqual([422, "bet.legs_do_not_combine"]);
  });
});

describe("public reads", () => {
  const get = async (path: string, token?: string) => await club.call("GET", path, { token });

  test("drafts are nowhere", async () => {
    const raceId = await draft();
    const rows = await club.query(
      "SELECT m.date, m.code FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1",
      [raceId],
    );
    const { date, code } = rows[0] as { date: string; code: string };
    const texts = [await get("/api/events/races"), await get(`/api/events/day_table?day=${date}`)];
    for (const answer of texts) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain(raceId);
      expect(JSON.stringify(answer.body)).not.toContain(code);
    }
    for (const path of [
      `/api/events/gethorse_name?race_id=${raceId}`,
      `/api/events/race/${raceId}`,
    ]) {
      expect((await get(path)).status).toBe(404);
    }
    const player = await richPlayer(club);
    const bet = await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [1] });
    expect(bet.status).toBe(404);
  });

  test("made-up races are 404, a day that is none is 422", async () => {
    for (const id of ["0198a5b2-0000-7000-8000-000000000000", "x"]) {
      expect((await get(`/api/events/race/${id}`)).status).toBe(404);
      expect((await get(`/api/events/gethorse_name?race_id=${id}`)).status).toBe(404);
    }
    expect((await get("/api/events/day_table?day=2026-02-30")).status).toBe(422);
    expect((await get("/api/events/day_table")).status).toBe(422);
    expect((await get("/api/events/day_table?day=2026-02-20&event_type=Camels")).status).toBe(422);
  });

  test("lists have the fields of the interface, with any token or none, and may be kept a second", async () => {
    const [raceId] = (await openRaces(club, { runners: [6], startsInMinutes: 1 })) as [string];
    for (const token of [undefined, "expired-or-made-up"]) {
      const next = await get("/api/events/races", token);
      expect(next.headers.get("cache-control")).toBe("public, max-age=1, stale-while-revalidate=2");
      const line = next.body.list.find((each: { race_id: string }) => each.race_id === raceId);
      expect(line).toMatchObject({
        meetings: "Testfield",
        event_type: "Races",
        raceNo: 1,
        status: "open",
      });
      expect(Object.keys(line)).toEqual(
        expect.arrayContaining([
          "event_id",
          "code",
          "meetings",
          "event_type",
          "race_id",
          "raceNo",
          "name",
          "start_time",
          "status",
          "distance_m",
        ]),
      );
      const table = await get(`/api/events/day_table?day=${line.date}&event_type=Races`, token);
      const meeting = table.body.list.find((each: { code: string }) => each.code === line.code);
      expect(meeting).toMatchObject({ country: "AU", timezone: "UTC", currency: "AUD" });
      expect(meeting.races).toEqual([
        {
          race_id: raceId,
          raceNo: 1,
          name: "Race 1",
          start_time: line.start_time,
          status: "open",
          distance_m: null,
          result: null,
        },
      ]);
      const all = await get(`/api/events/day_table?day=${line.date}&event_type=`, token);
      expect(all.body.list).toEqual(expect.arrayContaining([meeting]));
      const none = await get(`/api/events/day_table?day=${line.date}&event_type=Harness`, token);
      expect(none.body.list).toEqual([]);
    }
  });

  test("next to jump is in order of start and drops a race that closed", async () => {
    const [a, b] = (await openRaces(club, { runners: [6, 6], startsInMinutes: 2 })) as [
      string,
      string,
    ];
    const ids = (answer: { body: { list: { race_id: string }[] } }) =>
      answer.body.list.map((each) => each.race_id);
    const before = ids(await get("/api/events/races"));
    expect(before.indexOf(a)).toBeLessThan(before.indexOf(b));
    ok(await act(club, a, "close"));
    expect(ids(await get("/api/events/races"))).not.toContain(a);
  });

  test("runners and pools show approximate dividends by the pure rule", async () => {
    const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
    const player = await richPlayer(club);
    // The worked example of the rules: 117.00 in WIN, 25.00 on the winner pays 4.00.
    ok(await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [4], betAmount: 25 }));
    ok(await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [7], betAmount: 92 }));
    const read = async () => (await get(`/api/events/gethorse_name?race_id=${raceId}`)).body.list;
    await expect.poll(async () => (await read())[3].win_approx).toBe(400);
    const runners = await read();
    expect(runners.length).toBe(8);
    expect(runners[3]).toEqual({
      horse_id: 4,
      name: "Runner 4",
      barrier: null,
      jockey: null,
      trainer: null,
      weight_kg: null,
      form: null,
      scratched: false,
      win_approx: 400,
      place_approx: null,
    });
    const race = ok(await get(`/api/events/race/${raceId}`));
    const win = race.pools.find((pool: { pool: string }) => pool.pool === "WIN");
    expect(win).toMatchObject({ gross_cents: 11700, bets: 2, takeout_bps: 1450, status: "OPEN" });
    expect(win.approximates).toEqual({ "4": 400, "7": 104 });
    expect(race).toMatchObject({ favourite: 7, result: null, dividends: [], root: null });
    ok(await act(club, raceId, "scratch", { horse_id: 7 }));
    const after = ok(await get(`/api/events/race/${raceId}`));
    const winAfter = after.pools.find((pool: { pool: string }) => pool.pool === "WIN");
    expect(winAfter.gross_cents).toBe(2500);
    expect(after.favourite).toBe(4);
    expect(after.runners[6]).toMatchObject({ scratched: true, win_approx: null });
  });
});
