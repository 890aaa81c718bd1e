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
