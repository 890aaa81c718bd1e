import type { RuleFigures, WhatIfPool } from "@club/contract";
import { AU_STD } from "@club/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";
import { closeRace, openMeeting, place, settle, someBets } from "../../test/db/race-day.ts";
import type { TestMeeting } from "../../test/db/race-day.ts";

let club: TestClub;
let desk: TestOperator;
let meeting: TestMeeting;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  desk = await club.operator("pool_controller");
  const player = await club.signUp();
  await club.fund(player, 1_000_000);
  meeting = await openMeeting(club, 2);
  for (const bet of someBets(meeting)) ok(await place(club, player, bet));
  for (const race of meeting.races) await closeRace(club, race.id);
  // A dead heat for first; the double waits for its second leg.
  await settle(club, meeting.races[0]?.id ?? "", [[1, 2], [3], [4]]);
  await settle(club, meeting.races[1]?.id ?? "", [[2], [1], [3], [5]]);
});
afterAll(async () => await club.close());

const path = "/api/operator/rule-sets";
const call = async (
  method: "GET" | "POST" | "PUT" | "DELETE",
  to: string,
  body?: unknown,
): Promise<Answer> => await club.call(method, `${path}${to}`, { token: desk.token, body });
const read = async (name: string) => ok(await call("GET", `/${name}`));
const figuresOf = async (name: string): Promise<RuleFigures> =>
  (await read(name)).versions[0].figures;
const save = async (name: string, figures: unknown): Promise<Answer> =>
  await call("PUT", `/${name}/draft`, { figures });

async function whatIf(raceId: string, of: string): Promise<WhatIfPool[]> {
  const answer = await club.call(
    "GET",
    `/api/operator/what-if?race_id=${raceId}&rule_set=${of}`,
    desk,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.list;
}

async function moved(): Promise<unknown> {
  const [row] = await club.query(
    `SELECT (SELECT count(*) FROM entry) AS entries, (SELECT count(*) FROM settlement) AS plans,
       (SELECT count(*) FROM bet_credit) AS credits`,
  );
  return row;
}

test("the rule sets that ship are listed with every figure; a made-up one is not found", async () => {
  const { body } = await call("GET", "");
  expect(
    body.list.map((each: { name: string; version: number }) => [each.name, each.version]),
  ).toEqual([
    ["AU_STD", 1],
    ["HK", 1],
    ["UK_TOTE", 1],
  ]);
  expect(body.list[0]).toMatchObject({ is_preset: true, has_draft: false });
  const hk = await read("HK");
  expect(hk.versions[0].figures).toMatchObject({
    takeout_bps: { WIN: 1750, FIRST4: 2500 },
    places: [
      [7, 3],
      [4, 2],
    ],
    rounding: { WIN: "nearest 5", EXACTA: "down 10" },
    doubles: { withdrawn: "FAVOURITE", leg1_void: "FIELD" },
  });
  expect((await call("GET", "/NOWHERE")).status).toBe(404);
});

test("a what-if by the rules that it was settled by is what was paid, in every pool, and writes nothing", async () => {
  const { body } = await club.call(
    "GET",
    `/api/operator/what-if/races?from=${meeting.date}&to=${meeting.date}&rule_set=AU_STD`,
    desk,
  );
  expect(
    body.list.map((race: { race_id: string; pools: number }) => [race.race_id, race.pools]),
  ).toEqual([
    [meeting.races[0]?.id, 9],
    [meeting.races[1]?.id, 10],
  ]);
  const before = await moved();
  const pools: WhatIfPool[] = [];
  for (const race of meeting.races) pools.push(...(await whatIf(race.id, "AU_STD&version=1")));
  expect(pools).toHaveLength(19);
  expect(pools.filter(({ was }) => was.gross_cents > 0).map(({ pool }) => pool)).toEqual([
    "WIN",
    "PLACE",
    "QUINELLA",
    "EXACTA",
    "TRIFECTA",
    "DOUBLE_WIN",
  ]);
  for (const { would, was, rules } of pools) {
    expect(would).toEqual(was);
    expect(rules).toBe("AU_STD 1");
  }
  expect(await moved()).toEqual(before);
});

test("a version that is older than a pool is asked what that pool would have paid by the figures that ship", async () => {
  const { TRIFECTA: _trifecta, ...takeoutBps } = AU_STD.takeoutBps;
  const older = { ...AU_STD, name: "OLDER", takeoutBps };
  await club.query("INSERT INTO rule_set (name, version, rules) VALUES ('OLDER', 1, $1)", [
    JSON.stringify(older),
  ]);
  const raceId = meeting.races[0]?.id ?? "";
  const [asked, whole] = [
    await whatIf(raceId, "OLDER&version=1"),
    await whatIf(raceId, "AU_STD&version=1"),
  ];
  expect(asked.map(({ pool, would }) => [pool, would])).toEqual(
    whole.map(({ pool, would }) => [pool, would]),
  );
});

test("a draft's figures alone change what a pool would have paid, to the cent", async () => {
  const figures = await figuresOf("AU_STD");
  const free: RuleFigures = {
    ...figures,
    takeout_bps: { ...figures.takeout_bps, WIN: 0, TRIFECTA: 3000 },
    rounding: { ...figures.rounding, WIN: "down 1" },
    min_starters: { ...figures.min_starters, EXACTA: 9 },
    places: [[8, 2]],
  };
  const saved = ok(await save("FREE", free));
  expect(saved).toMatchObject({
    is_preset: false,
    versions: [],
    draft: { based_on: 0, figures: free },
  });
  const found = await whatIf(meeting.races[0]?.id ?? "", "FREE");
  const of = (code: string): WhatIfPool => found.find(({ pool }) => pool === code) as WhatIfPool;
  // 5.00 on 1 and 2 each, 2.50 on 3, 2.00 on 1 and 5 each of an Each Way: 7.00 and 5.00 on the two that tie.
  const win = of("WIN");
  expect(win.was).toMatchObject({ gross_cents: 1650, takeout_cents: 239 });
  expect(win.would).toMatchObject({ gross_cents: 1650, takeout_cents: 0 });
  expect(win.would.dividends_cents).toEqual({ "1": 117, "2": 165 });
  expect(win.would.paid_cents).toBe(5 * 117 + 2 * 117 + 5 * 165);
  expect(win.would.paid_cents + win.would.breakage_cents - win.would.house_topup_cents).toBe(1650);
  expect(of("TRIFECTA").would.takeout_cents).toBe(Math.round(of("TRIFECTA").was.gross_cents * 0.3));
  // Eight starters are too few when nine are needed: the exacta is refunded.
  expect(of("EXACTA").would).toMatchObject({ status: "REFUND", gross_cents: 0, takeout_cents: 0 });
  expect(of("EXACTA").was.status).toBe("PAID");
  // Two places: the two that tie; the third is no longer paid.
  expect(Object.keys(of("PLACE").was.dividends_cents)).toContain("2");
  expect(of("QUINELLA").would).toEqual(of("QUINELLA").was);
});

test("a new version is for races that open later; what is open or past keeps its own", async () => {
  const before = await openMeeting(club, 1);
  const figures = await figuresOf("AU_STD");
  const cheaper = { ...figures, takeout_bps: { ...figures.takeout_bps, WIN: 1000 } };
  ok(await save("AU_STD", cheaper));
  const done = ok(await call("POST", "/AU_STD/activate", { reason: "a cheaper win pool" }));
  expect(done).toMatchObject({ status: "done", version: 2 });
  const after = await openMeeting(club, 1);
  const versions = await club.query(
    `SELECT race_id, rule_set_version AS version FROM pool WHERE race_id = ANY ($1) AND code = 'WIN'`,
    [[before, after, meeting].map(({ races }) => races[0]?.id)],
  );
  expect(new Map(versions.map((row) => [row["race_id"], row["version"]]))).toEqual(
    new Map([
      [before.races[0]?.id, 1],
      [after.races[0]?.id, 2],
      [meeting.races[0]?.id, 1],
    ]),
  );
  const view = await read("AU_STD");
  expect(view.draft).toBeNull();
  expect(view.versions[0]).toMatchObject({
    version: 2,
    made_by: desk.name,
    checked_by: null,
    reason: "a cheaper win pool",
    races: 1,
  });
  const [row] = await club.query(
    "SELECT after, reason FROM audit WHERE action = 'rules.activate' AND target = 'AU_STD'",
  );
  expect(row).toMatchObject({ reason: "a cheaper win pool", after: { version: 2 } });
});

test("figures out of their bounds, other names and drafts that change nothing are refused", async () => {
  const figures = await figuresOf("HK");
  const greedy = { ...figures, takeout_bps: { ...figures.takeout_bps, WIN: 3501 } };
  expect((await save("HK", greedy)).body).toMatchObject({
    code: "rules.figure",
    params: { field: "takeout_bps.WIN", least: 0, most: 3500 },
  });
  expect(
    (
      await save("HK", {
        ...figures,
        places: [
          [5, 2],
          [8, 3],
        ],
      })
    ).body.code,
  ).toBe("rules.figure");
  const { TRIFECTA: _none, ...short } = figures.takeout_bps;
  expect((await save("HK", { ...figures, takeout_bps: short })).status).toBe(422);
  expect((await save("hk", figures)).body.code).toBe("rules.name");
  ok(await save("HK", figures));
  const same = await call("POST", "/HK/activate", { reason: "nothing" });
  expect(same.body.code).toBe("rules.same");
  ok(await call("DELETE", "/HK/draft"));
  expect((await read("HK")).draft).toBeNull();
  expect((await call("POST", "/HK/activate", { reason: "gone" })).status).toBe(404);
});

test("the database keeps a version as it is, and maker and checker apart", async () => {
  for (const sql of [
    "UPDATE rule_set SET reason = 'x'",
    "DELETE FROM rule_set WHERE name = 'UK_TOTE'",
  ]) {
    await expect(club.asAdmin(sql), sql).rejects.toThrow(/append-only/);
  }
  const twice = `INSERT INTO rule_set (name, version, rules, made_by, checked_by)
    SELECT 'HK', 9, rules, o.id, o.id FROM rule_set, operator o WHERE rule_set.name = 'HK' AND rule_set.version = 1 LIMIT 1`;
  await expect(club.asAdmin(twice)).rejects.toThrow(/rule_set_four_eyes/);
});

test("with four eyes a version waits for a second operator, and the draft with it", async () => {
  const strict = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
  try {
    const [maker, checker] = [
      await strict.newOperator("pool_controller"),
      await strict.newOperator("pool_controller"),
    ];
    const as = async (who: TestOperator, method: "POST" | "PUT", to: string, body: unknown) =>
      await strict.call(method, to, { token: who.token, body });
    const { data } = (await strict.call("GET", `${path}/AU_STD`, maker)).body;
    const [{ figures }] = data.versions;
    const cheaper = { ...figures, takeout_bps: { ...figures.takeout_bps, WIN: 1000 } };
    ok(await as(maker, "PUT", `${path}/AU_STD/draft`, { figures: cheaper }));
    const asked = ok(await as(maker, "POST", `${path}/AU_STD/activate`, { reason: "cheaper" }));
    expect(asked).toMatchObject({ status: "pending", version: null });
    const other = await as(checker, "PUT", `${path}/AU_STD/draft`, { figures });
    expect(other.body.code).toBe("rules.waiting");
    const approve = `/api/operator/approvals/${asked.approval_id}/approve`;
    expect((await as(maker, "POST", approve, {})).body.code).toBe("approval.same_person");
    expect(ok(await as(checker, "POST", approve, {})).result).toEqual({
      name: "AU_STD",
      version: 2,
    });
    const now = (await strict.call("GET", `${path}/AU_STD`, maker)).body.data;
    expect(now.draft).toBeNull();
    expect(now.versions[0]).toMatchObject({
      version: 2,
      made_by: maker.name,
      checked_by: checker.name,
    });
    // One that was rejected is a draft again.
    ok(await as(maker, "PUT", `${path}/AU_STD/draft`, { figures }));
    const again = ok(await as(maker, "POST", `${path}/AU_STD/activate`, { reason: "back" }));
    ok(await as(checker, "POST", `/api/operator/approvals/${again.approval_id}/reject`, {}));
    expect((await as(checker, "PUT", `${path}/AU_STD/draft`, { figures: cheaper })).status).toBe(
      200,
    );
  } finally {
    await strict.close();
  }
});
