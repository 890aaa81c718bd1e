import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, PASSWORD, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";

let club: TestClub;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
});
afterAll(async () => await club.close());

/** Promise S2 as a model without a database: what a refresh token is worth. */
class Family {
  readonly tokens: { text: string; parent: number | null; isUsed: boolean; isRetired: boolean }[] =
    [];
  isEnded = false;

  constructor(first: string) {
    this.tokens.push({ text: first, parent: null, isUsed: false, isRetired: false });
  }

  /** Whether the club must accept token number `index` now; the model changes accordingly. */
  use(index: number): boolean {
    const token = this.tokens[index]!;
    if (this.isEnded) return false;
    if (token.isRetired) {
      this.isEnded = true;
      return false;
    }
    if (!token.isUsed && token.parent !== null) {
      // The first use of a successor retires the previous token and its other successors.
      for (const [i, other] of this.tokens.entries()) {
        if (i === index) continue;
        if (i === token.parent || other.parent === token.parent) other.isRetired = true;
      }
    }
    token.isUsed = true;
    return true;
  }
}

async function signIn(): Promise<string> {
  const body = { user_name: player.name, password: PASSWORD };
  return ok(await club.call("POST", "/api/user/signin", { body })).refresh_token;
}

async function refresh(token: string): Promise<{ access: string; next: string } | null> {
  const answer = await club.call("POST", "/api/user/refresh_token", {
    body: { refresh_token: token },
  });
  if (answer.status === 401) return null;
  const data = ok(answer);
  return { access: data.access_token, next: data.refresh_token };
}

// Whatever the order of uses, by the owner, a second tab or a thief, the club follows the rule.
test("a refresh token is worth what the rule says, whatever was used before", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 14 }),
      async (picks) => {
        const family = new Family(await signIn());
        let access: string | null = null;
        for (const pick of picks) {
          const index = pick % family.tokens.length;
          const isGood = family.use(index);
          const got = await refresh(family.tokens[index]!.text);
          expect(got !== null).toBe(isGood);
          if (got === null) continue;
          family.tokens.push({ text: got.next, parent: index, isUsed: false, isRetired: false });
          access = got.access;
        }
        if (access === null) return;
        const uid = await club.call("GET", "/api/user/uid", { token: access });
        // A family that ended takes its access tokens with it.
        expect(uid.status).toBe(family.isEnded ? 401 : 200);
      },
    ),
    { numRuns: 40, seed: Number(process.env["SEED"] ?? Date.now() % 1e9), verbose: 1 },
  );
});

test("a client that keeps its first refresh token for 30 days gets an access token each time", async () => {
  const first = await signIn();
  for (let day = 0; day < 30; day++) {
    const got = await refresh(first);
    expect(got).not.toBeNull();
    const token = got!.access;
    ok(await club.call("GET", "/api/user/balance", { token }));
    await club.ctx.sessions.flush();
    await club.asAdmin("UPDATE session SET created_at = created_at - interval '1 day'");
    await club.asAdmin("UPDATE session_refresh SET created_at = created_at - interval '1 day'");
  }
});

test("two tabs that refresh at once both go on", async () => {
  const first = await signIn();
  const [one, two] = await Promise.all([refresh(first), refresh(first)]);
  ok(await club.call("GET", "/api/user/uid", { token: one!.access }));
  ok(await club.call("GET", "/api/user/uid", { token: two!.access }));
  expect(await refresh(one!.next)).not.toBeNull();
  // The other branch is retired now: if it came back, as a thief's would, the family would end.
  ok(await club.call("GET", "/api/user/uid", { token: two!.access }));
});

test("a lost answer is mended by the same token again", async () => {
  const first = await signIn();
  await refresh(first);
  const again = await refresh(first);
  const next = await refresh(again!.next);
  expect(next).not.toBeNull();
});

test("a stolen token that comes back after the owner went on ends the family, for both", async () => {
  const stolen = await signIn();
  const owner = await refresh(stolen);
  const owner2 = await refresh(owner!.next);
  expect(await refresh(stolen)).toBeNull();
  expect(await refresh(owner2!.next)).toBeNull();
  expect((await club.call("GET", "/api/user/uid", { token: owner2!.access })).status).toBe(401);
});

test("a session ends 30 days after the last action; refresh and heartbeat are none", async () => {
  const token = await signIn();
  const age = async (interval: string): Promise<void> => {
    await club.asAdmin(
      `UPDATE session SET last_action_at = last_action_at - interval '${interval}'`,
    );
  };
  await age("29 days");
  const got = await refresh(token);
  ok(await club.call("POST", "/api/user/heartbeat", { token: got!.access }));
  await club.ctx.sessions.flush();
  await age("25 hours");
  expect(await refresh(token)).toBeNull();
  const other = await signIn();
  await age("29 days");
  const kept = await refresh(other);
  ok(await club.call("GET", "/api/user/balance", { token: kept!.access }));
  await club.ctx.sessions.flush();
  await age("25 hours");
  expect(await refresh(other)).not.toBeNull();
});

test("an access token lives 15 minutes", async () => {
  const got = await refresh(await signIn());
  const ageToken = async (interval: string): Promise<void> => {
    await club.asAdmin(
      `UPDATE session_access SET expires_at = expires_at - interval '${interval}'`,
    );
  };
  await ageToken("14 minutes 50 seconds");
  const id: string = ok(await club.call("GET", "/api/user/uid", { token: got!.access }));
  await ageToken("11 seconds");
  // The database was aged without this process knowing.
  club.ctx.sessions.forget(id);
  expect((await club.call("GET", "/api/user/uid", { token: got!.access })).body.code).toBe(
    "session.expired",
  );
});

test("an operator's session ends after 30 minutes without an action, and after 12 hours", async () => {
  const body = { user_name: "owner", password: "ring the winners bell" };
  const operatorIn = async () => ok(await club.call("POST", "/api/operator/signin", { body }));
  const operatorRefresh = async (refresh_token: string): Promise<number> =>
    (await club.call("POST", "/api/operator/refresh_token", { body: { refresh_token } })).status;
  const one = await operatorIn();
  expect(await operatorRefresh(one.refresh_token)).toBe(200);
  const player = await signIn();
  expect(await operatorRefresh(player)).toBe(401);
  expect(await refresh(one.refresh_token)).toBeNull();
  await club.query("UPDATE session SET last_action_at = last_action_at - interval '31 minutes'");
  expect(await operatorRefresh(one.refresh_token)).toBe(401);
  expect((await club.call("GET", "/api/operator/audit", { token: one.access_token })).status).toBe(
    401,
  );
  const two = await operatorIn();
  await club.asAdmin("UPDATE session SET created_at = created_at - interval '12 hours'");
  expect(await operatorRefresh(two.refresh_token)).toBe(401);
});

test.each(["", "x", "0".repeat(43), "0".repeat(200)])(
  "%j is no refresh token",
  async (refresh_token) => {
    const answer = await club.call("POST", "/api/user/refresh_token", { body: { refresh_token } });
    expect([answer.status, answer.body.code]).toEqual([401, "session.expired"]);
  },
);
