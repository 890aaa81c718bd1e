import { addDays } from "@club/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { moveClock } from "../../test/db/clock.ts";
import { openMeeting, place } from "../../test/db/race-day.ts";
import { dayAt } from "../../test/zone.ts";

/* Which players fit rules, and rules that have a name. */

const NAMES = ["ann", "ben", "cyd", "deb", "eve", "fay", "gus"] as const;
type Name = (typeof NAMES)[number];

let club: TestClub;
let token: string;
let today: string;
const players = {} as Record<Name, TestPlayer>;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  ({ token } = await club.operator());
  today = dayAt(Date.now(), club.ctx.settings.timeZone);
  for (const name of NAMES) players[name] = await club.signUp(name);
  await club.fund(players.ann, 100_000);
  await club.fund(players.ben, 20_000);
  const { date, races } = await openMeeting(club, 1);
  for (const [name, betAmount] of [
    ["ann", 30],
    ["ann", 20],
    ["ben", 5],
  ] as const) {
    const bet = { race_id: races[0]?.id ?? "", date, bet_type: 1, horse: [1], betAmount };
    expect((await place(club, players[name], bet)).status).toBe(200);
  }
  const body = { limits: [{ kind: "stake", period: "day", amount_cents: 50_000 }] };
  ok(await club.call("PUT", "/api/user/limits", { token: players.ann.token, body }));
  await update("ann", "marketing = true");
  await update("deb", "marketing = true");
  await update("ben", `bar = 'time_out', ${BARRED}`);
  await update("cyd", `bar = 'exclusion', ${BARRED}`);
  await update("fay", "status = 'frozen'");
  await update("gus", "status = 'closed'");
  await club.asAdmin("DELETE FROM player_trace");
  for (const name of ["ann", "deb"] as const) {
    await club.asAdmin("INSERT INTO player_trace VALUES ($1, 'device', 'same')", [
      players[name].id,
    ]);
  }
  await sleepy("eve");
  await complain("eve");
  await dispute("deb");
});
afterAll(async () => {
  // It has no entries in the ledger.
  await club.asAdmin("DELETE FROM payment_arrival; DELETE FROM payment");
  await club.close();
});

const BARRED = "bar_from = now(), bar_until = now() + interval '1 year'";

async function update(name: Name, set: string): Promise<void> {
  await club.asAdmin(`UPDATE player SET ${set} WHERE id = $1`, [players[name].id]);
}

/** Signed up 200 days ago, and last seen 100 days ago. */
async function sleepy(name: Name): Promise<void> {
  const { id } = players[name];
  await update(name, "created_at = now() - interval '200 days'");
  // Sessions that old are taken away by the club's own work; the trace of a device stays.
  await club.asAdmin("DELETE FROM session WHERE player_id = $1", [id]);
  await club.asAdmin(
    "INSERT INTO player_trace VALUES ($1, 'device', 'own', now() - interval '100 days')",
    [id],
  );
}

async function complain(name: Name): Promise<void> {
  await club.asAdmin(
    `INSERT INTO complaint (id, player_id, key, topic, body, filed_at, due_at)
     VALUES ($1, $2, 'k', 'other', 'too slow', club_now_ms(), club_now_ms() + interval '10 days')`,
    [newId(), players[name].id],
  );
}

async function dispute(name: Name): Promise<void> {
  const [id, arrival] = [newId(), newId()];
  const of = [id, players[name].id];
  await club.asAdmin(
    `INSERT INTO top_up (id, player_id, method, amount_cents, reference, status)
     VALUES ($1, $2, 'bank_transfer', 100, 'case', 'expired')`,
    of,
  );
  await club.asAdmin(
    `INSERT INTO payment (id, top_up_id, provider, amount_cents, currency, return_url, state)
     VALUES ($1, $1, 'double', 100, 'AUD', '', 'failed')`,
    [id],
  );
  await club.asAdmin(
    `INSERT INTO payment_arrival (id, provider, payment_id, outcome, why, amount_cents, currency, payment, player_id)
     VALUES ($3, 'double', 'p', 'disputed', 'disputed', 100, 'AUD', $1, $2)`,
    [...of, arrival],
  );
}

const get = async (query: string, by = token): Promise<Answer> =>
  await club.call("GET", `/api/operator/segments/players?limit=100&${query}`, { token: by });

/** Who fits, by name; how many there are is said as well. */
async function fitting(query: string): Promise<string[]> {
  const { status, body } = await get(query);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.players).toBe(body.list.length);
  return body.list.map((row: { user_name: string }) => row.user_name).toSorted();
}

const OPEN = NAMES.filter((name) => name !== "gus");
const but = (...names: Name[]): Name[] => OPEN.filter((name) => !names.includes(name));

test.each<[what: string, query: string, names: readonly Name[]]>([
  ["no rule: all but closed accounts", "", OPEN],
  ["stakes from", "least_staked_cents=5000", ["ann"]],
  ["stakes to", "most_staked_cents=500", but("ann")],
  ["no stakes", "most_staked_cents=0", but("ann", "ben")],
  ["stakes between", "least_staked_cents=1&most_staked_cents=4999", ["ben"]],
  ["seen of late", "seen_days=99", but("eve")],
  ["seen within more days", "seen_days=101", OPEN],
  ["not seen of late", "unseen_days=99", ["eve"]],
  ["not seen for longer", "unseen_days=101", []],
  ["cash from", "least_cash_cents=19500", ["ann", "ben"]],
  ["cash to", "most_cash_cents=19499", but("ann", "ben")],
  ["limits", "has_limits=yes", ["ann"]],
  ["no limits", "has_limits=no", but("ann")],
  ["agrees to offers", "agrees=yes", ["ann", "deb"]],
  ["does not agree", "agrees=no", but("ann", "deb")],
  ["may play", "standing=plays", ["ann", "deb", "eve"]],
  ["in a time-out", "standing=time_out", ["ben"]],
  ["excluded", "standing=excluded", ["cyd"]],
  ["frozen", "standing=frozen", ["fay"]],
  ["closed", "standing=closed", ["gus"]],
  ["a shared device", "risk=shared_device", ["ann", "deb"]],
  ["an open complaint", "risk=complaint", ["eve"]],
  ["an open case", "risk=case", ["deb"]],
  ["a shared account", "risk=shared_account", []],
  ["several rules at once", "agrees=yes&most_staked_cents=0&risk=case", ["deb"]],
])("%s", async (_what, query, names) => {
  expect(await fitting(query)).toEqual(names);
});

test("by the day of signing up, in club time, both ends included", async () => {
  // By the calendar: two hundred days ago the clocks may have been set another way.
  const [row] = await club.query(
    `SELECT to_char(p.created_at AT TIME ZONE c.time_zone, 'YYYY-MM-DD') AS day FROM player p CROSS JOIN club c
     WHERE p.id = $1`,
    [players.eve.id],
  );
  const dayOfEve = row?.["day"] as string;
  expect(await fitting(`signed_up_from=${today}`)).toEqual(but("eve"));
  expect(await fitting(`signed_up_to=${addDays(today, -1)}`)).toEqual(["eve"]);
  const [before, after] = [addDays(dayOfEve, -1), addDays(dayOfEve, 1)];
  expect(await fitting(`signed_up_from=${before}&signed_up_to=${after}`)).toEqual(["eve"]);
  expect(await fitting(`signed_up_to=${before}`)).toEqual([]);
});

test("each with what it fits by", async () => {
  const { list } = (await get("")).body;
  const of = (name: Name) => list.find((row: { user_name: string }) => row.user_name === name);
  expect(of("ann")).toMatchObject({
    staked_cents: 5000,
    cash_cents: 95_000,
    has_limits: true,
    agrees: true,
    standing: "plays",
    risks: ["shared_device"],
  });
  expect(of("deb").risks).toEqual(["shared_device", "case"]);
  expect(of("ben")).toMatchObject({ standing: "time_out", has_limits: false, risks: [] });
});

test.each(["name", "staked", "seen", "cash", "since"])(
  "in pages by %s, and each page says how many there are",
  async (sort) => {
    const walk = async (by: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor = ""; ;) {
        const path = `/api/operator/segments/players?limit=2&sort=${by}${cursor}`;
        const { body } = await club.call("GET", path, { token });
        expect(body.data.players).toBe(OPEN.length);
        ids.push(...body.list.map((row: { player_id: string }) => row.player_id));
        if (body.data.next_cursor === null) return ids;
        cursor = `&cursor=${encodeURIComponent(body.data.next_cursor)}`;
      }
    };
    const up = await walk(sort);
    expect(new Set(up).size).toBe(OPEN.length);
    expect(await walk(`-${sort}`)).toEqual(up.toReversed());
    if (sort === "staked") expect(up.slice(-2)).toEqual([players.ben.id, players.ann.id]);
    if (sort === "seen") expect(up[0]).toBe(players.eve.id);
  },
);

test.each([
  "days=0",
  "days=367",
  "days=x",
  "least_staked_cents=-1",
  "most_cash_cents=1.5",
  "seen_days=0",
  "signed_up_from=2026-02-30",
  "agrees=maybe",
  "standing=sits",
  "risk=all",
  "sort=risk",
])("refused: %s", async (query) => {
  const { status, body } = await get(query);
  const field = query.split("=")[0];
  expect([status, body.code, body.params]).toEqual([422, "request.invalid", { field }]);
});

test("rules are kept under a name, changed in turn, and deleted; the log has each", async () => {
  const call = async (method: string, path: string, body?: object, by = token) =>
    await club.call(method, `/api/operator/segments${path}`, {
      token: by,
      ...(body !== undefined && { body }),
    });
  const rules = { days: 7, least_staked_cents: 100, agrees: "yes" };
  const made = ok(await call("POST", "", { name: " Regulars ", rules }));
  expect(made).toMatchObject({ name: "Regulars", version: 1, rules, changed_by: "owner" });
  const id = made.segment_id;
  expect((await call("POST", "", { name: "REGULARS", rules })).body.code).toBe(
    "segment.name_taken",
  );
  const next = { name: "Regulars", rules: { agrees: "no" }, version: 1 };
  const changed = ok(await call("PUT", `/${id}`, next));
  expect(changed).toMatchObject({ version: 2, rules: { days: 30, agrees: "no" } });
  const stale = await call("PUT", `/${id}`, next);
  expect([stale.status, stale.body.code]).toEqual([409, "segment.stale"]);
  const other = ok(await call("POST", "", { name: "Others", rules: {} }));
  const taken = { name: "regulars", rules: {}, version: 1 };
  expect((await call("PUT", `/${other.segment_id}`, taken)).body.code).toBe("segment.name_taken");
  expect((await call("POST", "", { name: "x", rules: { days: 0 } })).body.code).toBe(
    "request.invalid",
  );

  const auditor = await club.newOperator("auditor");
  const named = (await call("GET", "", undefined, auditor.token)).body.list;
  expect(named.map((row: { name: string }) => row.name)).toEqual(["Others", "Regulars"]);
  expect((await call("POST", "", { name: "Mine", rules }, auditor.token)).status).toBe(403);
  expect((await get("", auditor.token)).status).toBe(200);
  const cashier = await club.newOperator("cashier");
  expect((await get("", cashier.token)).status).toBe(403);

  ok(await call("DELETE", `/${id}`));
  expect((await call("DELETE", `/${id}`)).status).toBe(404);
  expect((await call("PUT", `/${id}`, next)).status).toBe(404);
  const path = `/api/operator/audit?target=${id}&kind=act`;
  const { list } = (await club.call("GET", path, { token })).body;
  expect(list).toMatchObject([
    { action: "segment.delete", before: { name: "Regulars", rules: { agrees: "no" } } },
    { action: "segment.change", before: { rules }, after: { rules: { agrees: "no" } } },
    { action: "segment.create", after: { name: "Regulars", rules } },
  ]);
});

test("a club keeps a hundred at most", async () => {
  await club.asAdmin(
    `INSERT INTO segment (id, name, rules, changed_by)
     SELECT gen_random_uuid(), 'many ' || n, '{}', o.id FROM generate_series(1, 100) n, operator o WHERE o.user_name = 'owner'`,
  );
  const body = { name: "one more", rules: {} };
  const answer = await club.call("POST", "/api/operator/segments", { token, body });
  expect([answer.status, answer.body.code]).toEqual([409, "segment.too_many"]);
});

test("stakes are those of the span alone", async () => {
  await moveClock(club, "40 days");
  expect(await fitting("least_staked_cents=1&days=30")).toEqual([]);
  expect(await fitting("least_staked_cents=5000&days=60")).toEqual(["ann"]);
  await moveClock(club, "0 seconds");
});
