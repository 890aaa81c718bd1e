import { once } from "node:events";
import { createServer, connect, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getPublicBooks } from "@club/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { createLog } from "../../core/metrics/log.ts";
import { readSettings } from "../../core/settings/settings.ts";
import { callerOf, startClub, type TestClub } from "../../test/club.ts";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";
import { startEdge, type RunningEdge } from "./start-edge.ts";

/** P20 at an edge: no gaps, nothing twice, and nothing that is not for everybody. */
const TOKEN = "an-edge-shows-this-to-its-club-and-nobody-else";
const READERS = 200;
const RACE = "race:00000000-0000-7000-8000-000000000001";

let database: FreshDatabase;
let club: TestClub;
let edge: RunningEdge;
let race: TestRace;

/** The same club again, at the same address. */
async function openClub(port = "0"): Promise<TestClub> {
  const env = { CLUB_EDGE_TOKEN: TOKEN, CLUB_PUBLIC_BOOKS: "1", PORT: port };
  return await startClub({ database, env });
}

async function openEdge(of: string, env: Record<string, string> = {}): Promise<RunningEdge> {
  const settings = readSettings({
    NODE_ENV: "test",
    HOST: "127.0.0.1",
    PORT: "0",
    CLUB_EDGE_OF: of,
    CLUB_EDGE_TOKEN: TOKEN,
    CLUB_STREAMS_PER_ADDRESS: "0",
    ...env,
  });
  return await startEdge({ settings, log: createLog("fatal") });
}

beforeAll(async () => {
  database = await freshDatabase();
  club = await openClub();
  [race] = (await openRaceDay(club)) as [TestRace];
  edge = await openEdge(club.url);
});
afterAll(async () => {
  await edge.stop();
  await club.close();
  await database.drop();
});

/** Numbered events, as the writer writes them; an idle club has no others. @returns the public ones */
async function tell(count: number, at: Pick<TestClub, "asAdmin"> = club): Promise<number[]> {
  const rows = await at.asAdmin(
    `INSERT INTO event (seq, topic, kind, payload, at)
     SELECT (SELECT coalesce(max(seq), 0) FROM event) + i,
       (ARRAY['races', 'players', $2, 'operator'])[1 + i % 4], 'padding',
       '{"players": {"00000000-0000-7000-8000-00000000000a": 1}}', club_now_ms()
     FROM generate_series(1, $1) i RETURNING seq::int, topic`,
    [count, RACE],
  );
  await at.asAdmin("SELECT pg_notify('club_events', '')");
  return rows.filter(({ topic }) => topic === "races" || topic === RACE).map(({ seq }) => seq);
}

/** Reads a stream as the app does: it comes back with its Last-Event-ID. */
class Reader {
  readonly ids: number[] = [];
  readonly controls: string[] = [];
  #lastId: string | null = null;
  #abort = new AbortController();
  #isOver = false;
  readonly done = this.#run();

  stop(): void {
    this.#isOver = true;
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#read().catch(() => undefined);
      await sleep(30);
    }
  }

  async #read(): Promise<void> {
    this.#abort = new AbortController();
    const response = await fetch(`${edge.url}/api/stream?topics=races,${RACE}`, {
      headers: this.#lastId === null ? {} : { "last-event-id": this.#lastId },
      signal: this.#abort.signal,
    });
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) this.#take(part);
    }
  }

  #take(part: string): void {
    const [, id, kind = ""] = /^id: (\d+)\nevent: (\w+)$/m.exec(part) ?? [];
    if (id === undefined) return;
    this.#lastId = id;
    if (kind === "padding") this.ids.push(Number(id));
    else if (kind === "ready" || kind === "resync") this.controls.push(kind);
  }
}

test("200 readers get every public event once and in order: the feed cut, the club started anew; a gap too long is told", async () => {
  const readers = Array.from({ length: READERS }, () => new Reader());
  await expect.poll(() => readers.every(({ controls }) => controls.length === 1)).toBe(true);
  const told: number[] = [];
  const allHeard = async (): Promise<void> => {
    await expect
      .poll(() => new Set(readers.map(({ ids }) => ids.at(-1))))
      .toEqual(new Set([told.at(-1)]));
  };
  told.push(...(await tell(80)));
  await allHeard();
  // The feed is cut while much comes.
  for (let round = 0; round < 3; round += 1) {
    club.ctx.streams.endAll(0);
    told.push(...(await tell(40)));
  }
  await allHeard();
  const { port } = new URL(club.url);
  await club.close();
  told.push(...(await tell(80)));
  club = await openClub(port);
  told.push(...(await tell(40)));
  await allHeard();
  for (const { ids } of readers) expect(ids).toEqual(told);
  expect(new Set(readers.flatMap(({ controls }) => controls))).toEqual(new Set(["ready"]));
  // More than the club has in memory when it is back: who reads is told so, and goes on from there.
  await club.close();
  await tell(6000);
  club = await openClub(port);
  await expect.poll(() => readers.every(({ controls }) => controls.at(-1) === "resync")).toBe(true);
  for (const { ids } of readers) expect(ids).toEqual(told);
  const later = await tell(20);
  await expect.poll(() => readers.every(({ ids }) => ids.at(-1) === later.at(-1))).toBe(true);
  for (const { ids, controls } of readers) {
    expect(ids.slice(-later.length)).toEqual(later);
    expect(controls).toEqual(["ready", "resync"]);
  }
  for (const reader of readers) reader.stop();
  await Promise.all(readers.map(async ({ done }) => await done));
  await expect.poll(() => edge.ctx.streams.count).toBe(0);
});

/** How many requests the club itself has answered on a route. */
async function answered(route: string): Promise<number> {
  const { values } = await club.ctx.metrics.requests.get();
  return values
    .filter(({ labels }) => labels.route === route)
    .reduce((sum, { value }) => sum + value, 0);
}

test("a crowd of 500 costs the club one request, and who has an answer is not sent it again", async () => {
  const { path } = getPublicBooks;
  const before = await answered(path);
  const answers = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const answer = await fetch(edge.url + path);
      return [answer.status, answer.headers.get("cache-control"), await answer.text()].join("\n");
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^200\npublic, max-age=20/);
  expect((await answered(path)) - before).toBe(1);
  const first = await fetch(edge.url + path);
  const tag = first.headers.get("etag") ?? "";
  const again = await fetch(edge.url + path, { headers: { "if-none-match": tag } });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
  const head = await fetch(edge.url + path, { method: "HEAD" });
  expect([head.status, head.headers.get("etag")]).toEqual([200, tag]);
});

test("it hands on what the club does, with its headers", async () => {
  for (const path of [
    "/api/events/races",
    `/api/events/race/${race.race_id}`,
    "/api/sport/list",
    "/api/club",
    "/api/status",
    "/.well-known/club-roots",
  ]) {
    const [here, there] = [await fetch(edge.url + path), await fetch(club.url + path)];
    expect([path, here.status]).toEqual([path, 200]);
    for (const name of [
      "cache-control",
      "content-type",
      "content-security-policy",
      "vary",
      "access-control-allow-origin",
      "x-content-type-options",
    ])
      expect([path, name, here.headers.get(name)]).toEqual([path, name, there.headers.get(name)]);
    expect(Object.keys((await here.json()) as object)).toEqual(
      Object.keys((await there.json()) as object),
    );
  }
  const door = await fetch(edge.url, { redirect: "manual" });
  expect([door.status, door.headers.get("location")]).toEqual([302, "/app/"]);
});

test("of all routes of the club none is handed on that is not for everybody", async () => {
  const routes = new Set(club.ctx.routes.map(({ path }) => path));
  let handedOn = 0;
  for (const route of routes) {
    const path = route.replace(/:\w+/g, newId).replace("*", "x");
    if (
      ["/", "/app", "/healthz", "/readyz", "/readyz/read", "/metrics", "/api/stream"].includes(path)
    )
      continue;
    const here = await fetch(edge.url + path, { redirect: "manual" });
    const body = await here.text();
    if (here.status !== 200) {
      expect([path, here.status, here.headers.get("cache-control")]).toEqual([
        path,
        404,
        "no-store",
      ]);
      expect(JSON.parse(body)).toMatchObject({ status: 404, code: "not_found" });
      continue;
    }
    handedOn += 1;
    expect([path, here.headers.get("cache-control")]).toEqual([
      path,
      expect.stringContaining("public"),
    ]);
    expect(path).not.toMatch(/^\/(console|metrics|api\/(operator|user|edge))/);
  }
  expect(handedOn).toBeGreaterThan(5);
});

describe("for somebody in particular", () => {
  test.each([
    ["GET", "/api/events/races", { authorization: "Bearer x" }],
    ["GET", "/api/stream?topics=races", { authorization: "Bearer x" }],
    ["POST", "/api/user/signin", { "content-type": "application/json" }],
    ["POST", "/api/order/place-order", { "content-type": "text/plain" }],
    ["PUT", "/api/user/profile", {}],
    ["OPTIONS", "/api/club", { origin: "https://a.example" }],
    ["GET", "/api/operator/stream", {}],
    ["GET", "/api/edge/events", {}],
    ["GET", "/console/", {}],
    ["GET", "/api//club", {}],
    ["GET", "/api/%63lub", {}],
  ] as const)("%s %s is not there", async (method, path, headers) => {
    const body = method === "POST" || method === "PUT" ? "{}" : undefined;
    const answer = await callerOf(edge.url)(method, path, { headers, body });
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    "player",
    "operator",
    "players",
    "player:00000000-0000-7000-8000-00000000000a",
    "races,player",
  ])("topics %s", async (topics) => {
    const answer = await callerOf(edge.url)("GET", `/api/stream?topics=${topics}`);
    expect([answer.status, answer.body.code, answer.body.params]).toEqual([
      422,
      "request.invalid",
      { field: "topics" },
    ]);
  });
});

test("an address has so many streams, as at the club", async () => {
  const small = await openEdge(club.url, { CLUB_STREAMS_PER_ADDRESS: "2" });
  const abort = new AbortController();
  const open = async (): Promise<number> =>
    (await fetch(`${small.url}/api/stream?topics=races`, { signal: abort.signal })).status;
  await expect.poll(() => small.ctx.feed.events.lastSeq).not.toBeNull();
  expect([await open(), await open(), await open()]).toEqual([200, 200, 429]);
  abort.abort();
  await small.stop();
});

test("a reader that takes nothing is cut, the others read on, and it resumes without a gap", async () => {
  const open = (lastId = ""): { socket: Socket; ids: () => number[]; text: () => string } => {
    const { hostname, port } = new URL(edge.url);
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    let text = "";
    socket.on("data", (piece) => (text += piece.toString()));
    const resume = lastId === "" ? "" : `last-event-id: ${lastId}\r\n`;
    socket.write(`GET /api/stream?topics=sports HTTP/1.1\r\nhost: x\r\n${resume}\r\n`);
    const ids = (): number[] =>
      [...text.slice(0, text.lastIndexOf("\n\n")).matchAll(/^id: (\d+)\nevent: much$/gm)].map(
        ([, id]) => Number(id),
      );
    return { socket, ids, text: () => text };
  };
  const quick = open();
  const slow = open();
  await expect.poll(() => [quick, slow].every((one) => one.text().includes("event: "))).toBe(true);
  slow.socket.pause();
  const told: number[] = [];
  for (let round = 0; edge.ctx.streams.count > 1 && round < 12; round += 1) {
    const rows = await club.asAdmin(
      `INSERT INTO event (seq, topic, kind, payload, at)
       SELECT (SELECT max(seq) FROM event) + i, 'sports', 'much',
         jsonb_build_object('text', repeat('x', 100000)), club_now_ms()
       FROM generate_series(1, 160) i RETURNING seq::int`,
    );
    told.push(...rows.map(({ seq }) => seq));
    await club.asAdmin("SELECT pg_notify('club_events', '')");
    await expect.poll(() => quick.ids().at(-1)).toBe(told.at(-1));
  }
  expect(quick.ids()).toEqual(told);
  expect(edge.ctx.streams.count).toBe(1);
  const ended = once(slow.socket, "close");
  slow.socket.resume();
  await ended;
  const got = slow.ids();
  expect(got).toEqual(told.slice(0, got.length));
  const back = open(String(got.at(-1) ?? (told[0] as number) - 1));
  await expect.poll(() => got.length + back.ids().length).toBe(told.length);
  expect([...got, ...back.ids()]).toEqual(told);
  quick.socket.destroy();
  back.socket.destroy();
});

describe("health and metrics", () => {
  test("are as at the club", async () => {
    const call = callerOf(edge.url);
    for (const path of ["/healthz", "/readyz", "/readyz/read"])
      expect([path, (await call("GET", path)).body]).toEqual([path, { status: "ok" }]);
    const { body } = await call("GET", "/metrics");
    for (const name of [
      "club_stream_subscribers",
      "club_edge_feed_delay_seconds_count",
      "club_edge_answers_total",
      "club_edge_kept_bytes",
    ])
      expect(body).toMatch(new RegExp(`^${name}(\\{.*\\})? [\\d.e+]+$`, "m"));
    const guarded = await openEdge(club.url, { CLUB_CONSOLE_HOST: "desk.example" });
    expect((await callerOf(guarded.url)("GET", "/metrics")).status).toBe(404);
    await guarded.stop();
  });
});

describe("a start", () => {
  test("with another token, at no club, or at a name that is none is refused in one sentence", async () => {
    const other = { CLUB_EDGE_TOKEN: "x".repeat(40) };
    await expect(openEdge(club.url, other)).rejects.toThrow(
      /has another CLUB_EDGE_TOKEN than this edge\.$/,
    );
    await expect(openEdge(edge.url)).rejects.toThrow(/^There is no feed for edges at .*\.$/);
    await expect(openEdge("http://nowhere.invalid")).rejects.toThrow(
      /^There is no machine of the name/,
    );
    const settings = readSettings({ CLUB_EDGE_TOKEN: TOKEN });
    await expect(startEdge({ settings, log: createLog("fatal") })).rejects.toThrow(
      /^An edge needs CLUB_EDGE_OF/,
    );
  });

  test("while the club is away: it waits for it, and says so meanwhile", async () => {
    const probe = createServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const early = await openEdge(`http://127.0.0.1:${port}`);
    const call = callerOf(early.url);
    expect((await call("GET", "/healthz")).status).toBe(200);
    for (const path of ["/readyz", "/readyz/read"])
      expect([path, (await call("GET", path)).body]).toEqual([
        path,
        { status: "the club is away" },
      ]);
    for (const path of ["/api/stream?topics=races", "/api/club"])
      expect([path, (await call("GET", path)).body.code]).toEqual([path, "club.away"]);
    const late = await startClub({ database, env: { CLUB_EDGE_TOKEN: TOKEN, PORT: String(port) } });
    await expect.poll(async () => (await call("GET", "/readyz")).status).toBe(200);
    await expect.poll(async () => (await call("GET", "/api/club")).status).toBe(200);
    await early.stop();
    await late.close();
  });
});

test("a club that goes away: what is kept is served on, anything else is refused; readers stay", async () => {
  const call = callerOf(edge.url);
  expect((await call("GET", "/api/club")).status).toBe(200);
  const reader = new Reader();
  await expect.poll(() => reader.controls).toEqual(["ready"]);
  const { port } = new URL(club.url);
  await club.close();
  // Past the second for which it is fresh, and the two in which the next one may be fetched.
  await sleep(3500);
  expect((await call("GET", "/api/club")).status).toBe(200);
  const other = await call("GET", "/api/events/pauses?x=1");
  expect([other.status, other.body.code]).toEqual([503, "club.away"]);
  expect((await call("GET", "/readyz")).status).toBe(200);
  expect(edge.ctx.streams.count).toBe(1);
  club = await openClub(port);
  const told = await tell(8);
  await expect.poll(() => reader.ids).toEqual(told);
  expect(reader.controls).toEqual(["ready"]);
  reader.stop();
  await reader.done;
});
