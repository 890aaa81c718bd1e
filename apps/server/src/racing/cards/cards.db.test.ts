import { readFileSync } from "node:fs";
import type { CardChange } from "@club/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allUpForm, leg } from "../../test/all-up.ts";
import { ok, startClub, type TestClub } from "../../test/club.ts";
import {
  act,
  clubCard,
  type ClubCardFile,
  importCard,
  openRaces,
  placeOrder,
  raceIdsOf,
  richPlayer,
} from "../../test/card-desk.ts";
import { layOut } from "../../test/multi-race.ts";

const DAY_MS = 86_400_000;
const DAYS = [
  "2017-02-15-HV",
  "2017-02-26-ST",
  "2017-03-15-HV",
  "2017-03-19-ST",
  "2025-11-15-ST",
  "2025-11-26-HV",
];

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => {
  await club.close();
});

async function rowsOf(): Promise<number> {
  const rows = await club.query(
    "SELECT (SELECT count(*) FROM meeting) + (SELECT count(*) FROM race) + (SELECT count(*) FROM runner) AS n",
  );
  return Number(rows[0]?.["n"]);
}

function readDay(name: string): unknown {
  const folder = new URL("../../../../../packages/domain/fixtures/racing/", import.meta.url);
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

describe("import", () => {
  test("a dry run shows the diff and writes nothing", async () => {
    const before = await rowsOf();
    const card = clubCard({ runners: [3, 4] });
    const data = ok(await importCard(club, card, { dry_run: true }));
    expect(data).toMatchObject({
      event_id: null,
      added: 10,
      changed: 0,
      removed: 0,
      unchanged: 0,
      problems: [],
      needs_confirm: false,
    });
    const valueOf = (race: number | null, field: string) =>
      data.changes
        .find((each: CardChange) => each.race === race && each.runner === null)
        ?.fields.find((each: CardChange["fields"][number]) => each.field === field)?.after;
    expect(valueOf(null, "timezone")).toBe(card.meeting.timezone);
    expect(valueOf(1, "start_time")).toBe(new Date(card.races[0]!.start_time).toISOString());
    expect(await rowsOf()).toBe(before);
  });

  test("the same card twice changes nothing", async () => {
    const card = clubCard({ runners: [3, 4] });
    const first = ok(await importCard(club, card));
    const before = await rowsOf();
    const again = ok(await importCard(club, card));
    expect(again).toMatchObject({
      event_id: first.event_id,
      added: 0,
      changed: 0,
      removed: 0,
      unchanged: 10,
      changes: [],
    });
    expect(await rowsOf()).toBe(before);
    const races = await club.query(
      "SELECT status, runner_mask FROM race WHERE meeting_id = $1 ORDER BY number",
      [first.event_id],
    );
    expect(races).toEqual([
      { status: "draft", runner_mask: 0b1110n },
      { status: "draft", runner_mask: 0b11110n },
    ]);
  });

  test("a changed card shows what changes, row by row, and carries it out", async () => {
    const card = clubCard({ runners: [3] });
    const { event_id } = ok(await importCard(club, card));
    card.races[0]!.name = "Renamed";
    card.races[0]!.runners[0]!.jockey = "C Rider";
    card.races[0]!.runners[1]!.scratched = true;
    card.races[0]!.runners.splice(2, 1, { number: 7, name: "Late Entry" });
    const data = ok(await importCard(club, card, { dry_run: true }));
    expect(data).toMatchObject({ added: 1, changed: 3, removed: 1, unchanged: 1, problems: [] });
    expect(data.changes).toEqual([
      {
        kind: "changed",
        race: 1,
        runner: null,
        name: "Renamed",
        fields: [{ field: "name", before: "Race 1", after: "Renamed" }],
      },
      { kind: "added", race: 1, runner: 7, name: "Late Entry", fields: [] },
      {
        kind: "changed",
        race: 1,
        runner: 1,
        name: "Runner 1",
        fields: [{ field: "jockey", before: null, after: "C Rider" }],
      },
      {
        kind: "changed",
        race: 1,
        runner: 2,
        name: "Runner 2",
        fields: [{ field: "scratched", before: false, after: true }],
      },
      { kind: "removed", race: 1, runner: 3, name: "Runner 3", fields: [] },
    ]);
    ok(await importCard(club, card));
    const [raceId] = await raceIdsOf(club, event_id);
    const rows = await club.query(
      "SELECT r.name, r.runner_mask, r.scratched_mask, array_agg(n.number ORDER BY n.number) AS runners FROM race r JOIN runner n ON n.race_id = r.id WHERE r.id = $1 GROUP BY r.id",
      [raceId],
    );
    expect(rows).toEqual([
      { name: "Renamed", runner_mask: 0b10000110n, scratched_mask: 0b100n, runners: [1, 2, 7] },
    ]);
    expect(ok(await importCard(club, card))).toMatchObject({ added: 0, changed: 0, removed: 0 });
  });

  test("one problem anywhere and nothing is imported", async () => {
    const before = await rowsOf();
    const card = clubCard({ runners: [3, 3] });
    card.races[1]!.runners[2]!.number = 2;
    const dry = ok(await importCard(club, card, { dry_run: true }));
    expect(dry.problems).toEqual([
      { row: "races[1].runners[2]", field: "number", code: "runner_twice", race: 2, runner: 2 },
    ]);
    const answer = await importCard(club, card);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: "card.problems",
      params: { problems: dry.problems },
    });
    expect(await rowsOf()).toBe(before);
  });

  test("a meeting is known by country, code and date", async () => {
    const card = clubCard({ runners: [3] });
    const first = ok(await importCard(club, card));
    const elsewhere = { ...card, meeting: { ...card.meeting, country: "NZ" } };
    const second = ok(await importCard(club, elsewhere));
    expect(second.event_id).not.toBe(first.event_id);
  });

  test("two imports of a new card at once make one meeting", async () => {
    const card = clubCard({ runners: [5, 5] });
    const answers = await Promise.all([1, 2, 3].map(() => importCard(club, card)));
    const ids = new Set(answers.map((answer) => ok(answer).event_id));
    expect(ids.size).toBe(1);
    expect(answers.map((answer) => answer.body.data.added).toSorted((a, b) => a - b)).toEqual([
      0, 0, 13,
    ]);
  });

  test.each<[string, Record<string, unknown>, number, string]>([
    ["turf-news", { format: "turf-news" }, 422, "card.format_unknown"],
    ["no format that we know", { format: "xml" }, 422, "card.format_unknown"],
    ["a payload of text", { payload: "a;b;c" }, 422, "card.unreadable"],
    ["a payload that is a list", { payload: [] }, 422, "card.unreadable"],
    ["a first_race_at that is no time", { first_race_at: "soon" }, 422, "request.invalid"],
    [
      "a rule set that is not there",
      { payload: clubCard({ meeting: { rule_set: "MOON" } }) },
      422,
      "card.problems",
    ],
  ])("refuses %s", async (_name, options, status, code) => {
    const answer = await importCard(club, clubCard(), options);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("refuses what cannot be read, is in another encoding, or is too large", async () => {
    const { token } = await club.operator();
    const send = async (body: string | Buffer) =>
      await club.call("POST", "/api/operator/cards/import", {
        token,
        body,
        headers: { "content-type": "application/json" },
      });
    expect((await send('{"format":"club","payload":')).status).toBe(400);
    const accented = JSON.stringify({
      format: "club",
      payload: clubCard({ meeting: { name: "Hippodrome d'été" } }),
    });
    const foreign = await send(Buffer.from(accented, "latin1"));
    expect([foreign.status, foreign.body.code]).toEqual([422, "card.unreadable"]);
    expect((await send(Buffer.from(accented, "utf8"))).status).toBe(200);
    const large = JSON.stringify({
      format: "club",
      payload: { text: "x".repeat(2 * 1024 * 1024) },
    });
    expect((await send(large)).status).toBe(413);
    // A card far above the 64 KiB limit of other bodies is accepted.
    const card = clubCard({ runners: Array.from({ length: 40 }, () => 30) });
    for (const race of card.races) for (const runner of race.runners) runner.form = "1".repeat(100);
    expect((await importCard(club, card)).status).toBe(200);
  });

  test("needs an operator of the card desk", async () => {
    const body = { format: "club", payload: clubCard() };
    const call = async (token?: string) =>
      (await club.call("POST", "/api/operator/cards/import", { token, body })).status;
    expect(await call()).toBe(401);
    expect(await call((await club.signUp()).token)).toBe(401);
    expect(await call((await club.operator("cashier")).token)).toBe(403);
    expect(await call((await club.operator("card_clerk")).token)).toBe(200);
  });
});

describe("import after the race was opened", () => {
  async function opened(): Promise<{ card: ClubCardFile; raceId: string }> {
    const card = clubCard({ runners: [6] });
    const { event_id } = ok(await importCard(club, card));
    const [raceId] = (await raceIdsOf(club, event_id)) as [string];
    ok(await act(club, raceId, "open"));
    return { card, raceId };
  }

  test("a change before any bet is carried out", async () => {
    const { card, raceId } = await opened();
    card.races[0]!.runners.push({ number: 9, name: "Late Entry" });
    card.races[0]!.runners.shift();
    const diff = ok(await importCard(club, card));
    expect(diff).toMatchObject({ added: 1, removed: 1, needs_confirm: false });
    const player = await richPlayer(club);
    ok(await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [9] }));
    const gone = await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [1] });
    expect(gone.body.code).toBe("bet.runner_unknown");
  });

  test("a change after bets needs confirm; without it the diff comes and nothing is written", async () => {
    const { card, raceId } = await opened();
    const player = await richPlayer(club);
    ok(await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [2] }));
    card.races[0]!.runners[1]!.jockey = "New Rider";
    const asked = await importCard(club, card);
    expect(asked.status).toBe(409);
    expect(asked.body).toMatchObject({
      code: "card.needs_confirm",
      params: { changed: 1, changes: [{ runner: 2, fields: [{ field: "jockey" }] }] },
    });
    const jockeys = "SELECT jockey FROM runner WHERE race_id = $1 AND number = 2";
    expect(await club.query(jockeys, [raceId])).toEqual([{ jockey: null }]);
    ok(await importCard(club, card, { confirm: true }));
    expect(await club.query(jockeys, [raceId])).toEqual([{ jockey: "New Rider" }]);
  });

  test("a runner of a race with bets is not removed or scratched by a file", async () => {
    const { card, raceId } = await opened();
    const player = await richPlayer(club);
    ok(await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [2] }));
    card.races[0]!.runners.splice(1, 1);
    card.races[0]!.runners[0]!.scratched = true;
    const answer = await importCard(club, card, { confirm: true });
    expect(answer.status).toBe(422);
    expect(answer.body.params.problems).toEqual([
      { row: "races[0]", field: "number", code: "runner_has_bets", race: 1, runner: 2 },
      { row: "races[0].runners[0]", field: "scratched", code: "use_scratch", race: 1, runner: 1 },
    ]);
  });

  test("a later leg of an All Up is a bet on its race before anything is staked there", async () => {
    const card = clubCard({ runners: [6, 6] });
    const { event_id } = ok(await importCard(club, card));
    const ids = await raceIdsOf(club, event_id);
    for (const id of ids) ok(await act(club, id, "open"));
    const legs = ids.map((race_id) => leg(race_id, "WIN", 2));
    ok(await placeOrder(club, await richPlayer(club), allUpForm(legs)));
    const [, later] = card.races;
    const [first, second] = later!.runners;
    [first!.name, second!.name] = [second!.name, first!.name];
    const asked = await importCard(club, card);
    expect([asked.status, asked.body.code]).toEqual([409, "card.needs_confirm"]);
    later!.runners.splice(1, 1);
    const removed = await importCard(club, card, { confirm: true });
    expect(removed.body.params.problems).toMatchObject([{ code: "runner_has_bets", race: 2 }]);
  });

  test("the first card again undoes no scratching and no delay", async () => {
    const { card, raceId } = await opened();
    ok(await act(club, raceId, "scratch", { horse_id: 3 }));
    const later = new Date(Date.parse(card.races[0]!.start_time) + 600_000).toISOString();
    ok(await act(club, raceId, "delay", { reason: "rain", start_time: later }));
    expect(ok(await importCard(club, card))).toMatchObject({ added: 0, changed: 0, removed: 0 });
    const rows = await club.query("SELECT start_time, scratched_mask FROM race WHERE id = $1", [
      raceId,
    ]);
    expect(rows).toEqual([{ start_time: new Date(later), scratched_mask: 0b1000n }]);
  });

  test("the first card again leaves what the desk made of the pools, until the card says others", async () => {
    const pools = ["WIN", "PLACE", "QUINELLA"];
    const multi_pools = [{ code: "TREBLE", name: "Treble", races: [1, 2, 3] }];
    const base = clubCard({ runners: [6, 6, 6] });
    const card = { ...base, races: base.races.map((race) => ({ ...race, pools })), multi_pools };
    const { event_id } = ok(await importCard(club, card));
    const [draft = "", open = ""] = await raceIdsOf(club, event_id);
    ok(await act(club, open, "open"));
    for (const id of [draft, open]) ok(await act(club, id, "pools", { pools: ["WIN", "PLACE"] }));
    ok(await layOut(club, event_id, [{ ...multi_pools[0], name: "Other" }]));
    const offered = async () =>
      await club.query(
        `SELECT array_to_string(offered, ' ') AS pools FROM race WHERE meeting_id = $1 ORDER BY number`,
        [event_id],
      );
    const named = async () =>
      await club.query(
        "SELECT p.name FROM pool p JOIN race r ON r.id = p.race_id WHERE r.meeting_id = $1 AND p.name IS NOT NULL",
        [event_id],
      );
    const made = ["WIN PLACE", "WIN PLACE", "WIN PLACE QUINELLA"].map((each) => ({ pools: each }));
    card.races[2]!.name = "The last race";
    expect(ok(await importCard(club, card)).changes).toMatchObject([{ race: 3 }]);
    expect([await offered(), await named()]).toEqual([made, [{ name: "Other" }]]);

    card.races[0]!.pools = ["WIN"];
    const asked = await importCard(club, card);
    expect([asked.status, asked.body.code]).toEqual([409, "card.needs_confirm"]);
    const next = { ...card, multi_pools: [{ ...multi_pools[0], name: "Treble 2" }] };
    ok(await importCard(club, next, { confirm: true }));
    made[0] = { pools: "WIN" };
    expect([await offered(), await named()]).toEqual([made, [{ name: "Treble 2" }]]);
    card.races[1]!.pools = ["WIN"];
    const refused = await importCard(club, card, { confirm: true });
    expect(refused.body.params.problems).toMatchObject([{ code: "use_pools", race: 2 }]);
  });

  test("a draft that the desk delayed keeps its start until the card says another", async () => {
    const card = clubCard({ runners: [6] });
    const { event_id } = ok(await importCard(club, card));
    const [raceId] = (await raceIdsOf(club, event_id)) as [string];
    const [race] = card.races;
    const said = Date.parse(race!.start_time);
    const minutes = (count: number): string => new Date(said + count * 60_000).toISOString();
    const startOf = async (): Promise<string> => {
      const rows = await club.query("SELECT start_time FROM race WHERE id = $1", [raceId]);
      return (rows[0] as { start_time: Date }).start_time.toISOString();
    };
    const say = async (count: number, how: { confirm?: boolean } = {}): Promise<unknown> => {
      race!.start_time = minutes(count);
      const { status, body } = await importCard(club, card, how);
      return [status, status === 200 ? body.data.changed : body.code];
    };
    ok(await act(club, raceId, "delay", { reason: "rain", start_time: minutes(10) }));
    expect(await say(0)).toEqual([200, 0]);
    expect(await startOf()).toBe(minutes(10));
    // What the desk did is undone only by who was asked.
    expect(await say(5)).toEqual([409, "card.needs_confirm"]);
    const dry = ok(await importCard(club, card, { dry_run: true }));
    expect(dry.changes[0].fields).toEqual([
      { field: "start_time", before: minutes(10), after: minutes(5), by_hand: true },
    ]);
    expect(await say(5, { confirm: true })).toEqual([200, 1]);
    expect(await startOf()).toBe(minutes(5));
    // The card follows the desk, and then goes back: both are news.
    ok(await act(club, raceId, "delay", { reason: "rain", start_time: minutes(20) }));
    expect(await say(20)).toEqual([200, 0]);
    expect(await say(5)).toEqual([200, 1]);
    expect(await startOf()).toBe(minutes(5));
  });

  test("a closed race is fixed", async () => {
    const { card, raceId } = await opened();
    ok(await act(club, raceId, "close"));
    card.races[0]!.going = "Heavy";
    const dry = ok(await importCard(club, card, { dry_run: true }));
    expect(dry.problems).toEqual([
      { row: "races[0]", field: "status", code: "race_fixed", race: 1, runner: null },
    ]);
    const answer = await importCard(club, card, { confirm: true });
    expect([answer.status, answer.body.code]).toEqual([409, "card.race_fixed"]);
  });

  test("the rules of a meeting stand once a race of it was opened", async () => {
    const { card } = await opened();
    card.meeting["rule_set"] = "HK";
    const answer = await importCard(club, card, { confirm: true });
    expect(answer.body.params.problems).toMatchObject([
      { field: "rule_set", code: "meeting_fixed" },
    ]);
  });

  test("an import that changes the meeting and the opening of its race come one after the other", async () => {
    const card = clubCard({ runners: [6] });
    const { event_id } = ok(await importCard(club, card));
    const [raceId = ""] = await raceIdsOf(club, event_id);
    const holder = new pg.Client({ connectionString: club.database.adminUrl });
    await holder.connect();
    const waiting = async () =>
      (
        await club.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).length;
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM meeting WHERE id = $1 FOR UPDATE", [event_id]);
      card.meeting["dividends"] = "declared";
      const imported = importCard(club, card);
      await expect.poll(waiting).toBe(1);
      let isOpen = false;
      const opened = act(club, raceId, "open").finally(() => (isOpen = true));
      await expect.poll(async () => isOpen || (await waiting()) === 2).toBe(true);
      await holder.query("COMMIT");
      ok(await imported);
      ok(await opened);
    } finally {
      await holder.end();
    }
    const pools = await club.query("SELECT DISTINCT dividends FROM pool WHERE race_id = $1", [
      raceId,
    ]);
    expect(pools).toEqual([{ dividends: "declared" }]);
  });

  test("a start in the past is not taken for an open race; an open race keeps its bets' close", async () => {
    const [raceId] = (await openRaces(club, { runners: [5] })) as [string];
    const rows = await club.query(
      "SELECT r.start_time, m.code, m.country, m.date FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1",
      [raceId],
    );
    const { code, country, date, start_time } = rows[0] as Record<string, string>;
    const card = clubCard({
      runners: [5],
      startsInMinutes: -60 * 12,
      meeting: { code: code!, country: country!, date: date! },
    });
    card.meeting["date"] = date!;
    const answer = await importCard(club, card, { confirm: true });
    // An earlier start predates a delay: it changes nothing.
    const after = await club.query("SELECT start_time FROM race WHERE id = $1", [raceId]);
    expect(after).toEqual([{ start_time }]);
    expect([200, 422]).toContain(answer.status);
  });
});

describe("real days", () => {
  test.each(DAYS)("%s comes in and can be replayed today", async (name) => {
    const payload = readDay(name) as { races: { race_no: number; runners: unknown[] }[] };
    // Each has its own day: three of them are meetings with the same code.
    const first_race_at = new Date(Date.now() + (DAYS.indexOf(name) + 1) * DAY_MS).toISOString();
    const options = { format: "hk-raceday", first_race_at };
    const data = ok(await importCard(club, payload, options));
    expect(data.problems).toEqual([]);
    const ids = await raceIdsOf(club, data.event_id);
    expect(ids.length).toBe(payload.races.length);
    for (const [i, id] of ids.entries()) {
      const answer = await act(club, id, "open");
      if (payload.races[i]!.runners.length === 0) expect(answer.body.code).toBe("race.no_runners");
      else expect(answer.status).toBe(200);
    }
    expect(ok(await importCard(club, payload, options))).toMatchObject({
      added: 0,
      changed: 0,
      removed: 0,
    });
  });

  test("a day without off times needs first_race_at", async () => {
    const answer = await importCard(club, readDay("2025-11-26-HV"), { format: "hk-raceday" });
    expect([answer.status, answer.body.params.problems[0].code]).toEqual([422, "start_missing"]);
  });
});

describe("past runs, comments and tips", () => {
  const RUN = {
    date: "2026-01-05",
    track: "Old Brickfield",
    distance_m: 1200,
    going: "Soft 5",
    place: 2,
    starters: 9,
    margin: 1.25,
    time_ms: 70_450,
    positions: [5, 4, 2],
    weight_kg: 57.5,
    jockey: "A Rider",
    price: 5.3,
    comment: "Ran on",
  };

  const storedOf = async (eventId: string) => {
    const rows = await club.query(
      `SELECT n.past_runs, n.comment, n.by_hand, r.tips FROM runner n JOIN race r ON r.id = n.race_id
       WHERE r.meeting_id = $1 AND n.number = 1`,
      [eventId],
    );
    return rows[0]!;
  };

  test("are stored whole, twice changes nothing, and a card that does not speak of them leaves them", async () => {
    const card = clubCard({ runners: [3] });
    const [race] = card.races;
    Object.assign(race!.runners[0]!, { past_runs: [RUN], comment: "Well in here" });
    race!.tips = [{ by: "The Rail", numbers: [1, 3], text: "Fit" }];
    const dry = ok(await importCard(club, card, { dry_run: true }));
    const fieldOf = (data: { changes: CardChange[] }, runner: number | null, field: string) =>
      data.changes
        .filter((change) => change.race === 1 && change.runner === runner)
        .flatMap(({ fields }) => fields)
        .find((each) => each.field === field);
    expect(fieldOf(dry, 1, "past_runs")).toEqual({ field: "past_runs", before: null, after: 1 });
    expect(fieldOf(dry, 1, "comment")?.after).toBe("Well in here");
    expect(fieldOf(dry, null, "tips")?.after).toBe(1);

    const { event_id } = ok(await importCard(club, card));
    const stored = await storedOf(event_id);
    expect(stored["past_runs"]).toEqual([RUN]);
    expect(stored["tips"]).toEqual([{ by: "The Rail", numbers: [1, 3], text: "Fit" }]);
    expect(ok(await importCard(club, card)).changes).toEqual([]);

    const silent = structuredClone(card);
    silent.races[0]!.name = "Renamed";
    delete silent.races[0]!.tips;
    silent.races[0]!.runners[0] = { number: 1, name: "Runner 1", jockey: "B Rider" };
    ok(await importCard(club, silent));
    expect(await storedOf(event_id)).toEqual(stored);

    const other = structuredClone(silent);
    other.races[0]!.runners[0]!.past_runs = [{ ...RUN, margin: 2 }];
    other.races[0]!.runners[0]!.comment = null;
    const change = ok(await importCard(club, other, { dry_run: true }));
    const line = (lengths: number) =>
      `2026-01-05 Old Brickfield 2/9 1200 Soft 5 ${lengths} 70450 5-4-2 57.5 A Rider 5.3 Ran on`;
    expect(fieldOf(change, 1, "past_runs")).toEqual({
      field: "past_runs",
      before: line(1.25),
      after: line(2),
    });
    expect(fieldOf(change, 1, "comment")).toMatchObject({ before: "Well in here", after: null });
  });

  test("another runner under the number has none of them", async () => {
    const card = clubCard({ runners: [3] });
    Object.assign(card.races[0]!.runners[0]!, { past_runs: [RUN], comment: "Well in here" });
    const { event_id } = ok(await importCard(club, card));
    card.races[0]!.runners[0] = { number: 1, name: "Another" };
    ok(await importCard(club, card));
    expect(await storedOf(event_id)).toMatchObject({ past_runs: [], comment: null });
  });

  test("the desk's comment stays the desk's, and a card that says otherwise waits", async () => {
    const card = clubCard({ runners: [3] });
    card.races[0]!.runners[0]!.comment = "The feed's";
    const { event_id } = ok(await importCard(club, card));
    const [raceId = ""] = await raceIdsOf(club, event_id);
    ok(await act(club, raceId, "open"));
    ok(await act(club, raceId, "runners/1", { comment: "Shoes off" }));
    expect(await storedOf(event_id)).toMatchObject({ comment: "Shoes off", by_hand: ["comment"] });
    const form = await club.call("GET", `/api/events/race/${raceId}/form`);
    expect(form.body.list).toMatchObject([
      { horse_id: 1, comment: "Shoes off", comment_by: "desk", runs: [], days_since: null },
    ]);
    const silent = structuredClone(card);
    silent.races[0]!.runners[0] = { number: 1, name: "Runner 1", jockey: "B Rider" };
    ok(await importCard(club, silent));
    expect(await storedOf(event_id)).toMatchObject({ comment: "Shoes off", by_hand: ["comment"] });
    const again = await importCard(club, card);
    expect(again.body.code).toBe("card.needs_confirm");
    ok(await importCard(club, card, { confirm: true }));
    expect(await storedOf(event_id)).toMatchObject({ comment: "The feed's", by_hand: [] });
  });

  test("one run too many, and nothing is written", async () => {
    const card = clubCard({ runners: [3] });
    const before = await rowsOf();
    card.races[0]!.runners[2]!.past_runs = Array.from({ length: 21 }, () => RUN);
    const refused = await importCard(club, card);
    expect([refused.status, refused.body.code]).toEqual([422, "card.problems"]);
    expect(refused.body.params.problems).toMatchObject([
      { row: "races[0].runners[2]", field: "past_runs", code: "invalid", race: 1, runner: 3 },
    ]);
    expect(await rowsOf()).toBe(before);
  });
});
