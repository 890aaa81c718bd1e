import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestClub, ok, startClub } from "../../test/club.ts";
import { book, oddsEvent } from "../../test/odds-api.ts";
import { type TestEvent, inMinutes } from "../../test/sport-desk.ts";

/** A feed and an operator about the same event, in any order. */
let club: TestClub;
const format = "the-odds-api";
const desk = async (path: string, body: unknown = {}) => {
  const { token } = await club.operator();
  return await club.call("POST", `/api/operator/sports${path}`, { token, body });
};
const importFeed = async (body: Record<string, unknown>) => ok(await desk("/events/import", body));

interface FedMarket {
  readonly type: string;
  readonly status: string;
}
const fed = async (id: string): Promise<TestEvent & { start_time: string; status: string }> => {
  const [row] = await club.query("SELECT id FROM sport_event WHERE source_id = $1", [id]);
  return ok(await club.call("GET", `/api/sport/${row!["id"]}`));
};
const marketsOf = async (id: string) => (await fed(id)).markets as unknown as FedMarket[];

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => await club.close());

test("what an operator suspended no feed opens, whoever took it off first", async () => {
  const at = { commence_time: inMinutes(90) };
  const total: [number, number, number] = [2.5, 1.9, 1.9];
  const tell = async (odds: [number, number, number], with_?: [number, number, number]) =>
    await importFeed({ format, payload: [oddsEvent("m10", [book("a", odds, with_)], at)] });
  const states = async () => (await marketsOf("m10")).map(({ status }) => status);
  await tell([2.1, 3.4, 3.6], total);
  const [match = "", goals = ""] = (await fed("m10")).markets.map(({ market_id }) => market_id);
  // Its price moves while it is suspended, and moves again.
  ok(await desk(`/markets/${match}/suspend`));
  await tell([2.2, 3.4, 3.4], total);
  await tell([2.3, 3.4, 3.3], total);
  expect(await states()).toEqual(["suspended", "open"]);
  // The feed takes the total off, an operator suspends it too, the feed names it again.
  await tell([2.3, 3.4, 3.3]);
  ok(await desk(`/markets/${goals}/suspend`));
  await tell([2.3, 3.4, 3.3], total);
  expect(await states()).toEqual(["suspended", "suspended"]);
  // A price by hand is no suspension: what the feed took off comes back with it.
  ok(await desk(`/markets/${match}/resume`));
  ok(await desk(`/markets/${goals}/resume`));
  expect(await states()).toEqual(["open", "open"]);
  await tell([2.3, 3.4, 3.3]);
  const outcomes = (await fed("m10")).markets[1]!.outcomes.map(({ outcome_id }) => ({
    outcome_id,
    odds_milli: 1950,
  }));
  ok(await desk(`/markets/${goals}/price`, { outcomes }));
  expect(await states()).toEqual(["open", "suspended"]);
  await tell([2.3, 3.4, 3.3], total);
  expect(await states()).toEqual(["open", "open"]);
});

test("scores make no price fresh: an event that only they name waits for its prices", async () => {
  const at = { commence_time: inMinutes(90) };
  const priced = oddsEvent("m15", [book("a", [2.1, 3.4, 3.6])], at);
  await importFeed({ format, payload: [priced] });
  await club.asAdmin("UPDATE sport_event SET is_stale = true WHERE source_id = 'm15'");
  await importFeed({ format, payload: [{ ...priced, bookmakers: undefined, completed: false }] });
  expect((await fed("m15")).status).toBe("suspended");
  await importFeed({ format, payload: [priced] });
  expect((await fed("m15")).status).toBe("open");
});

test("a start and a price set by hand stay until the feed says another than before", async () => {
  const [said, byHand, later] = [inMinutes(90), inMinutes(60), inMinutes(95)];
  const tell = async (home: number, commence_time: string) =>
    await importFeed({
      format,
      payload: [oddsEvent("m11", [book("a", [home, 3.4, 3.6])], { commence_time })],
    });
  const now = async () => {
    const { start_time, markets } = await fed("m11");
    return [Date.parse(start_time), markets[0]!.outcomes[0]!.odds_milli];
  };
  await tell(2.1, said);
  const { event_id, markets } = await fed("m11");
  const { market_id, outcomes } = markets[0]!;
  const { outcome_id } = outcomes[0]!;
  ok(await desk(`/events/${event_id}/change`, { start_time: byHand }));
  ok(await desk(`/markets/${market_id}/price`, { outcomes: [{ outcome_id, odds_milli: 1500 }] }));
  expect(await tell(2.1, said)).toMatchObject({ changed: 0, unchanged: 1 });
  expect(await now()).toEqual([Date.parse(byHand), 1500]);
  await tell(2.2, said);
  expect(await now()).toEqual([Date.parse(byHand), 2200]);
  await tell(2.2, later);
  expect(await now()).toEqual([Date.parse(later), 2200]);
});

test("a start that came under other names is taken once an operator has named the sides", async () => {
  const [said, later] = [inMinutes(90), inMinutes(95)];
  const tell = async (commence_time: string, home_team: string) =>
    await importFeed({
      format,
      payload: [oddsEvent("m13", [book("a", [2, 3, 4])], { commence_time, home_team })],
    });
  const start = async () => Date.parse((await fed("m13")).start_time);
  await tell(said, "Northgate Rovers");
  await tell(later, "Northgate");
  expect(await start()).toBe(Date.parse(said));
  const { event_id } = await fed("m13");
  ok(await desk(`/events/${event_id}/change`, { home: "Northgate" }));
  await tell(later, "Northgate");
  expect(await start()).toBe(Date.parse(later));
});

test("a market that was added by hand stays open when the feed does not know it", async () => {
  const at = { commence_time: inMinutes(90) };
  const total: [number, number, number] = [2.5, 1.9, 1.9];
  const tell = async (odds: [number, number, number], with_?: [number, number, number]) =>
    await importFeed({ format, payload: [oddsEvent("m9", [book("a", odds, with_)], at)] });
  await tell([2.1, 3.4, 3.6], total);
  const { event_id } = await fed("m9");
  const outcomes = ["home_draw", "home_away", "draw_away"].map((key) => ({
    key,
    odds_milli: 1400,
  }));
  ok(await desk(`/events/${event_id}/markets`, { type: "double_chance", outcomes }));
  // The feed moves a price, and no longer mentions the total that it had.
  await tell([2.2, 3.4, 3.5]);
  expect((await marketsOf("m9")).map(({ type, status }) => [type, status])).toEqual([
    ["1x2", "open"],
    ["over_under", "suspended"],
    ["double_chance", "open"],
  ]);
});

test("a final score that a feed repeats takes no operator's entry back; another one does", async () => {
  await importFeed({ format, payload: [oddsEvent("m12", [book("a", [2, 3, 4])])] });
  await club.asAdmin(
    "UPDATE sport_event SET start_time = club_now() - interval '1 hour' WHERE source_id = 'm12'",
  );
  const { event_id } = await fed("m12");
  const past = new Date(Date.now() - 3_600_000).toISOString();
  const say = async (home: string) => {
    const base = { ...oddsEvent("m12", [], { commence_time: past }), bookmakers: undefined };
    const scores = [
      { name: "Northgate Rovers", score: home },
      { name: "Harbour Town", score: "1" },
    ];
    await importFeed({ format, payload: [{ ...base, completed: true, scores }] });
    const [newest] = await club.query(
      "SELECT version, score_home FROM sport_result WHERE event_id = $1 ORDER BY version DESC LIMIT 1",
      [event_id],
    );
    return [newest?.["version"], newest?.["score_home"]];
  };
  expect(await say("2")).toEqual([1, 2]);
  ok(await desk(`/events/${event_id}/result`, { score: { home: 3, away: 1 } }));
  expect(await say("2")).toEqual([2, 3]);
  expect(await say("4")).toEqual([3, 4]);
});
