import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, startClub, type TestClub } from "../club.ts";

/** Promise P24: every write of a player has a rate per account. Made from the calls themselves. */
let club: TestClub;
beforeAll(async () => {
  // A twentieth of every rate: ten bets, three other writes, one picture.
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0.05" } });
});
afterAll(async () => await club.close());

const MOST_SENT = 15;

test("every write of a player is refused with 429 and Retry-After when it comes too often", async () => {
  const writes = club.ctx.calls.filter(
    ({ access, method }) => access === "player" && method !== "GET",
  );
  expect(writes.length).toBeGreaterThan(30);
  const withoutRate: string[] = [];
  for (const { method, path } of writes) {
    const { token } = await club.signUp();
    // Cut off, so that nothing of it is done: the rate is looked at before the body is.
    const send = async (): Promise<Answer> =>
      await club.call(method, path.replaceAll(/:\w+/g, crypto.randomUUID()), {
        token,
        body: "{",
        headers: { "content-type": "application/json" },
      });
    let answer = await send();
    for (let sent = 1; sent < MOST_SENT && answer.status !== 429; sent++) answer = await send();
    const isRefused = answer.status === 429 && answer.body.code === "request.too_many";
    if (!isRefused || !(Number(answer.headers.get("retry-after")) >= 1)) {
      withoutRate.push(`${method} ${path}: ${answer.status}`);
    }
  }
  expect(withoutRate).toEqual([]);
});
