import { readFileSync } from "node:fs";
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
function toCsv(): string {
  const rows = matches.map((match) => {
    const [day = "", time = ""] = match.kickoff_local.split("T");
    const { "1X2": a, "OU2.5": b, AH } = match.markets;
    return [
      "E0",
      day.split("-").toReversed().join("/"),
      time,
      match.home,
      match.away,
      "",
      "",
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
    const payload = toCsv();
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
