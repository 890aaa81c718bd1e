import { resetOperatorPassword } from "@club/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withTransaction } from "../../core/db/connect.ts";
import { hashToken } from "../../identity/sessions/token.ts";
import { ok, PASSWORD, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";
import { lockOperator } from "./passkeys.queries.ts";
import { setOperatorPassword } from "./passwords.queries.ts";

/* Passwords of operators: one's own, and a link by the owner. Promises S1, S4. */

let club: TestClub;
let owner: TestOperator;

beforeAll(async () => {
  // The rate of links is by address, and all of these come from one.
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  owner = await club.operator();
});
afterAll(async () => await club.close());

const NEXT = "seven copper gates";
const WHY = { reason: "forgotten over the holidays" };

const post = async (path: string, body: object, token?: string): Promise<Answer> =>
  await club.call("POST", `/api/operator/${path}`, { token, body });
const me = async (token: string): Promise<number> =>
  (await club.call("GET", "/api/operator/me", { token })).status;
const signIn = async (name: string, password: string): Promise<Answer> =>
  await post("signin", { user_name: name, password });

/** Gives an operator a factor, last shown in the session this many minutes ago. */
async function withFactor(one: TestOperator, minutes: number): Promise<void> {
  await club.asAdmin(
    `INSERT INTO operator_factor (operator_id, sealed_secret, confirmed_at) VALUES ($1, '\\x00', now())
     ON CONFLICT DO NOTHING`,
    [one.id],
  );
  await club.asAdmin(
    "UPDATE session SET proved_at = club_now_ms() - make_interval(mins => $2) WHERE operator_id = $1",
    [one.id, minutes],
  );
  club.ctx.sessions.forget(one.id);
}

async function rowsOf(action: string, target: string): Promise<unknown[]> {
  return await club.query(
    "SELECT operator_id, reason, after FROM audit WHERE action = $1 AND target = $2",
    [action, target],
  );
}

test("an operator is invited by a link, once; until then nobody knows a password", async () => {
  const { token } = await club.operator();
  const name = `invited-${Date.now()}`;
  const made = ok(await post("operators", { user_name: name, roles: ["support"] }, token));
  const link = new URL(made.invitation.link.replace("#/", ""));
  const form = { token: link.searchParams.get("token"), new_password: NEXT };
  expect((await signIn(name, NEXT)).body.code).toBe("operator.refused");
  expect(await post("set-password", form)).toMatchObject({ status: 200 });
  expect(ok(await signIn(name, NEXT)).roles).toEqual(["support"]);
  expect((await post("set-password", form)).body.code).toBe("operator.link_ended");
  expect(await rowsOf("operator.password_link", made.operator_id)).toMatchObject([
    { reason: "invitation" },
  ]);
  const given = { user_name: `${name}-2`, password: PASSWORD, roles: ["support"] };
  expect(ok(await post("operators", given, token)).invitation).toBeNull();
});

describe("one's own", () => {
  const change = async (one: TestOperator, form: object = {}): Promise<Answer> =>
    await post(
      "change-password",
      { old_password: PASSWORD, new_password: NEXT, ...form },
      one.token,
    );

  test("is changed with the one before; the other sessions end, this one stays", async () => {
    const one = await club.newOperator("support");
    const other: string = ok(await signIn(one.name, PASSWORD)).access_token;
    const wrong = await change(one, { old_password: "not the old one" });
    expect([wrong.status, wrong.body.code, wrong.body.params]).toEqual([
      403,
      "operator.refused",
      { field: "old_password" },
    ]);
    for (const weak of ["short", `${one.name} and more`, "password1"]) {
      const answer = await change(one, { new_password: weak });
      expect([answer.status, answer.body.code], weak).toEqual([422, "password.weak"]);
      expect(answer.body.params).toEqual({ field: "new_password" });
    }
    expect(await me(other)).toBe(200);
    expect((await change(one)).status).toBe(200);
    expect([await me(one.token), await me(other)]).toEqual([200, 401]);
    expect((await signIn(one.name, PASSWORD)).body.code).toBe("operator.refused");
    ok(await signIn(one.name, NEXT));
    expect(await rowsOf("operator.password", one.id)).toEqual([
      { operator_id: one.id, reason: null, after: null },
    ]);
  });

  test.each([
    ["the next password", "change-password", { old_password: PASSWORD, new_password: NEXT }],
    ["a secret for codes", "me/factor", { password: PASSWORD }],
    ["a passkey", "me/passkeys/options", { password: PASSWORD }],
  ])("shown before another was set by a link, gives way: %s", async (_what, path, form) => {
    const one = await club.newOperator("support");
    const waiting = async (): Promise<number> =>
      (
        await club.asAdmin(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).length;
    const { answer } = await withTransaction(club.ctx.db.jobs, async (tx) => {
      await lockOperator(tx, one.id);
      let isOver = false;
      const answer = post(path, form, one.token).finally(() => (isOver = true));
      await expect.poll(async () => isOver || (await waiting()) === 1).toBe(true);
      await setOperatorPassword(tx, one.id, "set by the link");
      return { answer };
    });
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([403, "operator.refused"]);
    const rows = await club.query("SELECT password_hash FROM operator WHERE id = $1", [one.id]);
    expect(rows).toEqual([{ password_hash: "set by the link" }]);
  });

  test("takes the second factor once more, where there is one", async () => {
    const one = await club.newOperator("support");
    await withFactor(one, 6);
    const stale = await change(one);
    expect([stale.status, stale.body.code]).toEqual([403, "operator.proof_needed"]);
    await withFactor(one, 1);
    expect((await change(one)).status).toBe(200);
  });

  test("is nobody's who is not signed in", async () => {
    const answer = await post("change-password", { old_password: "a", new_password: NEXT });
    expect(answer.status).toBe(401);
  });
});

describe("a link of the owner", () => {
  const make = async (one: TestOperator, by = owner): Promise<Answer> =>
    await post(`operators/${one.id}/reset-password`, WHY, by.token);
  const tokenOf = (answer: Answer): string => {
    const { link } = ok(answer);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/#\/set-password\?token=[\w-]{43}$/);
    return link.split("token=")[1];
  };
  const use = async (token: string, password = NEXT): Promise<Answer> =>
    await post("set-password", { token, new_password: password });
  const refusal = async (token: string): Promise<unknown[]> => {
    const { status, body } = await use(token, "eight silver gates");
    return [status, body.code];
  };
  const ENDED = [403, "operator.link_ended"];

  test("sets a new password once, and ends the sessions; the factor stays", async () => {
    const one = await club.newOperator("cashier");
    await withFactor(one, 1);
    const answer = await make(one);
    const token = tokenOf(answer);
    const hours = (Date.parse(ok(answer).expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    // Until it is used everything is as before.
    expect(await me(one.token)).toBe(200);
    const weak = await use(token, `${one.name} and more`);
    expect([weak.status, weak.body.code]).toEqual([422, "password.weak"]);
    expect((await use(token)).status).toBe(200);
    expect(await me(one.token)).toBe(401);
    expect((await signIn(one.name, PASSWORD)).body.code).toBe("operator.refused");
    expect((await signIn(one.name, NEXT)).body.code).toBe("operator.code_needed");
    expect(await refusal(token)).toEqual(ENDED);
    const after = { expires_at: ok(answer).expires_at };
    expect(await rowsOf("operator.password_link", one.id)).toEqual([
      { operator_id: owner.id, reason: WHY.reason, after },
    ]);
    expect(await rowsOf("operator.password_set", one.id)).toEqual([
      { operator_id: one.id, reason: null, after: null },
    ]);
  });

  test("stands nowhere but in its answer: the database has its hash", async () => {
    const one = await club.newOperator("cashier");
    const token = tokenOf(await make(one));
    const rows = await club.query(
      "SELECT token_hash FROM operator_password_link WHERE operator_id = $1",
      [one.id],
    );
    expect(rows).toEqual([{ token_hash: hashToken(token) }]);
    const [dump] = await club.asAdmin(
      `SELECT string_agg(a::text, '') || (SELECT string_agg(l::text, '') FROM operator_password_link l) AS text FROM audit a`,
    );
    expect(dump?.["text"]).not.toContain(token);
  });

  test("ends with the next one, with a change of the password, with a day, with a closed account", async () => {
    const one = await club.newOperator("cashier");
    const first = tokenOf(await make(one));
    const second = tokenOf(await make(one));
    expect(await refusal(first)).toEqual(ENDED);
    ok(await signIn(one.name, PASSWORD));
    const form = { old_password: PASSWORD, new_password: NEXT };
    expect((await post("change-password", form, one.token)).status).toBe(200);
    expect(await refusal(second)).toEqual(ENDED);

    const old = tokenOf(await make(one));
    await club.asAdmin(
      `UPDATE operator_password_link SET made_at = made_at - interval '24 hours', expires_at = expires_at - interval '24 hours'
       WHERE token_hash = $1`,
      [hashToken(old)],
    );
    expect(await refusal(old)).toEqual(ENDED);

    const closed = tokenOf(await make(one));
    ok(await post(`operators/${one.id}/close`, WHY, owner.token));
    expect(await refusal(closed)).toEqual(ENDED);
    // Nor does it come back with the operator.
    ok(await post(`operators/${one.id}/reopen`, WHY, owner.token));
    expect(await refusal(closed)).toEqual(ENDED);
    for (const token of ["", "x", "a".repeat(43)]) expect(await refusal(token)).toEqual(ENDED);
  });

  test("of eight who bring it at once one gets through", async () => {
    const token = tokenOf(await make(await club.newOperator("cashier")));
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await use(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "operator.link_ended")).toHaveLength(7);
  });

  test("is made by an owner alone, who shows the factor once more", async () => {
    const [one, other] = [await club.newOperator("cashier"), await club.newOperator("owner")];
    expect((await make(one, await club.newOperator("support"))).status).toBe(403);
    await withFactor(other, 6);
    expect((await make(one, other)).body.code).toBe("operator.proof_needed");
    await withFactor(other, 1);
    expect((await make(one, other)).status).toBe(200);
    expect(resetOperatorPassword.asksAgain).toBe(true);
  });
});

describe("tries", () => {
  let counting: TestClub;
  beforeAll(async () => void (counting = await startClub()));
  afterAll(async () => await counting.close());

  test("with a wrong password count like those of signing in", async () => {
    const { token } = await counting.newOperator("support");
    const body = { old_password: "not the old one", new_password: NEXT };
    const change = async (): Promise<unknown> =>
      (await counting.call("POST", "/api/operator/change-password", { token, body })).body.code;
    for (let i = 0; i < 10; i++) expect(await change()).toBe("operator.refused");
    expect(await change()).toBe("signin.too_many");
  });

  test("of links are few", async () => {
    const body = { token: "a".repeat(43), new_password: NEXT };
    const statuses = await Promise.all(
      Array.from(
        { length: 30 },
        async () => (await counting.call("POST", "/api/operator/set-password", { body })).status,
      ),
    );
    expect(statuses).toContain(429);
  });
});

test("where a factor is required, a first password can be changed before it is set up", async () => {
  const strict = await startClub({ env: { CLUB_OPERATOR_2FA: "required" } });
  try {
    const { token } = await strict.operator();
    const body = { old_password: "ring the winners bell", new_password: NEXT };
    const answer = await strict.call("POST", "/api/operator/change-password", { token, body });
    expect(answer.status).toBe(200);
  } finally {
    await strict.close();
  }
});
