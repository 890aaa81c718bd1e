import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyAccounts } from "../accounts/tidy-accounts.ts";
import { Authenticator } from "../../test/authenticator.ts";
import { callerOf, ok, PASSWORD, startClub } from "../../test/club.ts";
import type { Answer, CallClub, TestClub, TestPlayer } from "../../test/club.ts";

let club: TestClub;
let origin: string;
/** The club under a host name: an IP address cannot have passkeys. */
let call: CallClub;

beforeAll(async () => {
  club = await startClub();
  origin = club.url.replace("127.0.0.1", "localhost");
  call = callerOf(origin);
});
afterAll(async () => await club.close());

async function options(token: string, password?: string): Promise<Answer> {
  return await call("POST", "/api/user/passkeys/options", {
    token,
    body: password === undefined ? {} : { password },
  });
}

async function make(player: TestPlayer, key = new Authenticator(origin)): Promise<Authenticator> {
  const { challenge } = ok(await options(player.token));
  ok(
    await call("POST", "/api/user/passkeys", { token: player.token, body: key.create(challenge) }),
  );
  return key;
}

const challengeOfSignIn = async (): Promise<string> =>
  ok(await call("POST", "/api/user/passkey-signin/options")).challenge;

async function signIn(body: object): Promise<Answer> {
  return await call("POST", "/api/user/passkey-signin", { body });
}

test.each(["ec", "ed25519", "rsa"] as const)(
  "a passkey (%s) is made and signs in, with the specification's four fields",
  async (kind) => {
    const player = await club.signUp();
    const key = await make(player, new Authenticator(origin, kind));
    const answer = ok(await signIn(key.get(await challengeOfSignIn())));
    expect(Object.keys(answer).toSorted()).toEqual([
      "access_token",
      "refresh_token",
      "user_id",
      "user_name",
    ]);
    expect([answer.user_id, answer.user_name]).toEqual([player.id, player.name]);
    expect(ok(await call("GET", "/api/user/uid", { token: answer.access_token }))).toBe(player.id);
    const listed = (await call("GET", "/api/user/passkeys", { token: player.token })).body.list;
    expect(listed).toMatchObject([{ name: "A test", last_used_at: expect.any(String) }]);
  },
);

describe("a sign-in is refused, always alike", () => {
  const expectRefused = (answer: Answer): void => {
    expect([answer.status, answer.body.code, answer.body.params]).toEqual([
      403,
      "passkey.refused",
      {},
    ]);
  };

  test("with a challenge that was answered already", async () => {
    const key = await make(await club.signUp());
    const body = key.get(await challengeOfSignIn());
    ok(await signIn(body));
    expectRefused(await signIn(body));
  });

  test("of a hundred at once with one challenge, one gets in", async () => {
    const key = await make(await club.signUp());
    const body = key.get(await challengeOfSignIn());
    const answers = await Promise.all(Array.from({ length: 12 }, async () => await signIn(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("with a challenge whose five minutes are over", async () => {
    const key = await make(await club.signUp());
    const challenge = await challengeOfSignIn();
    const move = async (interval: string): Promise<unknown> =>
      await club.asAdmin(
        `CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
         $$ SELECT clock_timestamp() + interval '${interval}' $$`,
      );
    await move("4 minutes 55 seconds");
    ok(await signIn(key.get(challenge)));
    const other = await challengeOfSignIn();
    await move("10 minutes");
    expectRefused(await signIn(key.get(other)));
    await tidyAccounts(club.ctx);
    expect(await club.query("SELECT FROM passkey_challenge")).toEqual([]);
    await move("0");
  });

  test("with a challenge that the club did not make, or made for something else", async () => {
    const player = await club.signUp();
    const key = await make(player);
    expectRefused(await signIn(key.get(Buffer.alloc(54, 7).toString("base64url"))));
    expectRefused(await signIn(key.get("")));
    const { challenge } = ok(await options(player.token));
    expectRefused(await signIn(key.get(challenge)));
  });

  test.each([
    ["another page", { origin: "https://horse-club.example" }],
    ["a page without TLS", { origin: "http://localhost.example" }],
    ["our page in somebody's frame", { crossOrigin: true }],
    ["a passkey of another host", { rpId: "elsewhere.example" }],
    ["nobody present", { flags: 0x04 }],
    ["nobody verified", { flags: 0x01 }],
    ["an answer to a creation", { type: "webauthn.create" }],
  ])("from %s", async (_what, change) => {
    const key = await make(await club.signUp());
    expectRefused(await signIn(key.get(await challengeOfSignIn(), change)));
    ok(await signIn(key.get(await challengeOfSignIn())));
  });

  test("with another key, an unknown one, or bytes that are nothing", async () => {
    const key = await make(await club.signUp());
    const stranger = new Authenticator(origin);
    const forged = stranger.get(await challengeOfSignIn());
    expectRefused(await signIn(forged));
    expectRefused(
      await signIn({ ...forged, credential_id: key.credentialId.toString("base64url") }),
    );
    const good = key.get(await challengeOfSignIn());
    expectRefused(await signIn({ ...good, signature: "AAAA" }));
    expectRefused(await signIn({ ...good, client_data: "e30" }));
    expectRefused(await signIn({ ...good, authenticator_data: "AAAA" }));
  });

  test("when the counter goes back: there are two of this key", async () => {
    const key = await make(await club.signUp());
    ok(await signIn(key.get(await challengeOfSignIn(), { count: 7 })));
    expectRefused(await signIn(key.get(await challengeOfSignIn(), { count: 7 })));
    expectRefused(await signIn(key.get(await challengeOfSignIn(), { count: 0 })));
    ok(await signIn(key.get(await challengeOfSignIn(), { count: 8 })));
  });

  test("after the passkey was taken away", async () => {
    const player = await club.signUp();
    const key = await make(player);
    const { token } = player;
    const [{ passkey_id }] = (await call("GET", "/api/user/passkeys", { token })).body.list;
    const stranger = await club.signUp();
    const path = `/api/user/passkeys/${passkey_id}`;
    expect((await call("DELETE", path, { token: stranger.token })).status).toBe(404);
    ok(await call("DELETE", path, { token }));
    expectRefused(await signIn(key.get(await challengeOfSignIn())));
  });

  test("to a frozen player, who is told so", async () => {
    const player = await club.signUp();
    const key = await make(player);
    const { token } = await club.operator();
    const reason = { reason: "a test" };
    ok(await call("POST", `/api/operator/players/${player.id}/freeze`, { token, body: reason }));
    expect((await signIn(key.get(await challengeOfSignIn()))).body.code).toBe("player.frozen");
  });
});

describe("making one", () => {
  test("needs the password once the sign-in is older than ten minutes", async () => {
    const player = await club.signUp();
    await club.asAdmin(
      "UPDATE session SET created_at = created_at - interval '11 minutes' WHERE player_id = $1",
      [player.id],
    );
    expect((await options(player.token)).body).toMatchObject({
      code: "password.wrong",
      params: { field: "password" },
    });
    expect((await options(player.token, "not this one")).body.code).toBe("password.wrong");
    ok(await options(player.token, PASSWORD));
  });

  test.each([
    ["of another page", { origin: "https://horse-club.example" }],
    ["of another host", { rpId: "elsewhere.example" }],
    ["without a person", { flags: 0x41 }],
    ["without a credential", { flags: 0x05 }],
    ["from an answer to a sign-in", { type: "webauthn.get" }],
  ])("%s is refused", async (_what, change) => {
    const player = await club.signUp();
    const { challenge } = ok(await options(player.token));
    const body = new Authenticator(origin).create(challenge, change);
    const answer = await call("POST", "/api/user/passkeys", { token: player.token, body });
    expect([answer.status, answer.body.code]).toEqual([403, "passkey.refused"]);
  });

  test("with somebody else's challenge, or twice with one, is refused", async () => {
    const player = await club.signUp();
    const other = await club.signUp();
    const { challenge } = ok(await options(other.token));
    const send = async (body: object): Promise<Answer> =>
      await call("POST", "/api/user/passkeys", { token: player.token, body });
    expect((await send(new Authenticator(origin).create(challenge))).status).toBe(403);
    const mine = ok(await options(player.token)).challenge;
    ok(await send(new Authenticator(origin).create(mine)));
    expect((await send(new Authenticator(origin).create(mine))).status).toBe(403);
  });

  test("a weak or strange key is refused", async () => {
    const player = await club.signUp();
    for (const public_key of ["AAAA", Buffer.alloc(91, 3).toString("base64url")]) {
      const { challenge } = ok(await options(player.token));
      const body = { ...new Authenticator(origin).create(challenge), public_key };
      const answer = await call("POST", "/api/user/passkeys", { token: player.token, body });
      expect(answer.body.code).toBe("passkey.refused");
    }
  });

  test("stops at ten, and tells which the player has", async () => {
    const player = await club.signUp();
    for (let n = 0; n < 10; n += 1) await make(player);
    const { challenge, known } = ok(await options(player.token));
    expect(known).toHaveLength(10);
    const body = new Authenticator(origin).create(challenge);
    const answer = await call("POST", "/api/user/passkeys", { token: player.token, body });
    expect([answer.status, answer.body.code]).toEqual([409, "passkey.too_many"]);
  });
});
