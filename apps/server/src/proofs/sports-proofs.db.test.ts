import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import {
  type CheckLine,
  type ClubKey,
  type DayFile,
  type ProofTools,
  type SportReceipt,
  checkDay,
  checkEventFile,
  checkSportReceipt,
  readDayFile,
  readEventFile,
  readSportReceipt,
  sha256,
} from "@club/domain";
import type { DayReport } from "@club/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runClubCommand } from "../run/cli/club-command.ts";
import { forgetPublicRaces } from "./log/race-cache.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../test/club.ts";
import { untilChained } from "../test/db/race-day.ts";
import {
  type TestEvent,
  inMinutes,
  legOn,
  makeMatch,
  placeSport,
  setOdds,
  settleMatch,
  sportOrder,
} from "../test/sport-desk.ts";
import { makeDayFile } from "./days/day-file.ts";
import { eventBets } from "./freeze/freeze-event.ts";
import { freezeClosed } from "./freeze/freeze.ts";
import { replayDue } from "./days/replay-days.ts";

// Sports, from outside: the public file of an event, receipts, the archive of the day; and a
// superuser who edits tables past every guard.

let club: TestClub;
let player: TestPlayer;
let first: TestEvent;
let second: TestEvent;
let open: TestEvent;
let day: string;
const orders: Record<string, string> = {};

const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const tools: ProofTools = {
  hash: sha256,
  verify: async (publicKey, message, signature) => {
    const der = Buffer.concat([SPKI, publicKey]);
    return verify(
      null,
      message,
      createPublicKey({ key: der, format: "der", type: "spki" }),
      signature,
    );
  },
};

const MARKETS = [
  {
    type: "1x2",
    outcomes: [
      { key: "home", odds_milli: 1850 },
      { key: "draw", odds_milli: 3600 },
      { key: "away", odds_milli: 4400 },
    ],
  },
  {
    type: "asian_handicap",
    line: -0.75,
    outcomes: [
      { key: "home", odds_milli: 2050 },
      { key: "away", odds_milli: 1850 },
    ],
  },
  {
    type: "over_under",
    line: 3,
    outcomes: [
      { key: "over", odds_milli: 2400 },
      { key: "under", odds_milli: 1600 },
    ],
  },
];

const SCORE = { home: 2, away: 1 };

async function place(name: string, bet: Parameters<typeof placeSport>[2]): Promise<void> {
  orders[name] = (await placeSport(club, player, bet)).order_id;
}

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  await club.fund(player, 1_000_000);
  first = await makeMatch(club, { markets: MARKETS });
  second = await makeMatch(club);
  open = await makeMatch(club, { start_time: inMinutes(10 * 24 * 60) });
  await place("won", { legs: [legOn(first, "home")], unit_stake_cents: 333 });
  await place("equal", { legs: [legOn(first, "home")], unit_stake_cents: 333 });
  await place("lost", { legs: [legOn(first, "away")] });
  ok(await setOdds(club, first.markets[0]!, { home: 1900 }));
  await place("later", { legs: [legOn(first, "home")], unit_stake_cents: 333 });
  await place("half", { legs: [legOn(first, "home", 1)], unit_stake_cents: 777 });
  await place("void", { legs: [legOn(first, "over", 2)], unit_stake_cents: 410 });
  await place("cancelled", { legs: [legOn(first, "under", 2)], unit_stake_cents: 90 });
  await place("double", { legs: [legOn(first, "home"), legOn(second, "draw")] });
  await place("waiting", { legs: [legOn(first, "home"), legOn(open, "draw")] });
  await place("other", { legs: [legOn(second, "home")] });
  const { token } = await club.operator();
  const reason = { reason: "a wrong price" };
  const cancel = `/api/operator/sports/orders/${orders["cancelled"]}/void`;
  ok(await club.call("POST", cancel, { token, body: reason }));
  for (const event of [first, second]) {
    ok(
      await club.call("POST", `/api/operator/sports/events/${event.event_id}/close`, {
        token,
        body: {},
      }),
    );
  }
  await freezeClosed(club.ctx, eventBets);
  const [row] = await club.query(
    `SELECT to_char(v.closed_at AT TIME ZONE c.time_zone, 'YYYY-MM-DD') AS day FROM sport_event v CROSS JOIN club c
     WHERE v.id = $1`,
    [first.event_id],
  );
  day = row!["day"] as string;
});
afterAll(async () => await club.close());

const checkPath = (event: TestEvent) => `/api/sport/${event.event_id}/check`;

async function keysOfClub(): Promise<ClubKey[]> {
  const answer = await fetch(new URL("/.well-known/club-roots", club.url));
  return ((await answer.json()) as { keys: ClubKey[] }).keys;
}

async function fileOf(event: TestEvent) {
  const answer = await fetch(new URL(checkPath(event), club.url));
  expect(answer.status).toBe(200);
  return { headers: answer.headers, value: (await answer.json()) as unknown };
}

const namesOf = (lines: readonly CheckLine[]): string[] => [
  ...new Set(lines.filter(({ verdict }) => verdict !== "equal").map(({ check }) => check)),
];

async function checkEvent(event: TestEvent): Promise<string[]> {
  const { value } = await fileOf(event);
  return namesOf(await checkEventFile(readEventFile(value), await keysOfClub(), tools));
}

/** The day's report by event, by market and by quarter-hour adds up to its sums from the ledger. */
function expectSportsOf(report: DayReport) {
  const sum = (rows: readonly Record<string, unknown>[], name: string): number =>
    rows.reduce((all, row) => all + Number(row[name]), 0);
  const { by_event: events, by_market: markets, sports } = report;
  expect(events.map(({ event_id }) => event_id).toSorted()).toEqual(
    [first.event_id, second.event_id].toSorted(),
  );
  // Three at 333, 1000, 777, 410 and the 90 that were cancelled; two doubles of 1000 go through it.
  expect(events.find(({ event_id }) => event_id === first.event_id)).toMatchObject({
    bets: 7,
    staked_cents: 3 * 333 + 1000 + 777 + 410 + 90,
    refunded_cents: 410 + 90,
    multiples: 2,
    multiples_cents: 2000,
  });
  expect(markets.map(({ type }) => type)).toContain(null);
  expect(sum(markets, "bets")).toBe(report.sport_bets);
  expect(sum(markets, "staked_cents")).toBe(sports.staked_cents);
  expect(sum(markets, "paid_cents") + sum(markets, "refunded_cents")).toBe(sports.returned_cents);
  expect(sum(markets, "result_cents")).toBe(sports.staked_cents - sports.returned_cents);
  expect(sum(report.turnover, "sports_cents")).toBe(sports.staked_cents);
  for (const each of report.turnover) {
    expect(each.staked_cents).toBe(each.racing_cents + each.sports_cents);
  }
}

/** Another score, approved by a second operator, and paid. */
async function correctMatch(event: TestEvent, score: { home: number; away: number }) {
  const [one, two] = [await club.operator(), await club.newOperator("results_clerk")];
  const asked = ok(
    await club.call("POST", `/api/operator/sports/events/${event.event_id}/correct`, {
      token: one.token,
      body: { score, reason: "an own goal that was none" },
    }),
  );
  const decide = `/api/operator/approvals/${asked.approval_id}/approve`;
  ok(await club.call("POST", decide, { token: two.token, body: {} }));
  await expect.poll(async () => readEventFile((await fileOf(event)).value).results.length).toBe(2);
}

async function receiptOf(name: string): Promise<SportReceipt> {
  const { proofs, receipt_hash } = await sportOrder(club, player, orders[name]!);
  return readSportReceipt({
    format: "club-sport-receipt/1",
    receipt_hash,
    leaf: proofs[0].leaf,
    proofs: proofs.map(({ event_id: _, leaf: __, ...proof }: Record<string, unknown>) => proof),
    keys: await keysOfClub(),
  });
}

async function archive(): Promise<DayFile> {
  forgetPublicRaces(club.ctx, first.event_id);
  return readDayFile(JSON.parse(JSON.stringify(await makeDayFile(club.ctx, day))));
}

describe("before the result", () => {
  test("an open event has no file; a closed one tells its stakes, root and prices, and no player", async () => {
    expect((await club.call("GET", checkPath(open))).status).toBe(409);
    const { value, headers } = await fileOf(first);
    const file = readEventFile(value);
    expect(file.event.status).toBe("closed");
    expect(file.root!.pools).toEqual({
      [first.markets[0]!.market_id]: 3 * 333 + 1000,
      [first.markets[1]!.market_id]: 777,
      [first.markets[2]!.market_id]: 500,
      multiple: 2000,
    });
    expect(file.markets[0]!.prices.map(({ odds_milli }) => odds_milli[0])).toEqual([
      1850, 1900, 1900,
    ]);
    expect(await checkEvent(first)).toEqual(["settled"]);
    expect(headers.get("cache-control")).toContain("max-age=2");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const text = JSON.stringify(value);
    for (const secret of [player.id, player.name, player.phone, ...Object.values(orders)]) {
      expect(text).not.toContain(secret);
    }
    const shown = ok(await club.call("GET", `/api/sport/${first.event_id}`));
    expect(shown.signed_root).toEqual(file.root);
    expect(shown.root).toBe(file.root!.root);
  });

  test("each receipt leads to the signed list of each of its events", async () => {
    for (const name of ["won", "cancelled", "double", "waiting"]) {
      const receipt = await receiptOf(name);
      expect(receipt.proofs).toHaveLength(name === "double" ? 2 : 1);
      expect(namesOf(await checkSportReceipt(receipt, tools))).toEqual([]);
    }
    // Without tiles, like events frozen before tiles were stored.
    const kept = await club.query("SELECT * FROM sport_tile");
    await club.asAdmin("CREATE TABLE kept AS SELECT * FROM sport_tile");
    await club.asAdmin("DELETE FROM sport_tile");
    expect(namesOf(await checkSportReceipt(await receiptOf("double"), tools))).toEqual([]);
    await club.asAdmin("INSERT INTO sport_tile SELECT * FROM kept");
    await club.asAdmin("DROP TABLE kept");
    expect(kept.length).toBe(2);
  });
});

describe("settled", () => {
  beforeAll(async () => {
    for (const event of [first, second]) await settleMatch(club, event.event_id, { score: SCORE });
  });

  test("every market and single of the file is equal when it is computed again", async () => {
    const { value, headers } = await fileOf(first);
    const file = readEventFile(value);
    const lines = await checkEventFile(file, await keysOfClub(), tools);
    expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
    // Three singles at two prices: 333 x 1.85 twice, 333 x 1.90.
    expect(file.markets[0]!.outcomes[0]).toMatchObject({
      bets: 3,
      result: { status: "won" },
      paid_cents: 2 * 616 + 632,
    });
    expect(file.markets[1]!.outcomes[0]!.result).toEqual({ status: "half_won" });
    expect(file.markets[2]!.outcomes[0]!.refunded_cents).toBe(410);
    expect(file.markets[2]).toMatchObject({ voided_bets: 1, voided_cents: 90 });
    expect(headers.get("cache-control")).toContain("immutable");
  });

  test("every settled bet explains itself, and the last step is what it was paid", async () => {
    const keysOf: Record<string, string[]> = {
      won: ["leg", "line", "payout"],
      lost: ["leg", "lost_lines", "payout"],
      half: ["leg", "line", "payout"],
      void: ["leg", "refund", "payout"],
      cancelled: ["void", "payout"],
      double: ["leg", "leg", "lost_lines", "payout"],
      waiting: [],
    };
    for (const [name, keys] of Object.entries(keysOf)) {
      const order = await sportOrder(club, player, orders[name]!);
      const steps = order.explain as { key: string; amount_cents: number | null }[];
      expect(
        steps.map(({ key }) => key),
        name,
      ).toEqual(keys);
      if (keys.length > 0) expect(steps.at(-1)!.amount_cents).toBe(order.payout_cents);
      const back = steps.find(({ key }) => key === "refund" || key === "void");
      expect(back?.amount_cents ?? 0).toBe(order.refund_cents);
    }
  });

  test("the day made again from its archive is equal, and its report says so", async () => {
    const file = await archive();
    const lines = await checkDay(file, tools);
    expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
    expect(file.sports).toMatchObject({ events: { length: 2 }, bets: { length: 10 } });
    expect(file.sports!.elsewhere).toEqual([
      { outcome_id: legOn(open, "draw").outcome_id, result: null },
    ]);
    for (const secret of [player.id, player.name])
      expect(JSON.stringify(file)).not.toContain(secret);
    const { token } = await club.operator();
    const report = ok(await club.call("GET", `/api/operator/reports/day?date=${day}`, { token }));
    expect(report).toMatchObject({
      matches_live: true,
      sport_events: 2,
      sport_bets: 10,
      waiting: 0,
    });
    expect(report.sports.staked_cents).toBe(3 * 333 + 1000 + 777 + 410 + 90 + 3000);
    expectSportsOf(report);
  });

  test("a correction is in the file and in the day", async () => {
    const third = await makeMatch(club);
    await placeSport(club, player, { legs: [legOn(third, "home")] });
    await settleMatch(club, third.event_id, { score: { home: 1, away: 0 } });
    await freezeClosed(club.ctx, eventBets);
    expect(await checkEvent(third)).toEqual([]);
    await correctMatch(third, { home: 0, away: 0 });
    expect(await checkEvent(third)).toEqual([]);
    expect(namesOf(await checkDay(await archive(), tools))).toEqual([]);
  });
});

describe("found from outside", () => {
  const TABLES = [
    "sport_bet",
    "sport_leg",
    "sport_settled",
    "sport_price",
    "signed_root",
    "posting",
  ];

  /** What an archive of the day shows when made after the edit; then the edit is undone. */
  async function findAfter(edit: string, undo: string, values: readonly unknown[] = []) {
    for (const table of TABLES) await club.asAdmin(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const run = async (sql: string) =>
      await club.asAdmin(sql, values.slice(0, new Set(sql.match(/\$\d/g) ?? []).size));
    await run(edit);
    try {
      return namesOf(await checkDay(await archive(), tools));
    } finally {
      await run(undo);
      for (const table of TABLES) await club.asAdmin(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
  }

  test("a bet removed", async () => {
    await club.asAdmin("CREATE TABLE kept AS SELECT * FROM sport_leg WHERE bet_id = $1", [
      orders["lost"],
    ]);
    const found = await findAfter(
      "DELETE FROM sport_leg WHERE bet_id IN (SELECT bet_id FROM kept)",
      "INSERT INTO sport_leg SELECT * FROM kept",
    );
    await club.asAdmin("DROP TABLE kept");
    expect(found).toEqual(
      expect.arrayContaining(["root_of_bets", "bets_of_receipt", "root_stakes"]),
    );
  });

  test("a bet added after the close, dated before it", async () => {
    const id = "01990000-0000-7000-8000-00000000beef";
    const found = await findAfter(
      `WITH b AS (INSERT INTO sport_bet SELECT (jsonb_populate_record(b, '{"id": "${id}", "idem_key": "x"}')).*
         FROM sport_bet b WHERE b.id = $1)
       INSERT INTO sport_leg SELECT (jsonb_populate_record(l, '{"bet_id": "${id}"}')).* FROM sport_leg l WHERE l.bet_id = $1`,
      `WITH l AS (DELETE FROM sport_leg WHERE bet_id = '${id}') DELETE FROM sport_bet WHERE id = '${id}'`,
      [orders["lost"]],
    );
    expect(found).toEqual(
      expect.arrayContaining(["root_of_bets", "bets_of_receipt", "root_stakes", "books"]),
    );
  });

  test.each([
    [
      "changed",
      "sport_leg",
      "odds_milli = odds_milli + 10",
      "odds_milli = odds_milli - 10",
      "bet_id",
      ["root_of_bets", "price"],
    ],
    [
      "made dearer",
      "sport_bet",
      "unit_stake_cents = unit_stake_cents * 2, cost_cents = cost_cents * 2",
      "unit_stake_cents = unit_stake_cents / 2, cost_cents = cost_cents / 2",
      "id",
      ["root_of_bets", "root_stakes", "books"],
    ],
    [
      "placed after the close",
      "sport_bet",
      "accepted_at = accepted_at + interval '1 hour'",
      "accepted_at = accepted_at - interval '1 hour'",
      "id",
      ["root_of_bets", "in_time"],
    ],
    [
      "of another maximum",
      "sport_bet",
      "max_payout_cents = max_payout_cents + 1",
      "max_payout_cents = max_payout_cents - 1",
      "id",
      ["payout"],
    ],
  ])("a bet %s", async (_, table, edit, undo, key, names) => {
    const found = await findAfter(
      `UPDATE ${table} SET ${edit} WHERE ${key} = $1`,
      `UPDATE ${table} SET ${undo} WHERE ${key} = $1`,
      [orders["lost"]],
    );
    expect(found).toEqual(expect.arrayContaining(names));
  });

  test("a bet moved to another event", async () => {
    const [mine, theirs] = [legOn(first, "away"), legOn(second, "away")];
    const move = (to: typeof mine) =>
      `UPDATE sport_leg SET event_id = '${to.event_id}', market_id = '${to.market_id}', outcome_id = '${to.outcome_id}'
       WHERE bet_id = $1`;
    const found = await findAfter(move(theirs), move(mine), [orders["lost"]]);
    expect(found).toEqual(
      expect.arrayContaining(["root_of_bets", "bets_of_receipt", "root_stakes"]),
    );
  });

  test("a result, a payout, a close, the books", async () => {
    const outcome = legOn(first, "home").outcome_id;
    const result = (to: string) =>
      `UPDATE sport_outcome SET result = '${to}' WHERE id = '${outcome}'`;
    expect(await findAfter(result("lost"), result("won"))).toEqual(
      expect.arrayContaining(["outcome", "payout"]),
    );
    const pay = (by: string) =>
      `UPDATE sport_settled SET payout_cents = payout_cents ${by} WHERE bet_id = $1`;
    expect(await findAfter(pay("+ 1"), pay("- 1"), [orders["won"]])).toEqual(
      expect.arrayContaining(["payout", "paid", "books"]),
    );
    const move = (by: string) =>
      `UPDATE sport_event SET closed_at = closed_at ${by} interval '1 second' WHERE id = '${first.event_id}'`;
    expect(await findAfter(move("-"), move("+"))).toEqual(["root_close"]);
    const book = (by: string) => `UPDATE posting SET amount_cents = amount_cents ${by} 1
      WHERE account_id = (SELECT id FROM account WHERE kind = 'sports_book') AND entry_id = $1`;
    expect(await findAfter(book("+"), book("-"), [orders["won"]])).toEqual(["books"]);
  });

  test("a signed list replaced: its signature no longer fits, in the day and in the receipt", async () => {
    const swap = (from: string, to: string) =>
      `UPDATE signed_root SET body = replace(body, '"bets":${from},', '"bets":${to},') WHERE subject_id = '${first.event_id}'`;
    await club.asAdmin("ALTER TABLE signed_root DISABLE TRIGGER USER");
    await club.asAdmin(swap("9", "8"));
    const receipt = await receiptOf("won");
    const found = namesOf(await checkDay(await archive(), tools));
    await club.asAdmin(swap("8", "9"));
    await club.asAdmin("ALTER TABLE signed_root ENABLE TRIGGER USER");
    expect(found).toEqual(expect.arrayContaining(["signature", "previous", "bets_of_receipt"]));
    expect(namesOf(await checkSportReceipt(receipt, tools))).toContain("signature");
  });

  test("a key swapped: no list, file, receipt or day that was signed before fits it", async () => {
    const { publicKey } = generateKeyPairSync("ed25519");
    const x = publicKey.export({ format: "der", type: "spki" }).subarray(SPKI.length);
    const keys = await keysOfClub();
    const swapped = keys.map((key) => ({
      ...key,
      jwk: { ...key.jwk, x: x.toString("base64url") },
    }));
    const file = readEventFile((await fileOf(first)).value);
    expect(namesOf(await checkEventFile(file, keys, tools))).toEqual([]);
    expect(namesOf(await checkEventFile(file, swapped, tools))).toEqual([
      "signature",
      "file_signature",
    ]);
    const receipt = await receiptOf("won");
    expect(namesOf(await checkSportReceipt({ ...receipt, keys: swapped }, tools))).toEqual([
      "signature",
    ]);
    const found = namesOf(await checkDay(await archive(), tools, swapped));
    expect(found).toEqual(expect.arrayContaining(["signature", "day_signature"]));
  });

  test("an event's file that was edited on its way is not the club's any more", async () => {
    const { value } = await fileOf(first);
    const text = JSON.stringify(value).replace('"paid_cents":1864', '"paid_cents":1865');
    const found = await checkEventFile(readEventFile(JSON.parse(text)), await keysOfClub(), tools);
    expect(namesOf(found)).toEqual(expect.arrayContaining(["paid", "file_signature"]));
  });
});

test("what a leaf does not hold of a sport bet is under the chain", async () => {
  await untilChained(club);
  const verify = async () => {
    const { token } = await club.operator();
    const answer = ok(await club.call("POST", "/api/operator/ledger/verify", { token }));
    const chain = answer.checks.find(({ name }: { name: string }) => name === "chain");
    return chain.detail ?? "";
  };
  expect(await verify()).toBe("");
  for (const [table, key, edit, undo] of [
    ["sport_bet", "id", "price_policy = 'any'", "price_policy = 'better'"],
    ["sport_bet", "id", "idem_key = idem_key || 'x'", "idem_key = left(idem_key, -1)"],
    [
      "sport_leg",
      "bet_id",
      "seen_odds_milli = seen_odds_milli + 1",
      "seen_odds_milli = seen_odds_milli - 1",
    ],
    ["sport_settled", "bet_id", "result_version = 7", "result_version = 1"],
  ] as const) {
    await club.asAdmin(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await club.asAdmin(`UPDATE ${table} SET ${edit} WHERE ${key} = $1`, [orders["won"]]);
    const found = await verify();
    await club.asAdmin(`UPDATE ${table} SET ${undo} WHERE ${key} = $1`, [orders["won"]]);
    await club.asAdmin(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    expect(found, `${table} ${edit}`).toContain(orders["won"]);
  }
  expect(await verify()).toBe("");
});

// Must come last: it moves the clock, which expires sessions.
test("the night makes the day again by itself; the console and the metric say what it found", async () => {
  const read = async () => {
    const { token } = await club.newOperator("auditor");
    const answer = await club.call("GET", "/api/operator/reports/replays", { token });
    return { ...ok(answer), list: answer.body.list };
  };
  const metric = async () =>
    /^club_days_equal(?:{.*})? (\d)$/m.exec(await club.ctx.metrics.registry.metrics())?.[1];
  await replayDue(club.ctx);
  expect((await read()).list).toEqual([]);
  // Three days later the day is over.
  const later = async (days: number) =>
    await club.asAdmin(`CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      $$ SELECT clock_timestamp() + interval '${days} days' $$`);
  /** Only the replay sees the later time, as sessions would expire. */
  const replayLater = async () => {
    await later(3);
    await replayDue(club.ctx);
    await later(0);
  };
  await replayLater();
  expect(await read()).toMatchObject({
    equal: true,
    list: [{ date: day, equal: true, differences: [] }],
  });
  expect(await metric()).toBe("1");
  // It runs only once; but one asked for by hand is answered, and its finding is stored.
  const change = async (by: string) =>
    await club.asAdmin(
      `UPDATE sport_settled SET payout_cents = payout_cents ${by} WHERE bet_id = $1`,
      [orders["won"]],
    );
  await club.asAdmin("ALTER TABLE sport_settled DISABLE TRIGGER USER");
  await change("+ 1");
  await replayLater();
  expect(await metric()).toBe("1");
  const said: string[] = [];
  const replay = async () =>
    await runClubCommand(club.ctx, ["replay", day], (line) => said.push(line));
  expect(await replay()).toBe(1);
  await replayLater();
  expect(await metric()).toBe("0");
  expect(await read()).toMatchObject({ equal: false, list: [{ date: day, equal: false }] });
  await change("- 1");
  await club.asAdmin("ALTER TABLE sport_settled ENABLE TRIGGER USER");
  expect(await replay()).toBe(0);
  expect(said.join(" ")).toMatch(/DIFFERS {2}payout.*all equal\.$/);

  // After a correction the day is replayed by itself, once. Changes made meanwhile show then.
  const madeAt = async () => (await club.query("SELECT at FROM day_replay"))[0]!["at"] as Date;
  await club.query("UPDATE day_replay SET at = clock_timestamp()");
  const before = await madeAt();
  await replayLater();
  expect(await madeAt()).toEqual(before);
  await correctMatch(second, { home: 0, away: 4 });
  await replayLater();
  const again = await madeAt();
  expect(again.getTime()).toBeGreaterThan(before.getTime());
  expect(await read()).toMatchObject({ equal: true, list: [{ date: day, equal: true }] });
  await replayLater();
  expect(await madeAt()).toEqual(again);
});
