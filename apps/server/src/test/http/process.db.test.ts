import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
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
  const { token } = await club.signUp();
  const uid = async (): Promise<Answer> => await other.call("GET", "/api/user/uid", { token });
  const running = await halfSent(other.url, token);
  await expect
    .poll(async () => (await other.call("GET", "/metrics")).body as string)
    .toContain("club_http_requests_at_work 1\n");
  other.kill("SIGTERM");
  let late = await uid();
  while (late.status === 200) late = await uid();
  expect([late.status, late.headers.get("retry-after"), late.headers.get("connection")]).toEqual([
    503,
    "1",
    "close",
  ]);
  expect(await running.finish()).toMatch(/^HTTP\/1\.1 200 .*"language":"fr"/s);
  expect(await other.exited).toBe(0);
});

/** A request whose body is sent for as long as the test wants. */
async function halfSent(url: string, token: string): Promise<{ finish(): Promise<string> }> {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ language: "fr" });
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let answer = "";
  socket.on("data", (piece: Buffer) => (answer += piece.toString()));
  const closed = once(socket, "close");
  socket.write(
    `PUT /api/user/profile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
  );
  const finish = async (): Promise<string> => {
    socket.write(body.slice(1));
    await closed;
    return answer;
  };
  return { finish };
}

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
    // As if the starter had died: the server ends by itself, gracefully.
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

/** A proxy before the database that can be cut and restored. */
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
  // Not one that the system hands out: while the proxy is cut, another program would get it.
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
  expect((await gone.call("GET", "/readyz/read")).status).toBe(200);
  expect((await gone.call("GET", "/healthz")).status).toBe(200);
  // It recovers by itself.
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
  // At once, so that what the rate gives back meanwhile cannot be enough for all.
  answers.push(...(await Promise.all(Array.from({ length: 80 }, () => quote(busy.token)))));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.slice(0, 40).every(({ status }) => status === 422)).toBe(true);
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
  expect((await quote(calm.token)).status).toBe(422);
});
