import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../club.ts";
import type { TestClub } from "../club.ts";
import { startClubProcess } from "../club-process.ts";

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());

test("a session of one process is good in another, and its end is seen there within two seconds", async () => {
  const other = await startClubProcess(club.database.appUrl);
  try {
    const player = await club.signUp();
    const { token } = player;
    expect((await other.call("GET", "/api/user/uid", { token })).body.data).toBe(player.id);
    ok(await club.call("POST", "/api/user/signout", { token }));
    expect((await club.call("GET", "/api/user/uid", { token })).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect((await other.call("GET", "/api/user/uid", { token })).status).toBe(401);
  } finally {
    expect(await other.stop()).toBe(0);
  }
});

test("SIGTERM lets running requests finish and ends with 0", async () => {
  const other = await startClubProcess(club.database.appUrl);
  const running = Array.from(
    { length: 20 },
    async () =>
      await other.call("POST", "/api/user/signin", {
        body: { user_name: "nobody", password: "not the password" },
      }),
  );
  await new Promise((resolve) => setTimeout(resolve, 30));
  const startedAt = performance.now();
  other.kill("SIGTERM");
  const answers = await Promise.all(running);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => ![403, 429, 503].includes(status))).toEqual([]);
  expect(statuses).toContain(403);
  expect(await other.exited).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test("it does not start on settings that cannot be, and says why in one sentence", async () => {
  await expect(startClubProcess(club.database.appUrl, { PORT: "http" })).rejects.toThrow(
    /PORT must be/,
  );
  const port = new URL(club.url).port;
  await expect(startClubProcess(club.database.appUrl, { PORT: port })).rejects.toThrow(
    /Port \d+ cannot be used/,
  );
  await expect(startClubProcess(club.database.ownerUrl)).rejects.toThrow(/owns audit, chain/);
});
