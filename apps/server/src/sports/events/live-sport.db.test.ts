import { afterAll, beforeAll, expect, test } from "vitest";
import { readEventLeaves } from "../../proofs/freeze/freeze-event.ts";
import { type Row, type TestClub, ok, startClub } from "../../test/club.ts";
import {
  MATCH_ODDS,
  type TestEvent,
  inMinutes,
  makeMatch,
  placeSport,
  legOn,
  setOdds,
} from "../../test/sport-desk.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => await club.close());

/** What was sent on a topic since an event of the writer. */
async function told(topic: string, after: bigint): Promise<Row[]> {
  const rows = await club.query(
    "SELECT payload FROM event WHERE topic = $1 AND seq > $2 ORDER BY seq",
    [topic, after],
  );
  return rows.map((row) => row["payload"]);
}
/** The newest event, once all that was to be announced is numbered. */
async function lastSeq(): Promise<bigint> {
  await expect.poll(async () => await club.query("SELECT 1 FROM event_inbox")).toEqual([]);
  const [row] = await club.query("SELECT coalesce(max(seq), 0)::bigint AS seq FROM event");
  return row!["seq"];
}

const TOTAL = {
  type: "over_under",
  line: 2.5,
  outcomes: [
    { key: "over", odds_milli: 1900 },
    { key: "under", odds_milli: 1900 },
  ],
};

test("a price goes to those who watch the event; of the main market to the board too", async () => {
  const event: TestEvent = await makeMatch(club, {
    markets: [{ type: "1x2", outcomes: MATCH_ODDS }, TOTAL],
  });
  const after = await lastSeq();
  ok(await setOdds(club, event.markets[1]!, { over: 2000 }));
  const topic = `sport:${event.event_id}`;
  await expect.poll(async () => (await told(topic, after)).length).toBe(1);
  const [seen] = await told(topic, after);
  expect(seen!["markets"]).toHaveLength(1);
  expect(seen!["markets"][0]).toMatchObject({ type: "over_under", version: 2 });
  expect(seen!["markets"][0].outcomes[0]).toMatchObject({
    odds_milli: 2000,
    previous_odds_milli: 1900,
  });
  expect(await told("sports", after)).toEqual([]);
  ok(await setOdds(club, event.markets[0]!, { home: 1900 }));
  await expect.poll(async () => (await told("sports", after)).length).toBe(1);
  const [board] = await told("sports", after);
  expect(board).toMatchObject({
    event_id: event.event_id,
    status: "open",
    main_market: { type: "1x2", version: 2 },
  });
});

test("many changes of one round are one event, with the newest odds", async () => {
  const event = await makeMatch(club);
  const after = await lastSeq();
  const { market_id, outcome_id } = legOn(event, "home");
  // In one transaction: one round takes them together, however fast or slow they come.
  await club.query(
    `SELECT set_sport_price($1, ARRAY[$2]::uuid[], ARRAY[1850 + i], 'hand', NULL)
     FROM generate_series(1, 30) i`,
    [market_id, outcome_id],
  );
  const topic = `sport:${event.event_id}`;
  const newest = async () =>
    (await told(topic, after)).at(-1)?.["markets"]?.[0]?.outcomes[0]?.odds_milli;
  await expect.poll(newest).toBe(1880);
  expect(await told(topic, after)).toHaveLength(1);
});

test("a close and a result are told with all markets; the player hears of his bet", async () => {
  const player = await club.signUp();
  await club.fund(player, 5000);
  const event = await makeMatch(club, { markets: [{ type: "1x2", outcomes: MATCH_ODDS }, TOTAL] });
  const order = await placeSport(club, player, { legs: [legOn(event, "home")] });
  const after = await lastSeq();
  const { token } = await club.operator();
  const path = `/api/operator/sports/events/${event.event_id}`;
  ok(await club.call("POST", `${path}/result`, { token, body: { score: { home: 3, away: 0 } } }));
  ok(await club.call("POST", `${path}/settle`, { token, body: { result_version: 1 } }));
  const topic = `sport:${event.event_id}`;
  const newest = async () => (await told(topic, after)).at(-1)?.["status"];
  await expect.poll(newest).toBe("settled");
  const last = (await told(topic, after)).at(-1)!;
  expect(last["result"]).toEqual({ home: 3, away: 0 });
  // A later round may tell of a part of it alone.
  const markets = async () =>
    (await told(topic, after))
      .findLast((each) => each["markets"] !== undefined)
      ?.["markets"].map((market: { status: string }) => market.status);
  await expect.poll(markets).toEqual(["settled", "settled"]);
  // A round sends the state when it is written: the payment's rows may come with the next one.
  const heard = async () =>
    (await told("players", after)).map((each) => each["players"]?.[player.id]);
  await expect.poll(heard).toContainEqual({ cash_cents: 5850 });
  await expect.poll(heard).toContainEqual({ order_ids: [order.order_id] });
});

test("all of sports on hold, and taken up again, goes to every event's watchers and to the board", async () => {
  const events = [await makeMatch(club), await makeMatch(club)];
  const after = await lastSeq();
  const { token } = await club.operator();
  for (const [act, status] of [
    ["suspend", "suspended"],
    ["resume", "open"],
  ] as const) {
    ok(await club.call("POST", `/api/operator/sports/${act}-all`, { token, body: {} }));
    for (const { event_id } of events) {
      const seen = async () => (await told(`sport:${event_id}`, after)).at(-1);
      await expect.poll(async () => (await seen())?.["status"]).toBe(status);
      expect((await seen())?.["markets"][0].status).toBe(status);
      const board = (await told("sports", after)).filter((each) => each["event_id"] === event_id);
      expect(board.at(-1)).toMatchObject({ status, main_market: { status } });
    }
  }
});

test("a start that was earlier than the club knew: the bets behind it are in the sealed list", async () => {
  const event = await makeMatch(club, { start_time: inMinutes(30) });
  const player = await club.signUp();
  await club.fund(player, 100_00);
  await placeSport(club, player, { legs: [legOn(event, "home")] });
  const { token } = await club.operator();
  ok(
    await club.call("POST", `/api/operator/sports/events/${event.event_id}/change`, {
      token,
      body: { start_time: inMinutes(-1) },
    }),
  );
  const row = async () =>
    (
      await club.query("SELECT id, status, closed_at FROM sport_event WHERE id = $1", [
        event.event_id,
      ])
    )[0]!;
  await expect.poll(async () => (await row())["status"]).toBe("closed");
  const { id, closed_at } = await row();
  const leaves = await readEventLeaves(club.ctx.db.jobs, { id, closed_at });
  // One leaf: an id of 16 bytes and a hash of 32.
  expect(leaves).toHaveLength(48);
});
