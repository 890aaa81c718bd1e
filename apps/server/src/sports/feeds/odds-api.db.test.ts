import { once } from "node:events";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestClub, ok, startClub } from "../../test/club.ts";
import { type TestEvent, inMinutes } from "../../test/sport-desk.ts";
import { book, oddsEvent } from "../../test/odds-api.ts";
import { watchFeed } from "./watch-feed.ts";

let club: TestClub;
const desk = async (path: string, body: unknown = {}) => {
  const { token } = await club.operator();
  return await club.call("POST", `/api/operator/sports${path}`, { token, body });
};
const importFeed = async (body: Record<string, unknown>) => ok(await desk("/events/import", body));

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => await club.close());

describe("the-odds-api", () => {
  const fed = async (
    id: string,
  ): Promise<
    TestEvent & { status: string; start_time: string; live: unknown; is_live: boolean }
  > => {
    const [row] = await club.query("SELECT id FROM sport_event WHERE source_id = $1", [id]);
    return ok(await club.call("GET", `/api/sport/${row!["id"]}`));
  };
  const oddsOf = (of: TestEvent, type: string) =>
    of.markets.find((market) => market.type === type)?.outcomes.map(({ odds_milli }) => odds_milli);

  test("the median of the bookmakers, or one of them; a margin of the club's own", async () => {
    const books = [
      book("a", [2.1, 3.4, 3.6]),
      book("b", [2.14, 3.35, 3.5]),
      book("c", [2.3, 3.3, 3.4]),
    ];
    const format = "the-odds-api";
    await importFeed({ format, payload: [oddsEvent("m1", books)] });
    expect(oddsOf(await fed("m1"), "1x2")).toEqual([2140, 3350, 3500]);
    await importFeed({ format, payload: JSON.stringify([oddsEvent("m2", books)]), bookmaker: "a" });
    expect(oddsOf(await fed("m2"), "1x2")).toEqual([2100, 3400, 3600]);
    await importFeed({
      format,
      payload: [oddsEvent("m3", [book("a", [2, 4, 4])])],
      margin_bps: 1000,
    });
    expect(oddsOf(await fed("m3"), "1x2")).toEqual([1818, 3636, 3636]);
  });

  test("prices move as versions; a line that is gone takes no more bets; the diff names each", async () => {
    const format = "the-odds-api";
    const at = { commence_time: inMinutes(90) };
    await importFeed({
      format,
      payload: [oddsEvent("m4", [book("a", [2.1, 3.4, 3.6], [2.5, 1.9, 1.9])], at)],
    });
    const moved = [oddsEvent("m4", [book("a", [2.2, 3.4, 3.4], [2.75, 1.95, 1.85])], at)];
    const dry = await importFeed({ format, payload: moved, dry_run: true });
    expect(
      dry.changes.map(({ what, key, before, after }: Record<string, unknown>) => [
        what,
        key,
        before,
        after,
      ]),
    ).toEqual([
      ["price", "home", "2.10", "2.20"],
      ["price", "away", "3.60", "3.40"],
      ["market", null, null, "2.75"],
      ["market", null, "open", "suspended"],
    ]);
    expect(oddsOf(await fed("m4"), "1x2")).toEqual([2100, 3400, 3600]);
    await importFeed({ format, payload: moved });
    const { markets } = await fed("m4");
    expect(
      markets.map((market) => [
        market.type,
        (market as unknown as { status: string }).status,
        market.version,
      ]),
    ).toEqual([
      ["1x2", "open", 2],
      ["over_under", "suspended", 2],
      ["over_under", "open", 1],
    ]);
    expect(markets[0]!.outcomes[0]).toMatchObject({ odds_milli: 2200, previous_odds_milli: 2100 });
  });

  test("scores: live ones are shown, final ones wait for an operator to settle", async () => {
    const format = "the-odds-api";
    await importFeed({ format, payload: [oddsEvent("m5", [book("a", [2, 3, 4])])] });
    await club.asAdmin(
      "UPDATE sport_event SET start_time = club_now() - interval '1 hour' WHERE source_id = 'm5'",
    );
    const scores = (home: string, away: string) => [
      { name: "Northgate Rovers", score: home },
      { name: "Harbour Town", score: away },
    ];
    const past = new Date(Date.now() - 3_600_000).toISOString();
    const base = { ...oddsEvent("m5", [], { commence_time: past }), bookmakers: undefined };
    await importFeed({
      format,
      payload: [{ ...base, completed: false, scores: scores("1", "0") }],
    });
    await expect
      .poll(async () => (await fed("m5")).live)
      .toEqual({ home: 1, away: 0, clock: null });
    expect(
      await importFeed({
        format,
        payload: [{ ...base, completed: true, scores: scores("2", "1") }],
      }),
    ).toMatchObject({ results: 1 });
    const { event_id, status } = await fed("m5");
    expect(status).toBe("closed");
    const settled = ok(await desk(`/events/${event_id}/settle`, { result_version: 1 }));
    expect(settled).toMatchObject({ status: "settled", score: { home: 2, away: 1 } });
  });

  test("what cannot be read is refused, what is odd is left out and named", async () => {
    const code = async (body: unknown) => (await desk("/events/import", body)).body.code;
    expect(await code({ format: "the-odds-api", payload: { not: "a list" } })).toBe(
      "feed.unreadable",
    );
    expect(await code({ format: "the-odds-api", payload: "{" })).toBe("feed.unreadable");
    expect(await code({ format: "football-data", payload: "a,b\n1,2" })).toBe("feed.unreadable");
    const odd = await importFeed({
      format: "football-data",
      payload:
        "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,B365H,B365D,B365A\nE0,31/02/26,X,Y,,,,2,3,4\nE0,01/03/99,X,,,,,2,3,4\nE0,01/03/2099,X,Z,,,,2,,4\n",
    });
    expect(odd).toMatchObject({
      added: 1,
      problems: [
        "line 2: its time is none",
        "line 3: a team is missing",
        "line 4: 1x2 lacks a price",
      ],
    });
  });

  test("a watched folder: a file is read when it changes, and what cannot be read is told", async () => {
    const folder = mkdtempSync(join(tmpdir(), "club-feed-"));
    const ctx = {
      ...club.ctx,
      settings: { ...club.ctx.settings, sportsFeed: folder, sportsFeedSeconds: 0 },
    };
    const at = { commence_time: inMinutes(90) };
    const write = (price: number) =>
      writeFileSync(
        join(folder, "a.json"),
        JSON.stringify([oddsEvent("m7", [book("a", [price, 3, 4])], at)]),
      );
    write(2);
    // A file still being written is left for the next look.
    await watchFeed(ctx);
    const { rows: none } = await club.ctx.db.jobs.query(
      "SELECT FROM sport_event WHERE source_id = 'm7'",
    );
    expect(none).toEqual([]);
    await watchFeed(ctx);
    expect(oddsOf(await fed("m7"), "1x2")).toEqual([2000, 3000, 4000]);
    await watchFeed(ctx);
    write(2.5);
    utimesSync(join(folder, "a.json"), new Date(), new Date(Date.now() + 5000));
    writeFileSync(join(folder, "b.csv"), "nothing");
    writeFileSync(join(folder, "c.json"), " ".repeat(9 * 1024 * 1024));
    await watchFeed(ctx);
    await watchFeed(ctx);
    expect((await fed("m7")).markets[0]).toMatchObject({ version: 2 });
    rmSync(folder, { recursive: true });
    const { token } = await club.operator();
    const { body } = await club.call("GET", "/api/operator/sports/feeds", { token });
    const byName = Object.fromEntries(body.list.map((each: { name: string }) => [each.name, each]));
    expect(byName["folder:a.json"]).toMatchObject({ kind: "folder", last_ok: true });
    expect(byName["folder:b.csv"]).toMatchObject({
      last_ok: false,
      last_message: expect.stringContaining("feed.unreadable"),
    });
    expect(byName["folder:c.json"]).toMatchObject({
      last_ok: false,
      last_message: expect.stringContaining("bytes"),
    });
  });

  test("a polled address: asked with its key, and a feed that is away is told without it", async () => {
    const asked: string[] = [];
    let status = 200;
    const server = createServer((request, reply) => {
      asked.push(request.url ?? "");
      reply.statusCode = status;
      reply.end(JSON.stringify([oddsEvent("m8", [book("a", [2, 3, 4])])]));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const sportsFeed = `http://127.0.0.1:${port}/v4/odds?regions=au`;
    const settings = {
      ...club.ctx.settings,
      sportsFeed,
      sportsFeedKey: "s3cret",
      sportsFeedSeconds: 0,
    };
    await watchFeed({ ...club.ctx, settings });
    expect(asked).toEqual(["/v4/odds?regions=au&apiKey=s3cret"]);
    expect((await fed("m8")).status).toBe("open");
    status = 429;
    await watchFeed({ ...club.ctx, settings });
    server.close();
    const [row] = await club.query(
      "SELECT is_ok, answer::text FROM sport_feed_import WHERE source = 'url' ORDER BY at DESC, id DESC LIMIT 1",
    );
    expect(row).toMatchObject({ is_ok: false, answer: expect.stringContaining("429") });
    expect(row!["answer"]).not.toContain("s3cret");
  });

  test("a watched feed that falls silent takes its events off the board until it speaks again", async () => {
    const format = "the-odds-api" as const;
    const payload = [oddsEvent("m6", [book("a", [2, 3, 4])])];
    const { importFeed: read } = await import("./import-feed.ts");
    await read(club.ctx, { format, payload, source: "url" }, {});
    const { suspendStaleSports } = await import("../events/sport-clock-work.ts");
    await suspendStaleSports(club.ctx);
    expect((await fed("m6")).status).toBe("open");
    await club.asAdmin(
      "UPDATE sport_event SET fed_at = club_now() - interval '10 minutes' WHERE source_id = 'm6'",
    );
    await suspendStaleSports(club.ctx);
    await expect.poll(async () => (await fed("m6")).status).toBe("suspended");
    await read(club.ctx, { format, payload, source: "url" }, {});
    expect((await fed("m6")).status).toBe("open");
  });
});
