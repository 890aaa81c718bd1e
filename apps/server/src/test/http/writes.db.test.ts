import type { Call } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, startClub, type TestClub, type TestPlayer } from "../club.ts";

/**
 * Promise P24: every write of a player has a rate per account, new tokens for old ones by network.
 * Covers the calls themselves.
 */
let club: TestClub;
beforeAll(async () => {
  // A twentieth of every rate: ten bets, three other writes, one picture.
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0.05", CLUB_TRUST_PROXY: "1" } });
});
afterAll(async () => await club.close());

const MOST_SENT = 15;

/** Sends broken bodies, which do nothing, until one is refused: the rate comes before the body. */
async function sendMany({ method, path }: Call, { token }: TestPlayer): Promise<Answer> {
  const send = async (): Promise<Answer> =>
    await club.call(method, path.replaceAll(/:\w+/g, crypto.randomUUID()), {
      token,
      body: "{",
      headers: { "content-type": "application/json" },
    });
  let answer = await send();
  for (let sent = 1; sent < MOST_SENT && answer.status !== 429; sent++) answer = await send();
  return answer;
}

/** Open to all, as the token in their body says whose session they write to. */
const REFRESHES = ["/api/user/refresh_token", "/api/operator/refresh_token"];

test("every write of a player is refused with 429 and Retry-After when it comes too often", async () => {
  const writes = club.ctx.calls.filter(
    ({ access, method, path }) =>
      (access === "player" && method !== "GET") || REFRESHES.includes(path),
  );
  expect(writes.length).toBeGreaterThan(30);
  const people: TestPlayer[] = [];
  while (people.length < writes.length) people.push(await club.signUp());
  const last = await Promise.all(
    writes.map(async (write, i) => await sendMany(write, people[i] as TestPlayer)),
  );
  const withoutRate = writes.flatMap(({ method, path }, i) => {
    const { status, body, headers } = last[i] as Answer;
    const isRefused = status === 429 && body.code === "request.too_many";
    const saysWhen = Number(headers.get("retry-after")) >= 1;
    return isRefused && saysWhen ? [] : [`${method} ${path}: ${status}`];
  });
  expect(withoutRate).toEqual([]);
});

/** Calls that anybody may make, some of which have so few at once that one more is refused. */
const OPEN: readonly [method: string, path: string, body?: string][] = [
  ["GET", "/api/search?q=azur"],
  ["GET", "/api/sport/list?q=azur"],
  ["POST", "/api/csp-report", "{}"],
];

test.each(OPEN)(
  "%s %s is counted by the network: whoever has 2^64 addresses has one rate",
  async (method, path, body) => {
    const send = async (address: string): Promise<number> => {
      const type = body === undefined ? {} : { "content-type": "application/csp-report" };
      const headers = { "x-forwarded-for": address, ...type };
      return (await club.call(method, path, { body, headers })).status;
    };
    const ofOne = Array.from({ length: 30 }, async (_, i) => await send(`2001:db8:1:2::${i + 1}`));
    expect(await Promise.all(ofOne)).toContain(429);
    expect(await send("2001:db8:1:3::1")).toBeLessThan(300);
  },
);
