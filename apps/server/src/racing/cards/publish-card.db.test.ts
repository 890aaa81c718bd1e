import { afterAll, beforeAll, expect, test } from "vitest";
import { act, clubCard, importCard, raceIdsOf } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub } from "../../test/club.ts";

/* A card goes out as CSV and comes back; if set so, publishing one takes two people. */
let club: TestClub;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_CARDS_FOUR_EYES: "on" } });
});
afterAll(async () => await club.close());

test("who changed a card last does not open its races, another operator does", async () => {
  const card = clubCard({ runners: [6] });
  const { event_id } = ok(await importCard(club, card));
  const [raceId] = (await raceIdsOf(club, event_id)) as [string];
  const own = await act(club, raceId, "open");
  expect([own.status, own.body.code]).toEqual([403, "card.same_person"]);
  const { token } = await club.newOperator("pool_controller");
  ok(await club.call("POST", `/api/operator/races/${raceId}/open`, { token, body: {} }));
});

test("a meeting's card as CSV changes nothing when it comes back, and a change in it is one", async () => {
  const { event_id } = ok(await importCard(club, clubCard({ runners: [6, 7] })));
  const { token } = await club.operator();
  const { csv } = ok(
    await club.call("GET", `/api/operator/cards/csv?event_id=${event_id}`, { token }),
  );
  const wish = { format: "csv", dry_run: true };
  expect(ok(await importCard(club, { csv }, wish))).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 16,
    problems: [],
  });
  const changed = csv.replace("Runner 3", "Northern Tide");
  expect(ok(await importCard(club, { csv: changed }, wish))).toMatchObject({ changed: 1 });
  const template = ok(await club.call("GET", "/api/operator/cards/csv", { token })).csv;
  expect(template.split("\r\n")[0]).toContain("meeting_code,");
});
