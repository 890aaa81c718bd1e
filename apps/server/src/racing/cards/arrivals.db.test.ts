import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  act,
  clubCard,
  importCard,
  placeOrder,
  raceIdsOf,
  richPlayer,
} from "../../test/card-desk.ts";
import { until } from "../../test/db/race-day.ts";
import { ok, startClub, type Answer, type TestClub } from "../../test/club.ts";
import { webhookHeaders } from "../../tell/webhooks/sign-webhook.ts";
import { watchCards } from "./watch-cards.ts";

/* Cards that come by themselves: a watched folder, and messages that another program signs. */
let club: TestClub;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cards-"));
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_CARDS_FOLDER: folder } });
});
afterAll(async () => {
  await club.close();
  await rm(folder, { recursive: true, force: true });
});

const desk = async (method: string, path: string, body?: unknown): Promise<Answer> => {
  const { token } = await club.operator();
  return await club.call(method, `/api/operator/cards/${path}`, { token, body });
};
const list = async () => (await desk("GET", "arrivals?limit=100")).body;
const arrivalOf = async (name: string, status = "waiting") =>
  ((await list()).list as Record<string, unknown>[]).find(
    (row) => row["name"] === name && row["status"] === status,
  );

async function arrived(name: string): Promise<Record<string, unknown>> {
  await until(async () => {
    await watchCards(club.ctx);
    return (await arrivalOf(name)) !== undefined;
  });
  return (await arrivalOf(name)) ?? {};
}
const meetingsOf = async (code: string) =>
  await club.query("SELECT id FROM meeting WHERE code = $1", [code]);

describe("the watched folder", () => {
  test("a file waits for a person, opens nothing, and comes in by one of two operators", async () => {
    const card = clubCard({ runners: [6, 7] });
    await writeFile(join(folder, "saturday.json"), JSON.stringify(card));
    const waiting = await arrived("saturday.json");
    expect(waiting).toMatchObject({
      source: "folder",
      format: "club",
      meeting: "Testfield",
      added: 16,
      problems: [],
      unreadable: null,
      decided_by: null,
    });
    expect(await meetingsOf(card.meeting["code"]!)).toEqual([]);
    expect((await list()).data).toMatchObject({ folder: "on", hook: "off" });

    const path = `arrivals/${waiting["arrival_id"]}/import`;
    expect(ok(await desk("POST", path, { dry_run: true }))).toMatchObject({ added: 16 });
    const both = await Promise.all([desk("POST", path, {}), desk("POST", path, {})]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "card.arrival_over",
      params: { status: "taken", by: "owner" },
    });
    const [meeting] = await meetingsOf(card.meeting["code"]!);
    expect(await arrivalOf("saturday.json", "taken")).toMatchObject({
      event_id: meeting?.["id"],
      decided_by: "owner",
    });
    const races = await club.query("SELECT status FROM race WHERE meeting_id = $1", [
      meeting?.["id"],
    ]);
    expect(races).toEqual([{ status: "draft" }, { status: "draft" }]);
  });

  test("the same file adds nothing, after a restart too; another version replaces what waits", async () => {
    const card = clubCard({ runners: [4] });
    const file = join(folder, "sunday.json");
    await writeFile(file, JSON.stringify(card));
    await arrived("sunday.json");
    const second = await startClub({
      database: club.database,
      env: { CLUB_RATE_FACTOR: "0", CLUB_CARDS_FOLDER: folder },
    });
    await watchCards(second.ctx);
    await watchCards(second.ctx);
    await second.close();
    const count = async () =>
      (await club.query("SELECT status FROM card_arrival WHERE name = 'sunday.json'"))
        .map((row) => String(row["status"]))
        .toSorted();
    expect(await count()).toEqual(["waiting"]);
    card.races[0]!.runners.pop();
    await writeFile(file, JSON.stringify(card));
    await until(async () => {
      await watchCards(club.ctx);
      return (await count()).length === 2;
    });
    expect(await count()).toEqual(["replaced", "waiting"]);
  });

  test("what cannot be read, and what has problems, waits with its reason; it can be put aside", async () => {
    await writeFile(join(folder, "half.json"), '{"format_version": 1, "meet');
    const half = await arrived("half.json");
    expect(half).toMatchObject({ meeting: null, unreadable: "card.format_unknown" });
    const taken = await desk("POST", `arrivals/${half["arrival_id"]}/import`, {});
    expect([taken.status, taken.body.code]).toEqual([422, "card.unreadable"]);

    const card = clubCard({ runners: [4] });
    card.races[0]!.runners[1]!.number = 1;
    await writeFile(join(folder, "twice.json"), JSON.stringify(card));
    const twice = await arrived("twice.json");
    expect(twice["problems"]).toEqual([
      { row: "races[0].runners[1]", field: "number", code: "runner_twice", race: 1, runner: 1 },
    ]);
    const refused = await desk("POST", `arrivals/${twice["arrival_id"]}/import`, {});
    expect(refused.body.code).toBe("card.problems");
    expect(await arrivalOf("twice.json")).toBeDefined();
    const path = `arrivals/${twice["arrival_id"]}/discard`;
    expect(ok(await desk("POST", path, { reason: "wrong day" })).status).toBe("discarded");
    expect((await desk("POST", path, {})).body.code).toBe("card.arrival_over");
    const [note] = await club.query("SELECT reason FROM audit WHERE action = 'card.discard'");
    expect(note?.["reason"]).toBe("wrong day");
  });

  test("a spreadsheet comes in too, and a change of a race with bets waits for a confirm", async () => {
    const card = clubCard({ runners: [6] });
    const { event_id } = ok(await importCard(club, card));
    const [raceId] = (await raceIdsOf(club, event_id)) as [string];
    ok(await act(club, raceId, "open"));
    const player = await richPlayer(club);
    ok(await placeOrder(club, player, { bet_type: 1, race_id: raceId, horse: [1] }));
    const { csv } = ok(await desk("GET", `csv?event_id=${event_id}`));
    await writeFile(join(folder, "change.csv"), csv.replace("Runner 3", "Northern Tide"));
    const waiting = await arrived("change.csv");
    expect(waiting).toMatchObject({ format: "csv", changed: 1, needs_confirm: true });
    const path = `arrivals/${waiting["arrival_id"]}/import`;
    expect((await desk("POST", path, {})).body.code).toBe("card.needs_confirm");
    expect(await arrivalOf("change.csv")).toBeDefined();
    ok(await desk("POST", path, { confirm: true }));
    expect(await arrivalOf("change.csv", "taken")).toBeDefined();
  });
});

describe("the signed webhook", () => {
  interface Send {
    id?: string;
    at?: number;
    secrets: readonly string[];
    payload?: unknown;
    /** What is sent in place of what was signed. */
    body?: string;
  }

  async function send(wish: Send): Promise<Answer> {
    const body = JSON.stringify({ payload: wish.payload ?? clubCard({ runners: [4] }) });
    const timestamp = Math.floor(wish.at ?? Date.now() / 1000);
    const headers = webhookHeaders({ id: wish.id ?? randomUUID(), timestamp, body }, wish.secrets);
    return await club.call("POST", "/api/hooks/cards", { body: wish.body ?? body, headers });
  }
  const secretOf = async (): Promise<string> => ok(await desk("POST", "hook")).secret as string;
  const refusals = async () =>
    (
      await club.query("SELECT after FROM audit WHERE action = 'card_hook.refused' ORDER BY id")
    ).map((row) => row["after"].reason as string);
  const STRANGE = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  test("refused while it is off, unsigned, wrongly signed, changed on the way, old or early; each is written down", async () => {
    const off = await send({ secrets: [STRANGE] });
    expect([off.status, off.body.code]).toEqual([401, "hook.signature"]);
    const secret = await secretOf();
    const bare = await club.call("POST", "/api/hooks/cards", { body: { payload: {} } });
    expect([bare.status, bare.body.code]).toEqual([401, "hook.signature"]);
    const now = Date.now() / 1000;
    const wrong = [
      await send({ secrets: [STRANGE] }),
      await send({ secrets: [secret], body: '{"payload":{}}' }),
      await send({ secrets: [secret], at: now - 330 }),
      await send({ secrets: [secret], at: now + 330 }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(await refusals()).toEqual(["off", "headers", "signature", "signature", "time", "time"]);
    expect(await club.query("SELECT 1 FROM card_arrival WHERE source = 'hook'")).toEqual([]);
    ok(await send({ secrets: [secret], at: now - 200 }));
  });

  test("a card waits for a person; the same id again adds nothing, at the same time too", async () => {
    const secret = await secretOf();
    const card = clubCard({ runners: [5] });
    const id = randomUUID();
    const all = await Promise.all(
      [1, 2, 3].map(async () => await send({ id, secrets: [secret], payload: card })),
    );
    const first = ok(all[0]!);
    expect(first).toMatchObject({
      status: "waiting",
      added: 7,
      problems: [],
      meeting: "Testfield",
    });
    for (const answer of all) expect(ok(answer)).toEqual(first);
    const other = clubCard({ runners: [9] });
    expect(ok(await send({ id, secrets: [secret], payload: other }))).toEqual(first);
    const rows = await club.query("SELECT id FROM card_arrival WHERE name = $1", [id]);
    expect(rows).toHaveLength(1);
    expect(await meetingsOf(card.meeting["code"]!)).toEqual([]);
    const path = `arrivals/${first.arrival_id}/import`;
    expect(ok(await desk("POST", path, {}))).toMatchObject({ added: 7 });
    expect(await meetingsOf(card.meeting["code"]!)).toHaveLength(1);
    expect(ok(await send({ id, secrets: [secret], payload: card })).status).toBe("taken");
  });

  test("the secret before is good for a day after a new one, none after it is turned off", async () => {
    const before = await secretOf();
    const now = await secretOf();
    ok(await send({ secrets: [before] }));
    ok(await send({ secrets: [STRANGE, now] }));
    expect(ok(await desk("GET", "hook"))).toMatchObject({
      is_on: true,
      old_until: expect.any(String),
      last_at: expect.any(String),
    });
    await club.query("UPDATE card_hook SET old_until = club_now() - interval '1 second'");
    expect((await send({ secrets: [before] })).status).toBe(401);
    const { token } = await club.operator();
    ok(await club.call("DELETE", "/api/operator/cards/hook", { token }));
    expect((await send({ secrets: [now] })).status).toBe(401);
    expect(ok(await desk("GET", "hook"))).toMatchObject({ is_on: false, old_until: null });
    const [row] = await club.query("SELECT count(*)::int AS n FROM card_hook");
    expect(row?.["n"]).toBe(0);
  });

  test("what is no card is kept with its reason; too much is refused", async () => {
    const secret = await secretOf();
    const odd = ok(await send({ secrets: [secret], payload: { hello: "world" } }));
    expect(odd).toMatchObject({ meeting: null, unreadable: "card.format_unknown" });
    const big = { meeting: { name: "x".repeat(2 * 1024 * 1024) } };
    expect((await send({ secrets: [secret], payload: big })).status).toBe(413);
  });
});
