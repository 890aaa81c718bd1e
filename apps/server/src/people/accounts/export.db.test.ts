import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, BIRTHDAY, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";
import { csvLine } from "../../core/tables/csv-file.ts";

let club: TestClub;
let race: TestRace;

beforeAll(async () => {
  club = await startClub();
  [race] = (await openRaceDay(club, { races: 1, runners: 8 })) as [TestRace];
});
afterAll(async () => await club.close());

type Held = Record<string, Record<string, unknown>[]>;

async function exported(player: TestPlayer, format = "json"): Promise<string> {
  const response = await fetch(`${club.url}/api/user/export?format=${format}`, {
    headers: { authorization: `Bearer ${player.token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="horse-club-data.${format}"`,
  );
  expect(response.headers.get("cache-control")).toBe("no-store");
  // As bytes: reading as text would drop the byte order mark.
  return Buffer.from(await response.arrayBuffer()).toString("utf8");
}

async function bet(player: TestPlayer): Promise<string> {
  const body = { race_id: race.race_id, bet_type: 1, horse: [2], betAmount: 1, confirm_same: true };
  return ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }))
    .order_id;
}

test("holds what the club holds: every row of every table that names the player, in the clear", async () => {
  const player = await club.signUp();
  const stranger = await club.signUp();
  await club.fund(player, 5000);
  await club.fund(stranger, 5000);
  const order = await bet(player);
  await bet(stranger);
  const put = async (path: string, body: object): Promise<unknown> =>
    ok(await club.call("PUT", path, { token: player.token, body }));
  await put("/api/user/profile", { full_name: "Noor Haldane 安", language: "fr" });
  await put("/api/user/limits", { limits: [{ kind: "stake", period: "day", amount_cents: 9000 }] });
  const text = await exported(player);
  const held = JSON.parse(text) as Held;
  expect(held["encrypted_at_rest"]).toEqual([
    { phone: player.phone, email: null, date_of_birth: BIRTHDAY, bank_account_number: null },
  ]);
  expect(held["player"]).toMatchObject([
    { id: player.id, user_name: player.name, full_name: "Noor Haldane 安", language: "fr" },
  ]);
  expect(held["bet"]).toMatchObject([{ id: order, cost_cents: 100 }]);
  expect(held["player_limit"]).toMatchObject([{ kind: "stake", amount_cents: 9000 }]);
  expect(held["session"]).toHaveLength(1);
  const cash = held["ledger"]!.filter(({ account }) => account === "cash");
  expect(cash.map(({ amount_cents }) => amount_cents)).toEqual([5000, -100]);

  // Every table that names a player has as many rows in the file as in the database.
  const tables = await club.asAdmin(
    `SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'player_id' AND t.table_type = 'BASE TABLE'
       AND c.table_name NOT IN ('account', 'operator')`,
  );
  expect(tables.length).toBeGreaterThan(8);
  for (const { table_name: name } of tables) {
    const sql = `SELECT count(*)::int AS n FROM "${name}" WHERE player_id = $1`;
    const [row] = await club.asAdmin(sql, [player.id]);
    expect(held[name]?.length ?? 0, name).toBe(row?.["n"]);
  }
  // Nobody else is in it, and nothing that could be used to sign in.
  expect(text).not.toContain(stranger.id);
  expect(text).not.toContain(stranger.name);
  expect(text).not.toMatch(/argon2|password_hash|cipher|\\\\x[0-9a-f]{16}/);
  expect(text).not.toContain(player.token);
});

test("as CSV: a line for each field, and no text that a spreadsheet would run", async () => {
  const player = await club.signUp();
  const body = { full_name: '=HYPERLINK("https://evil.example","x")' };
  ok(await club.call("PUT", "/api/user/profile", { token: player.token, body }));
  const text = await exported(player, "csv");
  expect(text.startsWith("\uFEFFtable,row,field,value\r\n")).toBe(true);
  expect(text).toContain(`player,1,full_name,"'=HYPERLINK(""https://evil.example"",""x"")"\r\n`);
  expect(text).toContain(`encrypted_at_rest,1,phone,${`'${player.phone}`}\r\n`);
});

test.each([
  [["a", 1, -12.5, "-5", null], "a,1,-12.5,-5,\r\n"],
  [["+61400", "@x", "\tx", "\rx", "-x", "=1+1"], "'+61400,'@x,'\tx,\"'\rx\",'-x,'=1+1\r\n"],
  [['say "hi"', "a,b", "a\nb"], '"say ""hi""","a,b","a\nb"\r\n'],
])("cells %j", (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

test("thousands of bets come whole; a second export at the same time waits", async () => {
  const player = await club.signUp();
  const [known] = await club.query("SELECT * FROM bet LIMIT 1");
  await club.query(
    `INSERT INTO bet SELECT gen_random_uuid(), $1, NULL, fingerprint, bet_type, race_id, race_id2, pool_id, pool_id2,
       selections, combinations, unit_stake_cents, unit_stake2_cents, cost_cents, cost2_cents, exchange_rate,
       accepted_at, nonce, receipt_hash FROM bet, generate_series(1, 3500) WHERE id = $2`,
    [player.id, known?.["id"]],
  );
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () =>
      club.call("GET", "/api/user/export", { token: player.token }),
    ),
  );
  const whole = answers.filter(({ status }) => status === 200);
  expect(whole.length).toBeGreaterThan(0);
  expect(whole[0]?.body.bet).toHaveLength(3500);
  for (const { status, body } of answers.filter((each) => !whole.includes(each))) {
    expect([status, body.code]).toEqual([503, "club.busy"]);
  }
  await club.asAdmin("ALTER TABLE bet DISABLE TRIGGER USER");
  await club.asAdmin("DELETE FROM bet WHERE player_id = $1", [player.id]);
  await club.asAdmin("ALTER TABLE bet ENABLE TRIGGER USER");
});

test("needs a session and a format, and is limited to 30 an hour", async () => {
  const player = await club.signUp();
  const ask = async (query: string, token?: string) =>
    await club.call("GET", `/api/user/export${query}`, { token });
  expect((await ask("")).status).toBe(401);
  expect((await ask("", randomBytes(32).toString("base64url"))).status).toBe(401);
  expect((await ask("?format=exe", player.token)).body.params).toEqual({ field: "format" });
  for (let n = 0; n < 29; n += 1) expect((await ask("", player.token)).status).toBe(200);
  const answer = await ask("", player.token);
  expect([answer.status, answer.body.code]).toEqual([429, "request.too_many"]);
});
