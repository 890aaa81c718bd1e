import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import {
  type CheckLine,
  type ClubKey,
  type DayFile,
  type LogDay,
  type ProofTools,
  checkDay,
  checkLog,
  checkRace,
  checkReceipt,
  checkRootOfRace,
  readDayFile,
  readRaceFile,
  sha256,
} from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runClubCommand } from "../run/cli/club-command.ts";
import { openRaces, placeOrder, richPlayer } from "../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../test/club.ts";
import { closeRace, settle } from "../test/db/race-day.ts";
import { forgetPublicRaces } from "./log/race-cache.ts";
import { makeDayFile } from "./days/day-file.ts";

// A superuser edits tables directly, past every guard of the database. All of it is found from
// outside: with public files, an archive of the day, and what players and witnesses have kept.

let club: TestClub;
let player: TestPlayer;
let race: { leg1: string; leg2: string; day: string; orders: string[] };

const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const tools: ProofTools = {
  hash: sha256,
  verify: async (publicKey, message, signature) => {
    const der = Buffer.concat([SPKI, publicKey]);
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return verify(null, message, key, signature);
  },
};

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await richPlayer(club);
  const [leg1, leg2] = (await openRaces(club, { runners: [8, 8] })) as [string, string];
  const orders: string[] = [];
  for (const form of [
    { bet_type: 1, horse: [1, 2], betAmount: 5 },
    { bet_type: 1, horse: [4], betAmount: 2.5 },
    { bet_type: 9, horse: [1, 3], betAmount: 2, betAmount2: 1 },
    { bet_type: 7, horse: [1, 2, 3], betAmount: 0.5 },
    { bet_type: 10, horse: [1, 2], horse2: [1, 3], race_id2: leg2 },
  ]) {
    orders.push(ok(await placeOrder(club, player, { race_id: leg1, ...form })).order_id);
  }
  ok(await placeOrder(club, player, { race_id: leg2, bet_type: 1, horse: [1, 3] }));
  for (const [id, placings] of [
    [leg1, [[1], [2], [3]]],
    [leg2, [[3], [1], [2]]],
  ] as const) {
    await closeRace(club, id);
    await settle(club, id, placings as unknown as number[][]);
  }
  const rows = await club.query(
    "SELECT m.date FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1",
    [leg1],
  );
  race = { leg1, leg2, day: rows[0]!["date"], orders };
});
afterAll(async () => await club.close());

async function archive(): Promise<DayFile> {
  // Public lists are cached for a second.
  forgetPublicRaces(club.ctx, race.leg1);
  return readDayFile(JSON.parse(JSON.stringify(await makeDayFile(club.ctx, race.day))));
}

const namesOf = (lines: readonly CheckLine[]): string[] => [
  ...new Set(lines.filter(({ verdict }) => verdict !== "equal").map(({ check }) => check)),
];

/** What an archive of the day shows when made after the edit; then the edit is undone. */
async function findAfter(edit: string, undo: string, values: readonly unknown[] = []) {
  const tables = [
    "bet",
    "bet_credit",
    "signed_root",
    "settlement",
    "race_root",
    "posting",
    "entry",
  ];
  for (const table of tables) await club.asAdmin(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const run = async (sql: string) =>
    await club.asAdmin(sql, values.slice(0, new Set(sql.match(/\$\d/g) ?? []).size));
  await run(edit);
  try {
    return namesOf(await checkDay(await archive(), tools));
  } finally {
    await run(undo);
    for (const table of tables) await club.asAdmin(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
}

describe("a day", () => {
  test("is equal when it is settled again from its archive", async () => {
    const file = await archive();
    const lines = await checkDay(file, tools);
    expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
    expect(file.bets).toHaveLength(6);
    expect(lines.length).toBeGreaterThan(150);
    const text = JSON.stringify(file);
    for (const secret of [player.id, player.name, player.phone]) expect(text).not.toContain(secret);
  });

  test("is reported from its ledger, equal to the live tables", async () => {
    const { token } = await club.operator();
    const path = `/api/operator/reports/day?date=${race.day}`;
    const report = ok(await club.call("GET", path, { token }));
    expect(report).toMatchObject({
      matches_live: true,
      differences: [],
      races: 2,
      bets: 6,
      waiting: 0,
    });
    const [first] = report.by_race;
    const [paid] = await club.query(
      `SELECT sum((outcome ->> 'paidCents')::bigint)::bigint AS paid FROM settlement s JOIN pool p ON p.id = s.pool_id
       WHERE p.race_id = $1 AND p.race_id2 IS NULL AND outcome ->> 'status' = 'PAID'`,
      [race.leg1],
    );
    expect(first).toMatchObject({ race_id: race.leg1, paid_cents: Number(paid!["paid"]) });
    expect(report.turnover.length).toBeGreaterThan(0);
    await club.asAdmin("ALTER TABLE bet_credit DISABLE TRIGGER USER");
    const change = "UPDATE bet_credit SET amount_cents = amount_cents + $1 WHERE kind = 'payout'";
    await club.asAdmin(change, [1]);
    const wrong = ok(await club.call("GET", path, { token }));
    await club.asAdmin(change, [-1]);
    await club.asAdmin("ALTER TABLE bet_credit ENABLE TRIGGER USER");
    expect(wrong.matches_live).toBe(false);
    expect(wrong.differences[0]).toMatchObject({ check: "payout" });
  });
});

describe("the keeper's commands", () => {
  const say = async (...argv: string[]) => {
    const lines: string[] = [];
    const code = await runClubCommand(club.ctx, argv, (line) => lines.push(line));
    return { code, text: lines.join("\n") };
  };

  test("replay says that a day is equal, and what is not", async () => {
    expect(await say("replay", race.day)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/2 races, .* 6 bets made again[^]*comparisons, all equal\.$/),
    });
    await club.asAdmin(
      "UPDATE race SET closed_at = closed_at - interval '5 minutes' WHERE id = $1",
      [race.leg1],
    );
    const wrong = await say("replay", race.day);
    await club.asAdmin(
      "UPDATE race SET closed_at = closed_at + interval '5 minutes' WHERE id = $1",
      [race.leg1],
    );
    expect(wrong.code).toBe(1);
    expect(wrong.text).toContain("DIFFERS  root_close");
  });

  test("export writes what club-check day reads; the call gives the same to those who may", async () => {
    const file = join(club.ctx.settings.dataDir, "day.json.gz");
    expect(await say("export", race.day, file)).toMatchObject({ code: 0 });
    const day = readDayFile(JSON.parse(gunzipSync(readFileSync(file)).toString()));
    expect(namesOf(await checkDay(day, tools))).toEqual([]);
    const url = new URL(`/api/operator/reports/day/export?date=${race.day}`, club.url);
    const ask = async (token: string) =>
      await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const answer = await ask((await club.operator("auditor")).token);
    expect(answer.headers.get("content-disposition")).toContain(`club-day-${race.day}.json.gz`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(readDayFile(JSON.parse(gunzipSync(bytes).toString())).bets).toHaveLength(6);
    expect((await ask((await club.operator("card_clerk")).token)).status).toBe(403);
    expect((await fetch(url)).status).toBe(401);
  });

  test("keys are shown; a command that is not there is explained", async () => {
    expect((await say("keys")).text).toMatch(/^k1 {2}[\w-]{43}/);
    for (const argv of [[], ["replay"], ["replay", "today"], ["export", race.day], ["dance"]]) {
      expect((await say(...argv)).code).toBeNull();
    }
  });
});

describe("found from outside", () => {
  test("a bet added after the close", async () => {
    const found = await findAfter(
      `INSERT INTO bet SELECT (jsonb_populate_record(b, '{"id": "01990000-0000-7000-8000-00000000beef", "idem_key": null}')).*
         FROM bet b WHERE b.id = $1`,
      "DELETE FROM bet WHERE id = '01990000-0000-7000-8000-00000000beef'",
      [race.orders[0]],
    );
    expect(found).toEqual(
      expect.arrayContaining(["root_of_bets", "bets_of_receipt", "gross", "payout"]),
    );
  });

  test("a bet removed", async () => {
    await club.asAdmin("CREATE TABLE kept AS SELECT * FROM bet WHERE id = $1", [race.orders[1]]);
    const found = await findAfter(
      "DELETE FROM bet WHERE id IN (SELECT id FROM kept)",
      "INSERT INTO bet SELECT * FROM kept",
    );
    await club.asAdmin("DROP TABLE kept");
    expect(found).toEqual(expect.arrayContaining(["root_of_bets", "bets_of_receipt", "gross"]));
  });

  test.each([
    [
      "changed",
      "selections = replace(selections, '[1,2]', '[2,6]')",
      "selections = replace(selections, '[2,6]', '[1,2]')",
      ["root_of_bets", "payout"],
    ],
    [
      "made dearer",
      "unit_stake_cents = unit_stake_cents * 2",
      "unit_stake_cents = unit_stake_cents / 2",
      ["root_of_bets", "gross"],
    ],
    [
      "given to the past",
      "accepted_at = accepted_at - interval '1 hour'",
      "accepted_at = accepted_at + interval '1 hour'",
      ["root_of_bets"],
    ],
    [
      "placed after the close",
      "accepted_at = accepted_at + interval '1 hour'",
      "accepted_at = accepted_at - interval '1 hour'",
      ["root_of_bets", "in_time"],
    ],
  ])("a bet %s", async (_, edit, undo, names) => {
    const found = await findAfter(
      `UPDATE bet SET ${edit} WHERE id = $1`,
      `UPDATE bet SET ${undo} WHERE id = $1`,
      [race.orders[0]],
    );
    expect(found).toEqual(expect.arrayContaining(names));
  });

  test("a bet moved to another race", async () => {
    const move = `UPDATE bet SET race_id = $2, pool_id = (SELECT id FROM pool WHERE race_id = $2 AND code = 'WIN'
      AND race_id2 IS NULL) WHERE id = $1`;
    const found = await findAfter(move, move.replaceAll("$2", `'${race.leg1}'`), [
      race.orders[1],
      race.leg2,
    ]);
    expect(found).toEqual(expect.arrayContaining(["root_of_bets", "bets_of_receipt"]));
  });

  test("a payout changed", async () => {
    const found = await findAfter(
      "UPDATE bet_credit SET amount_cents = amount_cents + 1 WHERE kind = 'payout'",
      "UPDATE bet_credit SET amount_cents = amount_cents - 1 WHERE kind = 'payout'",
    );
    expect(found).toEqual(["payout"]);
  });

  test("a dividend changed, also by whoever reads the public file alone", async () => {
    const change = (
      by: number,
    ) => `UPDATE settlement SET outcome = jsonb_set(outcome, '{dividends,0,dividendCents}',
      to_jsonb(((outcome #>> '{dividends,0,dividendCents}')::bigint + ${by})::text))
      WHERE race_id = $1 AND outcome ->> 'pool' = 'WIN'`;
    const found = await findAfter(change(10), change(-10), [race.leg1]);
    expect(found).toEqual(expect.arrayContaining(["dividend", "payout"]));
    const answer = await fetch(new URL(`/api/events/race/${race.leg1}/check`, club.url));
    const value = (await answer.json()) as { pools: { dividends_cents: Record<string, number> }[] };
    value.pools[0]!.dividends_cents["1"]! += 10;
    const file = readRaceFile(value);
    expect(namesOf([...checkRace(file), ...checkRootOfRace(file)])).toEqual(["dividend"]);
  });

  test("a result changed after the race was paid", async () => {
    const change = (placings: string) =>
      `UPDATE result SET placings = '${placings}' WHERE race_id = $1`;
    const found = await findAfter(change("[[4],[2],[3]]"), change("[[1],[2],[3]]"), [race.leg1]);
    expect(found).toEqual(expect.arrayContaining(["status", "dividend", "tickets"]));
  });

  test("the clock turned: a close that moved", async () => {
    const move = (sign: string) =>
      `UPDATE race SET closed_at = closed_at ${sign} interval '5 minutes' WHERE id = $1`;
    expect(await findAfter(move("-"), move("+"), [race.leg1])).toEqual(["root_close"]);
  });

  test("the books changed by a cent", async () => {
    const change = (sign: string) => `UPDATE posting SET amount_cents = amount_cents ${sign} 1
      WHERE account_id = (SELECT escrow_account FROM pool WHERE race_id = $1 AND code = 'WIN' AND race_id2 IS NULL)
        AND entry_id = (SELECT id FROM entry WHERE kind = 'pool_close' AND id IN (SELECT entry_id FROM posting WHERE
          account_id = (SELECT escrow_account FROM pool WHERE race_id = $1 AND code = 'WIN' AND race_id2 IS NULL)))`;
    expect(await findAfter(change("+"), change("-"), [race.leg1])).toEqual(["books"]);
  });
});

describe("another root, another key", () => {
  async function publicLog(): Promise<{ keys: ClubKey[]; day: LogDay }> {
    forgetPublicRaces(club.ctx, race.leg1);
    const roots = await fetch(new URL("/.well-known/club-roots", club.url));
    const { keys } = (await roots.json()) as { keys: ClubKey[] };
    const rows = await club.query("SELECT max(day) AS day FROM signed_root");
    const answer = await club.call("GET", `/api/events/roots?day=${rows[0]!["day"]}`);
    return { keys, day: { ...ok(answer), roots: answer.body.list } as LogDay };
  }
  const check = async ({ keys, day }: { keys: ClubKey[]; day: LogDay }) =>
    namesOf(await checkLog({ format: "club-log-file/1", keys, days: [day] }, tools));

  test("a root replaced: its signature, and the log behind it, no longer fit", async () => {
    expect(await check(await publicLog())).toEqual([]);
    const swap = (from: string, to: string) =>
      `UPDATE signed_root SET body = replace(body, '"bets":${from},', '"bets":${to},') WHERE subject_id = '${race.leg1}'`;
    await club.asAdmin("ALTER TABLE signed_root DISABLE TRIGGER USER");
    await club.asAdmin(swap("5", "6"));
    const log = await publicLog();
    const order = ok(
      await club.call("GET", `/api/order/${race.orders[0]}`, { token: player.token }),
    );
    await club.asAdmin(swap("6", "5"));
    await club.asAdmin("ALTER TABLE signed_root ENABLE TRIGGER USER");
    expect(await check(log)).toEqual(expect.arrayContaining(["signature", "previous", "log_root"]));
    const { proof, signed_root, receipt_hash } = order;
    const receipt = {
      format: "club-receipt/1" as const,
      receipt_hash,
      proof,
      signed_root,
      keys: log.keys,
    };
    expect(namesOf(await checkReceipt(receipt, tools))).toEqual(
      expect.arrayContaining(["signature"]),
    );
  });

  test("a key swapped: nothing that was signed before fits it, and no older key speaks for it", async () => {
    const [row] = await club.query("SELECT public_key FROM signing_key WHERE key_id = 'k1'");
    const { publicKey } = generateKeyPairSync("ed25519");
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(SPKI.length);
    const { keys, day } = await publicLog();
    const swapped = keys.map((key) => ({
      ...key,
      jwk: { ...key.jwk, x: raw.toString("base64url") },
    }));
    expect(row!["public_key"].toString("base64url")).toBe(keys[0]!.jwk.x);
    expect(await check({ keys: swapped, day })).toEqual(["signature"]);
    const added = { ...keys[0]!, key_id: "k9", jwk: swapped[0]!.jwk };
    const file = { ...(await archive()), keys: [...keys, added] };
    expect(namesOf(await checkDay(file, tools))).toEqual(
      expect.arrayContaining(["key", "day_signature"]),
    );
  });
});
