import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";

/** S1: only an edge hears the feed, and nothing that is somebody's own leaves the club by it. */
const TOKEN = "an-edge-shows-this-to-its-club-and-nobody-else";

let club: TestClub;
let player: TestPlayer;
let race: TestRace;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_EDGE_TOKEN: TOKEN } });
  player = await club.signUp();
  await club.fund(player, 100_000);
  [race] = (await openRaceDay(club)) as [TestRace];
});
afterAll(async () => await club.close());

type WireEvent = [topic: string, kind: string, payload: unknown] | 0;
interface Message {
  first: string;
  events: WireEvent[];
  marks?: [number, string][];
}

/** Reads the feed until `stop`. */
async function follow(query = "", { url } = club) {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/edge/events${query}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
    signal: abort.signal,
  });
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      text += decoder.decode(chunk as Uint8Array, { stream: true });
  })().catch(() => undefined);
  const messages = (): Message[] =>
    [...text.slice(0, text.lastIndexOf("\n\n") + 1).matchAll(/^data: (.*)$/gm)].map(([, data]) =>
      JSON.parse(data ?? ""),
    );
  return {
    response,
    messages,
    text: () => text,
    numbers: () =>
      messages().flatMap(({ first, events }) => events.map((_, i) => Number(first) + i)),
    stop: async () => {
      abort.abort();
      await reading;
    },
  };
}

test("a club without a token has no feed; another token, or none, is refused", async () => {
  const plain = await startClub({ database: club.database });
  const at = async (url: string, authorization?: string): Promise<unknown[]> => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await fetch(`${url}/api/edge/events`, { headers });
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  expect(await at(plain.url, `Bearer ${TOKEN}`)).toEqual([404, "not_found"]);
  await plain.close();
  const { token: owner } = await club.operator();
  for (const given of [
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    TOKEN,
    "Bearer ",
    `Bearer ${owner}`,
  ])
    expect([given, ...(await at(club.url, given))]).toEqual([given, 401, "session.needed"]);
  expect(await at(club.url)).toEqual([401, "session.needed"]);
});

test("every event has its number, the public ones their content, and nothing of a player leaves", async () => {
  const feed = await follow();
  expect(feed.response.headers.get("content-type")).toContain("text/event-stream");
  const before = club.ctx.hub.lastSeq;
  const body = { race_id: race.race_id, bet_type: 9, horse: [1], betAmount: 10 };
  ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }));
  const pool = { race_id: race.race_id, bet_type: 1, horse: 2, betAmount: 10 };
  ok(await club.call("POST", "/api/order/place-order", { token: player.token, body: pool }));
  await expect.poll(() => club.ctx.hub.lastSeq).toBeGreaterThan(before + 1n);
  await expect.poll(() => feed.text()).toContain(`["race:${race.race_id}","odds",`);
  await expect.poll(() => feed.numbers().at(-1)).toBe(Number(club.ctx.hub.lastSeq));
  const rows = await club.asAdmin("SELECT seq::int, topic, kind, payload FROM event ORDER BY seq");
  // The club may have more to say meanwhile, before and after.
  const last = rows.at(-1)?.seq;
  await expect.poll(() => feed.numbers()).toContain(last);
  const told = new Map(
    feed
      .messages()
      .flatMap(({ first, events }) =>
        events.map((event, i): [number, WireEvent] => [Number(first) + i, event]),
      ),
  );
  let hidden = 0;
  for (const { seq, topic, kind, payload } of rows) {
    if (!told.has(seq)) continue;
    const isPublic = /^(races|sports|race:.*|sport:.*)$/.test(topic);
    if (!isPublic) hidden += 1;
    expect([seq, told.get(seq)]).toEqual([seq, isPublic ? [topic, kind, payload] : 0]);
  }
  expect(hidden).toBeGreaterThan(0);
  expect(feed.numbers().filter((seq) => seq <= last)).toEqual(rows.map(({ seq }) => seq));
  expect(feed.text()).not.toContain(player.id);
  await feed.stop();
});

test("it goes on after a number that it has, and begins anew where it cannot", async () => {
  // The club may have more to say meanwhile.
  const last = Number(club.ctx.hub.lastSeq);
  const on = await follow(`?after=${last - 2}`);
  await expect.poll(() => on.numbers().slice(0, 2)).toEqual([last - 1, last]);
  expect(on.messages()[0]?.marks).toBeUndefined();
  await on.stop();
  // Connected, though there may be nothing to tell.
  const idle = await follow(`?after=${club.ctx.hub.lastSeq}`);
  await expect.poll(() => idle.text()).not.toBe("");
  expect(idle.messages()[0]?.marks).toBeUndefined();
  await idle.stop();
  for (const query of ["", "?after=x", `?after=${last + 1000}`]) {
    const anew = await follow(query);
    await expect.poll(() => anew.messages()[0]?.marks?.length ?? 0).toBeGreaterThan(0);
    expect(anew.numbers()).toContain(last);
    await anew.stop();
  }
});

test("what a club no longer has in memory is too long ago: it says so", async () => {
  const last = Number(club.ctx.hub.lastSeq);
  await club.asAdmin("DELETE FROM event WHERE seq < $1", [last]);
  const other = await startClub({ database: club.database, env: { CLUB_EDGE_TOKEN: TOKEN } });
  try {
    const anew = await follow(`?after=${last - 5}`, other);
    await expect.poll(() => anew.messages()[0]?.marks?.length ?? 0).toBeGreaterThan(0);
    expect(anew.messages()[0]?.first).toBe(String(last));
    await anew.stop();
  } finally {
    await other.close();
  }
});

test("an edge that hangs up leaves nothing behind", async () => {
  await expect.poll(() => club.ctx.streams.count).toBe(0);
  const feed = await follow();
  await expect.poll(() => club.ctx.streams.count).toBe(1);
  await feed.stop();
  await expect.poll(() => club.ctx.streams.count).toBe(0);
});
