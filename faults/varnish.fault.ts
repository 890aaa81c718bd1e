import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { callerOf, ok, type TestPlayer } from "../apps/server/src/test/club.ts";
import type { TestRace } from "../apps/server/src/test/race-day.ts";
import { FaultClub } from "./lib/fault-club.ts";

/** P15: deploy/varnish/club.vcl keeps what everybody may read, and nothing else. */

const VCL = join(import.meta.dirname, "../deploy/varnish/club.vcl");
const STARTS_WITHIN_MS = 60_000;
const hasVarnish = spawnSync("varnishd", ["-V"]).status === 0;
if (!hasVarnish) console.log("varnishd is not installed: its configuration is not tried.");

let place: string;
let club: FaultClub;
let varnish: ChildProcess;
let url: string;
let race: TestRace;
let player: TestPlayer;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** How many answers the club itself has given on a route. */
async function answered(route: string): Promise<number> {
  const text = await (await fetch(`${club.url}/metrics`)).text();
  const lines = text
    .split("\n")
    .filter((line) => line.startsWith("club_http_requests_total") && line.includes(`"${route}"`));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

describe.runIf(hasVarnish)("a cache in front", () => {
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), "club-varnish-"));
    await chmod(place, 0o755);
    club = await FaultClub.start();
    const text = await readFile(VCL, "utf8");
    const vcl = join(place, "club.vcl");
    await writeFile(vcl, text.replace('"8080"', `"${new URL(club.url).port}"`));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const jail = process.getuid?.() === 0 ? [] : ["-j", "none"];
    varnish = spawn(
      "varnishd",
      [
        "-F",
        ...jail,
        "-n",
        join(place, "work"),
        "-a",
        `127.0.0.1:${port}`,
        "-f",
        vcl,
        "-s",
        "malloc,64m",
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    await vi.waitFor(async () => expect((await get("/healthz")).status).toBe(200), {
      timeout: STARTS_WITHIN_MS,
    });
    [player] = (await club.players(1, 1_000_000)) as [TestPlayer];
    race = await club.openRace();
  });
  afterAll(async () => {
    varnish?.kill("SIGTERM");
    if (varnish?.exitCode === null) await once(varnish, "exit");
    await club?.stop();
    await rm(place, { recursive: true, force: true });
  });

  test("a crowd that looks at a race is served by the cache", async () => {
    const path = `/api/events/race/${race.race_id}`;
    const before = await answered("/api/events/race/:race_id");
    const answers = await Promise.all(
      Array.from(
        { length: 300 },
        async (_, at) =>
          await get(path, at % 2 === 0 ? {} : { authorization: `Bearer ${player.token}` }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.some(({ headers }) => headers.get("x-cache") === "hit")).toBe(true);
    const asked = (await answered("/api/events/race/:race_id")) - before;
    expect(asked).toBeGreaterThan(0);
    expect(asked, "most never reached the club").toBeLessThan(150);
    const tag = answers[0]?.headers.get("etag") ?? "";
    await expect.poll(async () => (await get(path, { "if-none-match": tag })).status).toBe(304);
  });

  test("what is somebody's own is asked for each time, and each gets their own", async () => {
    const other = await club.server.signUp();
    const through = callerOf(url);
    for (const [who, cents] of [
      [player, 1_000_000],
      [other, 0],
      [player, 1_000_000],
    ] as const) {
      const answer = await through("GET", "/api/user/wallet", { token: who.token });
      expect(ok(answer).cash_cents).toBe(cents);
      expect([answer.headers.get("cache-control"), answer.headers.get("x-cache")]).toEqual([
        "no-store",
        "miss",
      ]);
    }
    expect((await through("GET", "/api/user/wallet")).status).toBe(401);
  });

  test("a refusal is not kept: each reads it in a language of their own", async () => {
    const path = "/api/events/race/00000000-0000-7000-8000-000000000000";
    const words = async (language: string) =>
      (JSON.parse((await get(path, { "accept-language": language })).text) as { message: string })
        .message;
    expect(await words("fr")).not.toBe(await words("en"));
  });

  test("what changed is seen when its second is over, and a stream stays open", async () => {
    const stop = new AbortController();
    const stream = await fetch(`${url}/api/stream?topics=races`, { signal: stop.signal });
    expect(stream.status).toBe(200);
    const path = `/api/events/race/${race.race_id}`;
    await get(path);
    const { token } = await club.server.operator();
    const closing = `/api/operator/races/${race.race_id}/close`;
    ok(await club.server.call("POST", closing, { token, body: { reason: "for a cache" } }));
    await expect
      .poll(
        async () =>
          (JSON.parse((await get(path)).text) as { data: { status: string } }).data.status,
      )
      .toBe("closed");
    const reader = stream.body!.getReader();
    let heard = "";
    while (!heard.includes("closed")) heard += String(Buffer.from((await reader.read()).value!));
    stop.abort();
  });
});
