import { ROLES } from "@club/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { ok, PASSWORD, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";
import { codeOfStep, stepOf } from "./totp.ts";

/* The second factor over HTTP: promise S4. */

let club: TestClub;
let strict: TestClub;

beforeAll(async () => {
  club = await startClub();
  strict = await startClub({ env: { CLUB_OPERATOR_2FA: "required" } });
});
afterAll(async () => {
  await club.close();
  await strict.close();
});

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator shows for the secret in the QR code. */
function codeOf(base32: string, steps = 0): string {
  const bits = Array.from(base32, (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return codeOfStep(secret, stepOf(Date.now() / 1000) + steps);
}

interface Enrolled {
  secret: string;
  codes: string[];
}

async function enrol(
  at: TestClub,
  { token }: TestOperator,
  password = PASSWORD,
): Promise<Enrolled> {
  const begun = ok(await at.call("POST", "/api/operator/me/factor", { token, body: { password } }));
  const body = { totp: codeOf(begun.secret) };
  const data = ok(await at.call("POST", "/api/operator/me/factor/confirm", { token, body }));
  // Lets the test use the code of this half minute; the previous one could expire on the way.
  await at.asAdmin("UPDATE operator_factor SET last_step = 0");
  return { secret: begun.secret, codes: data.recovery_codes };
}

async function signIn(at: TestClub, name: string, totp?: string): Promise<Answer> {
  const body = { user_name: name, password: PASSWORD, totp };
  return await at.call("POST", "/api/operator/signin", { body });
}

const own = async (at: TestClub, token: string): Promise<Answer["body"]> =>
  ok(await at.call("GET", "/api/operator/me", { token }));

describe("signing in", () => {
  test("without a factor the password is enough; with one the code is asked for, and each opens once", async () => {
    const one = await club.newOperator("cashier");
    expect(await own(club, one.token)).toMatchObject({
      factor_since: null,
      passkeys: [],
      recovery_left: 0,
      is_required: false,
    });
    const { secret } = await enrol(club, one);
    expect((await own(club, one.token)).recovery_left).toBe(10);
    expect((await signIn(club, one.name)).body.code).toBe("operator.code_needed");
    expect((await signIn(club, one.name, "")).body.code).toBe("operator.code_needed");
    expect((await signIn(club, one.name, "abcdef")).body.code).toBe("operator.code_wrong");
    const code = codeOf(secret);
    expect((await signIn(club, one.name, code)).status).toBe(200);
    expect((await signIn(club, one.name, code)).body.code).toBe("operator.code_wrong");
    expect((await signIn(club, one.name, codeOf(secret, 1))).status).toBe(200);
    const rows = await club.query(
      "SELECT after->>'second_factor' AS by FROM audit WHERE operator_id = $1 AND action LIKE 'operator.signin%' ORDER BY id",
      [one.id],
    );
    expect(rows.map(({ by }) => by)).toEqual([
      "none",
      "missing",
      "missing",
      "wrong",
      "totp",
      "wrong",
      "totp",
    ]);
  });

  test("the code that confirmed the factor opens nothing after", async () => {
    const one = await club.newOperator("cashier");
    const { token } = one;
    const { secret } = ok(
      await club.call("POST", "/api/operator/me/factor", { token, body: { password: PASSWORD } }),
    );
    const totp = codeOf(secret);
    ok(await club.call("POST", "/api/operator/me/factor/confirm", { token, body: { totp } }));
    expect((await signIn(club, one.name, totp)).body.code).toBe("operator.code_wrong");
  });

  test("of the same code sent ten times at once, one opens", async () => {
    const one = await club.newOperator("cashier");
    const { secret } = await enrol(club, one);
    const totp = codeOf(secret);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => await signIn(club, one.name, totp)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a recovery code opens once, however it is typed, and only its owner's account", async () => {
    const [one, other] = [await club.newOperator("risk"), await club.newOperator("risk")];
    const { codes } = await enrol(club, one);
    await enrol(club, other);
    const [first = ""] = codes;
    expect((await signIn(club, other.name, first)).body.code).toBe("operator.code_wrong");
    expect((await signIn(club, one.name, first.toUpperCase().replace("-", " "))).status).toBe(200);
    expect((await signIn(club, one.name, first)).body.code).toBe("operator.code_wrong");
    expect((await own(club, one.token)).recovery_left).toBe(9);
  });

  test("new recovery codes take the old ones' place, and need a code", async () => {
    const one = await club.newOperator("risk");
    const { token, name } = one;
    const { secret, codes } = await enrol(club, one);
    const renew = async (totp: string): Promise<Answer> =>
      await club.call("POST", "/api/operator/me/recovery-codes", { token, body: { totp } });
    expect((await renew("000000x")).body.code).toBe("operator.code_wrong");
    const { recovery_codes: fresh } = ok(await renew(codeOf(secret)));
    expect((await signIn(club, name, codes[0])).body.code).toBe("operator.code_wrong");
    expect((await signIn(club, name, fresh[0])).status).toBe(200);
  });

  test("wrong codes count with wrong passwords: nobody tries them all", async () => {
    const one = await club.newOperator("risk");
    await enrol(club, one);
    const codes: string[] = [];
    for (let tries = 0; tries < 11; tries++) {
      codes.push((await signIn(club, one.name, "abcdef")).body.code);
    }
    expect(codes.at(0)).toBe("operator.code_wrong");
    expect(codes.at(-1)).toBe("signin.too_many");
  });
});

describe("what is kept", () => {
  test("neither secret nor recovery codes stand in the database", async () => {
    const one = await club.newOperator("support");
    const { secret, codes } = await enrol(club, one);
    const dump = await club.asAdmin(
      `SELECT encode(sealed_secret, 'escape') AS kept FROM operator_factor WHERE operator_id = $1
       UNION ALL SELECT encode(hash, 'escape') FROM operator_recovery_code WHERE operator_id = $1
       UNION ALL SELECT a::text FROM audit a WHERE operator_id = $1`,
      [one.id],
    );
    const text = JSON.stringify(dump);
    expect(dump.length).toBeGreaterThan(11);
    for (const told of [secret, ...codes, ...codes.map((code) => code.replace("-", ""))]) {
      expect(text).not.toContain(told);
    }
  });

  test("a secret moved to another operator's row is not read", async () => {
    const [one, other] = [await club.newOperator("support"), await club.newOperator("support")];
    await enrol(club, one);
    const { secret } = await enrol(club, other);
    await club.asAdmin(
      `UPDATE operator_factor SET sealed_secret = (SELECT sealed_secret FROM operator_factor WHERE operator_id = $2)
       WHERE operator_id = $1`,
      [one.id, other.id],
    );
    expect((await signIn(club, one.name, codeOf(secret))).status).toBe(500);
  });
});

describe("setting up", () => {
  test("needs the password, and a code of the factor before; until it is confirmed that one counts", async () => {
    const one = await club.newOperator("support");
    const { token, name } = one;
    const begin = async (body: object): Promise<Answer> =>
      await club.call("POST", "/api/operator/me/factor", { token, body });
    expect((await begin({ password: "not it at all" })).body.code).toBe("operator.refused");
    const confirm = async (totp: string): Promise<Answer> =>
      await club.call("POST", "/api/operator/me/factor/confirm", { token, body: { totp } });
    expect((await confirm("123456")).body.code).toBe("operator.no_setup");
    const { secret, codes } = await enrol(club, one);
    expect((await begin({ password: PASSWORD })).body.code).toBe("operator.code_needed");
    const next = ok(await begin({ password: PASSWORD, totp: codeOf(secret) }));
    expect((await confirm("abcdef")).body.code).toBe("operator.code_wrong");
    expect((await signIn(club, name, codeOf(secret, 1))).status).toBe(200);
    ok(await confirm(codeOf(next.secret)));
    expect((await signIn(club, name, codes[0])).body.code).toBe("operator.code_wrong");
    expect((await signIn(club, name, codeOf(next.secret, 1))).status).toBe(200);
  });

  test("the QR code is a picture without script", async () => {
    const { token } = await club.newOperator("support");
    const { qr_svg, otpauth_url } = ok(
      await club.call("POST", "/api/operator/me/factor", { token, body: { password: PASSWORD } }),
    );
    expect(qr_svg).toMatch(/^<svg [^>]+><path [^>]+\/><path [^>]+\/><\/svg>$/);
    expect(otpauth_url).toMatch(/^otpauth:\/\/totp\/Horse%20Club:op-/);
  });
});

describe("where it is required", () => {
  const OWNER_PASSWORD = "ring the winners bell";
  let owner: TestOperator;
  let secret: string;

  beforeAll(async () => {
    owner = await strict.operator();
  });
  const create = async (name: string): Promise<Answer> =>
    await strict.call("POST", "/api/operator/operators", {
      token: owner.token,
      body: { user_name: name, password: PASSWORD, roles: ["auditor"] },
    });

  test("nothing but setting it up is open before, and the refusal stands in the log", async () => {
    expect((await own(strict, owner.token)).is_required).toBe(true);
    for (const path of ["players", "meetings", "operators", "going-live"]) {
      const answer = await strict.call("GET", `/api/operator/${path}`, { token: owner.token });
      expect([path, answer.status, answer.body.code]).toEqual([
        path,
        403,
        "operator.factor_needed",
      ]);
    }
    const [row] = await strict.query(
      "SELECT count(*)::int AS n FROM audit WHERE after->>'refused' = 'operator.factor_needed'",
    );
    expect(row).toEqual({ n: 4 });
    ({ secret } = await enrol(strict, owner, OWNER_PASSWORD));
    expect((await create("quiet-eye")).status).toBe(200);
  });

  test.each(ROLES.filter((role) => role !== "auditor"))("%s needs it", async (role) => {
    const name = `bare-${role.replace("_", "-")}`;
    await strict.asAdmin(
      `INSERT INTO operator (id, user_name, user_name_key, password_hash, roles)
       SELECT $1, $2, $2, password_hash, $3 FROM operator WHERE user_name = 'quiet-eye'`,
      [newId(), name, [role, "auditor"]],
    );
    const token: string = ok(await signIn(strict, name)).access_token;
    expect((await own(strict, token)).is_required).toBe(true);
    const answer = await strict.call("GET", "/api/operator/operators", { token });
    expect([answer.status, answer.body.code]).toEqual([403, "operator.factor_needed"]);
  });

  test("what answers beside the calls of the contract, files and the stream, needs it too", async () => {
    await strict.asAdmin(
      `INSERT INTO operator (id, user_name, user_name_key, password_hash, roles)
       SELECT $1, 'bare-beside', 'bare-beside', password_hash, '{owner}' FROM operator WHERE user_name = 'quiet-eye'`,
      [newId()],
    );
    const token: string = ok(await signIn(strict, "bare-beside")).access_token;
    const calls = new Set(strict.ctx.calls.map(({ method, path }) => `${method} ${path}`));
    const beside = strict.ctx.routes.filter(
      ({ method, path }) => path.startsWith("/api/operator/") && !calls.has(`${method} ${path}`),
    );
    expect(beside).toContainEqual({ method: "GET", path: "/api/operator/stream" });
    for (const { method, path } of beside) {
      const answer = await strict.call(method, path.replace(/:\w+/g, newId), { token });
      expect([path, answer.status, answer.body.code]).toEqual([
        path,
        403,
        "operator.factor_needed",
      ]);
    }
  });

  test("an auditor, who changes nothing, is let in by the password", async () => {
    const { token } = ok(await signIn(strict, "quiet-eye")) && {
      token: ok(await signIn(strict, "quiet-eye")).access_token as string,
    };
    expect((await strict.call("GET", "/api/operator/operators", { token })).status).toBe(200);
    expect((await own(strict, token)).is_required).toBe(false);
  });

  test("weighty acts ask again after five minutes; a code opens them again", async () => {
    await strict.asAdmin(
      "UPDATE session SET proved_at = proved_at - interval '6 minutes' WHERE operator_id = $1",
      [owner.id],
    );
    strict.ctx.sessions.forget(owner.id);
    expect((await create("second")).body.code).toBe("operator.proof_needed");
    const { token } = owner;
    const list = await strict.call("GET", "/api/operator/operators", { token });
    expect(list.status).toBe(200);
    const prove = async (totp: string): Promise<Answer> =>
      await strict.call("POST", "/api/operator/me/proof", { token, body: { totp } });
    expect((await prove("abcdef")).body.code).toBe("operator.code_wrong");
    expect((await prove(codeOf(secret))).status).toBe(200);
    expect((await create("second")).status).toBe(200);
  });

  test("the calls that ask again are these", () => {
    const weighty = strict.ctx.calls.filter(
      (call) => call.path.startsWith("/api/operator/") && call.asksAgain === true,
    );
    const names = weighty.map(({ path }) => path.replace("/api/operator/", ""));
    expect(names).toEqual(
      expect.arrayContaining([
        "approvals/:approval_id/approve",
        "topups/:topup_id/approve",
        "withdrawals/:withdrawal_id/approve",
        "races/:race_id/correct",
        "sports/events/:event_id/correct",
        "players/:player_id/adjust",
        "players/:player_id/erase",
        "operators",
        "operators/:operator_id/roles",
        "operators/:operator_id/reset-factor",
        "operators/:operator_id/email",
        "operators/:operator_id/player",
        "payouts",
        "payouts/:file_id/paid",
        "withdrawals/:withdrawal_id/paid",
        "bank/lines/:line_id/match",
        "bank/lines/:line_id/explain",
        "ledger/months",
        "api-keys",
        "webhooks",
      ]),
    );
    expect(names.filter((name) => name.startsWith("me/") || name === "signout")).toEqual([]);
  });
});
