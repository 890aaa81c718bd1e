import { randomBytes } from "node:crypto";
import type { Call } from "@club/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { BIRTHDAY, ok, PASSWORD, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { keepSessions, moveClock } from "../../test/db/clock.ts";
import { closeRace, openMeeting, place, settle } from "../../test/db/race-day.ts";
import type { TestMeeting } from "../../test/db/race-day.ts";
import { firstBetLookUp } from "../exclusion/first-bet.ts";
import { mayBeAddressed } from "./may-be-addressed.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_TIME_ZONE: "Australia/Sydney" } });
  await keepSessions(club);
});
beforeEach(async () => await moveClock(club, "0 seconds"));
afterAll(async () => await club.close());

async function post(player: TestPlayer, path: string, body: unknown = {}): Promise<Answer> {
  return await club.call("POST", path, {
    token: player.token,
    body,
    headers: { "idempotency-key": randomBytes(8).toString("hex") },
  });
}

async function get(player: TestPlayer, path: string) {
  return ok(await club.call("GET", path, player));
}

/** Signs in anew: an exclusion has ended the session. */
async function signIn(player: TestPlayer): Promise<TestPlayer> {
  const body = { user_name: player.name, password: PASSWORD };
  const data = ok(await club.call("POST", "/api/user/signin", { body }));
  return { ...player, token: data.access_token, refreshToken: data.refresh_token };
}

async function exclude(player: TestPlayer, months: number | null = 6): Promise<TestPlayer> {
  ok(await post(player, "/api/user/self-exclusion", { months, confirm: true }));
  return await signIn(player);
}

/** Funds the player by an operator's adjustment. */
async function fund(player: TestPlayer, cents: number): Promise<void> {
  const { token } = await club.operator();
  const body = { kind: "opening", amount_cents: cents, reason: "for a test" };
  ok(await club.call("POST", `/api/operator/players/${player.id}/adjust`, { token, body }));
}

function win(meeting: TestMeeting, race = 0) {
  const id = meeting.races[race]?.id ?? "";
  return { race_id: id, date: meeting.date, bet_type: 1, horse: [1], betAmount: 5 };
}

const topUp = { method: "bank_transfer", amount_cents: 1000 };
const bars: ["player.time_out" | "player.excluded", (p: TestPlayer) => Promise<TestPlayer>][] = [
  [
    "player.time_out",
    async (player) => {
      ok(await post(player, "/api/user/time-out", { days: 7 }));
      return player;
    },
  ],
  ["player.excluded", exclude],
];

describe.each(bars)("%s", (code, bar) => {
  test("no bet, double, top-up or quote; the bet function itself refuses too", async () => {
    const meeting = await openMeeting(club, 2);
    const player = await club.signUp();
    await fund(player, 100_000);
    const barred = await bar(player);
    const double = {
      ...win(meeting),
      bet_type: 10,
      horse2: [2],
      race_id2: meeting.races[1]?.id ?? "",
    };
    for (const bet of [win(meeting), double]) {
      const answer = await place(club, barred, bet);
      expect([answer.status, answer.body.code]).toEqual([409, code]);
    }
    expect((await post(barred, "/api/recharge/create", topUp)).body.code).toBe(code);
    expect((await post(barred, "/api/order/quote", win(meeting))).body.code).toBe(code);
    // Below the routes: what a process runs into that has not heard of it yet.
    const [may] = await club.query("SELECT verdict FROM player_may_bet($1, 100, club_now_ms())", [
      player.id,
    ]);
    expect(may?.["verdict"]).toBe(code);
  });

  test("every route: what is not betting stays open, everything else is refused", async () => {
    const player = await bar(await club.signUp());
    const stays =
      /^(POST \/api\/(user\/(heartbeat|change-password|bank_card|time-out|self-exclusion|reality-check|passkeys|close|documents)|complaint\/create|order\/resolve|withdraw\/)|PUT \/api\/user\/(profile|limits|protection)|DELETE \/api\/(user\/(sessions|passkeys)|push\/subscription)|POST \/api\/user\/self-exclusion)/;
    const closed = /recharge\/methods|invitation\/info|push\/key/;
    const calls: Call[] = club.ctx.calls.filter(({ access }) => access === "player");
    expect(calls.length).toBeGreaterThan(20);
    for (const call of calls) {
      const name = `${call.method} ${call.path}`;
      // These would end the session or extend the bar.
      if (/signout|self-exclusion$|time-out$|change-password|stream/.test(name)) continue;
      const answer = await club.call(call.method, call.path.replace(/:\w+/g, newId), {
        token: player.token,
        ...(call.method === "GET" ? {} : { body: {} }),
      });
      const isOpen = call.method === "GET" ? !closed.test(name) : stays.test(name);
      expect([name, answer.body.code === code]).toEqual([name, !isOpen]);
    }
  });

  test("open bets run and are paid", async () => {
    const meeting = await openMeeting(club, 1);
    const player = await club.signUp();
    await fund(player, 1000);
    ok(await place(club, player, win(meeting)));
    const other = await club.signUp();
    await fund(other, 1000);
    ok(await place(club, other, { ...win(meeting), horse: [2] }));
    const barred = await bar(player);
    await closeRace(club, meeting.races[0]?.id ?? "");
    await settle(club, meeting.races[0]?.id ?? "", [[1], [2], [3]]);
    expect((await get(barred, "/api/user/wallet")).cash_cents).toBeGreaterThan(500);
  });

  test("nothing is sent any more, and no consent can be given", async () => {
    const player = await club.signUp();
    const on = { marketing: true };
    ok(await club.call("PUT", "/api/user/protection", { token: player.token, body: on }));
    expect(await mayBeAddressed(club.ctx.db.browsing, player.id, "marketing")).toBe(true);
    const barred = await bar(player);
    for (const occasion of ["service", "marketing"] as const) {
      expect(await mayBeAddressed(club.ctx.db.browsing, player.id, occasion)).toBe(false);
    }
    expect((await get(barred, "/api/user/protection")).marketing).toBe(false);
    const again = await club.call("PUT", "/api/user/protection", { token: barred.token, body: on });
    expect([again.status, again.body.code]).toEqual([409, code]);
  });

  test("50 bets at once with it: none is accepted after it has begun", async () => {
    const meeting = await openMeeting(club, 1);
    const player = await club.signUp();
    await fund(player, 100_000);
    const bets = Array.from(
      { length: 50 },
      async (_, i) => await place(club, player, { ...win(meeting), betAmount: 1 + i / 100 }),
    );
    const barring = bar(player);
    await Promise.all([...bets, barring]);
    const [row] = await club.query(
      "SELECT count(*)::int AS late FROM bet b JOIN player p ON p.id = b.player_id WHERE p.id = $1 AND b.accepted_at > p.bar_from",
      [player.id],
    );
    expect(row).toEqual({ late: 0 });
  });
});

describe("time-out", () => {
  test.each([0, 43, 1.5, -1, null])("%s days are refused", async (days) => {
    const player = await club.signUp();
    expect((await post(player, "/api/user/time-out", { days })).status).toBe(422);
  });

  test("a longer one lengthens it, a shorter one changes nothing, and it ends by itself", async () => {
    const player = await club.signUp();
    await fund(player, 10_000);
    const meeting = await openMeeting(club, 1);
    await club.query("UPDATE race SET start_time = start_time + interval '9 days' WHERE id = $1", [
      meeting.races[0]?.id,
    ]);
    const first = ok(await post(player, "/api/user/time-out", { days: 3 }));
    expect((Date.parse(first.until) - Date.now()) / 86_400_000).toBeCloseTo(3, 2);
    expect(ok(await post(player, "/api/user/time-out", { days: 1 })).until).toBe(first.until);
    const longer = ok(await post(player, "/api/user/time-out", { days: 5 }));
    expect(longer.until > first.until).toBe(true);
    await moveClock(club, "4 days 23 hours");
    expect((await post(player, "/api/recharge/create", topUp)).body.code).toBe("player.time_out");
    await moveClock(club, "5 days 1 minute");
    ok(await place(club, await signIn(player), win(meeting)));
    expect((await get(player, "/api/user/protection")).bar).toBeNull();
    const on = { marketing: true };
    ok(await club.call("PUT", "/api/user/protection", { token: player.token, body: on }));
  });
});

describe("self-exclusion", () => {
  test.each([
    [{ months: 5, confirm: true }],
    [{ months: 6 }],
    [{ months: 6, confirm: false }],
    [{ confirm: true }],
  ])("%j is refused", async (body) => {
    const player = await club.signUp();
    expect((await post(player, "/api/user/self-exclusion", body)).status).toBe(422);
  });

  test("sessions end at once, and signing in anew still works", async () => {
    const player = await club.signUp();
    ok(await post(player, "/api/user/self-exclusion", { months: 6, confirm: true }));
    const answer = await club.call("GET", "/api/user/wallet", player);
    expect([answer.status, answer.body.code]).toEqual([401, "session.expired"]);
    const refreshed = await club.call("POST", "/api/user/refresh_token", {
      body: { refresh_token: player.refreshToken },
    });
    expect(refreshed.status).toBe(401);
    expect((await get(await signIn(player), "/api/user/protection")).bar.kind).toBe("exclusion");
  });

  test("cannot be shortened: shorter ones, time-outs, operators, waiting alone", async () => {
    const player = await exclude(await club.signUp(), 24);
    const { until } = (await get(player, "/api/user/protection")).bar;
    ok(await post(player, "/api/user/self-exclusion", { months: 6, confirm: true }));
    const again = await signIn(player);
    expect((await get(again, "/api/user/protection")).bar.until).toBe(until);
    expect((await post(again, "/api/user/time-out", { days: 1 })).body.code).toBe(
      "player.excluded",
    );
    const desk = await club.operator();
    const body = { reason: "asked nicely" };
    for (const path of ["freeze", "unfreeze", "review/clear"]) {
      await club.call("POST", `/api/operator/players/${player.id}/${path}`, {
        token: desk.token,
        body,
      });
    }
    const back = await signIn(player);
    expect((await get(back, "/api/user/protection")).bar.until).toBe(until);
    const early = await post(back, "/api/user/self-exclusion/return", {
      limits: [{ kind: "stake", period: "day", amount_cents: 1000 }],
    });
    expect([early.status, early.body.code]).toEqual([409, "exclusion.not_over"]);
    await moveClock(club, "25 months");
    expect((await post(await signIn(player), "/api/recharge/create", topUp)).body.code).toBe(
      "player.excluded",
    );
  });

  test("permanent: there is no end, and no way back", async () => {
    const player = await exclude(await club.signUp(), null);
    expect((await get(player, "/api/user/protection")).bar).toMatchObject({
      until: null,
      is_over: false,
    });
    await moveClock(club, "40 years");
    const answer = await post(await signIn(player), "/api/user/self-exclusion/return", {
      limits: [{ kind: "stake", period: "day", amount_cents: 1000 }],
    });
    expect(answer.body.code).toBe("exclusion.not_over");
  });

  test("ends by asking, with limits, 24 hours of waiting and asking again", async () => {
    const player = await exclude(await club.signUp(), 6);
    await moveClock(club, "7 months");
    const back = await signIn(player);
    const path = "/api/user/self-exclusion/return";
    expect((await post(back, path, {})).body.params.field).toBe("limits");
    const limits = [{ kind: "deposit", period: "week", amount_cents: 5000 }];
    const asked = ok(await post(back, path, { limits }));
    expect(asked.bar.is_over).toBe(true);
    expect((await post(back, path, {})).body.code).toBe("exclusion.waiting");
    await moveClock(club, "7 months 23 hours 59 minutes");
    expect((await post(back, path, {})).body.code).toBe("exclusion.waiting");
    await moveClock(club, "7 months 24 hours 1 minute");
    expect(ok(await post(back, path, {})).bar).toBeNull();
    const { body } = await club.call("GET", "/api/user/limits", back);
    expect(
      body.list.filter((each: { amount_cents: number | null }) => each.amount_cents !== null),
    ).toMatchObject([{ kind: "deposit", period: "week", amount_cents: 5000 }]);
    ok(await post(back, "/api/recharge/create", topUp));
    expect((await post(back, path, {})).body.code).toBe("exclusion.none");
  });
});

test("a limit that was tightened during the wait holds when the player is back", async () => {
  const player = await exclude(await club.signUp(), 6);
  await moveClock(club, "7 months");
  const back = await signIn(player);
  const path = "/api/user/self-exclusion/return";
  const stake = (amount_cents: number) => [{ kind: "stake", period: "day", amount_cents }];
  ok(await post(back, path, { limits: stake(100_000) }));
  const put = { token: back.token, body: { limits: stake(2000) } };
  ok(await club.call("PUT", "/api/user/limits", put));
  await moveClock(club, "7 months 24 hours 1 minute");
  ok(await post(back, path, {}));
  const { body } = await club.call("GET", "/api/user/limits", back);
  const set = body.list.filter(
    (each: { amount_cents: number | null }) => each.amount_cents !== null,
  );
  expect(set).toMatchObject([{ kind: "stake", period: "day", amount_cents: 2000 }]);
});

describe("coming back under another name", () => {
  const card = {
    bank_name: "Bank",
    account_name: "A Person",
    account_number: "12345678",
    branch_code: "062-000",
    swift_bic: "",
    currency: "AUD",
  };
  async function named(name: string, birth = BIRTHDAY): Promise<TestPlayer> {
    const player = await club.signUp(undefined, { isAdult: false });
    ok(
      await club.call("PUT", "/api/user/profile", {
        token: player.token,
        body: { full_name: name, date_of_birth: birth },
      }),
    );
    return player;
  }
  const heldBy = async (player: TestPlayer) =>
    (await club.query("SELECT review FROM player WHERE id = $1", [player.id]))[0]?.["review"];

  test("the same phone makes no second account", async () => {
    const player = await exclude(await club.signUp());
    await expect(
      club.query("UPDATE player SET phone_hash = (SELECT phone_hash FROM player WHERE id = $1)", [
        player.id,
      ]),
    ).rejects.toThrow("player_phone_hash_key");
  });

  test.each([
    ["the same spelling", "Marisol Quintana-Ferreyra"],
    ["the other order", "Quintana Ferreyra, Marisol"],
    ["capitals and accents", "MÁRISOL QUINTÁNA FERREYRA"],
  ])("the same name and date of birth is held: %s", async (_how, name) => {
    await exclude(await named("Marisol Quintana Ferreyra"));
    const second = await named(name);
    expect(await heldBy(second)).toBe("identity");
    expect((await post(second, "/api/recharge/create", topUp)).body.code).toBe("player.review");
    const meeting = await openMeeting(club, 1);
    expect((await place(club, second, win(meeting))).body.code).toBe("player.review");
  });

  test("the same name, born on another day, is somebody else", async () => {
    await exclude(await named("Ann Bell"));
    expect(await heldBy(await named("Ann Bell", "1991-01-01"))).toBeNull();
  });

  test("the same bank account is held, also one that was told after the exclusion", async () => {
    const first = await exclude(await club.signUp());
    ok(await post(first, "/api/user/bank_card", card));
    const second = await club.signUp();
    ok(await post(second, "/api/user/bank_card", card));
    expect(await heldBy(second)).toBe("account");
  });

  test("an account that was there before is held when the other excludes itself", async () => {
    const second = await named("Twin Person");
    const first = await named("Person Twin");
    await exclude(first);
    expect(await heldBy(second)).toBe("identity");
  });

  /** Lists a person as an imported national register would. */
  const enterByPhone = async (player: TestPlayer): Promise<unknown> =>
    await club.query(
      `INSERT INTO exclusion_list (kind, hash, source, until)
       SELECT 'phone', phone_hash, 'national', 'infinity' FROM player WHERE id = $1`,
      [player.id],
    );

  test("who was entered in a register since the sign-in is found at the session's first bet", async () => {
    const meeting = await openMeeting(club, 2);
    const player = await club.signUp();
    await fund(player, 10_000);
    await enterByPhone(player);
    expect((await place(club, player, win(meeting))).body.code).toBe("player.review");
    expect(await heldBy(player)).toBe("phone");

    const sporty = await club.signUp();
    await enterByPhone(sporty);
    const leg = { event_id: newId(), market_id: newId(), outcome_id: newId(), odds_milli: 1850 };
    await post(sporty, "/api/order/place-sport-order", {
      kind: "single",
      legs: [leg],
      unit_stake_cents: 100,
      price_policy: "any",
    });
    expect(await heldBy(sporty)).toBe("phone");
  });

  test("the register is asked once for a session, also by bets that come together, and again where it failed", async () => {
    const player = await club.signUp();
    let asked = 0;
    const lookUp = firstBetLookUp(club.ctx, {
      find: async () => {
        asked += 1;
        if (asked === 1) throw new Error("the register is away");
        return null;
      },
    });
    const bettor = { id: player.id, sessionId: newId() };
    await expect(lookUp(bettor)).rejects.toThrow("away");
    await Promise.all(Array.from({ length: 20 }, async () => await lookUp(bettor)));
    expect(asked).toBe(2);
    await lookUp({ ...bettor, sessionId: newId() });
    expect(asked).toBe(3);
  });

  test("an operator who looked lets it play, and signing in does not hold it again", async () => {
    await exclude(await named("Common Name"));
    const second = await named("Common Name");
    const { token } = await club.operator("risk");
    const path = `/api/operator/players/${second.id}`;
    ok(
      await club.call("POST", `${path}/review/clear`, { token, body: { reason: "passport seen" } }),
    );
    await signIn(second);
    expect(await heldBy(second)).toBeNull();
    ok(await post(second, "/api/recharge/create", topUp));
  });
});

describe("identity", () => {
  test("where it is asked for before a bet, bets wait for it", async () => {
    const meeting = await openMeeting(club, 1);
    const player = await club.signUp();
    await fund(player, 1000);
    const { token } = await club.operator();
    const rule = async (name: string) =>
      ok(await club.call("PUT", "/api/operator/identity-rule", { token, body: { rule: name } }));
    await rule("before_bet");
    expect((await place(club, player, win(meeting))).body.code).toBe("player.identity_needed");
    const path = `/api/operator/players/${player.id}/identity`;
    ok(await club.call("POST", path, { token, body: { evidence: "passport, seen at the desk" } }));
    ok(await place(club, player, win(meeting)));
    await rule("none");
  });

  test("an operator corrects a date of birth with evidence, also to one that is too young", async () => {
    const player = await club.signUp();
    const { token } = await club.operator();
    const path = `/api/operator/players/${player.id}/identity`;
    const young = `${new Date().getUTCFullYear() - 17}-01-01`;
    expect((await club.call("POST", path, { token, body: { date_of_birth: young } })).status).toBe(
      422,
    );
    ok(
      await club.call("POST", path, {
        token,
        body: { evidence: "passport", date_of_birth: young },
      }),
    );
    expect((await post(player, "/api/recharge/create", topUp)).body.code).toBe("profile.under_age");
    expect(await get(player, "/api/user/profile")).toMatchObject({
      date_of_birth: young,
      is_adult: false,
    });
    const [row] = await club.query(
      "SELECT reason FROM audit WHERE action = 'player.identity' AND target = $1",
      [player.id],
    );
    expect(row).toEqual({ reason: "passport" });
  });
});

describe("reality check", () => {
  const beat = async (player: TestPlayer) => ok(await post(player, "/api/user/heartbeat"));
  const dueIn = (data: { notices: { key: string; params: Record<string, unknown> }[] }) =>
    data.notices.find(({ key }) => key === "reality.due")?.params;
  /** Makes an action count now: the club records actions only every few seconds. */
  async function act(player: TestPlayer): Promise<void> {
    // A session trusted a moment ago is not looked up again, so its action would not be recorded.
    club.ctx.sessions.forget(player.id);
    await get(player, "/api/user/wallet");
    await club.ctx.sessions.flush();
  }

  test("comes after the interval of play, tells stakes, returns and net, and again after the next", async () => {
    const meeting = await openMeeting(club, 1);
    const player = await club.signUp();
    await fund(player, 10_000);
    const body = { reality_minutes: 30 };
    ok(await club.call("PUT", "/api/user/protection", { token: player.token, body }));
    ok(await place(club, player, { ...win(meeting), betAmount: 12 }));
    for (const minutes of [10, 20, 29]) {
      await moveClock(club, `${minutes} minutes`);
      await act(player);
      expect(dueIn(await beat(player))).toBeUndefined();
    }
    await moveClock(club, "30 minutes 5 seconds");
    await act(player);
    expect(dueIn(await beat(player))).toEqual({
      minutes: 30,
      staked_cents: 1200,
      returned_cents: 0,
      net_result_cents: -1200,
    });
    ok(await post(player, "/api/user/reality-check", { answer: "go_on" }));
    expect(dueIn(await beat(player))).toBeUndefined();
    for (const minutes of [40, 50, 59, 61]) {
      await moveClock(club, `${minutes} minutes`);
      await act(player);
    }
    expect(dueIn(await beat(player))).toBeDefined();
    const { body: log } = await club.call("GET", "/api/user/protection/history", player);
    expect(log.list[0]).toMatchObject({ kind: "reality", detail: { answer: "go_on" } });
  });

  test("heartbeats alone are no play: after 15 minutes without an action it does not come", async () => {
    const player = await club.signUp();
    await act(player);
    await moveClock(club, "61 minutes");
    expect(dueIn(await beat(player))).toBeUndefined();
    await act(player);
    expect((await beat(player)).session_seconds).toBeLessThan(60);
  });

  test.each([0, 10, 120, null, "off"])("an interval of %s is none", async (minutes) => {
    const player = await club.signUp();
    const answer = await club.call("PUT", "/api/user/protection", {
      token: player.token,
      body: { reality_minutes: minutes },
    });
    expect(answer.status).toBe(422);
  });

  test("limits that nobody looked at for six months are brought to mind, once looked at no more", async () => {
    const player = await club.signUp();
    const keys = async () => (await beat(player)).notices.map(({ key }: { key: string }) => key);
    expect(await keys()).not.toContain("limits.review");
    await moveClock(club, "190 days");
    expect(await keys()).toContain("limits.review");
    const body = { limits_reviewed: true };
    ok(await club.call("PUT", "/api/user/protection", { token: player.token, body }));
    expect(await keys()).not.toContain("limits.review");
  });
});

test("every choice about protection stays readable, oldest to newest, page by page", async () => {
  const player = await club.signUp();
  const limit = async (cents: number) =>
    await club.call("PUT", "/api/user/limits", {
      token: player.token,
      body: { limits: [{ kind: "stake", period: "day", amount_cents: cents }] },
    });
  await limit(5000);
  await limit(9000);
  await limit(4000);
  ok(await post(player, "/api/user/time-out", { days: 2 }));
  const path = "/api/user/protection/history?limit=2";
  const first = await club.call("GET", path, player);
  const next = `${path}&cursor=${first.body.data.next_cursor}`;
  const second = await club.call("GET", next, player);
  expect(
    [...first.body.list, ...second.body.list].map((line: { kind: string }) => line.kind),
  ).toEqual(["time_out", "limit.holds", "limit.asked", "limit.holds"]);
  // A full last page says that it is the last.
  expect([first.body.data.next_cursor, second.body.data.next_cursor]).toEqual([
    expect.any(String),
    null,
  ]);
  await expect(club.query("DELETE FROM protection_log")).rejects.toThrow();
});
