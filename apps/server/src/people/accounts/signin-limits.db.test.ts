import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ok, PASSWORD, startClub } from "../../test/club.ts";
import type { Answer, TestClub } from "../../test/club.ts";
import { hashCount } from "../../identity/passwords/password.ts";

/** Behind a proxy, so that a test chooses the address that a request comes from. */
let club: TestClub;
let second: TestClub;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_TRUST_PROXY: "1" } });
  second = await startClub({ database: club.database, env: { CLUB_TRUST_PROXY: "1" } });
});
afterAll(async () => {
  await second.close();
  await club.close();
});
beforeEach(async () => {
  await club.query("DELETE FROM signin_attempt");
});

async function signIn(
  user_name: string,
  password: string,
  options: { address?: string; at?: TestClub } = {},
): Promise<Answer> {
  return await (options.at ?? club).call("POST", "/api/user/signin", {
    body: { user_name, password },
    headers: { "x-forwarded-for": options.address ?? "203.0.113.1" },
  });
}

test("ten failures, over two processes, then a growing wait", async () => {
  const { name } = await club.signUp();
  await club.query("DELETE FROM signin_address");
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    statuses.push(
      (await signIn(name, "wrong password", { at: i % 2 === 0 ? club : second })).status,
    );
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  const refused = await signIn(name, PASSWORD);
  expect(refused.body.code).toBe("signin.too_many");
  expect(refused.headers.get("retry-after")).toBe("1");
  await club.asAdmin("UPDATE signin_attempt SET at = at - interval '1 second'");
  expect((await signIn(name, "wrong password")).status).toBe(403);
  expect((await signIn(name, "wrong password")).headers.get("retry-after")).toBe("2");
  await club.asAdmin("UPDATE signin_attempt SET at = at - interval '2 seconds'");
  ok(await signIn(name, PASSWORD));
});

test("sixteen tries at once: no more than ten are looked at", async () => {
  const { name } = await club.signUp();
  await club.query("DELETE FROM signin_address");
  const hashes = hashCount();
  const answers = await Promise.all(
    Array.from({ length: 16 }, async (_, i) => await signIn(name, `wrong password ${i}`)),
  );
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
  expect(hashCount() - hashes).toBe(10);
});

test("strangers who fail do not lock out the owner at a known address", async () => {
  const { name } = await club.signUp();
  ok(await signIn(name, PASSWORD, { address: "198.51.100.7" }));
  for (let i = 0; i < 10; i++) await signIn(name, "wrong password", { address: `203.0.113.${i}` });
  expect((await signIn(name, PASSWORD, { address: "203.0.113.77" })).status).toBe(429);
  ok(await signIn(name, PASSWORD, { address: "198.51.100.7" }));
});

test.each([
  ["address", "203.0.113.200", "203.0.113.200", "203.0.113.201"],
  ["IPv6 network", "2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"],
])("a hundred failures of one %s, whatever the names", async (_, address, same, other) => {
  await signIn("nobody-0", "wrong password", { address });
  await club.query(
    `INSERT INTO signin_attempt (account_key, address_key, is_known, at)
     SELECT sha256(n::text::bytea), address_key, false, at FROM signin_attempt, generate_series(1, 99) n`,
  );
  expect((await signIn("nobody-1", "wrong password", { address: same })).status).toBe(429);
  expect((await signIn("nobody-1", "wrong password", { address: other })).status).toBe(403);
});

test("a forged X-Forwarded-For counts for nothing without a proxy", async () => {
  const plain = await startClub({ database: club.database });
  const { name } = await club.signUp();
  await club.query("DELETE FROM signin_address");
  for (let i = 0; i < 10; i++) {
    await signIn(name, "wrong password", { at: plain, address: `203.0.113.${i}` });
  }
  expect(
    (await signIn(name, "wrong password", { at: plain, address: "203.0.113.99" })).status,
  ).toBe(429);
  await plain.close();
});

test("operators have the same limit, and counters of their own", async () => {
  const { name } = await club.newOperator("support");
  await club.query("DELETE FROM signin_address");
  const operatorIn = async (password: string): Promise<Answer> =>
    await club.call("POST", "/api/operator/signin", { body: { user_name: name, password } });
  for (let i = 0; i < 10; i++) expect((await operatorIn("wrong password")).status).toBe(403);
  expect((await operatorIn(PASSWORD)).status).toBe(429);
});

/** How many statements and hashes a request costs. */
async function costOf(
  request: () => Promise<Answer>,
): Promise<{ queries: number; hashes: number; code: string }> {
  const seen = { queries: 0 };
  const pool = club.ctx.db.browsing;
  const connect = pool.connect.bind(pool);
  pool.connect = async () => {
    const connection = await connect();
    const query = connection.query.bind(connection);
    connection.query = async (...args: Parameters<typeof query>) => {
      seen.queries += 1;
      return await query(...args);
    };
    return connection;
  };
  const before = hashCount();
  const answer = await request();
  pool.connect = connect;
  return {
    queries: seen.queries,
    hashes: hashCount() - before,
    code: String(answer.body.code ?? "ok"),
  };
}

// Promise S13: neither the time it takes nor the number of statements gives anything away.
test("a known and an unknown name cost the same", async () => {
  const player = await club.signUp();
  const known = await costOf(async () => await signIn(player.name, "wrong password"));
  const unknown = await costOf(async () => await signIn("nobody-at-all", "wrong password"));
  await club.query("UPDATE player SET status = 'closed' WHERE id = $1", [player.id]);
  const closed = await costOf(async () => await signIn(player.name, PASSWORD));
  expect(known).toEqual({ queries: 2, hashes: 1, code: "signin.refused" });
  expect(unknown).toEqual(known);
  expect(closed).toEqual(known);
});

test.each(["register", "reset"])(
  "a code to %s costs the same for a known and an unknown phone",
  async (purpose) => {
    const player = await club.signUp();
    await club.query("DELETE FROM verification");
    const send = async (phone: string): Promise<Answer> =>
      await club.call("POST", "/api/user/verification", { body: { phone, purpose } });
    const known = await costOf(async () => await send(player.phone));
    const unknown = await costOf(
      async () => await send(`+61${randomInt(100_000_000, 999_999_999)}`),
    );
    expect(unknown).toEqual(known);
    expect(known.code).toBe("ok");
  },
);

test("a wrong code costs the same for a known and an unknown phone", async () => {
  const player = await club.signUp();
  await club.query("DELETE FROM verification");
  const reset = async (phone: string): Promise<Answer> => {
    const sent = ok(
      await club.call("POST", "/api/user/verification", { body: { phone, purpose: "reset" } }),
    );
    return await club.call("POST", "/api/user/reset-password", {
      body: { ...sent, phone, code: "x", new_password: "quite another secret" },
    });
  };
  const known = await costOf(async () => await reset(player.phone));
  const unknown = await costOf(
    async () => await reset(`+61${randomInt(100_000_000, 999_999_999)}`),
  );
  expect(unknown).toEqual(known);
  expect(known.code).toBe("verification.refused");
});
