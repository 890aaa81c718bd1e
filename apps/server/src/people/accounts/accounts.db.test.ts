import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeInOutbox, ok, PASSWORD, readCode, startClub } from "../../test/club.ts";
import type { Answer, TestClub } from "../../test/club.ts";
import { tidyOutbox } from "../../test/deliveries.ts";
import { tidyAccounts } from "./tidy-accounts.ts";

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());

const newPhone = (): string => `+61${randomInt(100_000_000, 999_999_999)}`;
const newName = (): string => `player-${randomInt(1e9)}`;

async function send(phone: string, purpose = "register"): Promise<Answer> {
  return await club.call("POST", "/api/user/verification", { body: { phone, purpose } });
}

/** A form that would register successfully, as far as the code is concerned. */
async function verifiedForm(phone = newPhone()): Promise<Record<string, unknown>> {
  const sent = ok(await send(phone));
  const code = await readCode(club.call, (await club.operator()).token, phone);
  const { verification_id, timestamp } = sent;
  return {
    user_name: newName(),
    password: PASSWORD,
    phone,
    code,
    verification_id,
    timestamp,
    invite_code: "",
  };
}

const register = async (body: unknown): Promise<Answer> =>
  await club.call("POST", "/api/user/register", { body });
const signIn = async (user_name: string, password = PASSWORD): Promise<Answer> =>
  await club.call("POST", "/api/user/signin", { body: { user_name, password } });

/** Moves the clock of this database; reset it with 0. */
async function moveClock(interval: string): Promise<void> {
  // The jobs use this clock too, and delete the tokens that it makes old.
  await club.asAdmin(
    "UPDATE session_access SET expires_at = 'infinity' WHERE session_id IN (SELECT id FROM session WHERE operator_id IS NOT NULL)",
  );
  await club.asAdmin(
    `CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
     $$ SELECT clock_timestamp() + interval '${interval}' $$`,
  );
}

describe("sign-up", () => {
  test("gives the specification's four fields, a wallet and three accounts", async () => {
    const form = await verifiedForm();
    const data = ok(await register(form));
    expect(Object.keys(data).toSorted()).toEqual([
      "access_token",
      "refresh_token",
      "user_id",
      "user_name",
    ]);
    expect(data.user_name).toBe(form["user_name"]);
    const [wallet] = await club.query(
      `SELECT w.cash_cents, count(a.id)::int AS accounts FROM wallet w JOIN account a ON a.player_id = w.player_id
       WHERE w.player_id = $1 AND a.id IN (w.cash_account, w.held_account, w.bonus_account) GROUP BY 1`,
      [data.user_id],
    );
    expect(wallet).toEqual({ cash_cents: 0n, accounts: 3 });
  });

  test("keeps neither the phone nor the code nor the password in clear", async () => {
    const form = await verifiedForm();
    const { user_id } = ok(await register(form));
    const digits = String(form["phone"]).slice(1);
    const tables = await club.asAdmin(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    for (const { table_name } of tables) {
      const rows = await club.asAdmin(`SELECT t::text AS row FROM "${table_name}" t`);
      const text = rows.map(({ row }) => row).join("\n");
      expect(text.includes(digits), table_name).toBe(false);
      expect(text.includes(PASSWORD), table_name).toBe(false);
    }
    const [row] = await club.query("SELECT password_hash FROM player WHERE id = $1", [user_id]);
    expect(row?.["password_hash"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test.each([
    ["a code of another phone", { phone: "+61400000001" }, 422, "verification.refused"],
    ["a wrong code", { code: "000000x" }, 422, "verification.refused"],
    ["another timestamp", { timestamp: 1 }, 422, "verification.refused"],
    ["a timestamp that is none", { timestamp: "soon" }, 422, "verification.refused"],
    ["an id that is none", { verification_id: "1" }, 422, "verification.refused"],
    ["no phone", { phone: "call me" }, 422, "request.invalid"],
    ["a short password", { password: "secret1" }, 422, "password.weak"],
    ["a common password", { password: "Password1" }, 422, "password.weak"],
    ["a password of one letter", { password: "aaaaaaaaaaaa" }, 422, "password.weak"],
    ["the club's name in it", { password: "my horse club 77" }, 422, "password.weak"],
    ["an empty name", { user_name: "" }, 422, "request.invalid"],
    ["a short name", { user_name: "ab" }, 422, "request.invalid"],
    ["a name with a space", { user_name: "two words" }, 422, "request.invalid"],
    ["a name of markup", { user_name: "<script>" }, 422, "request.invalid"],
    ["an unknown invite code", { invite_code: "NOSUCH77" }, 422, "invite.unknown"],
  ])("%s is refused, and the form still works after", async (_what, change, status, code) => {
    const form = await verifiedForm();
    const refused = await register({ ...form, ...change });
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect((await register(form)).status).toBe(200);
  });

  test("the user name in the password is refused", async () => {
    const form = await verifiedForm();
    const answer = await register({
      ...form,
      user_name: "northerntide",
      password: "xxNorthernTide9",
    });
    expect(answer.body).toMatchObject({ code: "password.weak", params: { field: "password" } });
  });

  test("a taken user name, in any case, shows only after a right code", async () => {
    const taken = await club.signUp();
    const form = await verifiedForm();
    const user_name = taken.name.toUpperCase();
    const right = await register({ ...form, user_name });
    expect([right.status, right.body.code]).toEqual([409, "user_name.taken"]);
    const wrong = await register({ ...form, user_name, code: "x" });
    expect([wrong.status, wrong.body.code]).toEqual([422, "verification.refused"]);
    // The refusals did not use up the code.
    expect((await register(form)).status).toBe(200);
  });

  test("one phone has one account", async () => {
    const player = await club.signUp();
    await club.query("DELETE FROM verification");
    const answer = await register(await verifiedForm(player.phone));
    expect([answer.status, answer.body.code]).toEqual([409, "phone.taken"]);
  });

  test("who was invited is remembered", async () => {
    const inviter = await club.signUp();
    const { invite_code } = ok(
      await club.call("GET", "/api/user/profile", { token: inviter.token }),
    );
    const form = await verifiedForm();
    const { user_id } = ok(
      await register({ ...form, invite_code: ` ${invite_code.toLowerCase()} ` }),
    );
    const [row] = await club.query("SELECT invited_by FROM player WHERE id = $1", [user_id]);
    expect(row?.["invited_by"]).toBe(inviter.id);
  });

  test("a code is good once, also for ten that bring it at once", async () => {
    const form = await verifiedForm();
    const answers = await Promise.all(
      Array.from(
        { length: 4 },
        async (_, i) => await register({ ...form, user_name: `${newName()}-${i}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await register({ ...form, user_name: newName() })).body.code).toBe(
      "verification.refused",
    );
  });

  test("a code of five tries is dead", async () => {
    const form = await verifiedForm();
    for (let i = 0; i < 5; i++) await register({ ...form, code: "999999x" });
    expect((await register(form)).body.code).toBe("verification.refused");
  });

  test("a code is good for five minutes", async () => {
    const form = await verifiedForm();
    const late = await verifiedForm();
    await moveClock("4 minutes 55 seconds");
    expect((await register(form)).status).toBe(200);
    await moveClock("5 minutes 5 seconds");
    expect((await register(late)).body.code).toBe("verification.refused");
    await moveClock("0");
  });

  test("a code to reset does not register", async () => {
    const { phone } = await club.signUp();
    await club.query("DELETE FROM verification");
    const sent = ok(await send(phone, "reset"));
    const code = await codeInOutbox(club, phone);
    const answer = await register({
      user_name: newName(),
      password: PASSWORD,
      phone,
      code,
      ...sent,
    });
    expect(answer.body.code).toBe("verification.refused");
  });
});

describe("codes are sent", () => {
  test("once a minute, three times an hour and ten times a day", async () => {
    const phone = newPhone();
    const statuses: number[] = [];
    const sendAt = async (clock: string): Promise<Answer> => {
      await moveClock(clock);
      const answer = await send(phone);
      statuses.push(answer.status);
      return answer;
    };
    await sendAt("0");
    const soon = await sendAt("50 seconds");
    expect(soon.body.code).toBe("verification.too_soon");
    expect(Number(soon.headers.get("retry-after"))).toBeLessThanOrEqual(11);
    await sendAt("61 seconds");
    await sendAt("122 seconds");
    const third = await sendAt("10 minutes");
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(2900);
    await sendAt("62 minutes");
    expect(statuses).toEqual([200, 429, 200, 200, 429, 200]);
    for (const hours of [3, 5, 7, 9, 11, 13])
      expect((await sendAt(`${hours} hours`)).status).toBe(200);
    expect((await sendAt("15 hours")).status).toBe(429);
    expect((await sendAt("25 hours")).status).toBe(200);
    await moveClock("0");
  });

  test("one at a time, when twenty are asked for at once", async () => {
    const phone = newPhone();
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await send(phone)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each(["", "12", "+1 (555", "abc", "+123456789012345678"])("not to %j", async (phone) => {
    expect((await send(phone)).body).toMatchObject({
      code: "request.invalid",
      params: { field: "phone" },
    });
  });
});

describe("sign-in", () => {
  test("with the name in any case", async () => {
    const player = await club.signUp();
    const data = ok(await signIn(player.name.toUpperCase()));
    expect(data).toMatchObject({ user_name: player.name, user_id: player.id });
    expect((await club.call("GET", "/api/user/uid", { token: data.access_token })).body.data).toBe(
      player.id,
    );
  });

  test("a wrong password and an unknown name are refused in the same words", async () => {
    const player = await club.signUp();
    const wrong = await signIn(player.name, "not the password");
    const unknown = await signIn(newName(), "not the password");
    expect(wrong.status).toBe(403);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body.code).toBe("signin.refused");
  });

  test("a frozen player is told so, after the right password alone", async () => {
    const player = await club.signUp();
    await club.query("UPDATE player SET status = 'frozen' WHERE id = $1", [player.id]);
    expect((await signIn(player.name)).body.code).toBe("player.frozen");
    expect((await signIn(player.name, "not the password")).body.code).toBe("signin.refused");
    await club.query("UPDATE player SET status = 'closed' WHERE id = $1", [player.id]);
    expect((await signIn(player.name)).body.code).toBe("signin.refused");
  });

  test("a hash of weaker parameters is made anew", async () => {
    const player = await club.signUp();
    const { hash } = await import("@node-rs/argon2");
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await club.query("UPDATE player SET password_hash = $2 WHERE id = $1", [player.id, weak]);
    ok(await signIn(player.name));
    const [row] = await club.query("SELECT password_hash FROM player WHERE id = $1", [player.id]);
    expect(row?.["password_hash"]).toMatch(/m=19456,t=2,p=1/);
    ok(await signIn(player.name));
  });
});

describe("the password", () => {
  test("is changed with the old one; every other session ends", async () => {
    const player = await club.signUp();
    const other = ok(await signIn(player.name)).access_token;
    const change = async (old_password: string, new_password: string): Promise<Answer> =>
      await club.call("POST", "/api/user/change-password", {
        token: player.token,
        body: { old_password, new_password },
      });
    expect((await change("not the old one", "a brand new secret")).body).toMatchObject({
      status: 403,
      code: "password.wrong",
    });
    expect((await change(PASSWORD, "short")).body).toMatchObject({
      code: "password.weak",
      params: { field: "new_password" },
    });
    const data = ok(await change(PASSWORD, "a brand new secret"));
    for (const token of [other, player.token]) {
      expect((await club.call("GET", "/api/user/uid", { token })).status).toBe(401);
    }
    const refresh = { body: { refresh_token: player.refreshToken } };
    expect((await club.call("POST", "/api/user/refresh_token", refresh)).status).toBe(401);
    ok(await club.call("GET", "/api/user/uid", { token: data.access_token }));
    expect((await signIn(player.name)).status).toBe(403);
    ok(await signIn(player.name, "a brand new secret"));
  });

  test("is reset by a code to the phone, which ends every session", async () => {
    const player = await club.signUp();
    await club.query("DELETE FROM verification");
    const sent = ok(await send(player.phone, "reset"));
    const code = await codeInOutbox(club, player.phone);
    const body = { phone: player.phone, ...sent, code, new_password: "quite another secret" };
    const reset = async (change: object): Promise<Answer> =>
      await club.call("POST", "/api/user/reset-password", { body: { ...body, ...change } });
    expect((await reset({ code: "1" })).body.code).toBe("verification.refused");
    expect((await reset({ new_password: "1234" })).body.code).toBe("password.weak");
    ok(await reset({}));
    expect((await reset({})).body.code).toBe("verification.refused");
    expect((await club.call("GET", "/api/user/uid", { token: player.token })).status).toBe(401);
    ok(await signIn(player.name, "quite another secret"));
  });

  test("is told to the player by message and in the app, in the player's language", async () => {
    const player = await club.signUp();
    ok(
      await club.call("PUT", "/api/user/profile", {
        token: player.token,
        body: { language: "fr" },
      }),
    );
    const told = async (): Promise<string> => {
      const { token } = await club.operator("support");
      const to = encodeURIComponent(player.phone);
      const outbox = await club.call("GET", `/api/operator/outbox?to=${to}`, { token });
      return outbox.body.list[0].text;
    };
    const noticeOf = async (token: string): Promise<unknown> =>
      ok(await club.call("POST", "/api/user/heartbeat", { token })).notices.find(
        ({ key }: { key: string }) => key === "password.set",
      )?.params;
    expect(await noticeOf(player.token)).toBeUndefined();
    const form = { old_password: PASSWORD, new_password: "a brand new secret" };
    const changed = ok(
      await club.call("POST", "/api/user/change-password", { token: player.token, body: form }),
    );
    expect(await told()).toContain("Votre mot de passe a été changé. Si ce n’était pas vous");
    expect(await noticeOf(changed.access_token)).toMatchObject({ how: "changed" });

    await club.query("DELETE FROM verification");
    const sent = ok(await send(player.phone, "reset"));
    const code = await codeInOutbox(club, player.phone);
    const body = { phone: player.phone, ...sent, code, new_password: "quite another secret" };
    ok(await club.call("POST", "/api/user/reset-password", { body }));
    expect(await told()).toContain("Les retraits attendent 24 heures.");
    const { access_token: token } = ok(await signIn(player.name, "quite another secret"));
    expect(await noticeOf(token)).toMatchObject({ how: "reset" });
    await club.asAdmin(
      `UPDATE player SET password_changed_at = password_changed_at - interval '8 days',
         password_reset_at = password_reset_at - interval '8 days' WHERE id = $1`,
      [player.id],
    );
    expect(await noticeOf(token)).toBeUndefined();
  });

  test("of nobody cannot be reset, and the answer does not tell", async () => {
    const player = await club.signUp();
    await club.query("DELETE FROM verification");
    const known = await send(player.phone, "reset");
    const unknown = await send(newPhone(), "reset");
    expect(Object.keys(unknown.body.data)).toEqual(Object.keys(known.body.data));
    expect([unknown.status, unknown.body.message]).toEqual([known.status, known.body.message]);
  });
});

describe("the profile", () => {
  const put = async (token: string, body: object): Promise<Answer> =>
    await club.call("PUT", "/api/user/profile", { token, body });

  test("a date of birth is taken once", async () => {
    const player = await club.signUp(undefined, { isAdult: false });
    expect(ok(await club.call("GET", "/api/user/profile", { token: player.token }))).toMatchObject({
      date_of_birth: null,
      is_adult: false,
      phone: `•••${player.phone.slice(-3)}`,
    });
    const first = ok(
      await put(player.token, { date_of_birth: "1980-02-29", full_name: "  A Player " }),
    );
    expect(first).toMatchObject({
      date_of_birth: "1980-02-29",
      is_adult: true,
      full_name: "A Player",
    });
    ok(await put(player.token, { date_of_birth: "1980-02-29", language: "fr" }));
    const other = await put(player.token, { date_of_birth: "1981-01-01" });
    expect([other.status, other.body.code]).toEqual([409, "profile.birth_date_fixed"]);
  });

  test.each(["2019-02-29", "1899-12-31", "2999-01-01", "1990-1-1", "yesterday"])(
    "%s is no date of birth",
    async (date_of_birth) => {
      const player = await club.signUp(undefined, { isAdult: false });
      const answer = await put(player.token, { date_of_birth });
      expect(answer.body).toMatchObject({
        code: "request.invalid",
        params: { field: "date_of_birth" },
      });
    },
  );

  test("one who is too young stays so until the birthday, on the club's day", async () => {
    const player = await club.signUp(undefined, { isAdult: false });
    // The club is in Sydney: its day begins at 13:00 or 14:00 UTC of the day before.
    const [{ today } = { today: "" }] = await club.query(
      "SELECT ((club_now() AT TIME ZONE 'Australia/Sydney')::date + 1)::text AS today",
    );
    const born = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;
    const isLeapDay = born.endsWith("02-29");
    const birthday = isLeapDay ? `${born.slice(0, 5)}03-01` : born;
    expect(ok(await put(player.token, { date_of_birth: birthday }))).toMatchObject({
      is_adult: false,
    });
    const older = await put(player.token, { date_of_birth: "1980-01-01" });
    expect(older.body.code).toBe("profile.birth_date_fixed");
    ok(await signIn(player.name));
    const isAdult = async (): Promise<boolean> =>
      (await club.query("SELECT is_adult FROM player WHERE id = $1", [player.id]))[0]?.["is_adult"];
    expect(await isAdult()).toBe(false);
    await moveClock(isLeapDay ? "2 days" : "1 day");
    ok(await signIn(player.name));
    expect(await isAdult()).toBe(true);
    await moveClock("0");
  });

  test("a date of birth moved to another player cannot be read", async () => {
    const [one, two] = [await club.signUp(), await club.signUp()];
    await club.asAdmin(
      "UPDATE player SET birth_cipher = (SELECT birth_cipher FROM player WHERE id = $1) WHERE id = $2",
      [one.id, two.id],
    );
    expect((await club.call("GET", "/api/user/profile", { token: two.token })).status).toBe(500);
  });
});

describe("sessions", () => {
  test("are listed with the current one marked, and ended one by one", async () => {
    const player = await club.signUp();
    const other = ok(await signIn(player.name)).access_token;
    const list = async (): Promise<{ session_id: string; is_current: boolean }[]> =>
      (await club.call("GET", "/api/user/sessions", { token: player.token })).body.list;
    const sessions = await list();
    expect(sessions.map(({ is_current }) => is_current)).toEqual([false, true]);
    const path = `/api/user/sessions/${sessions[0]?.session_id}`;
    const stranger = await club.signUp();
    expect((await club.call("DELETE", path, { token: stranger.token })).status).toBe(404);
    expect(
      (await club.call("DELETE", "/api/user/sessions/x", { token: player.token })).status,
    ).toBe(404);
    ok(await club.call("DELETE", path, { token: player.token }));
    expect((await club.call("GET", "/api/user/uid", { token: other })).status).toBe(401);
    expect(await list()).toHaveLength(1);
    expect((await club.call("DELETE", path, { token: player.token })).status).toBe(404);
  });

  test("the heartbeat tells time and net result of betting, and is no action", async () => {
    const player = await club.signUp();
    await club.fund(player, 5000);
    const beat = async (): Promise<Record<string, unknown>> =>
      ok(await club.call("POST", "/api/user/heartbeat", { token: player.token }));
    // A top-up is not a result.
    expect(await beat()).toMatchObject({ net_result_cents: 0, notices: [] });
    await club.query(
      `SELECT post_entry(gen_random_uuid(), 'payout', 'test:' || w.player_id, 'x',
        ARRAY[w.cash_account, (SELECT id FROM account WHERE kind = 'takeout')], ARRAY[750, -750]::bigint[])
       FROM wallet w WHERE w.player_id = $1`,
      [player.id],
    );
    expect(await beat()).toMatchObject({ net_result_cents: 750 });
    await club.ctx.sessions.flush();
    await moveClock("14 minutes");
    expect(Number((await beat())["session_seconds"])).toBeGreaterThan(830);
    // After fifteen minutes without an action, the next action starts anew; a heartbeat does not.
    await moveClock("16 minutes");
    expect(Number((await beat())["session_seconds"])).toBeGreaterThan(950);
    await club.ctx.sessions.flush();
    await club.query(
      "UPDATE session_access SET expires_at = expires_at + interval '1 hour' WHERE session_id IN (SELECT id FROM session WHERE player_id = $1)",
      [player.id],
    );
    club.ctx.sessions.forget(player.id);
    ok(await club.call("GET", "/api/user/balance", { token: player.token }));
    await club.ctx.sessions.flush();
    expect(await beat()).toMatchObject({ session_seconds: 0, net_result_cents: 0 });
    await moveClock("0");
  });

  test("no token is session.needed, any other text session.expired", async () => {
    expect((await club.call("GET", "/api/user/uid")).body).toMatchObject({
      status: 401,
      code: "session.needed",
    });
    for (const token of ["x", "0".repeat(43), "a b", "%00", "é".repeat(43)]) {
      const headers = { authorization: `Bearer ${encodeURIComponent(token)}` };
      expect((await club.call("GET", "/api/user/uid", { headers })).body.code).toBe(
        "session.expired",
      );
    }
    const { token } = await club.operator();
    expect((await club.call("GET", "/api/user/uid", { token })).body.code).toBe("session.expired");
    const player = await club.signUp();
    expect((await club.call("GET", "/api/operator/audit", { token: player.token })).status).toBe(
      401,
    );
  });
});

test("what is old is taken away, what is needed stays", async () => {
  const [old, fresh] = [await club.signUp(), await club.signUp()];
  await club.call("POST", "/api/user/signin", { body: { user_name: "nobody", password: "x" } });
  await club.query(
    "UPDATE session SET last_action_at = last_action_at - interval '32 days' WHERE player_id = $1",
    [old.id],
  );
  await club.asAdmin("UPDATE signin_attempt SET at = at - interval '3 days'");
  await club.asAdmin("UPDATE delivery SET created_at = created_at - interval '10 days'");
  await club.asAdmin("UPDATE verification SET created_at = created_at - interval '5 days'");
  await tidyAccounts(club.ctx);
  await tidyOutbox(club.ctx);
  const count = async (sql: string, values: unknown[] = []): Promise<number> =>
    (await club.query(`SELECT count(*)::int AS n FROM ${sql}`, values))[0]?.["n"] as number;
  expect(await count("session WHERE player_id = $1", [old.id])).toBe(0);
  expect(await count("session WHERE player_id = $1", [fresh.id])).toBe(1);
  for (const table of ["signin_attempt", "delivery", "verification"])
    expect(await count(table), table).toBe(0);
  ok(await club.call("GET", "/api/user/uid", { token: fresh.token }));
});
