import { createHash, createPublicKey, verify } from "node:crypto";
import type { PlacedSportOrder } from "@club/contract";
import {
  type CanonicalValue,
  type LogDay,
  type ProofTools,
  canonicalJson,
  checkLog,
  leafHash,
  readClubKeysOf,
  verifyPath,
} from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestClub, type TestPlayer, ok, startClub } from "../../test/club.ts";
import {
  askSport,
  cashOf,
  legOn,
  makeMatch,
  placeSport,
  setOdds,
  sportOrder,
} from "../../test/sport-desk.ts";

let club: TestClub;
let player: TestPlayer;
const act = async (path: string, body: unknown = {}) => {
  const { token } = await club.operator();
  return await club.call("POST", `/api/operator/sports${path}`, { token, body });
};

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  await club.fund(player, 1_000_000);
});
afterAll(async () => await club.close());

describe("a bet that is taken", () => {
  test("costs its lines and has a receipt that follows from its leaf", async () => {
    const events = [await makeMatch(club), await makeMatch(club), await makeMatch(club)];
    const before = await cashOf(club, player);
    const legs = events.map((event) => legOn(event, "home"));
    const order = await placeSport(club, player, { kind: "patent", legs, unit_stake_cents: 200 });
    expect(order).toMatchObject({
      kind: "patent",
      lines: 7,
      cost_cents: 1400,
      // 3 x 370 + 3 x 684 (684.5) + 1266 (1266.325).
      max_payout_cents: 3 * 370 + 3 * 684 + 1266,
      balance_cents: before - 1400,
    });
    expect(await cashOf(club, player)).toBe(before - 1400);
    const leaf = {
      accepted_at: order.accepted_at,
      cost_cents: 1400,
      kind: "patent",
      legs: legs.map(({ event_id, market_id, odds_milli, outcome_id }) => ({
        event_id,
        market_id,
        odds_milli,
        outcome_id,
      })),
      nonce: (await sportOrder(club, player, order.order_id)).nonce,
      order_id: order.order_id,
      unit_stake_cents: 200,
    };
    const hash = createHash("sha256").update("\0").update(canonicalJson(leaf)).digest("hex");
    expect(order.receipt_hash).toBe(hash);
  });

  test("the same key answers the same receipt, another bet under it is refused", async () => {
    const event = await makeMatch(club);
    const bet = { legs: [legOn(event, "home")], key: "once" };
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => await askSport(club, player, bet)),
    );
    expect(new Set(answers.map(({ body }) => body.data?.order_id)).size).toBe(1);
    expect(
      answers.filter(({ headers }) => headers.get("idempotency-replayed") === null),
    ).toHaveLength(1);
    const other = await askSport(club, player, { ...bet, unit_stake_cents: 2000 });
    expect([other.status, other.body.code]).toEqual([409, "idempotency.mismatch"]);
    const withoutKey = await club.call("POST", "/api/order/place-sport-order", {
      token: player.token,
      body: { kind: "single", legs: bet.legs, unit_stake_cents: 100 },
    });
    expect([withoutKey.status, withoutKey.body.code]).toEqual([422, "idempotency.key_needed"]);
  });

  test("resolve finds it, or burns the key for good", async () => {
    const event = await makeMatch(club);
    const bet = { legs: [legOn(event, "home")] };
    const resolve = async (idempotency_key: string) =>
      ok(
        await club.call("POST", "/api/order/resolve", {
          token: player.token,
          body: { idempotency_key },
        }),
      );
    const placed = await placeSport(club, player, { ...bet, key: "kept" });
    expect(await resolve("kept")).toEqual({ placed: true, ...placed });
    expect(await resolve("lost")).toEqual({ placed: false });
    expect((await askSport(club, player, { ...bet, key: "lost" })).body.code).toBe("bet.abandoned");
    // A racing bet cannot use the key of a sports bet.
    const race = await club.call("POST", "/api/order/place-order", {
      token: player.token,
      headers: { "idempotency-key": "kept" },
      body: { bet_type: 1 },
    });
    expect(race.status).toBeGreaterThanOrEqual(400);
  });

  test("concurrent bets never spend money twice", async () => {
    const poor = await club.signUp();
    await club.fund(poor, 10_000);
    const event = await makeMatch(club);
    const answers = await Promise.all(
      Array.from(
        { length: 40 },
        async () => await askSport(club, poor, { legs: [legOn(event, "draw")] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 30 }, () => "funds.insufficient"),
    );
    expect(await cashOf(club, poor)).toBe(0);
  });
});

describe("prices", () => {
  const cases = [
    ["any", 1700, 1700],
    ["any", 2000, 2000],
    ["better", 2000, 2000],
    ["better", 1700, null],
    ["ask", 2000, null],
    ["ask", 1700, null],
  ] as const;

  test.each(cases)("%s, moved to %i: taken at %s", async (price_policy, now, taken) => {
    const event = await makeMatch(club);
    const leg = legOn(event, "home");
    ok(await setOdds(club, event.markets[0]!, { home: now }));
    const before = await cashOf(club, player);
    const answer = await askSport(club, player, { legs: [leg], price_policy });
    if (taken === null) {
      expect([answer.status, answer.body.code]).toEqual([409, "odds.changed"]);
      expect(answer.body.params.legs).toEqual([
        expect.objectContaining({
          outcome_id: leg.outcome_id,
          odds_milli: now,
          seen_odds_milli: 1850,
          market_version: 2,
        }),
      ]);
      expect(await cashOf(club, player)).toBe(before);
    } else {
      expect(ok(answer).legs[0]).toMatchObject({
        odds_milli: taken,
        seen_odds_milli: 1850,
        market_version: 2,
      });
      expect(ok(answer).max_payout_cents).toBe(taken);
    }
  });

  test("each bet of a race of prices carries the odds of its version, current at its accepted_at", async () => {
    const event = await makeMatch(club);
    const market = event.markets[0]!;
    const people = await Promise.all(Array.from({ length: 5 }, async () => await club.signUp()));
    for (const each of people) await club.fund(each, 10_000_000);
    let isOver = false;
    const move = (async () => {
      for (let i = 0; !isOver; i++)
        ok(await setOdds(club, market, { home: 1500 + ((i * 37) % 700) }));
    })();
    const seen = [1500, 1700, 1850, 2100];
    await Promise.all(
      people.map(async (each, p) => {
        for (let i = 0; i < 60; i++) {
          const legs = [{ ...legOn(event, "home"), odds_milli: seen[(i + p) % seen.length]! }];
          const price_policy = (["any", "better", "ask"] as const)[i % 3]!;
          await askSport(club, each, { legs, price_policy, unit_stake_cents: 100 });
        }
      }),
    );
    isOver = true;
    await move;
    const [row] = await club.query(
      `SELECT count(*)::int AS bets, count(*) FILTER (WHERE l.odds_milli <> (p.odds ->> l.outcome_id::text)::int
           OR p.status <> 'open' OR b.accepted_at < p.at OR b.accepted_at > n.at)::int AS wrong,
         count(*) FILTER (WHERE b.price_policy = 'better' AND l.odds_milli < l.seen_odds_milli
           OR b.price_policy = 'ask' AND l.odds_milli <> l.seen_odds_milli)::int AS against,
         count(DISTINCT l.market_version)::int AS versions
       FROM sport_leg l JOIN sport_bet b ON b.id = l.bet_id
       JOIN sport_price p ON p.market_id = l.market_id AND p.version = l.market_version
       LEFT JOIN sport_price n ON n.market_id = l.market_id AND n.version = l.market_version + 1
       WHERE l.market_id = $1`,
      [market.market_id],
    );
    expect(row).toMatchObject({ wrong: 0, against: 0 });
    expect(row!["bets"]).toBeGreaterThan(100);
    expect(row!["versions"]).toBeGreaterThan(3);
  });
});

describe("a bet that is refused", () => {
  test("on a market that takes none", async () => {
    const event = await makeMatch(club);
    const legs = [legOn(event, "home")];
    const code = async () => (await askSport(club, player, { legs })).body.code ?? "taken";
    ok(await act(`/markets/${event.markets[0]!.market_id}/suspend`));
    expect(await code()).toBe("market.closed");
    ok(await act(`/markets/${event.markets[0]!.market_id}/resume`));
    expect(await code()).toBe("taken");
    ok(await act(`/events/${event.event_id}/suspend`));
    expect(await code()).toBe("market.closed");
    ok(await act(`/events/${event.event_id}/resume`));
    expect(await code()).toBe("taken");
    ok(await act(`/events/${event.event_id}/close`));
    expect(await code()).toBe("market.closed");
    const draft = await makeMatch(club, { publish: false });
    expect((await askSport(club, player, { legs: [legOn(draft, "home")] })).body.code).toBe(
      "sport.outcome_unknown",
    );
  });

  test("once the start has come, also while bets pour in", async () => {
    const event = await makeMatch(club);
    const legs = [legOn(event, "home")];
    await placeSport(club, player, { legs, unit_stake_cents: 1 });
    // Waits for the first bet: on a slow machine the start would otherwise come first.
    await club.asAdmin(
      "UPDATE sport_event SET start_time = club_now_ms() + interval '1500 milliseconds' WHERE id = $1",
      [event.event_id],
    );
    const codes: string[] = ["taken"];
    // Not a number of tries: a fast machine makes many of them in the second before the start.
    while (codes.filter((code) => code === "market.closed").length < 20) {
      const answers = await Promise.all(
        [1, 2, 3].map(async () => await askSport(club, player, { legs, unit_stake_cents: 1 })),
      );
      codes.push(...answers.map(({ body }) => body.code ?? "taken"));
    }
    expect(new Set(codes)).toEqual(new Set(["taken", "market.closed"]));
    const [late] = await club.query(
      `SELECT count(*)::int AS bets FROM sport_leg l JOIN sport_bet b ON b.id = l.bet_id
       JOIN sport_event v ON v.id = l.event_id WHERE v.id = $1 AND b.accepted_at >= v.start_time`,
      [event.event_id],
    );
    expect(late!["bets"]).toBe(0);
  });

  test("of legs that are related, unknown or too few", async () => {
    const lined = {
      type: "over_under",
      line: 2.5,
      outcomes: [
        { key: "over", odds_milli: 1900 },
        { key: "under", odds_milli: 1900 },
      ],
    };
    const event = await makeMatch(club, {
      markets: [
        {
          type: "1x2",
          outcomes: [
            { key: "home", odds_milli: 2000 },
            { key: "draw", odds_milli: 3000 },
            { key: "away", odds_milli: 4000 },
          ],
        },
        lined,
      ],
    });
    const code = async (legs: ReturnType<typeof legOn>[], kind?: "single" | "trixie") =>
      (await askSport(club, player, { legs, ...(kind === undefined ? {} : { kind }) })).body.code;
    expect(await code([legOn(event, "home"), legOn(event, "over", 1)])).toBe("sport.related_legs");
    expect(await code([legOn(event, "home"), legOn(event, "home")])).toBe("sport.related_legs");
    expect(await code([legOn(event, "home")], "trixie")).toBe("sport.legs_count");
    const strange = { ...legOn(event, "home"), market_id: event.markets[1]!.market_id };
    expect(await code([strange])).toBe("sport.outcome_unknown");
    expect(await code([{ ...legOn(event, "home"), outcome_id: "nothing" }])).toBe(
      "sport.outcome_unknown",
    );
  });

  test("over a limit of the book, with the largest stake that fits", async () => {
    const event = await makeMatch(club);
    ok(await act(`/markets/${event.markets[0]!.market_id}/limit`, { max_liability_cents: 10_000 }));
    const legs = [legOn(event, "home")];
    const over = await askSport(club, player, { legs, unit_stake_cents: 100_000 });
    expect([over.status, over.body.code, over.body.params.scope]).toEqual([
      409,
      "sport.over_liability",
      "market",
    ]);
    const most = over.body.params.max_stake_cents;
    // 0.85 x 11,764 = 9,999.4.
    expect(most).toBeGreaterThan(11_700);
    expect(most).toBeLessThanOrEqual(11_764);
    ok(await askSport(club, player, { legs, unit_stake_cents: most }));
    // A bet on the other side makes room: its stake may be lost on this one.
    expect((await askSport(club, player, { legs })).body.code).toBe("sport.over_liability");
    ok(await askSport(club, player, { legs: [legOn(event, "away")], unit_stake_cents: 5000 }));
    ok(await askSport(club, player, { legs }));
  });

  test("the stake that is offered fits also where the return is capped", async () => {
    const capped = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
    try {
      const rich = await capped.signUp();
      await capped.fund(rich, 1_000_000);
      const { token } = await capped.operator();
      const body = { event_liability_cents: 50_000_000, max_payout_cents: 100_000_000 };
      ok(await capped.call("POST", "/api/operator/sports/limits", { token, body }));
      const events = [];
      for (let i = 0; i < 6; i += 1) events.push(await makeMatch(capped));
      const legs = events.map((event) => legOn(event, "away"));
      const over = await askSport(capped, rich, {
        kind: "multiple",
        legs,
        unit_stake_cents: 90_000,
      });
      expect(over.body.code).toBe("sport.over_liability");
      const fits = over.body.params.max_stake_cents;
      expect(fits).toBeGreaterThan(1000);
      ok(await askSport(capped, rich, { kind: "multiple", legs, unit_stake_cents: fits }));
    } finally {
      await capped.close();
    }
  });

  test("over a player's limits, counted with bets on races", async () => {
    const careful = await club.signUp();
    await club.fund(careful, 50_000);
    const limits = [{ kind: "stake", period: "day", amount_cents: 1500 }];
    ok(await club.call("PUT", "/api/user/limits", { token: careful.token, body: { limits } }));
    const event = await makeMatch(club);
    await placeSport(club, careful, { legs: [legOn(event, "home")] });
    const over = await askSport(club, careful, { legs: [legOn(event, "home")] });
    expect(over.body).toMatchObject({
      code: "limit.stake",
      params: { left_cents: 500, cost_cents: 1000 },
    });
    const young = await club.signUp(undefined, { isAdult: false });
    expect((await askSport(club, young, { legs: [legOn(event, "home")] })).body.code).toBe(
      "profile.age_needed",
    );
  });

  test("of somebody else's order: not found", async () => {
    const event = await makeMatch(club);
    const order = await placeSport(club, player, { legs: [legOn(event, "home")] });
    const stranger = await club.signUp();
    const path = `/api/order/sport/${order.order_id}`;
    expect((await club.call("GET", path, { token: stranger.token })).status).toBe(404);
  });
});

test("the SQL of the printed maximum is that of the engine", async () => {
  const { priceSportBet, SPORT_BET_KINDS, SPORT_BET_SHAPES } = await import("@club/domain");
  for (let i = 0; i < 300; i++) {
    const kind = SPORT_BET_KINDS[i % SPORT_BET_KINDS.length]!;
    const { minLegs, maxLegs } = SPORT_BET_SHAPES[kind];
    const count = minLegs + Math.floor(Math.random() * (maxLegs - minLegs + 1));
    const odds = Array.from(
      { length: count },
      () => 1001 + Math.floor(Math.random() ** 3 * 20_000),
    );
    const unitCents = BigInt(1 + Math.floor(Math.random() * 5000));
    const legs = odds.map((oddsMilli, n) => ({
      eventId: String(n),
      outcomeId: String(n),
      oddsMilli,
      combines: false,
    }));
    const { returnCents } = priceSportBet({ kind, legs, unitCents }, 1n);
    const [row] = await club.query("SELECT sport_return($1, $2, $3)::text AS cents", [
      kind,
      unitCents,
      odds,
    ]);
    expect(row!["cents"], `${kind} ${unitCents} ${odds.join()}`).toBe(String(returnCents));
  }
});

test("a quote is what placing then does", async () => {
  const events = [await makeMatch(club), await makeMatch(club)];
  const legs = events.map((event) => legOn(event, "away"));
  const quote = ok(
    await club.call("POST", "/api/order/quote-sport", {
      body: {
        legs,
        bets: [
          { kind: "multiple", unit_stake_cents: 500 },
          { kind: "single", unit_stake_cents: 100 },
        ],
      },
    }),
  );
  expect(quote).toMatchObject({ kinds: ["multiple"], related: [] });
  expect(quote.bets[0]).toMatchObject({
    lines: 1,
    cost_cents: 500,
    return_cents: 9680,
    refusal: null,
  });
  expect(quote.bets[1].refusal).toBe("sport.legs_count");
  const order = await placeSport(club, player, { legs, unit_stake_cents: 500 });
  expect(order.max_payout_cents).toBe(9680);
});

test("an event that closed has a root, and each receipt its way to it", async () => {
  const event = await makeMatch(club);
  const orders: PlacedSportOrder[] = [];
  for (let i = 0; i < 5; i++)
    orders.push(await placeSport(club, player, { legs: [legOn(event, "home")] }));
  ok(await act(`/events/${event.event_id}/close`));
  await expect
    .poll(async () => (await sportOrder(club, player, orders[0]!.order_id)).proofs.length)
    .toBe(1);
  const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
  for (const order of orders) {
    const { proofs } = await sportOrder(club, player, order.order_id);
    const [{ leaf, index, tree_size, path, root }] = proofs;
    const ownHash = sha256(Buffer.concat([Buffer.from([0]), Buffer.from(canonicalJson(leaf))]));
    expect(Buffer.from(ownHash).toString("hex")).toBe(order.receipt_hash);
    const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
    expect(
      verifyPath(
        { leafHash: ownHash, index, size: tree_size, path: path.map(bytes), root: bytes(root) },
        sha256,
      ),
    ).toBe(true);
  }
});

test("the root of an event is signed in the log of the races, and its receipts lead to it", async () => {
  const event = await makeMatch(club);
  const order = await placeSport(club, player, { legs: [legOn(event, "home")] });
  await placeSport(club, player, { legs: [legOn(event, "away")] });
  ok(await act(`/events/${event.event_id}/close`));
  const proofsOf = async () => (await sportOrder(club, player, order.order_id)).proofs;
  await expect.poll(async () => (await proofsOf()).length).toBe(1);
  const [{ leaf, index, tree_size, path }] = await proofsOf();
  const [newest] = await club.query("SELECT max(day) AS day FROM signed_root");
  const answer = await club.call("GET", `/api/events/roots?day=${newest!["day"]}`);
  const day = { ...ok(answer), roots: answer.body.list } as LogDay;
  const keys = await (await fetch(new URL("/.well-known/club-roots", club.url))).json();
  const hash = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
  const tools: ProofTools = {
    hash,
    verify: async (publicKey, message, signature) => {
      const x = Buffer.from(publicKey).toString("base64url");
      const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
      return verify(null, message, key, signature);
    },
  };
  const log = { format: "club-log-file/1" as const, keys: readClubKeysOf(keys), days: [day] };
  const lines = await checkLog(log, tools);
  expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
  const signed = day.roots.find(({ race_id }) => race_id === event.event_id)!;
  expect(signed).toMatchObject({
    format: "club-event-root/1",
    bets: 2,
    pools: { [event.markets[0]!.market_id]: 2000 },
  });
  const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
  const isInside = (content: object) =>
    verifyPath(
      {
        leafHash: leafHash(canonicalJson(content as CanonicalValue), hash),
        index,
        size: tree_size,
        path: path.map(bytes),
        root: bytes(signed.root),
      },
      hash,
    );
  expect(isInside(leaf)).toBe(true);
  expect(isInside({ ...leaf, cost_cents: leaf.cost_cents + 1 })).toBe(false);
});
