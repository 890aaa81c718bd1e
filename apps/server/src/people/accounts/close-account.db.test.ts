import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Authenticator } from "../../test/authenticator.ts";
import { callerOf, ok, PASSWORD, readCode, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";

let club: TestClub;
let race: TestRace;

beforeAll(async () => {
  club = await startClub();
  [race] = (await openRaceDay(club, { races: 1, runners: 8 })) as [TestRace];
});
afterAll(async () => await club.close());

async function close(player: TestPlayer, body: object = {}): Promise<Answer> {
  return await club.call("POST", "/api/user/close", {
    token: player.token,
    body: { password: PASSWORD, confirm: true, ...body },
  });
}

async function take(player: TestPlayer, cents: number): Promise<void> {
  const { token } = await club.operator();
  const body = { amount_cents: -cents, reason: "a test", kind: "correction" };
  ok(await club.call("POST", `/api/operator/players/${player.id}/adjust`, { token, body }));
}

test("the account is empty first: no money, no open bet, no top-up on its way", async () => {
  const player = await club.signUp();
  await club.fund(player, 100);
  const expectRefused = async (): Promise<void> => {
    const answer = await close(player);
    expect([answer.status, answer.body.code]).toEqual([409, "account.not_empty"]);
  };
  await expectRefused();
  const bet = { race_id: race.race_id, bet_type: 1, horse: [2], betAmount: 1 };
  ok(await club.call("POST", "/api/order/place-order", { token: player.token, body: bet }));
  await expectRefused();
  const waiting = await club.signUp();
  const headers = { "idempotency-key": "one" };
  const body = { method: "bank_transfer", amount_cents: 5000 };
  ok(await club.call("POST", "/api/recharge/create", { token: waiting.token, body, headers }));
  expect((await close(waiting)).body.code).toBe("account.not_empty");
});

const payment = (states: string): string => `
  INSERT INTO top_up (id, player_id, method, amount_cents, reference, status, decided_at)
    VALUES (new_id, player, 'card', 900, new_id, 'rejected', now());
  INSERT INTO payment (id, top_up_id, provider, amount_cents, currency, return_url, state, booked_at, taken_at)
    VALUES (new_id, new_id, 'standard', 900, 'AUD', '', ${states});`;
const arrival = (decided: string): string => `
  INSERT INTO payment_arrival (id, provider, payment_id, outcome, why, amount_cents, currency, player_id, state,
      decided_at, decided_by)
    VALUES (new_id, 'standard', new_id, 'succeeded', 'amount', 900, 'AUD', player, ${decided});`;
const approval = (decided: string): string => `
  INSERT INTO approval (id, kind, player_id, target, payload, requested_by, status, decided_at, approved_by)
    VALUES (new_id, 'adjust', player, player, '{}', one, ${decided});`;
const corrected = (isDone: string): string => `
  ${approval("'approved', now(), other")}
  INSERT INTO correction (id, race_id, from_version, version, reason, step, pools)
    VALUES (new_id, race, 1, 2, '', 'planned', '[]');
  INSERT INTO correction_line (correction_id, player_id, bet_id, pool_id, old_cents, new_kind, new_cents, is_done)
    VALUES (new_id, player, new_id, new_id, 0, 'payout', 900, ${isDone});`;
const bought = (ended: string): string => `
  INSERT INTO product (id, kind, picture, texts, price_cents, stock)
    VALUES (new_id, 'goods', 'cap', '{"en": {"name": "Cap"}}', 900, 1);
  INSERT INTO shop_order (id, player_id, product_id, order_no, texts, picture, quantity, unit_cents, cost_cents,
      bonus_cents, status, ended_at, ended_by)
    VALUES (new_id, player, new_id, new_id, '{}', 'cap', 1, 900, 900, 0, ${ended});`;

/** What there is of a player, and whether it keeps the account open. */
const THERE: [string, string, boolean][] = [
  ["nothing", "", false],
  ["an unbooked payment on its way back", payment("'returning', NULL, NULL"), true],
  ["an unbooked payment that went back", payment("'returned', NULL, NULL"), false],
  ["a refund under way", payment("'refunding', now(), now()"), true],
  ["a refund that was made", payment("'refunded', now(), now()"), false],
  ["money that somebody has to look at", arrival("'open', NULL, NULL"), true],
  ["such money on its way back", arrival("'returning', now(), one"), true],
  ["such money that went back", arrival("'returned', now(), one"), false],
  ["what a correction will pay", corrected("false"), true],
  ["what a correction paid", corrected("true"), false],
  ["an order that nobody has handed over", bought("'paid', NULL, NULL"), true],
  ["an order that was handed over", bought("'handed_over', now(), one"), false],
  ["money that waits for a second operator", approval("'pending', NULL, NULL"), true],
  ["money that a second operator decided about", approval("'approved', now(), other"), false],
];
test("what is under way keeps an account open", async () => {
  const { id: player } = await club.signUp();
  const [one, other] = [await club.newOperator("cashier"), await club.newOperator("cashier")];
  const keepsOpen = async (rows: string): Promise<boolean> => {
    // Said by an error, so that none of it stays.
    const said = club.asAdmin(`DO $do$
      DECLARE player uuid := '${player}'; one uuid := '${one.id}'; other uuid := '${other.id}';
        race uuid := '${race.race_id}'; new_id uuid := gen_random_uuid();
      BEGIN ${rows} RAISE EXCEPTION 'is empty: %', player_is_empty(player); END $do$`);
    const error: unknown = await said.catch((error: unknown) => error);
    const answers = { "is empty: t": false, "is empty: f": true };
    const answer = Object.entries(answers).find(([text]) => String(error).includes(text));
    if (answer === undefined) throw error;
    return answer[1];
  };
  const found: typeof THERE = [];
  for (const [what, rows] of THERE) found.push([what, rows, await keepsOpen(rows)]);
  expect(found).toEqual(THERE);
});

test("needs the password and the word", async () => {
  const player = await club.signUp();
  expect((await close(player, { password: "not this one" })).body.code).toBe("password.wrong");
  expect((await close(player, { confirm: false })).status).toBe(422);
  ok(await club.call("GET", "/api/user/profile", { token: player.token }));
});

test("after it nothing in any table says who the player was, and the ledger still adds up", async () => {
  const name = `noor-${randomInt(1e9)}`;
  const player = await club.signUp(name);
  await club.fund(player, 2500);
  await take(player, 2500);
  const fullName = `Noor Haldane ${randomInt(1e9)}`;
  const origin = club.url.replace("127.0.0.1", "localhost");
  const call = callerOf(origin);
  const key = new Authenticator(origin);
  const { token } = player;
  ok(await club.call("PUT", "/api/user/profile", { token, body: { full_name: fullName } }));
  const { challenge } = ok(await call("POST", "/api/user/passkeys/options", { token, body: {} }));
  ok(await call("POST", "/api/user/passkeys", { token, body: key.create(challenge) }));
  ok(await close(player));

  expect((await club.call("GET", "/api/user/uid", { token })).status).toBe(401);
  const body = { user_name: name, password: PASSWORD };
  expect((await club.call("POST", "/api/user/signin", { body })).body.code).toBe("signin.refused");
  const answered = ok(await call("POST", "/api/user/passkey-signin/options")).challenge;
  const passkey = await call("POST", "/api/user/passkey-signin", { body: key.get(answered) });
  expect(passkey.body.code).toBe("passkey.refused");

  const tables = await club.asAdmin(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  for (const { table_name: table } of tables) {
    const rows = await club.asAdmin(`SELECT t::text AS row FROM "${table}" t`);
    const text = rows.map(({ row }) => row as string).join("\n");
    for (const trace of [name, fullName, player.phone.slice(1)]) {
      expect(text.includes(trace), `${table}: ${trace}`).toBe(false);
    }
  }
  const [row] = await club.query(
    "SELECT status, phone_hash, phone_cipher, birth_cipher, full_name FROM player WHERE id = $1",
    [player.id],
  );
  expect(row).toEqual({
    status: "closed",
    phone_hash: null,
    phone_cipher: null,
    birth_cipher: null,
    full_name: null,
  });
  const lines = await club.query(
    "SELECT FROM posting p JOIN account a ON a.id = p.account_id WHERE a.player_id = $1",
    [player.id],
  );
  expect(lines).toHaveLength(2);
});

test.each<[string, (token: string) => Promise<unknown>]>([
  [
    "a break",
    async (token) => await club.call("POST", "/api/user/time-out", { token, body: { days: 7 } }),
  ],
  [
    "a limit",
    async (token) =>
      await club.call("PUT", "/api/user/limits", {
        token,
        body: { limits: [{ kind: "deposit", period: "week", amount_cents: 5000 }] },
      }),
  ],
])(
  "who closes an account under %s and comes back at once is held for an operator",
  async (_what, set) => {
    const player = await club.signUp();
    expect(((await set(player.token)) as { status: number }).status).toBe(200);
    ok(await close(player));
    await club.query("DELETE FROM verification");
    const { phone } = player;
    const sent = ok(
      await club.call("POST", "/api/user/verification", { body: { phone, purpose: "register" } }),
    );
    const code = await readCode(club.call, (await club.operator()).token, phone);
    const { verification_id, timestamp } = sent;
    const user_name = `again-${player.name}`.slice(0, 20);
    const body = { user_name, password: PASSWORD, phone, code, verification_id, timestamp };
    const { user_id } = ok(await club.call("POST", "/api/user/register", { body }));
    const rows = await club.query("SELECT review FROM player WHERE id = $1", [user_id]);
    expect(rows).toEqual([{ review: "phone" }]);
  },
);

test("phone and user name are free for a new account", async () => {
  const player = await club.signUp();
  ok(await close(player));
  const { phone, name } = player;
  await club.query("DELETE FROM verification");
  const sent = ok(
    await club.call("POST", "/api/user/verification", { body: { phone, purpose: "register" } }),
  );
  const code = await readCode(club.call, (await club.operator()).token, phone);
  const { verification_id, timestamp } = sent;
  const body = { user_name: name, password: PASSWORD, phone, code, verification_id, timestamp };
  const { user_id } = ok(await club.call("POST", "/api/user/register", { body }));
  expect(user_id).not.toBe(player.id);
});
