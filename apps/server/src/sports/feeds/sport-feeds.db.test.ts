import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestClub, type TestPlayer, ok, startClub } from "../../test/club.ts";
import {
  type TestEvent,
  cashOf,
  inMinutes,
  legOn,
  placeSport,
  settleMatch,
  sportOrder,
} from "../../test/sport-desk.ts";
import { book, oddsEvent } from "../../test/odds-api.ts";
import { watchFeed } from "./watch-feed.ts";

const FIXTURES = new URL("../../../../../packages/domain/fixtures/", import.meta.url);
const fixture = (path: string) => JSON.parse(readFileSync(new URL(path, FIXTURES), "utf8"));

interface Match {
  id: string;
  kickoff_local: string;
  home: string;
  away: string;
  result: { ft: [number, number] };
  markets: {
    "1X2": { odds: Record<string, number> };
    "OU2.5": { odds: Record<string, number> };
    AH: { home_line: number; odds: Record<string, number> };
  };
}
interface VectorLeg {
  match: string;
  market: "1X2" | "OU2.5" | "AH";
  selection: string;
  odds: number;
  settle_as: "RESULT" | "VOID" | "DEAD_HEAT_2";
}
interface Vector {
  id: string;
  type: string;
  legs: VectorLeg[];
  unit_stake_cents: number;
  cost_cents: number;
  return_cents: number;
}

const matches: Match[] = fixture("sports/epl_2024_25_rounds_1_5.json").matches;
const vectors: Vector[] = fixture("vectors/sports_settlement.json").vectors;

/** The matches as a football-data file without goals: still to be played. */
function toCsv(goals: boolean): string {
  const rows = matches.map((match) => {
    const [day = "", time = ""] = match.kickoff_local.split("T");
    const { "1X2": a, "OU2.5": b, AH } = match.markets;
    const [h, w] = goals ? match.result.ft : ["", ""];
    return [
      "E0",
      day.split("-").toReversed().join("/"),
      time,
      match.home,
      match.away,
      h,
      w,
      a.odds["1"],
      a.odds["X"],
      a.odds["2"],
      b.odds["over"],
      b.odds["under"],
      AH.home_line,
      AH.odds["home"],
      AH.odds["away"],
    ].join(",");
  });
  return `Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A,B365>2.5,B365<2.5,AHh,B365AHH,B365AHA\n${rows.join("\n")}\n`;
}

let club: TestClub;
const desk = async (path: string, body: unknown = {}) => {
  const { token } = await club.operator();
  return await club.call("POST", `/api/operator/sports${path}`, { token, body });
};
const importFeed = async (body: Record<string, unknown>) => ok(await desk("/events/import", body));

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => await club.close());

describe("fifty matches of a season file", () => {
  const MARKETS = { "1X2": "1x2", "OU2.5": "over_under", AH: "asian_handicap" } as const;
  const KEYS: Record<string, string> = { "1": "home", X: "draw", "2": "away" };
  const events = new Map<string, TestEvent>();
  let player: TestPlayer;

  const keyOf = (leg: VectorLeg): string =>
    leg.market === "1X2" ? KEYS[leg.selection]! : leg.selection;
  const wireLeg = (leg: VectorLeg) => {
    const event = events.get(leg.match)!;
    const market = event.markets.findIndex(({ type }) => type === MARKETS[leg.market]);
    return legOn(event, keyOf(leg), market);
  };

  test("come in with their prices, once; the dry run says so first", async () => {
    const payload = toCsv(false);
    const asked = { format: "football-data", payload, first_start_at: inMinutes(120) };
    const dry = await importFeed({ ...asked, dry_run: true });
    expect(dry).toMatchObject({ import_id: null, added: 50, changed: 0, problems: [] });
    expect(await importFeed(asked)).toMatchObject({ added: 50, problems: [], results: 0 });
    expect(await importFeed(asked)).toMatchObject({ added: 0, changed: 0, unchanged: 50 });
    const answer = await club.call("GET", "/api/sport/list?sport=football");
    expect(answer.body.list).toHaveLength(50);
    for (const { event_id, home, away } of answer.body.list) {
      const match = matches.find((each) => each.home === home && each.away === away)!;
      events.set(match.id, ok(await club.call("GET", `/api/sport/${event_id}`)));
    }
    expect(events.size).toBe(50);
    expect([...events.values()].every(({ markets }) => markets.length === 3)).toBe(true);
    const [kept] = await club.query(
      "SELECT payload FROM sport_feed_import ORDER BY at DESC, id DESC LIMIT 1",
    );
    expect(kept!["payload"]).toBe(payload);
  });

  test("are bet on with every kind, settled in any order, and pay what the vectors say", async () => {
    player = await club.signUp();
    await club.fund(player, 10_000_000);
    // A vector may differ from a match's score, with dead heats and voids on single legs. So this
    // bets each vector whose legs all follow the score, and of the others those that do not
    // contradict each other.
    const said = new Map<string, string>();
    const isConsistent = (vector: Vector): boolean =>
      vector.legs.every((leg) => {
        const outcome = `${leg.match} ${leg.market} ${keyOf(leg)}`;
        return (said.get(outcome) ?? leg.settle_as) === leg.settle_as;
      });
    const bet: { vector: Vector; orderId: string }[] = [];
    for (const vector of vectors) {
      if (!isConsistent(vector)) continue;
      for (const leg of vector.legs)
        said.set(`${leg.match} ${leg.market} ${keyOf(leg)}`, leg.settle_as);
      const kind = vector.type === "accumulator" ? "multiple" : vector.type;
      const order = await placeSport(club, player, {
        kind: kind as "single",
        legs: vector.legs.map(wireLeg),
        unit_stake_cents: vector.unit_stake_cents,
      });
      expect(order.cost_cents).toBe(vector.cost_cents);
      bet.push({ vector, orderId: order.order_id });
    }
    expect(bet.length).toBeGreaterThan(25);
    expect(new Set(bet.map(({ vector }) => vector.type)).size).toBeGreaterThan(6);
    const before = await cashOf(club, player);

    for (const match of matches.toReversed()) {
      await settleMatch(club, events.get(match.id)!.event_id, resultOf(match, said));
    }
    let sum = 0;
    for (const { vector, orderId } of bet) {
      const order = await sportOrder(club, player, orderId);
      expect([vector.id, order.payout_cents + order.refund_cents]).toEqual([
        vector.id,
        vector.return_cents,
      ]);
      sum += vector.return_cents;
    }
    expect(await cashOf(club, player)).toBe(before + sum);
  });

  /** By the score, except for outcomes where a vector differs. */
  function resultOf(match: Match, said: ReadonlyMap<string, string>): Record<string, unknown> {
    const [home, away] = match.result.ft;
    const event = events.get(match.id)!;
    const markets = event.markets.flatMap(({ market_id, type, outcomes }) => {
      const name = Object.entries(MARKETS).find(([, each]) => each === type)![0];
      const wanted = outcomes.map(({ key }) => said.get(`${match.id} ${name} ${key}`));
      if (wanted.every((each) => each === undefined || each === "RESULT")) return [];
      const verdicts = outcomes.map(({ outcome_id, key }, i) => {
        if (wanted[i] === "VOID") return [outcome_id, "void"];
        if (wanted[i] === "DEAD_HEAT_2") return [outcome_id, "dead_heat"];
        return [outcome_id, verdictOf(match, type, key)];
      });
      return [{ market_id, outcomes: Object.fromEntries(verdicts) }];
    });
    return markets.length === 0 ? { score: { home, away } } : { score: { home, away }, markets };
  }

  function verdictOf(match: Match, type: string, key: string): "won" | "lost" | "void" {
    const [home, away] = match.result.ft;
    if (type === "1x2") {
      return key === (home > away ? "home" : home < away ? "away" : "draw") ? "won" : "lost";
    }
    if (type === "over_under") return (key === "over") === home + away > 2.5 ? "won" : "lost";
    const line = match.markets.AH.home_line;
    const ahead = key === "home" ? home - away + line : away - home - line;
    return ahead > 0 ? "won" : ahead < 0 ? "lost" : "void";
  }

  test("one is corrected: the bets on it are counted anew", async () => {
    const gambler = await club.signUp();
    await club.fund(gambler, 100_000);
    const { event_id, markets } = ok(
      await desk("/events", {
        sport: "football",
        competition: "Cup",
        home: "A",
        away: "B",
        start_time: inMinutes(30),
        markets: [
          {
            type: "1x2",
            outcomes: [
              ["home", 2000],
              ["draw", 3000],
              ["away", 4000],
            ].map(([key, odds_milli]) => ({ key, odds_milli })),
          },
          {
            type: "asian_handicap",
            line: -0.75,
            outcomes: [
              ["home", 1900],
              ["away", 1900],
            ].map(([key, odds_milli]) => ({ key, odds_milli })),
          },
        ],
        publish: true,
      }),
    );
    const event = { event_id, markets };
    const single = await placeSport(club, gambler, { legs: [legOn(event, "home")] });
    const quarter = await placeSport(club, gambler, { legs: [legOn(event, "home", 1)] });
    await settleMatch(club, event_id, { score: { home: 0, away: 2 } });
    expect(await cashOf(club, gambler)).toBe(98_000);
    const body = { score: { home: 2, away: 1 }, reason: "sides were swapped" };
    const asked = ok(await desk(`/events/${event_id}/correct`, body));
    expect(asked.diff_cents).toBe(2000 + 1450);
    const { token } = await club.newOperator("results_clerk");
    ok(await club.call("POST", `/api/operator/approvals/${asked.approval_id}/approve`, { token }));
    await expect.poll(async () => await cashOf(club, gambler)).toBe(98_000 + 3450);
    expect((await sportOrder(club, gambler, single.order_id)).payout_cents).toBe(2000);
    // One goal ahead at -0.75: one half won, the other void: 1000 x (1.9 + 1) / 2.
    expect((await sportOrder(club, gambler, quarter.order_id)).payout_cents).toBe(1450);
  });

  test("and the books verify", async () => {
    const { token } = await club.operator();
    const { checks } = ok(await club.call("POST", "/api/operator/ledger/verify", { token }));
    expect(checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([]);
  });
});

describe("the-odds-api", () => {
  const fed = async (
    id: string,
  ): Promise<
    TestEvent & { status: string; start_time: string; live: unknown; is_live: boolean }
  > => {
    const [row] = await club.query("SELECT id FROM sport_event WHERE source_id = $1", [id]);
    return ok(await club.call("GET", `/api/sport/${row!["id"]}`));
  };
  const oddsOf = (of: TestEvent, type: string) =>
    of.markets.find((market) => market.type === type)?.outcomes.map(({ odds_milli }) => odds_milli);

  test("the median of the bookmakers, or one of them; a margin of the club's own", async () => {
    const books = [
      book("a", [2.1, 3.4, 3.6]),
      book("b", [2.14, 3.35, 3.5]),
      book("c", [2.3, 3.3, 3.4]),
    ];
    const format = "the-odds-api";
    await importFeed({ format, payload: [oddsEvent("m1", books)] });
    expect(oddsOf(await fed("m1"), "1x2")).toEqual([2140, 3350, 3500]);
    await importFeed({ format, payload: JSON.stringify([oddsEvent("m2", books)]), bookmaker: "a" });
    expect(oddsOf(await fed("m2"), "1x2")).toEqual([2100, 3400, 3600]);
    await importFeed({
      format,
      payload: [oddsEvent("m3", [book("a", [2, 4, 4])])],
      margin_bps: 1000,
    });
    expect(oddsOf(await fed("m3"), "1x2")).toEqual([1818, 3636, 3636]);
  });

  test("prices move as versions; a line that is gone takes no more bets; the diff names each", async () => {
    const format = "the-odds-api";
    const at = { commence_time: inMinutes(90) };
    await importFeed({
      format,
      payload: [oddsEvent("m4", [book("a", [2.1, 3.4, 3.6], [2.5, 1.9, 1.9])], at)],
    });
    const moved = [oddsEvent("m4", [book("a", [2.2, 3.4, 3.4], [2.75, 1.95, 1.85])], at)];
    const dry = await importFeed({ format, payload: moved, dry_run: true });
    expect(
      dry.changes.map(({ what, key, before, after }: Record<string, unknown>) => [
        what,
        key,
        before,
        after,
      ]),
    ).toEqual([
      ["price", "home", "2.10", "2.20"],
      ["price", "away", "3.60", "3.40"],
      ["market", null, null, "2.75"],
      ["market", null, "open", "suspended"],
    ]);
    expect(oddsOf(await fed("m4"), "1x2")).toEqual([2100, 3400, 3600]);
    await importFeed({ format, payload: moved });
    const { markets } = await fed("m4");
    expect(
      markets.map((market) => [
        market.type,
        (market as unknown as { status: string }).status,
        market.version,
      ]),
    ).toEqual([
      ["1x2", "open", 2],
      ["over_under", "suspended", 2],
      ["over_under", "open", 1],
    ]);
    expect(markets[0]!.outcomes[0]).toMatchObject({ odds_milli: 2200, previous_odds_milli: 2100 });
  });

  test("scores: live ones are shown, final ones wait for an operator to settle", async () => {
    const format = "the-odds-api";
    await importFeed({ format, payload: [oddsEvent("m5", [book("a", [2, 3, 4])])] });
    await club.asAdmin(
      "UPDATE sport_event SET start_time = club_now() - interval '1 hour' WHERE source_id = 'm5'",
    );
    const scores = (home: string, away: string) => [
      { name: "Northgate Rovers", score: home },
      { name: "Harbour Town", score: away },
    ];
    const past = new Date(Date.now() - 3_600_000).toISOString();
    const base = { ...oddsEvent("m5", [], { commence_time: past }), bookmakers: undefined };
    await importFeed({
      format,
      payload: [{ ...base, completed: false, scores: scores("1", "0") }],
    });
    await expect
      .poll(async () => (await fed("m5")).live)
      .toEqual({ home: 1, away: 0, clock: null });
    expect(
      await importFeed({
        format,
        payload: [{ ...base, completed: true, scores: scores("2", "1") }],
      }),
    ).toMatchObject({ results: 1 });
    const { event_id, status } = await fed("m5");
    expect(status).toBe("closed");
    const settled = ok(await desk(`/events/${event_id}/settle`, { result_version: 1 }));
    expect(settled).toMatchObject({ status: "settled", score: { home: 2, away: 1 } });
  });

  test("what cannot be read is refused, what is odd is left out and named", async () => {
    const code = async (body: unknown) => (await desk("/events/import", body)).body.code;
    expect(await code({ format: "the-odds-api", payload: { not: "a list" } })).toBe(
      "feed.unreadable",
    );
    expect(await code({ format: "the-odds-api", payload: "{" })).toBe("feed.unreadable");
    expect(await code({ format: "football-data", payload: "a,b\n1,2" })).toBe("feed.unreadable");
    const odd = await importFeed({
      format: "football-data",
      payload:
        "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,B365H,B365D,B365A\nE0,31/02/26,X,Y,,,,2,3,4\nE0,01/03/99,X,,,,,2,3,4\nE0,01/03/2099,X,Z,,,,2,,4\n",
    });
    expect(odd).toMatchObject({
      added: 1,
      problems: [
        "line 2: its time is none",
        "line 3: a team is missing",
        "line 4: 1x2 lacks a price",
      ],
    });
  });

  test("a watched folder: a file is read when it changes, and what cannot be read is told", async () => {
    const folder = mkdtempSync(join(tmpdir(), "club-feed-"));
    const ctx = {
      ...club.ctx,
      settings: { ...club.ctx.settings, sportsFeed: folder, sportsFeedSeconds: 0 },
    };
    const at = { commence_time: inMinutes(90) };
    const write = (price: number) =>
      writeFileSync(
        join(folder, "a.json"),
        JSON.stringify([oddsEvent("m7", [book("a", [price, 3, 4])], at)]),
      );
    write(2);
    // A file still being written is left for the next look.
    await watchFeed(ctx);
    const { rows: none } = await club.ctx.db.jobs.query(
      "SELECT FROM sport_event WHERE source_id = 'm7'",
    );
    expect(none).toEqual([]);
    await watchFeed(ctx);
    expect(oddsOf(await fed("m7"), "1x2")).toEqual([2000, 3000, 4000]);
    await watchFeed(ctx);
    write(2.5);
    utimesSync(join(folder, "a.json"), new Date(), new Date(Date.now() + 5000));
    writeFileSync(join(folder, "b.csv"), "nothing");
    writeFileSync(join(folder, "c.json"), " ".repeat(9 * 1024 * 1024));
    await watchFeed(ctx);
    await watchFeed(ctx);
    expect((await fed("m7")).markets[0]).toMatchObject({ version: 2 });
    rmSync(folder, { recursive: true });
    const { token } = await club.operator();
    const { body } = await club.call("GET", "/api/operator/sports/feeds", { token });
    const byName = Object.fromEntries(body.list.map((each: { name: string }) => [each.name, each]));
    expect(byName["folder:a.json"]).toMatchObject({ kind: "folder", last_ok: true });
    expect(byName["folder:b.csv"]).toMatchObject({
      last_ok: false,
      last_message: expect.stringContaining("feed.unreadable"),
    });
    expect(byName["folder:c.json"]).toMatchObject({
      last_ok: false,
      last_message: expect.stringContaining("bytes"),
    });
  });

  test("a polled address: asked with its key, and a feed that is away is told without it", async () => {
    const asked: string[] = [];
    let status = 200;
    const server = createServer((request, reply) => {
      asked.push(request.url ?? "");
      reply.statusCode = status;
      reply.end(JSON.stringify([oddsEvent("m8", [book("a", [2, 3, 4])])]));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const sportsFeed = `http://127.0.0.1:${port}/v4/odds?regions=au`;
    const settings = {
      ...club.ctx.settings,
      sportsFeed,
      sportsFeedKey: "s3cret",
      sportsFeedSeconds: 0,
    };
    await watchFeed({ ...club.ctx, settings });
    expect(asked).toEqual(["/v4/odds?regions=au&apiKey=s3cret"]);
    expect((await fed("m8")).status).toBe("open");
    status = 429;
    await watchFeed({ ...club.ctx, settings });
    server.close();
    const [row] = await club.query(
      "SELECT is_ok, answer::text FROM sport_feed_import WHERE source = 'url' ORDER BY at DESC, id DESC LIMIT 1",
    );
    expect(row).toMatchObject({ is_ok: false, answer: expect.stringContaining("429") });
    expect(row!["answer"]).not.toContain("s3cret");
  });

  test("a watched feed that falls silent takes its events off the board until it speaks again", async () => {
    const format = "the-odds-api" as const;
    const payload = [oddsEvent("m6", [book("a", [2, 3, 4])])];
    const { importFeed: read } = await import("./import-feed.ts");
    await read(club.ctx, { format, payload, source: "url" }, {});
    const { suspendStaleSports } = await import("../events/sport-clock-work.ts");
    await suspendStaleSports(club.ctx);
    expect((await fed("m6")).status).toBe("open");
    await club.asAdmin(
      "UPDATE sport_event SET fed_at = club_now() - interval '10 minutes' WHERE source_id = 'm6'",
    );
    await suspendStaleSports(club.ctx);
    await expect.poll(async () => (await fed("m6")).status).toBe("suspended");
    await read(club.ctx, { format, payload, source: "url" }, {});
    expect((await fed("m6")).status).toBe("open");
  });
});
