import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeSportBet } from "../apps/server/src/sports/bets/place-sport-bet.ts";
import { ok, startClub } from "../apps/server/src/test/club.ts";
import { type FreshDatabase, freshDatabase } from "../apps/server/src/test/database.ts";
import {
  type TestEvent,
  askSport,
  legOn,
  makeMatch,
  placeSport,
} from "../apps/server/src/test/sport-desk.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import { type ChildEnd, copyOf, queryCopy, runToDie } from "./lib/crash-copies.ts";
import { FaultClub } from "./lib/fault-club.ts";
import type { SportOrder } from "./lib/sport-child.ts";

/**
 * P1, P2 and P8 for sports: an acknowledged bet outlives a kill and is there once. A settlement
 * that is killed between any two chunks leaves, once finished, the books of one that was never
 * interrupted. P9: so does a correction, from the second operator's approval on.
 */
const CHUNK = 5;
const POINTS = ["sport.before-chunk", "sport.chunk-paid", "sport.before-finish"];
const APPROVAL_POINTS = ["sport.correct-planned", "sport.correct-approved"];

describe("a settlement", () => {
  let base: FreshDatabase;
  let versions: SportOrder["versions"];
  let whole: string;
  let hits: Record<string, number>;

  beforeAll(async () => {
    base = await freshDatabase();
    versions = await prepare(base);
    const copy = await copyOf(base);
    hits = JSON.parse((await pay(copy, versions)).output) as Record<string, number>;
    whole = await digest(copy);
    await copy.drop();
  }, 120_000);
  afterAll(async () => await base.drop());

  test("passes every crash point, in several chunks", () => {
    expect(Object.keys(hits).toSorted()).toEqual(POINTS.toSorted());
    expect(hits["sport.chunk-paid"]).toBeGreaterThan(6);
    expect(whole).toContain("sum 0 running 0 open 0");
  });

  test("killed at any point and finished by the next process: identical books", async () => {
    for (const place of placesOf(hits)) {
      const copy = await copyOf(base);
      const killed = await pay(copy, versions, place);
      expect(killed.signal, `${place} kills`).toBe("SIGKILL");
      await pay(copy, []);
      expect(await digest(copy), place).toBe(whole);
      await copy.drop();
    }
  }, 300_000);

  test("two processes at once, from both ends, one killed in the middle: identical books", async () => {
    const copy = await copyOf(base);
    await Promise.all([
      pay(copy, versions, "sport.chunk-paid:3"),
      pay(copy, versions.toReversed()),
    ]);
    await pay(copy, []);
    expect(await digest(copy)).toBe(whole);
    await copy.drop();
  }, 120_000);
});

describe("a correction", () => {
  let base: FreshDatabase;
  let asked: Asked;
  let whole: string;

  beforeAll(async () => {
    base = await freshDatabase();
    asked = await prepareCorrection(base);
    const copy = await copyOf(base);
    const { output } = await run(copy, { versions: [], approve: asked });
    const before = await digest(base);
    whole = await digest(copy);
    expect(whole).not.toBe(before);
    expect(Object.keys(JSON.parse(output) as object).toSorted()).toEqual(
      [...APPROVAL_POINTS, ...POINTS].toSorted(),
    );
    await copy.drop();
  }, 120_000);
  afterAll(async () => await base.drop());

  test("moves money back and forth, further than some players' cash goes", async () => {
    const copy = await copyOf(base);
    await run(copy, { versions: [], approve: asked });
    const rows = await queryCopy(
      copy,
      `SELECT
      (SELECT count(*)::int FROM posting p JOIN account a ON a.id = p.account_id AND a.kind = 'sports_book'
        JOIN entry e ON e.id = p.entry_id AND e.kind = 'sport_correction' WHERE p.amount_cents > 0) AS taken,
      (SELECT count(*)::int FROM sport_settled WHERE revision = 2) AS revised,
      (SELECT count(*)::int FROM posting p JOIN account a ON a.id = p.account_id AND a.kind = 'adjustments'
        JOIN entry e ON e.id = p.entry_id AND e.kind = 'sport_correction') AS short`,
    );
    await copy.drop();
    const [taken, revised, short] = ["taken", "revised", "short"].map((name) =>
      Number(rows[0]?.[name]),
    );
    expect(taken).toBeGreaterThan(4);
    expect(revised).toBeGreaterThan(taken!);
    expect(short).toBeGreaterThan(0);
    expect(whole).toContain("sum 0 running 0");
  }, 60_000);

  test("killed before its decision is written: nothing has happened, and it can be approved again", async () => {
    const copy = await copyOf(base);
    const killed = await run(copy, { versions: [], approve: asked }, "sport.correct-planned");
    expect(killed.signal).toBe("SIGKILL");
    await run(copy, { versions: [] });
    expect(await digest(copy)).toBe(await digest(base));
    await run(copy, { versions: [], approve: asked });
    expect(await digest(copy)).toBe(whole);
    await copy.drop();
  }, 60_000);

  test("killed after it, and then at any point of the payment: finished by the next process, identical books", async () => {
    const decided = await copyOf(base);
    const killed = await run(decided, { versions: [], approve: asked }, "sport.correct-approved");
    expect(killed.signal).toBe("SIGKILL");
    const again = await copyOf(decided);
    await run(again, { versions: [] });
    expect(await digest(again)).toBe(whole);
    await again.drop();

    const versions = [{ eventId: asked.eventId, version: 2 }];
    const counted = await copyOf(decided);
    const turns = JSON.parse((await pay(counted, versions)).output) as Record<string, number>;
    expect(await digest(counted)).toBe(whole);
    await counted.drop();
    expect(turns["sport.chunk-paid"]).toBeGreaterThan(3);
    for (const place of placesOf(turns)) {
      const copy = await copyOf(decided);
      expect((await pay(copy, versions, place)).signal, `${place} kills`).toBe("SIGKILL");
      await pay(copy, []);
      expect(await digest(copy), place).toBe(whole);
      await copy.drop();
    }
    const both = await copyOf(decided);
    await Promise.all([pay(both, versions, "sport.chunk-paid:2"), pay(both, versions)]);
    await pay(both, []);
    expect(await digest(both)).toBe(whole);
    await both.drop();
    await decided.drop();
  }, 300_000);
});

test("bets that were acknowledged outlive the server, once each", async () => {
  const club = await FaultClub.start();
  try {
    const people = await club.players(4, 90_000_000);
    const desk = club.server;
    const events = await Promise.all([1, 2, 3].map(async () => await makeMatch(desk)));
    const acknowledged = new Map<string, string>();
    for (let kill = 0; kill < (isFull ? 20 : 2); kill++) {
      const betting = Promise.all(
        Array.from({ length: 8 }, async (_, lane) => {
          for (let i = 0; i < 60; i++) {
            const key = `${kill} ${lane} ${i}`;
            const player = people[lane % people.length]!;
            acknowledged.set(key, await placeUntilAnswered(club, player, { events, key, turn: i }));
          }
        }),
      );
      await sleep(200 + Math.random() * 200);
      await club.killServer();
      await betting;
    }
    const rows = await club.query("SELECT id, idem_key FROM sport_bet");
    expect(rows).toHaveLength(acknowledged.size);
    for (const { id, idem_key } of rows) expect(acknowledged.get(String(idem_key))).toBe(id);
    const [books] = await club.query(
      `SELECT (SELECT sum(cost_cents) FROM sport_bet)::text AS cost, (SELECT sum(p.amount_cents) FROM posting p
         JOIN account a ON a.id = p.account_id WHERE a.kind = 'sports_book')::text AS book`,
    );
    expect(books!["book"]).toBe(books!["cost"]);
  } finally {
    await club.stop();
  }
}, 180_000);

/** Every point of the payment, each time it is passed; in the short run once, in the middle. */
function placesOf(hits: Readonly<Record<string, number>>): string[] {
  return POINTS.flatMap((name) => {
    const turns = hits[name] ?? 0;
    const all = Array.from({ length: turns }, (_, i) => `${name}:${i + 1}`);
    return isFull ? all : all.slice(turns / 2, turns / 2 + 1);
  });
}

/** Returns the order id; sends the same key until there is a receipt. */
async function placeUntilAnswered(
  club: FaultClub,
  player: { token: string },
  slip: { events: readonly TestEvent[]; key: string; turn: number },
): Promise<string> {
  const { events, key, turn } = slip;
  const legs = events.slice(0, 1 + (turn % 3)).map((event) => legOn(event, "home"));
  for (;;) {
    try {
      const answer = await askSport(club.server, player, { legs, key, unit_stake_cents: 100 });
      if (answer.status === 200) return answer.body.data.order_id;
      if (answer.status < 500) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith("refused")) throw error;
    }
    await sleep(50);
  }
}

/** Two matches, with singles on each and multiples over both, planned and not yet paid. */
async function prepare(database: FreshDatabase): Promise<SportOrder["versions"]> {
  const club = await startClub({ database, env: { CLUB_RATE_FACTOR: "0" } });
  const people = await Promise.all([1, 2, 3].map(async () => await club.signUp()));
  for (const each of people) await club.fund(each, 1_000_000);
  const [first, second] = [await makeMatch(club), await makeMatch(club)];
  const keys = ["home", "draw", "away"];
  for (let i = 0; i < 36; i++) {
    const player = people[i % people.length]!;
    const [a, b] = [legOn(first, keys[i % 3]!), legOn(second, keys[(i + 1) % 3]!)];
    const legs = [[a], [b], [a, b]][i % 3 === 0 ? 2 : i % 2]!;
    await placeSport(club, player, { legs, unit_stake_cents: 100 + i });
  }
  const { token } = await club.operator();
  const bodies = [{ score: { home: 1, away: 0 } }, { score: { home: 2, away: 2 } }];
  for (const [i, { event_id }] of [first, second].entries()) {
    const path = `/api/operator/sports/events/${event_id}/result`;
    ok(await club.call("POST", path, { token, body: bodies[i] }));
  }
  await club.close();
  const versions = [first, second].map(({ event_id }) => ({ eventId: event_id, version: 1 }));
  for (const { eventId } of versions) {
    await queryCopy(database, "SELECT plan_sport_settlement($1, 1, false)", [eventId]);
  }
  return versions;
}

interface Asked {
  readonly eventId: string;
  readonly approvalId: string;
  readonly operatorId: string;
}

/**
 * The same matches, paid by a first result, with a correction of one of them waiting. One winner by
 * the first result has since staked everything on another match.
 */
async function prepareCorrection(database: FreshDatabase): Promise<Asked> {
  const versions = await prepare(database);
  await pay(database, versions);
  const club = await startClub({ database, env: { CLUB_RATE_FACTOR: "0" } });
  const [event] = versions;
  const eventId = event!.eventId;
  const [winner] = await club.query(
    `SELECT b.player_id, w.cash_cents FROM sport_bet_view b JOIN sport_leg l ON l.bet_id = b.id
     JOIN wallet w ON w.player_id = b.player_id WHERE l.event_id = $1 AND b.status = 'won' ORDER BY b.id LIMIT 1`,
    [eventId],
  );
  await placeSportBet(club.ctx, {
    playerId: winner!["player_id"],
    form: {
      kind: "single",
      legs: [legOn(await makeMatch(club), "home")],
      unit_stake_cents: Number(winner!["cash_cents"]),
      price_policy: "better",
    },
    idempotencyKey: "everything",
  });
  const { token } = await club.operator();
  const corrected = ok(
    await club.call("POST", `/api/operator/sports/events/${eventId}/correct`, {
      token,
      body: { score: { home: 0, away: 1 }, reason: "The sides were swapped" },
    }),
  );
  const second = await club.newOperator("owner");
  await club.close();
  return { eventId, approvalId: corrected.approval_id, operatorId: second.id };
}

async function pay(
  copy: FreshDatabase,
  versions: SportOrder["versions"],
  crashAt = "",
): Promise<ChildEnd> {
  return await run(copy, { versions }, crashAt);
}

async function run(
  copy: FreshDatabase,
  asked: Pick<SportOrder, "versions" | "approve">,
  crashAt = "",
): Promise<ChildEnd> {
  const order: SportOrder = { databaseUrl: copy.appUrl, chunk: CHUNK, ...asked };
  return await runToDie("sport-child.ts", order, crashAt);
}

/**
 * All money and every state, without what may differ: ids of entries, instants, who settled a
 * multiple last.
 */
async function digest(copy: FreshDatabase): Promise<string> {
  const [row] = await queryCopy(
    copy,
    `SELECT concat_ws(' ',
        (SELECT md5(string_agg(concat_ws('|', e.cause, e.kind, e.reference, a.kind, a.player_id, p.line, p.amount_cents),
           E'\\n' ORDER BY e.cause, p.line))
          FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id),
        (SELECT md5(string_agg(concat_ws('|', bet_id, revision, status, payout_cents, refund_cents), E'\\n' ORDER BY bet_id, revision))
          FROM sport_settled),
        (SELECT md5(string_agg(concat_ws('|', player_id, cash_cents), E'\\n' ORDER BY player_id)) FROM wallet),
        (SELECT string_agg(status, ',' ORDER BY id) FROM sport_event),
        (SELECT string_agg(step, ',' ORDER BY event_id) FROM sport_settlement),
        'sum', (SELECT sum(amount_cents) FROM posting),
        'running', (SELECT count(*) FROM (SELECT balance_cents, sum(amount_cents)
          OVER (PARTITION BY account_id ORDER BY posting.id) AS said
          FROM posting JOIN account a ON a.id = posting.account_id AND a.kind = 'cash') b WHERE balance_cents <> said),
        'open', (SELECT count(*) FROM sport_bet_view WHERE status = 'accepted')
       ) AS digest`,
  );
  return String(row?.["digest"]);
}
