import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { type TestClub, type TestPlayer, ok, startClub } from "../../test/club.ts";
import {
  type TestEvent,
  askSport,
  legOn,
  makeMatch,
  placeSport,
  setOdds,
} from "../../test/sport-desk.ts";

/* The sports desk: all sports on hold, offers not taken, the book over an hour, its limits. */

let club: TestClub;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  await club.fund(player, 10_000_000);
});
afterAll(async () => await club.close());

async function act(path: string, body: unknown = {}) {
  const { token } = await club.operator();
  return await club.call("POST", `/api/operator/sports${path}`, { token, body });
}

async function read(path: string) {
  const { token } = await club.operator();
  const answer = await club.call("GET", `/api/operator/sports${path}`, { token });
  return { data: ok(answer), list: answer.body.list };
}

const statusOf = async (event: TestEvent): Promise<string> =>
  (await read(`/events/${event.event_id}`)).data.status;

test("one act suspends all of sports and one takes it up, but for what was suspended by itself", async () => {
  const [open, alone, draft] = [
    await makeMatch(club),
    await makeMatch(club),
    await makeMatch(club, { publish: false }),
  ];
  ok(await act(`/events/${alone.event_id}/suspend`));
  const { data: before } = await read("/board");
  expect(before.hold).toBeNull();

  expect(ok(await act("/suspend-all", { reason: "The feed is wrong" })).suspended).toBe(1);
  const refused = await askSport(club, player, { legs: [legOn(open, "home")] });
  expect(refused.body.code).toBe("market.closed");
  const shown = ok(await club.call("GET", `/api/sport/${open.event_id}`));
  expect([shown.status, shown.markets[0].status]).toEqual(["suspended", "suspended"]);
  expect((await read("/board")).data.hold).toMatchObject({ reason: "The feed is wrong" });

  // What opens meanwhile waits too: a draft that is published, an event that is made.
  ok(await act(`/events/${draft.event_id}/publish`));
  const late = await makeMatch(club);
  expect([await statusOf(draft), await statusOf(late)]).toEqual(["suspended", "suspended"]);
  // One may be resumed before the others; a second press suspends it again, within the same hold.
  ok(await act(`/events/${open.event_id}/resume`));
  expect(await statusOf(open)).toBe("open");
  expect(ok(await act("/suspend-all")).suspended).toBe(1);
  expect((await club.query("SELECT count(*)::int AS n FROM sport_hold"))[0]).toEqual({ n: 1 });

  expect(ok(await act("/resume-all")).resumed).toBe(3);
  expect((await read("/board")).data.hold).toBeNull();
  expect(await Promise.all([open, alone, draft, late].map(statusOf))).toEqual([
    "open",
    "suspended",
    "open",
    "open",
  ]);
  await placeSport(club, player, { legs: [legOn(open, "home")] });
  expect(ok(await act("/resume-all")).resumed).toBe(0);

  // Each event's log and the audit log say who did it.
  const { data } = await read(`/events/${open.event_id}`);
  const acts = data.log.map((line: { action: string }) => line.action);
  expect(acts).toContain("sport.suspend_all");
  expect(acts).toContain("sport.resume_all");
  const rows = await club.query(
    "SELECT reason, operator_id FROM audit WHERE action = 'sport.suspend_all' ORDER BY id LIMIT 1",
  );
  expect(rows[0]).toMatchObject({ reason: "The feed is wrong" });
  expect(rows[0]?.["operator_id"]).toBeTruthy();
});

test("one sport is held by itself, and new events of it alone wait", async () => {
  const [tennis, football] = [await makeMatch(club, { sport: "tennis" }), await makeMatch(club)];
  ok(await act("/suspend-all", { sport: "tennis" }));
  const later = await makeMatch(club, { sport: "tennis" });
  expect(await Promise.all([tennis, football, later].map(statusOf))).toEqual([
    "suspended",
    "open",
    "suspended",
  ]);
  expect((await read("/board")).data.hold).toBeNull();
  expect(ok(await act("/resume-all", { sport: "golf" })).resumed).toBe(0);
  expect(ok(await act("/resume-all", { sport: "tennis" })).resumed).toBe(2);
  expect(await statusOf(later)).toBe("open");
});

test("a sport's hold ends by itself, but under the hold of all sports its events wait on", async () => {
  const golf = await makeMatch(club, { sport: "golf" });
  ok(await act("/suspend-all", { sport: "golf" }));
  ok(await act("/suspend-all"));
  expect(ok(await act("/resume-all", { sport: "golf" })).resumed).toBe(0);
  expect(await statusOf(golf)).toBe("suspended");
  ok(await act("/resume-all"));
  expect(await statusOf(golf)).toBe("open");
  const running = "SELECT count(*)::int AS n FROM sport_hold WHERE ended_at IS NULL";
  expect((await club.query(running))[0]).toEqual({ n: 0 });
});

test("a hold waits for the bets in flight, and none is accepted after it, while events open beside it", async () => {
  const event = await makeMatch(club);
  const drafts = await Promise.all(
    Array.from({ length: 6 }, () => makeMatch(club, { publish: false })),
  );
  const bets = Array.from({ length: 60 }, () =>
    askSport(club, player, { legs: [legOn(event, "home")], unit_stake_cents: 10 }),
  );
  const published = drafts.map(({ event_id }) => act(`/events/${event_id}/publish`));
  const held = act("/suspend-all");
  const answers = await Promise.all(bets);
  ok(await held);
  (await Promise.all(published)).forEach(ok);
  const codes = new Set(answers.map(({ body }) => body.code ?? "ok"));
  expect([...codes].every((code) => code === "ok" || code === "market.closed")).toBe(true);
  // Whichever came first, no event takes bets once the hold has been answered.
  const open = await club.query(
    "SELECT count(*)::int AS n FROM sport_event WHERE status = 'open' AND NOT is_suspended",
  );
  expect(open).toEqual([{ n: 0 }]);
  const after = await club.query(
    `SELECT count(*)::int AS n FROM sport_bet b JOIN sport_leg l ON l.bet_id = b.id, sport_hold h
     WHERE l.event_id = $1 AND h.ended_at IS NULL AND b.accepted_at > h.begun_at + interval '5 seconds'`,
    [event.event_id],
  );
  expect(after).toEqual([{ n: 0 }]);
  ok(await act("/resume-all"));
});

test("a bet over a limit is kept with what it was offered, and with what became of it", async () => {
  const event = await makeMatch(club);
  const [market] = event.markets;
  ok(await act(`/markets/${market!.market_id}/limit`, { max_liability_cents: 10_000 }));
  const legs = [legOn(event, "home")];
  const key = newId();
  const asked = { legs, unit_stake_cents: 90_000, key };
  const over = await askSport(club, player, asked);
  const most = over.body.params.max_stake_cents;
  // The same key again, and the same request right after, are the same line.
  expect((await askSport(club, player, asked)).body.code).toBe("sport.over_liability");
  expect((await askSport(club, player, { ...asked, key: newId() })).status).toBe(409);
  const offers = async () => (await read(`/events/${event.event_id}/offers`)).list;
  expect(await offers()).toEqual([
    expect.objectContaining({
      user_name: expect.any(String),
      kind: "single",
      scope: "market",
      asked_cents: 90_000,
      offered_cents: most,
      taken_cents: null,
      outcomes: [expect.objectContaining({ key: "home" })],
    }),
  ]);
  // Another outcome is no answer to the offer; the offered amount is.
  await placeSport(club, player, { legs: [legOn(event, "away")], unit_stake_cents: 100 });
  expect((await offers())[0].taken_cents).toBeNull();
  await placeSport(club, player, { legs, unit_stake_cents: most });
  expect((await offers())[0].taken_cents).toBe(most);
  const other = await makeMatch(club);
  expect((await read(`/events/${other.event_id}/offers`)).list).toEqual([]);
  const { token } = await club.operator("cashier");
  const path = `/api/operator/sports/events/${event.event_id}/offers`;
  expect((await club.call("GET", path, { token })).status).toBe(403);
});

test("the book through the hour ends with what the desk shows, bets that were cancelled apart", async () => {
  const event = await makeMatch(club);
  const [market] = event.markets;
  await placeSport(club, player, { legs: [legOn(event, "home")], unit_stake_cents: 2000 });
  const gone = await placeSport(club, player, { legs: [legOn(event, "away")] });
  ok(await setOdds(club, market!, { home: 1700, away: 4800 }));
  await placeSport(club, player, {
    legs: [legOn(event, "home"), legOn(await makeMatch(club), "home")],
    price_policy: "any",
  });
  ok(await act(`/orders/${gone.order_id}/void`, { reason: "A wrong line" }));
  const { data, list } = await read(`/markets/${market!.market_id}/history`);
  expect(Date.parse(data.to) - Date.parse(data.from)).toBe(3_600_000);
  const { data: now } = await read(`/events/${event.event_id}`);
  for (const outcome of now.markets[0].outcomes) {
    const line = list.find((each: { key: string }) => each.key === outcome.key);
    expect([outcome.key, line.points.at(-1)]).toEqual([
      outcome.key,
      {
        at: expect.any(String),
        odds_milli: outcome.odds_milli,
        stakes_cents: outcome.stakes_cents,
        book_cents: outcome.book_cents,
      },
    ]);
    expect(line.points[0]).toMatchObject({ stakes_cents: 0, book_cents: 0 });
    expect(line.points[0].odds_milli).toBe(
      { home: 1850, draw: 3600, away: 4400 }[outcome.key as "home"],
    );
  }
  expect((await act(`/markets/${newId()}/limit`, { max_liability_cents: 1 })).status).toBe(404);
});

test("limits of the book are set with a reason, keep what is not named, and hold from the next bet", async () => {
  const { is_set: isSet, ...before } = (await read("/limits")).data;
  expect(isSet).toBe(true);
  const set = ok(
    await act("/limits", { player_event_liability_cents: 1000, reason: "A quiet night" }),
  );
  expect(set).toEqual({ ...before, is_set: true, player_event_liability_cents: 1000 });
  const event = await makeMatch(club);
  const over = await askSport(club, player, { legs: [legOn(event, "home")] });
  // 8.50 fits: two bets would win more than the 10.00 allowed for him.
  expect(over.status).toBe(200);
  const next = await askSport(club, player, { legs: [legOn(event, "home")] });
  expect([next.body.code, next.body.params?.scope]).toEqual(["sport.over_liability", "player"]);
  ok(await act("/limits", { event_liability_cents: 5000, market_liability_cents: 4000 }));
  const made = await makeMatch(club);
  const { data } = await read(`/events/${made.event_id}`);
  expect([data.max_liability_cents, data.markets[0].max_liability_cents]).toEqual([5000, 4000]);
  expect((await read("/limits")).data.player_event_liability_cents).toBe(1000);
  ok(await act("/limits", before));
  const { token } = await club.operator("card_clerk");
  const path = "/api/operator/sports/limits";
  expect((await club.call("POST", path, { token, body: before })).status).toBe(403);
});

test("a club that has not said what it may lose makes no market; once it has, it does", async () => {
  const fresh = await startClub();
  try {
    await fresh.asAdmin("DELETE FROM setting WHERE name = 'sports'");
    const { token } = await fresh.operator();
    const limits = async (body: object | null) =>
      ok(
        await fresh.call(body === null ? "GET" : "POST", "/api/operator/sports/limits", {
          token,
          ...(body !== null && { body }),
        }),
      );
    expect((await limits(null)).is_set).toBe(false);
    await expect(makeMatch(fresh)).rejects.toThrow("sport.limits_unset");
    expect(await fresh.query("SELECT FROM sport_event")).toEqual([]);
    expect((await limits({ market_liability_cents: 7000 })).is_set).toBe(false);
    await expect(makeMatch(fresh)).rejects.toThrow("sport.limits_unset");
    expect((await limits({ event_liability_cents: 9000 })).is_set).toBe(true);
    await makeMatch(fresh);
    // A club that has markets is never stopped.
    await fresh.asAdmin("DELETE FROM setting WHERE name = 'sports'");
    await makeMatch(fresh);
  } finally {
    await fresh.close();
  }
});

/** An event of the feed with a price for the home side, or without any. */
const fedEvent = (id: string, home: number | null, more: Record<string, unknown> = {}) => ({
  id,
  sport_key: "soccer_epl",
  sport_title: "EPL",
  commence_time: new Date(Date.now() + 90 * 60_000).toISOString(),
  home_team: "Northgate",
  away_team: "Harbour",
  bookmakers:
    home === null
      ? []
      : [
          {
            key: "a",
            markets: [
              {
                key: "h2h",
                outcomes: [
                  { name: more["home_team"] ?? "Northgate", price: home },
                  { name: "Draw", price: 3.4 },
                  { name: more["away_team"] ?? "Harbour", price: 3.6 },
                ],
              },
            ],
          },
        ],
  ...more,
});

test("a price that a feed withdraws takes no bets until it is back; one that an operator held stays", async () => {
  const at = { commence_time: new Date(Date.now() + 90 * 60_000).toISOString() };
  const tell = async (home: number | null, more: Record<string, unknown> = {}) =>
    ok(
      await act("/events/import", {
        format: "the-odds-api",
        payload: [fedEvent("w1", home, { ...at, ...more })],
      }),
    );
  const main = async () => {
    const [row] = await club.query("SELECT id FROM sport_event WHERE source_id = 'w1'");
    const { data } = await read(`/events/${String(row?.["id"])}`);
    return { ...data.markets[0], event: data };
  };
  const shown = async () => {
    const { status, outcomes } = await main();
    return [status, outcomes[0].odds_milli];
  };
  await tell(2.1);
  await tell(null);
  expect(await shown()).toEqual(["suspended", 2100]);
  await tell(2.2);
  expect(await shown()).toEqual(["open", 2200]);
  const { market_id } = await main();
  ok(await act(`/markets/${market_id}/suspend`));
  await tell(2.3);
  expect(await shown()).toEqual(["suspended", 2300]);
  ok(await act(`/markets/${market_id}/resume`));

  // Other names under the same id: perhaps another match. All of it is ignored, even a score.
  const renamed = { home_team: "Harbour", away_team: "Northgate" };
  const { problems } = await tell(1.2, renamed);
  expect(problems).toEqual(["Northgate - Harbour: is now Harbour - Northgate"]);
  expect(await shown()).toEqual(["suspended", 2300]);
  // Somebody looks, and names the sides: the feed counts again, and the market is back with its
  // price.
  const { event } = await main();
  ok(await act(`/events/${event.event_id}/change`, { home: "Harbour Town", away: "Northgate" }));
  expect((await tell(1.2, renamed)).problems).toEqual([]);
  expect(await shown()).toEqual(["open", 1200]);
  expect((await main()).event.home).toBe("Harbour Town");
});

test("an event that is twice in a file counts once and is named; a start too late is named and moves nothing", async () => {
  const far = { commence_time: new Date(Date.now() + 40 * 3_600_000).toISOString() };
  const twice = ok(
    await act("/events/import", {
      format: "the-odds-api",
      payload: [fedEvent("d1", 2.1), fedEvent("d1", 9.9)],
    }),
  );
  expect([twice.added, twice.problems]).toEqual([1, ["Northgate - Harbour: is twice in the file"]]);
  const [row] = await club.query(
    `SELECT o.odds_milli, count(*) OVER ()::int AS outcomes FROM sport_event v JOIN sport_outcome o ON o.event_id = v.id
     WHERE v.source_id = 'd1' ORDER BY o.ord`,
  );
  expect(row).toEqual({ odds_milli: 2100, outcomes: 3 });
  const later = { commence_time: new Date(Date.now() + 60 * 3_600_000).toISOString() };
  const moved = ok(
    await act("/events/import", { format: "the-odds-api", payload: [fedEvent("d1", 2.5, later)] }),
  );
  // Neither the start nor the price in that file: an event is changed as a whole or not at all.
  expect([moved.changed, moved.problems]).toEqual([0, ["Northgate - Harbour: sport.postponed"]]);
  const prices = await club.query(
    "SELECT count(*)::int AS n FROM sport_price p JOIN sport_market m ON m.id = p.market_id JOIN sport_event v ON v.id = m.event_id WHERE v.source_id = 'd1'",
  );
  expect(prices).toEqual([{ n: 1 }]);
  const near = ok(
    await act("/events/import", { format: "the-odds-api", payload: [fedEvent("d1", 2.5, far)] }),
  );
  expect([near.changed, near.problems]).toEqual([1, []]);
});
