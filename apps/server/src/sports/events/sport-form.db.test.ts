import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestClub, ok, startClub } from "../../test/club.ts";
import { inMinutes, makeMatch, settleMatch } from "../../test/sport-desk.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());

const HEAD = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HS,AS,HC,AC";
const importFile = async (rows: readonly string[], more: Record<string, unknown> = {}) => {
  const { token } = await club.operator();
  const payload = `${HEAD}\n${rows.map((row) => `E0,${row}`).join("\n")}\n`;
  const body = { format: "football-data", payload, ...more };
  return ok(await club.call("POST", "/api/operator/sports/events/import", { token, body }));
};
const formOf = async (eventId: string) => ok(await club.call("GET", `/api/sport/${eventId}/form`));
const names = (played: readonly { home: string; away: string; score: object }[]) =>
  played.map(({ home, away, score }) => [home, away, Object.values(score).join("-")].join(" "));

const OLD = [
  "03/01/2026,Moor,Quay,2,0,14,6,8,3",
  "10/01/2026,Vale,Moor,1,1,9,11,4,6",
  "17/01/2026,Quay,Vale,0,3,,,2,7",
];

test("matches that were over before are kept once, and are no events of the club", async () => {
  const before = await importFile(OLD, { dry_run: true });
  expect(before).toMatchObject({ added: 0, played: 3, unchanged: 0, problems: [] });
  expect(before.changes[0]).toMatchObject({ what: "played", event: "Moor - Quay", after: "2-0" });
  expect(await club.query("SELECT 1 FROM sport_played")).toHaveLength(0);

  expect(await importFile(OLD)).toMatchObject({ added: 0, played: 3 });
  expect(await importFile(OLD)).toMatchObject({ added: 0, played: 0, unchanged: 3 });
  // The file was corrected afterwards.
  expect(await importFile([OLD[0]!, OLD[1]!.replace("9,11", "9,12")])).toMatchObject({ played: 1 });
  expect(await club.query("SELECT 1 FROM sport_played")).toHaveLength(3);
  expect(await club.query("SELECT 1 FROM sport_event")).toHaveLength(0);
});

test("an event tells the form of its sides: of files, and of the club's own results, once each", async () => {
  const sides = { home: "Moor", away: "Quay" };
  const earlier = await makeMatch(club, { ...sides, start_time: inMinutes(30) });
  const { event_id } = await makeMatch(club, { ...sides, start_time: inMinutes(90) });
  expect(await formOf(event_id)).toEqual({
    home: [
      expect.objectContaining({
        home: "Vale",
        score: { home: 1, away: 1 },
        facts: { shots: { home: 9, away: 12 }, corners: { home: 4, away: 6 } },
      }),
      expect.objectContaining({ home: "Moor", score: { home: 2, away: 0 } }),
    ],
    away: [
      // A column that is blank for one side counts for neither.
      expect.objectContaining({ home: "Quay", facts: { corners: { home: 2, away: 7 } } }),
      expect.objectContaining({ home: "Moor" }),
    ],
    meetings: [expect.objectContaining({ home: "Moor", away: "Quay" })],
  });
  await settleMatch(club, earlier.event_id, { score: { home: 3, away: 2 } });
  const form = await formOf(event_id);
  expect(names(form.home)).toEqual(["Moor Quay 3-2", "Vale Moor 1-1", "Moor Quay 2-0"]);
  expect(names(form.meetings)).toEqual(["Moor Quay 3-2", "Moor Quay 2-0"]);
  // A match to come is not part of the form.
  expect(names((await formOf(earlier.event_id)).home)).toEqual(["Vale Moor 1-1", "Moor Quay 2-0"]);
});

test("an event that a feed's result ends counts once, with what the file counted", async () => {
  const row = "01/03/2099,North,South,,,,,,";
  await importFile([row]);
  const [event] = await club.query("SELECT id FROM sport_event WHERE home = 'North'");
  await club.asAdmin(
    "UPDATE sport_event SET start_time = club_now() - interval '1 hour', first_start = start_time WHERE home = 'North'",
  );
  await club.asAdmin(
    `INSERT INTO sport_played (source, source_id, sport, competition, home, away, played_at, home_score, away_score, facts)
     SELECT source, source_id, sport, competition, home, away, start_time, 2, 1, '{"corners":[5,4]}' FROM sport_event WHERE id = $1`,
    [event!["id"]],
  );
  await settleMatch(club, event!["id"], { score: { home: 2, away: 1 } });
  const later = await makeMatch(club, { home: "North", away: "East", start_time: inMinutes(60) });
  const form = await formOf(later.event_id);
  expect(form.home).toEqual([
    expect.objectContaining({ away: "South", facts: { corners: { home: 5, away: 4 } } }),
  ]);
  expect(form.away).toEqual([]);
});

test("an outright has no form, a draft is not found", async () => {
  const title = await makeMatch(club, {
    home: "Quay Open",
    away: "",
    markets: [
      {
        type: "outright",
        outcomes: ["a", "b"].map((key) => ({ key, name: key, odds_milli: 2000 })),
      },
    ],
  });
  expect(await formOf(title.event_id)).toEqual({ home: [], away: [], meetings: [] });
  const draft = await makeMatch(club, { publish: false });
  expect((await club.call("GET", `/api/sport/${draft.event_id}/form`)).status).toBe(404);
});

test("names in other languages are said once: the next events of a side have them", async () => {
  const { token } = await club.operator();
  const first = await makeMatch(club, { home: "Harbour", away: "Mill Lane" });
  const body = { home_names: { "zh-Hant": "海港" }, away_names: { fr: "Le Moulin" } };
  ok(
    await club.call("POST", `/api/operator/sports/events/${first.event_id}/change`, {
      token,
      body,
    }),
  );
  await importFile(["02/03/2099,Mill Lane,Harbour,,,,,,"]);
  const [fed] = await club.query(
    "SELECT home_names, away_names FROM sport_event WHERE home = 'Mill Lane'",
  );
  expect(fed).toEqual({ home_names: { fr: "Le Moulin" }, away_names: { "zh-Hant": "海港" } });
  // Another sport has other sides, and given names stay.
  const tennis = { sport: "tennis", home: "Harbour", away: "Mill Lane" };
  const other = await makeMatch(club, { ...tennis, away_names: { es: "Molino" } });
  const event = ok(await club.call("GET", `/api/sport/${other.event_id}`));
  expect([event.home_names, event.away_names]).toEqual([{}, { es: "Molino" }]);
});
