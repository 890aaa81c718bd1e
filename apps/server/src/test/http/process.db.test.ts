import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../club.ts";
import type { Answer, TestClub } from "../club.ts";
import { freshDatabase } from "../database.ts";
import { startClubProcess } from "../club-process.ts";

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());

test("a session of one process is good in another, which hears of its end at once", async () => {
  const other = await startClubProcess(club.database.appUrl);
  try {
    const player = await club.signUp();
    const { token } = player;
    expect((await other.call("GET", "/api/user/uid", { token })).body.data).toBe(player.id);
    ok(await club.call("POST", "/api/user/signout", { token }));
    expect((await club.call("GET", "/api/user/uid", { token })).status).toBe(401);
    await expect
      .poll(async () => (await other.call("GET", "/api/user/uid", { token })).status)
      .toBe(401);
  } finally {
    expect(await other.stop()).toBe(0);
  }
});

test("SIGTERM lets running requests finish, sends new ones away and ends with 0", async () => {
  const other = await startClubProcess(club.database.appUrl);
  const { id, token } = await club.signUp();
  const admin = new pg.Client({ connectionString: club.database.adminUrl });
  await admin.connect();
  await admin.query("BEGIN");
  await admin.query("SELECT FROM player WHERE id = $1 FOR UPDATE", [id]);
  const running = other.call("PUT", "/api/user/profile", { token, body: { language: "fr" } });
  // Asked outside the transaction, which would see one state of it for ever.
  const waiting = async (): Promise<unknown[]> =>
    await club.asAdmin(
      // The tests beside this one wait in databases of their own.
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
         AND wait_event_type = 'Lock' AND query LIKE '%FROM player%'`,
    );
  while ((await waiting()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const startedAt = performance.now();
  other.kill("SIGTERM");
  while ((await other.call("GET", "/readyz")).status === 200)
    await new Promise((resolve) => setTimeout(resolve, 10));
  const late = await other.call("GET", "/api/user/uid", { token });
  expect([late.status, late.headers.get("retry-after"), late.headers.get("connection")]).toEqual([
    503,
    "1",
    "close",
  ]);
  await admin.query("COMMIT");
  await admin.end();
  expect(ok(await running)).toMatchObject({ language: "fr" });
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

test("without a password for the owner a random one is told once", async () => {
  const database = await freshDatabase();
  const env = { CLUB_OWNER_PASSWORD: "" };
  try {
    const first = await startClubProcess(database.appUrl, env);
    const password = /user owner, password (\S+)/.exec(first.lines.join("\n"))?.[1];
    expect(password).toMatch(/^[a-zA-Z2-9]{16}$/);
    const body = { user_name: "owner", password };
    ok(await first.call("POST", "/api/operator/signin", { body }));
    expect(first.output()).not.toContain(password);
    // The starter died: the server ends by itself, politely.
    first.disconnect();
    expect(await first.exited).toBe(0);
    const second = await startClubProcess(database.appUrl, env);
    expect(second.lines.join("\n")).not.toContain("password");
    ok(await second.call("POST", "/api/operator/signin", { body }));
    expect(await second.stop()).toBe(0);
  } finally {
    await database.drop();
  }
});

/** A way to the database that can be cut and mended. */
async function wayTo(
  databaseUrl: string,
): Promise<{ url: string; cut(): void; mend(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  /** False when the port is taken. */
  const listen = async (port: number): Promise<boolean> => {
    server.listen(port, "127.0.0.1");
    return await once(server, "listening").then(
      () => true,
      () => false,
    );
  };
  // Not one that the system gives out by itself: while the way is cut another would get it.
  const anyPort = (): number => randomInt(10_000, 30_000);
  let port = anyPort();
  while (!(await listen(port))) port = anyPort();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    mend: async (): Promise<void> => expect(await listen(port), "its port is free").toBe(true),
  };
}

test("a database that is gone is a clear 503, and nothing hangs", async () => {
  const database = await freshDatabase();
  const way = await wayTo(database.appUrl);
  const gone = await startClub({ database: { ...database, appUrl: way.url } });
  const { token } = await gone.signUp();
  way.cut();
  for (const [method, path] of [
    ["GET", "/api/user/balance"],
    ["GET", "/api/user/profile"],
    ["POST", "/api/user/heartbeat"],
    ["POST", "/api/user/verification"],
  ] as const) {
    const body = { phone: "+61400000000", purpose: "register" };
    const answer = await gone.call(method, path, { token, ...(method === "POST" && { body }) });
    expect([path, answer.status, answer.body.code]).toEqual([
      path,
      503,
      expect.stringMatching(/^club\.(away|busy)$/),
    ]);
    expect(answer.headers.get("retry-after")).toBe("1");
  }
  expect((await gone.call("GET", "/readyz")).status).toBe(503);
  expect((await gone.call("GET", "/healthz")).status).toBe(200);
  // It comes back by itself.
  await way.mend();
  ok(await gone.call("GET", "/api/user/balance", { token }));
  expect((await gone.call("GET", "/readyz")).status).toBe(200);
  await gone.close();
  way.cut();
  await database.drop();
});

test("quotes: 40 at once, then 429 with Retry-After, and nobody else is slowed", async () => {
  const [busy, calm] = [await club.signUp(), await club.signUp()];
  const quote = async (token: string): Promise<Answer> =>
    await club.call("POST", "/api/order/quote", { token, body: {} });
  const answers: Answer[] = [];
  for (let i = 0; i < 40; i++) answers.push(await quote(busy.token));
  // At once, so that what comes back meanwhile cannot be enough for all.
  answers.push(...(await Promise.all(Array.from({ length: 80 }, () => quote(busy.token)))));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.slice(0, 40).every(({ status }) => status === 422)).toBe(true);
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
  expect((await quote(calm.token)).status).toBe(422);
});
