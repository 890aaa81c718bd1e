import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub } from "../club.ts";
import type { TestClub, TestPlayer } from "../club.ts";
import { openRaceDay } from "../race-day.ts";
import type { TestRace } from "../race-day.ts";

/** What caches on the way may keep: tagged, the same for everybody, and no refusal. */

const KEPT = /^public, max-age=\d+, stale-while-revalidate=2$/;

let club: TestClub;
let race: TestRace;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub();
  [race] = (await openRaceDay(club)) as [TestRace];
  player = await club.signUp();
});
afterAll(async () => await club?.close());

function paths(): string[] {
  const { race_id: id } = race;
  const day = new Date().toISOString().slice(0, 10);
  return [
    "/api/events/races",
    `/api/events/day_table?day=${day}&event_type=`,
    `/api/events/gethorse_name?race_id=${id}`,
    `/api/events/race/${id}`,
    `/api/events/race/${id}/form`,
    `/api/races/${id}/board?pool=QUINELLA`,
    `/api/events/roots?day=${day}`,
    "/api/events/pauses",
    "/api/sport/list",
    "/api/club",
    "/.well-known/club-roots",
  ];
}

test("public lists, races, prices and proofs are tagged, and not sent twice to who has them", async () => {
  for (const path of paths()) {
    // Two looks may be a second apart, and show two moments.
    await expect
      .poll(async () => {
        const first = await fetch(club.url + path);
        const tag = first.headers.get("etag") ?? "none";
        expect([path, first.status]).toEqual([path, 200]);
        expect([path, first.headers.get("cache-control")]).toEqual([
          path,
          expect.stringMatching(KEPT),
        ]);
        expect([path, tag]).toEqual([path, expect.stringMatching(/^"[\w-]{43}"$/)]);
        await first.arrayBuffer();
        const again = await fetch(club.url + path, {
          headers: { "if-none-match": `"other", W/${tag}` },
        });
        const body = await again.text();
        if (again.status !== 304) return again.status;
        expect([path, body, again.headers.get("etag")]).toEqual([path, "", tag]);
        expect(again.headers.get("cache-control")).toMatch(KEPT);
        return 304;
      })
      .toBe(304);
    const other = await fetch(club.url + path, { headers: { "if-none-match": '"other"' } });
    expect([path, other.status, (await other.text()).length > 0]).toEqual([path, 200, true]);
  }
});

test("a session changes nothing in what is kept", async () => {
  for (const path of paths()) {
    await expect
      .poll(async () => {
        const stranger = await club.call("GET", path);
        const known = await club.call("GET", path, { token: player.token });
        return JSON.stringify(timeless(known.body)) === JSON.stringify(timeless(stranger.body));
      })
      .toBe(true);
  }
  expect(club.ctx.calls.some(({ access }) => access === "player")).toBe(true);
});

/** Without the moment of the look. */
function timeless(body: { data?: object }): unknown {
  return { ...body, data: { ...body.data, as_of: null, at: null } };
}

test("a refusal is kept by nobody, and has no tag", async () => {
  const gone = await club.call("GET", "/api/events/race/00000000-0000-7000-8000-000000000000");
  expect(gone.status).toBe(404);
  expect([gone.headers.get("cache-control"), gone.headers.get("etag")]).toEqual(["no-store", null]);
});
