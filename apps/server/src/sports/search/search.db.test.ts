import type { SearchHit } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RATES } from "../../core/limits/rate-limit.ts";
import { startClub, type TestClub } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";
import { inMinutes, makeMatch, type TestEvent } from "../../test/sport-desk.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";

/* One search over the open and coming card. */

let club: TestClub;
let races: TestRace[];
let match: TestEvent;

const raceAt = (at: number): TestRace => races[at] as TestRace;

beforeAll(async () => {
  club = await startClub();
  races = await openRaceDay(club, { races: 3, runners: 12 });
  match = await makeMatch(club, {
    home: "Étoile Rouge",
    away: "Malmø FF",
    start_time: inMinutes(90),
  });
  await club.asAdmin(
    `UPDATE runner n SET jockey = 'Zoë O''Brien', trainer = 'C. Waller',
       name = CASE n.number WHEN 1 THEN 'Étoile d''Azur' WHEN 2 THEN 'Azurite ' || r.number ELSE 'Plain ' || r.number || '-' || n.number END
     FROM race r WHERE r.id = n.race_id`,
  );
  await club.asAdmin("UPDATE runner SET jockey = NULL WHERE number > 1");
});
afterAll(async () => await club.close());

interface Found {
  readonly found: Readonly<Record<string, number>>;
  readonly list: readonly SearchHit[];
}

async function search(q: string): Promise<Found> {
  const { body } = await club.call("GET", `/api/search?q=${encodeURIComponent(q)}`);
  const { found } = body.data as Pick<Found, "found">;
  return { found, list: body.list as SearchHit[] };
}

const of = ({ list }: Found, kind: string) => list.filter((hit) => hit.kind === kind);

test("accents, capitals and apostrophes do not matter, and a hit leads to its next race or match", async () => {
  const { found, list } = await search("ETOILE");
  expect(found).toEqual({ runner: 1, team: 1 });
  expect(list).toMatchObject([
    {
      kind: "runner",
      name: "Étoile d'Azur",
      scope: "Races",
      count: 3,
      horse: { horse_id: 1 },
      race: { race_id: raceAt(0).race_id, raceNo: 1, status: "open" },
      match: null,
    },
    {
      kind: "team",
      name: "Étoile Rouge",
      count: 1,
      race: null,
      match: { event_id: match.event_id, away: "Malmø FF", is_live: false },
    },
  ]);
  expect(of(await search("malmo"), "team")).toHaveLength(1);
  expect(of(await search("obrien"), "jockey")).toMatchObject([
    { name: "Zoë O'Brien", count: 3, horse: { horse_id: 1, name: "Étoile d'Azur" } },
  ]);
});

test("what begins with the question comes before what holds it, and the next to start before the later", async () => {
  const names = of(await search("azur"), "runner").map(({ name }) => name);
  expect(names).toEqual(["Azurite 1", "Azurite 2", "Azurite 3", "Étoile d'Azur"]);
});

test("at most eight of a kind, and how many there are", async () => {
  const all = await search("plain");
  expect(all.found).toEqual({ runner: 30 });
  expect(all.list).toHaveLength(8);
  expect(of(await search("meeting"), "meeting")).toMatchObject([
    { name: raceAt(0).meetings, count: 3, race: { raceNo: 1 } },
  ]);
});

test("nothing is found by signs alone, or by a name that nobody has", async () => {
  expect(await search("%_'")).toEqual({ found: {}, list: [] });
  expect(await search("plain etoile")).toEqual({ found: {}, list: [] });
  const { status, body } = await club.call("GET", "/api/search?q=%20");
  expect([status, body.code]).toEqual([422, "request.invalid"]);
});

test("a scratched runner, a draft and a race that is over are not found; a person's next race moves on", async () => {
  const { ctx } = club;
  await club.asAdmin("UPDATE runner SET scratched_at = club_now() WHERE name = 'Azurite 2'");
  await club.asAdmin(
    "UPDATE race SET status = 'abandoned', abandoned_at = club_now() WHERE id = $1",
    [raceAt(0).race_id],
  );
  await club.asAdmin("UPDATE sport_event SET status = 'draft' WHERE id = $1", [match.event_id]);
  forgetPublicRaces(ctx, raceAt(0).race_id);
  expect(of(await search("azurite"), "runner").map(({ name }) => name)).toEqual(["Azurite 3"]);
  expect((await search("malmo")).list).toEqual([]);
  expect(of(await search("waller"), "trainer")).toMatchObject([
    { count: 2, race: { raceNo: 2, race_id: raceAt(1).race_id } },
  ]);
});

test("anybody may ask, and the answer may be kept for a second", async () => {
  const response = await fetch(`${club.url}/api/search?q=etoile`);
  expect(response.headers.get("cache-control")).toMatch(/^public, max-age=1, stale/);
});

test("an address that asks faster than people type is sent away", async () => {
  const asked = await Promise.all(
    Array.from({ length: 300 }, async () => await club.call("GET", "/api/search?q=azur")),
  );
  const codes = asked.map(({ status, body }) => (status === 200 ? "found" : body.code));
  expect(new Set(codes)).toEqual(new Set(["found", "request.too_many"]));
  // The tests before this one asked from the same address.
  const found = codes.filter((code) => code === "found").length;
  expect(found).toBeGreaterThan(RATES.searches.burst / 2);
});
