import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Authenticator } from "../../test/authenticator.ts";
import { callerOf, ok, PASSWORD, startClub } from "../../test/club.ts";
import type { Answer, CallClub, TestClub, TestOperator } from "../../test/club.ts";

/* Passkeys as second factor of operators: promise S4. */

let club: TestClub;
let origin: string;
/** The club under a host name: an IP address cannot have passkeys. */
let call: CallClub;

beforeAll(async () => {
  club = await startClub();
  origin = club.url.replace("127.0.0.1", "localhost");
  call = callerOf(origin);
});
afterAll(async () => await club?.close());

const post = async (path: string, body: object, token?: string): Promise<Answer> =>
  await call("POST", `/api/operator/${path}`, { token, body });
const codeOf = ({ status, body }: Answer): unknown => [status, body.code];

interface Keyed extends TestOperator {
  key: Authenticator;
  codes: string[];
}

async function add(token: string, key = new Authenticator(origin)): Promise<Answer> {
  const { challenge } = ok(await post("me/passkeys/options", { password: PASSWORD }, token));
  return await post("me/passkeys", key.create(challenge), token);
}

/** An operator whose only factor is a passkey. */
async function keyed(...roles: Parameters<TestClub["newOperator"]>): Promise<Keyed> {
  const one = await club.newOperator(...(roles.length === 0 ? (["cashier"] as const) : roles));
  const key = new Authenticator(origin);
  const { recovery_codes: codes } = ok(await add(one.token, key));
  return { ...one, key, codes };
}

async function firstStep(one: TestOperator): Promise<string> {
  const answer = await post("signin", { user_name: one.name, password: PASSWORD });
  expect(codeOf(answer)).toEqual([403, "operator.code_needed"]);
  return answer.body.params.ticket;
}

async function questionOf(ticket: string): Promise<string> {
  return ok(await post("signin/options", { ticket })).passkey.challenge;
}

const secondStep = async (ticket: string, passkey: object): Promise<Answer> =>
  await post("signin/factor", { ticket, passkey });

const own = async (token: string): Promise<Answer["body"]> =>
  ok(await call("GET", "/api/operator/me", { token }));

/** As if the second factor had been shown six minutes ago. */
async function age(at: TestClub, operatorId: string): Promise<void> {
  await at.asAdmin(
    "UPDATE session SET proved_at = proved_at - interval '6 minutes' WHERE operator_id = $1",
    [operatorId],
  );
  at.ctx.sessions.forget(operatorId);
}

describe("signing in", () => {
  test("the password alone gives a ticket; the passkey opens with it, once", async () => {
    const one = await keyed();
    expect(one.codes).toHaveLength(10);
    const ticket = await firstStep(one);
    const { has_totp, passkey } = ok(await post("signin/options", { ticket }));
    expect([has_totp, passkey.rp_id]).toEqual([false, "localhost"]);
    expect(passkey.known).toEqual([one.key.credentialId.toString("base64url")]);
    const shown = one.key.get(passkey.challenge);
    const { access_token: token, operator_id: id } = ok(await secondStep(ticket, shown));
    expect(id).toBe(one.id);
    const state = await own(token);
    expect(state).toMatchObject({ factor_since: null, recovery_left: 10 });
    expect(state.passkeys).toMatchObject([{ name: "A test", last_used_at: expect.any(String) }]);
    // Ticket and challenge are used up, each by itself.
    const other = one.key.get(await questionOf(await firstStep(one)));
    expect(codeOf(await secondStep(ticket, other))).toEqual([403, "operator.signin_expired"]);
    const fresh = await firstStep(one);
    expect(codeOf(await secondStep(fresh, shown))).toEqual([403, "passkey.refused"]);
    const rows = await club.query(
      "SELECT after->>'second_factor' AS by FROM audit WHERE operator_id = $1 AND action = 'operator.signin' ORDER BY id",
      [one.id],
    );
    expect(rows.map(({ by }) => by)).toEqual(["none", "passkey"]);
  });

  test("a new password ends the tickets that the old one gave, as it ends the sessions", async () => {
    const one = await keyed();
    const ticket = await firstStep(one);
    const shown = one.key.get(await questionOf(ticket));
    const form = { old_password: PASSWORD, new_password: "seven copper gates" };
    expect((await post("change-password", form, one.token)).status).toBe(200);
    expect(codeOf(await secondStep(ticket, shown))).toEqual([403, "operator.signin_expired"]);
    const body = { user_name: one.name, password: form.new_password };
    const { ticket: fresh } = (await post("signin", body)).body.params;
    ok(await secondStep(fresh, one.key.get(await questionOf(fresh))));
  });

  test("of eight at once with one answer, one gets in", async () => {
    const one = await keyed();
    const ticket = await firstStep(one);
    const shown = one.key.get(await questionOf(ticket));
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => await secondStep(ticket, shown)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a recovery code opens too, with the ticket or beside the password", async () => {
    const one = await keyed();
    const ticket = await firstStep(one);
    ok(await post("signin/factor", { ticket, totp: one.codes[0] }));
    const form = { user_name: one.name, password: PASSWORD };
    ok(await post("signin", { ...form, totp: one.codes[1] }));
    const again = await post("signin", { ...form, totp: one.codes[1] });
    expect(codeOf(again)).toEqual([403, "operator.code_wrong"]);
  });

  test("a finished sign-in leaves no failed attempt behind: twelve in a row are fine", async () => {
    const one = await keyed();
    for (let times = 0; times < 12; times++) {
      const ticket = await firstStep(one);
      ok(await secondStep(ticket, one.key.get(await questionOf(ticket), { count: times + 1 })));
    }
  });

  test("another operator's passkey, an unknown one and one of a player open nothing", async () => {
    const [one, other] = [await keyed(), await keyed()];
    const ticket = await firstStep(one);
    const challenge = await questionOf(ticket);
    for (const key of [other.key, new Authenticator(origin)]) {
      expect(codeOf(await secondStep(ticket, key.get(challenge)))).toEqual([
        403,
        "passkey.refused",
      ]);
    }
    // Nor does one's own passkey answer somebody else's challenge.
    const theirs = await questionOf(await firstStep(other));
    expect(codeOf(await secondStep(ticket, one.key.get(theirs)))).toEqual([403, "passkey.refused"]);
    const player = ok(await call("POST", "/api/user/passkey-signin/options")).challenge;
    expect(codeOf(await secondStep(ticket, one.key.get(player)))).toEqual([403, "passkey.refused"]);
    const body = one.key.get(await questionOf(ticket));
    const asPlayer = await call("POST", "/api/user/passkey-signin", { body });
    expect(codeOf(asPlayer)).toEqual([403, "passkey.refused"]);
    ok(await secondStep(ticket, one.key.get(await questionOf(ticket))));
  });

  test.each([
    ["another page", { origin: "https://horse-club.example" }],
    ["our page in somebody's frame", { crossOrigin: true }],
    ["a passkey of another host", { rpId: "elsewhere.example" }],
    ["nobody verified", { flags: 0x01 }],
    ["an answer to a creation", { type: "webauthn.create" }],
  ])("from %s is refused", async (_what, change) => {
    const one = await keyed();
    const ticket = await firstStep(one);
    const shown = one.key.get(await questionOf(ticket), change);
    expect(codeOf(await secondStep(ticket, shown))).toEqual([403, "passkey.refused"]);
  });

  test("a counter that goes back is refused: there are two of this key", async () => {
    const one = await keyed();
    const show = async (count: number): Promise<Answer> => {
      const ticket = await firstStep(one);
      return await secondStep(ticket, one.key.get(await questionOf(ticket), { count }));
    };
    ok(await show(7));
    expect(codeOf(await show(7))).toEqual([403, "passkey.refused"]);
    expect(codeOf(await show(3))).toEqual([403, "passkey.refused"]);
    ok(await show(8));
  });

  test("a ticket that is made up, or older than five minutes, opens nothing", async () => {
    const one = await keyed();
    expect(codeOf(await post("signin/options", { ticket: "e30" }))).toEqual([
      403,
      "operator.signin_expired",
    ]);
    const ticket = await firstStep(one);
    const shown = one.key.get(await questionOf(ticket));
    const move = async (interval: string): Promise<unknown> =>
      await club.asAdmin(
        `CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
         $$ SELECT clock_timestamp() + interval '${interval}' $$`,
      );
    await move("5 minutes 1 second");
    try {
      const late = await secondStep(ticket, shown);
      expect(codeOf(late)).toEqual([403, "operator.signin_expired"]);
    } finally {
      await move("0");
    }
  });

  test("wrong answers count with wrong passwords", async () => {
    const one = await keyed();
    const ticket = await firstStep(one);
    const codes: unknown[] = [];
    for (let tries = 0; tries < 11; tries++) {
      const { body } = await post("signin/factor", { ticket, totp: "abcdef" });
      codes.push(body.code);
    }
    expect([codes.at(0), codes.at(-1)]).toEqual(["operator.code_wrong", "signin.too_many"]);
  });
});

describe("making and removing", () => {
  test("several with names; adding one asks for the password, and for the factor that is there", async () => {
    const one = await keyed();
    const { token } = one;
    const wrong = await post("me/passkeys/options", { password: "not it at all" }, token);
    expect(codeOf(wrong)).toEqual([403, "operator.refused"]);
    const second = ok(await add(token));
    expect(second.recovery_codes).toBeNull();
    expect((await own(token)).passkeys).toHaveLength(2);
    await age(club, one.id);
    const options = await post("me/passkeys/options", { password: PASSWORD }, token);
    expect(codeOf(options)).toEqual([403, "operator.proof_needed"]);
    const authenticator = await post("me/factor", { password: PASSWORD }, token);
    expect(codeOf(authenticator)).toEqual([403, "operator.proof_needed"]);
    const { challenge } = ok(await post("me/proof/options", {}, token));
    ok(await post("me/proof", { passkey: one.key.get(challenge) }, token));
    const replayed = await post("me/proof", { passkey: one.key.get(challenge) }, token);
    expect(codeOf(replayed)).toEqual([403, "passkey.refused"]);
    ok(await add(token));
    ok(await post("me/factor", { password: PASSWORD }, token));
  });

  test("a challenge for somebody else, or one that was used, makes nothing", async () => {
    const [one, other] = [await club.newOperator("risk"), await club.newOperator("risk")];
    const { challenge } = ok(
      await post("me/passkeys/options", { password: PASSWORD }, other.token),
    );
    const stolen = await post(
      "me/passkeys",
      new Authenticator(origin).create(challenge),
      one.token,
    );
    expect(codeOf(stolen)).toEqual([403, "passkey.refused"]);
    ok(await post("me/passkeys", new Authenticator(origin).create(challenge), other.token));
    const twice = await post(
      "me/passkeys",
      new Authenticator(origin).create(challenge),
      other.token,
    );
    expect(codeOf(twice)).toEqual([403, "passkey.refused"]);
  });

  test("stops at ten", async () => {
    const one = await keyed();
    for (let n = 1; n < 10; n++) ok(await add(one.token));
    expect(codeOf(await add(one.token))).toEqual([409, "passkey.too_many"]);
  });

  test("removing asks for a fresh proof; a stranger's is not found; all is in the log", async () => {
    const [one, other] = [await keyed(), await keyed()];
    const { token } = one;
    ok(await add(token));
    const [newest, first] = (await own(token)).passkeys;
    const drop = async (id: string, by = token): Promise<Answer> =>
      await call("DELETE", `/api/operator/me/passkeys/${id}`, { token: by });
    expect((await drop(newest.passkey_id, other.token)).status).toBe(404);
    await age(club, one.id);
    expect(codeOf(await drop(newest.passkey_id))).toEqual([403, "operator.proof_needed"]);
    ok(await post("me/proof", { totp: one.codes[0] }, token));
    ok(await drop(newest.passkey_id));
    expect((await drop(newest.passkey_id)).status).toBe(404);
    // Where none is required the last one may be removed, and the recovery codes with it.
    ok(await drop(first.passkey_id));
    expect(await own(token)).toMatchObject({ passkeys: [], recovery_left: 0 });
    const rows = await club.query(
      "SELECT action FROM audit WHERE operator_id = $1 AND action ~ '^operator.(passkey|factor)' ORDER BY id",
      [one.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "operator.passkey_add",
      "operator.passkey_add",
      "operator.factor_drop",
      "operator.factor_drop",
    ]);
    ok(await post("signin", { user_name: one.name, password: PASSWORD }));
  });

  test("a reset by the owner takes passkeys too", async () => {
    const one = await keyed();
    const { token } = await club.operator();
    const list = async (): Promise<unknown> =>
      (await call("GET", "/api/operator/operators", { token })).body.list.find(
        ({ operator_id }: { operator_id: string }) => operator_id === one.id,
      ).has_factor;
    expect(await list()).toBe(true);
    ok(await post(`operators/${one.id}/reset-factor`, { reason: "lost the phone" }, token));
    expect(await list()).toBe(false);
    ok(await post("signin", { user_name: one.name, password: PASSWORD }));
  });

  test("new recovery codes are given for a passkey as well", async () => {
    const one = await keyed();
    const { challenge } = ok(await post("me/proof/options", {}, one.token));
    const passkey = one.key.get(challenge);
    const { recovery_codes } = ok(await post("me/recovery-codes", { passkey }, one.token));
    expect(recovery_codes).toHaveLength(10);
    expect(recovery_codes).not.toContain(one.codes[0]);
    expect((await post("me/recovery-codes", {}, one.token)).status).toBe(422);
  });
});

describe("where a second factor is required", () => {
  let strict: TestClub;
  let at: CallClub;

  beforeAll(async () => {
    strict = await startClub({
      env: { CLUB_OPERATOR_2FA: "required" },
      database: club.database,
    });
    at = callerOf(strict.url.replace("127.0.0.1", "localhost"));
  });
  afterAll(async () => await strict?.close());

  test("a passkey is one: it opens the desk, and weighty acts after five minutes", async () => {
    const one = await keyed("owner");
    const { token } = one;
    const create = async (): Promise<Answer> =>
      await at("POST", "/api/operator/operators", {
        token,
        body: { user_name: `by-${one.name}`, password: PASSWORD, roles: ["auditor"] },
      });
    await age(strict, one.id);
    expect(codeOf(await create())).toEqual([403, "operator.proof_needed"]);
    const question = ok(await at("POST", "/api/operator/me/proof/options", { token }));
    const body = {
      passkey: one.key.get(question.challenge, {
        origin: strict.url.replace("127.0.0.1", "localhost"),
      }),
    };
    ok(await at("POST", "/api/operator/me/proof", { token, body }));
    ok(await create());
    const list = ok(await at("GET", "/api/operator/me", { token }));
    expect(list.is_required).toBe(true);
  });

  test("the last one stays, also when two are taken away at once", async () => {
    const one = await keyed("cashier");
    const { token } = one;
    const drop = async ({ passkey_id }: { passkey_id: string }): Promise<Answer> =>
      await at("DELETE", `/api/operator/me/passkeys/${passkey_id}`, { token });
    for (let round = 0; round < 6; round++) {
      ok(await add(token));
      strict.ctx.sessions.forget(one.id);
      const [newest, first] = (await own(token)).passkeys;
      const answers = await Promise.all([drop(newest), drop(first)]);
      const [won, lost] = answers.toSorted((left, right) => left.status - right.status);
      expect(won?.status).toBe(200);
      expect([lost?.status, lost?.body.code]).toEqual([409, "operator.last_factor"]);
    }
    const [left] = (await own(token)).passkeys;
    expect(codeOf(await drop(left))).toEqual([409, "operator.last_factor"]);
    expect((await at("DELETE", "/api/operator/me/factor", { token })).status).toBe(404);
  });

  test("who touches neither money nor results may do without", async () => {
    const one = await keyed("auditor");
    const { token } = one;
    const [only] = (await own(token)).passkeys;
    ok(await at("DELETE", `/api/operator/me/passkeys/${only.passkey_id}`, { token }));
  });
});
