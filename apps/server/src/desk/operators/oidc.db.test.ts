import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Authenticator } from "../../test/authenticator.ts";
import { callerOf, ok, PASSWORD, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";
import { IdentityProvider } from "../../test/identity-provider.ts";

/* Operators sign in at the club's identity provider, and every way in which that is attacked: promise S4. */

let club: TestClub;
let provider: IdentityProvider;
let owner: TestOperator;

beforeAll(async () => {
  provider = await IdentityProvider.start();
  club = await startClub({ env: { ...provider.env, CLUB_RATE_FACTOR: "20" } });
  owner = await club.operator();
});
afterEach(() => provider.vouch({}));
afterAll(async () => {
  await club?.close();
  await provider?.stop();
});

const post = async (path: string, body: object, token?: string): Promise<Answer> =>
  await club.call("POST", `/api/operator/${path}`, { token, body });

let many = 0;
interface Named extends TestOperator {
  email: string;
  sub: string;
}

/** An operator with an address that the owner wrote. */
async function named(): Promise<Named> {
  const one = await club.newOperator("support");
  many += 1;
  const email = `person-${many}@club.example`;
  ok(await write(one, email));
  return { ...one, email, sub: `subject-${many}` };
}

const write = async (one: TestOperator, email: string | null): Promise<Answer> =>
  await post(`operators/${one.id}/email`, { email, reason: "works here" }, owner.token);

interface Journey {
  flow: string;
  state: string;
  code: string;
}

/** Goes to the provider and back, as a browser does. */
async function travel(): Promise<Journey> {
  const { authorize_url, flow } = ok(await club.call("POST", "/api/operator/oidc/start"));
  const { code, state, page } = provider.authorize(authorize_url);
  expect(page).toBe(`${club.url}/console/`);
  return { flow, state, code };
}

const finish = async (journey: Partial<Journey> & { error?: string }): Promise<Answer> =>
  await post("oidc/finish", journey);

async function signIn(claims: Record<string, unknown>): Promise<Answer> {
  provider.vouch(claims);
  const back = await finish(await travel());
  if (back.status !== 200) return back;
  return await post("signin/factor", { ticket: back.body.data.ticket });
}

const claimsOf = (one: Named) => ({ sub: one.sub, email: one.email, email_verified: true });
const codeOf = ({ status, body }: Answer): unknown => [status, body.code];

describe("signing in", () => {
  test("by the address that the owner wrote, then by the provider's subject alone", async () => {
    const one = await named();
    const first = ok(await signIn({ ...claimsOf(one), email: one.email.toUpperCase() }));
    expect([first.operator_id, first.roles]).toEqual([one.id, ["support"]]);
    expect(ok(await signIn({ sub: one.sub, email: "moved@club.example" })).operator_id).toBe(
      one.id,
    );
    expect(ok(await signIn({ sub: one.sub })).operator_id).toBe(one.id);
    const rows = await club.query(
      `SELECT action, after FROM audit WHERE operator_id = $1 AND action LIKE 'operator.%' AND after->>'by' IS DISTINCT FROM 'password'
       ORDER BY id`,
      [one.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "operator.signin",
      "operator.oidc_bound",
      "operator.signin",
      "operator.signin",
    ]);
    expect(rows[0]?.["after"]).toEqual({ by: "oidc", second_factor: "none" });
  });

  test("the address may stand at the provider's userinfo alone", async () => {
    const one = await named();
    provider.vouch({ sub: one.sub }, { userinfo: claimsOf(one) });
    const { ticket } = ok(await finish(await travel()));
    expect(ok(await post("signin/factor", { ticket })).operator_id).toBe(one.id);
    const other = await named();
    provider.vouch({ sub: other.sub }, { userinfo: { ...claimsOf(other), sub: "somebody else" } });
    expect(codeOf(await finish(await travel()))).toEqual([403, "oidc.refused"]);
  });

  test("the journey carries PKCE, state and nonce, and no secret", async () => {
    const { authorize_url, flow } = ok(await club.call("POST", "/api/operator/oidc/start"));
    const asked = new URL(authorize_url).searchParams;
    expect(asked.get("response_type")).toBe("code");
    expect(asked.get("code_challenge_method")).toBe("S256");
    for (const name of ["code_challenge", "state", "nonce"]) {
      expect(asked.get(name)?.length, name).toBeGreaterThanOrEqual(32);
    }
    expect(authorize_url).not.toContain("secret");
    expect(Buffer.from(flow, "base64url").toString("latin1")).not.toContain(asked.get("state"));
  });

  test("the second factor of the club is still asked for, whatever the token says", async () => {
    const one = await named();
    const { codes } = await withRecoveryCodes(one);
    provider.vouch({ ...claimsOf(one), amr: ["mfa", "otp"], acr: "high" });
    const { ticket, needs_factor } = ok(await finish(await travel()));
    expect(needs_factor).toBe(true);
    expect(codeOf(await post("signin/factor", { ticket }))).toEqual([403, "operator.code_needed"]);
    expect(codeOf(await post("signin/factor", { ticket, totp: "wrong" }))).toEqual([
      403,
      "operator.code_wrong",
    ]);
    // Nobody is bound until the second step succeeds.
    expect(await bound(one)).toBe(false);
    ok(await post("signin/factor", { ticket, totp: codes[0] }));
    expect(await bound(one)).toBe(true);
    expect(codeOf(await post("signin/factor", { ticket, totp: codes[1] }))).toEqual([
      403,
      "operator.signin_expired",
    ]);
  });

  test("without a provider there is no way in by one", async () => {
    const plain = await startClub({ database: club.database });
    expect(ok(await plain.call("GET", "/api/operator/signin/ways"))).toEqual({ oidc: null });
    expect((await plain.call("POST", "/api/operator/oidc/start")).status).toBe(404);
    await plain.close();
    const { host } = new URL(provider.url);
    expect(ok(await club.call("GET", "/api/operator/signin/ways"))).toEqual({ oidc: host });
  });
});

/** Gives a second factor whose secret is not needed: the recovery codes stand in for it. */
async function withRecoveryCodes(one: TestOperator): Promise<{ codes: string[] }> {
  const origin = club.url.replace("127.0.0.1", "localhost");
  const call = callerOf(origin);
  const { token } = one;
  const { challenge } = ok(
    await call("POST", "/api/operator/me/passkeys/options", {
      token,
      body: { password: PASSWORD },
    }),
  );
  const body = new Authenticator(origin).create(challenge);
  const made = ok(await call("POST", "/api/operator/me/passkeys", { token, body }));
  return { codes: made.recovery_codes };
}

async function bound(one: TestOperator): Promise<unknown> {
  const [row] = await club.query(
    "SELECT subject IS NOT NULL AS yes FROM operator_identity WHERE operator_id = $1",
    [one.id],
  );
  return row?.["yes"];
}

describe("nobody comes in", () => {
  const expectRefused = async (journey: Partial<Journey>, code: string): Promise<void> => {
    const answer = await finish(journey);
    expect([answer.body.code, answer.body.data]).toEqual([code, undefined]);
    const [row] = await club.query(
      "SELECT after->>'refused' AS refused FROM audit WHERE action = 'operator.signin_failed' ORDER BY id DESC LIMIT 1",
    );
    expect(row?.["refused"]).toBe(code);
  };

  test("with a wrong state, or another journey's", async () => {
    const one = await named();
    provider.vouch(claimsOf(one));
    const [mine, other] = [await travel(), await travel()];
    const calls = provider.asked.length;
    await expectRefused({ ...mine, state: "x" }, "operator.signin_expired");
    await expectRefused({ ...mine, state: other.state }, "operator.signin_expired");
    await expectRefused({ ...mine, flow: other.flow }, "operator.signin_expired");
    expect(provider.asked).toHaveLength(calls);
  });

  test("with a flow that is not ours, changed, or a ticket in its place", async () => {
    const one = await named();
    provider.vouch(claimsOf(one));
    const journey = await travel();
    const changed = `${journey.flow.slice(0, -2)}${journey.flow.endsWith("AA") ? "BB" : "AA"}`;
    await expectRefused({ ...journey, flow: changed }, "operator.signin_expired");
    await expectRefused({ ...journey, flow: "e30" }, "operator.signin_expired");
    const { ticket } = ok(await finish(journey));
    await expectRefused({ ...journey, flow: ticket }, "operator.signin_expired");
    const again = await travel();
    expect(codeOf(await post("signin/factor", { ticket: again.flow }))).toEqual([
      403,
      "operator.signin_expired",
    ]);
  });

  test("with a journey that was finished already: the provider is not even asked", async () => {
    const one = await named();
    provider.vouch(claimsOf(one));
    const journey = await travel();
    ok(await finish(journey));
    const calls = provider.asked.length;
    await expectRefused(journey, "operator.signin_expired");
    expect(provider.asked).toHaveLength(calls);
  });

  test("with a code of another journey, or one that was used", async () => {
    const one = await named();
    provider.vouch(claimsOf(one));
    const [mine, other] = [await travel(), await travel()];
    // Another journey's code does not fit this one's verifier.
    await expectRefused({ ...mine, code: other.code }, "oidc.refused");
    const third = await travel();
    ok(await finish(third));
    await expectRefused({ ...(await travel()), code: third.code }, "oidc.refused");
  });

  test.each([
    ["nonce", { nonce: "somebody else's" }],
    ["no nonce", { nonce: undefined }],
    ["audience", { aud: "another-client" }],
    ["issuer", { iss: "http://localhost:1" }],
    ["end: it is over", { exp: Math.floor(Date.now() / 1000) - 600 }],
    ["no subject", { sub: undefined }],
  ])("with a token of the wrong kind: %s", async (_what, claims) => {
    const one = await named();
    provider.vouch({ ...claimsOf(one), ...claims });
    await expectRefused(await travel(), "oidc.refused");
  });

  test("with a token that somebody else signed", async () => {
    const one = await named();
    provider.vouch(claimsOf(one), { isForged: true });
    await expectRefused(await travel(), "oidc.refused");
  });

  test("whose address the provider has not verified, or says so in other words", async () => {
    const one = await named();
    for (const email_verified of [false, undefined, "true", 1]) {
      provider.vouch({ ...claimsOf(one), email_verified });
      await expectRefused(await travel(), "oidc.email_unverified");
    }
  });

  test("whom the owner did not name; no account is made", async () => {
    const before = await club.query("SELECT count(*)::int AS n FROM operator");
    const role = { roles: ["owner"], groups: ["owner"] };
    provider.vouch({ sub: "new", email: "new@club.example", email_verified: true, ...role });
    await expectRefused(await travel(), "oidc.unknown");
    expect(await club.query("SELECT count(*)::int AS n FROM operator")).toEqual(before);
  });

  test("who has the address of somebody bound: it may have been given to another person", async () => {
    const one = await named();
    ok(await signIn(claimsOf(one)));
    provider.vouch({ ...claimsOf(one), sub: "the next one with this address" });
    await expectRefused(await travel(), "oidc.unknown");
  });

  test("who is closed, also between the two steps", async () => {
    const one = await named();
    provider.vouch(claimsOf(one));
    const { ticket } = ok(await finish(await travel()));
    const why = { reason: "left" };
    ok(await post(`operators/${one.id}/close`, why, owner.token));
    expect(codeOf(await post("signin/factor", { ticket }))).toEqual([403, "operator.refused"]);
    await expectRefused(await travel(), "oidc.unknown");
  });

  test("whose address the owner took away or changed, also between the two steps", async () => {
    const one = await named();
    provider.vouch(claimsOf(one));
    const { ticket } = ok(await finish(await travel()));
    ok(await write(one, "other@club.example"));
    expect(codeOf(await post("signin/factor", { ticket }))).toEqual([403, "oidc.unknown"]);
    ok(await write(one, one.email));
    const { access_token: token } = ok(await signIn(claimsOf(one)));
    ok(await write(one, null));
    expect((await club.call("GET", "/api/operator/me", { token })).status).toBe(401);
    await expectRefused(await travel(), "oidc.unknown");
  });

  test("whom the provider denied", async () => {
    const { flow, state } = await travel();
    const answer = await finish({ flow, state, error: "access_denied" });
    expect(codeOf(answer)).toEqual([403, "oidc.denied"]);
  });

  test("after ten minutes", async () => {
    const one = await named();
    provider.vouch(claimsOf(one));
    const journey = await travel();
    const move = async (interval: string): Promise<unknown> =>
      await club.asAdmin(
        `CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
         $$ SELECT clock_timestamp() + interval '${interval}' $$`,
      );
    await move("10 minutes 1 second");
    try {
      await expectRefused(journey, "operator.signin_expired");
    } finally {
      await move("0");
    }
  });

  test("while the provider is broken; it is said so, and tried anew the next time", async () => {
    const one = await named();
    for (const token of [
      { status: 500, body: { error: "server_error" } },
      { status: 503, body: "down for the night" },
    ]) {
      provider.vouch(claimsOf(one), { token });
      await expectRefused(await travel(), "oidc.away");
    }
    const lost = await startClub({
      database: club.database,
      env: { ...provider.env, CLUB_OIDC_ISSUER: "http://localhost:1" },
    });
    for (let tries = 0; tries < 2; tries++) {
      const answer = await lost.call("POST", "/api/operator/oidc/start");
      expect(codeOf(answer)).toEqual([503, "oidc.away"]);
    }
    await lost.close();
  });

  test("while the provider says nothing: the answer does not wait for it", async () => {
    const silent = await IdentityProvider.start();
    silent.vouch({}, { isSilent: true });
    const deaf = await startClub({ database: club.database, env: silent.env });
    const answer = await deaf.call("POST", "/api/operator/oidc/start");
    expect(codeOf(answer)).toEqual([503, "oidc.away"]);
    silent.vouch({});
    // It has recovered, and nothing from before is trusted.
    expect((await deaf.call("POST", "/api/operator/oidc/start")).status).toBe(200);
    await deaf.close();
    await silent.stop();
  });
});

describe("the address", () => {
  test("is written by the owner alone, belongs to one, and stands in the log", async () => {
    const one = await named();
    const taken = await write(await club.newOperator("risk"), one.email.toUpperCase());
    expect(codeOf(taken)).toEqual([409, "operator.email_taken"]);
    const by = (await club.operator("cashier")).token;
    const other = await post(`operators/${one.id}/email`, { email: null, reason: "x" }, by);
    expect(codeOf(other)).toEqual([403, "operator.not_allowed"]);
    expect((await write(one, "no address")).status).toBe(422);
    const { list } = (
      await club.call("GET", `/api/operator/audit?action=operator.email&target=${one.id}`, {
        token: owner.token,
      })
    ).body;
    expect(list[0]).toMatchObject({
      before: { email: null, is_bound: false },
      after: { email: one.email },
      reason: "works here",
    });
  });
});
