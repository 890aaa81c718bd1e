import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";

let club: TestClub;
let player: TestPlayer;
let race: TestRace;

beforeAll(async () => {
  club = await startClub();
  player = await club.signUp();
  await club.fund(player, 100_000);
  [race] = (await openRaceDay(club)) as [TestRace];
});
afterAll(async () => await club.close());

interface Seen {
  readonly kind: string;
  readonly data: Record<string, unknown>;
}

/** Reads a stream until `stop`; `seen` has what came. */
async function listen(topics: string, token?: string) {
  const abort = new AbortController();
  const response = await fetch(`${club.url}/api/stream?topics=${topics}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const seen: Seen[] = [];
  const reading = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const kind = /^event: (\w+)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (kind !== undefined && data !== undefined) seen.push({ kind, data: JSON.parse(data) });
      }
    }
  })().catch(() => undefined);
  const last = (kind: string): Record<string, unknown> | undefined =>
    seen.findLast((event) => event.kind === kind)?.data;
  return {
    response,
    last,
    kinds: () => seen.map(({ kind }) => kind),
    stop: async () => {
      abort.abort();
      await reading;
    },
  };
}

test("a bet moves the odds of its race and its player's balance, and nobody else's", async () => {
  const other = await club.signUp();
  const mine = await listen(`player,race:${race.race_id}`, player.token);
  const theirs = await listen("player", other.token);
  expect(mine.response.headers.get("content-type")).toContain("text/event-stream");
  const body = { race_id: race.race_id, bet_type: 9, horse: [1], betAmount: 10 };
  ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }));
  await expect.poll(() => mine.last("balance")).toEqual({ cash_cents: 98_000 });
  const odds = mine.last("odds") as {
    race_id: string;
    pools: { pool: string; gross_cents: number; bets: number }[];
  };
  expect(odds.race_id).toBe(race.race_id);
  expect(odds.pools.find(({ pool }) => pool === "WIN")).toMatchObject({
    gross_cents: 1000,
    bets: 1,
    approximates: { "1": 104 },
  });
  expect(theirs.kinds()).toEqual(["ready"]);
  await mine.stop();
  await theirs.stop();
});

test("status, result, dividends and settled orders come by themselves", async () => {
  const stream = await listen(`player,races,race:${race.race_id}`, player.token);
  const { token } = await club.operator();
  const path = `/api/operator/races/${race.race_id}`;
  ok(await club.call("POST", `${path}/close`, { token, body: {} }));
  await expect
    .poll(() => stream.last("status"))
    .toMatchObject({ race_id: race.race_id, status: "closed" });
  await expect.poll(() => stream.last("race")?.["root"]).toMatch(/^[0-9a-f]{64}$/);
  const result = ok(
    await club.call("POST", `${path}/result`, {
      token,
      body: { placings: [[1], [2], [3], [4]], stage: "final" },
    }),
  );
  ok(
    await club.call("POST", `${path}/settle`, {
      token,
      body: { result_version: result.result_version },
    }),
  );
  await expect.poll(() => stream.last("status")?.["status"]).toBe("settled");
  await expect.poll(() => stream.last("orders")?.["order_ids"]).toHaveLength(1);
  const shown = stream.last("race") as { result: unknown; dividends: unknown[] };
  expect(shown.result).toEqual({ version: 1, stage: "final", placings: [[1], [2], [3], [4]] });
  expect(shown.dividends).toContainEqual({ pool: "WIN", combination: "1", dividend_cents: 104 });
  expect(Number(stream.last("balance")?.["cash_cents"])).toBeGreaterThan(98_000);
  await stream.stop();
});

test("a new page hears what came since it was opened, and is not told to read anew", async () => {
  const { hub } = club.ctx;
  const { token } = await club.operator();
  const before = hub.lastSeq;
  const second = (await openRaceDay(club)).at(-1)!;
  await club.call("POST", `/api/operator/races/${second.race_id}/close`, { token, body: {} });
  await expect.poll(() => hub.lastSeq).toBeGreaterThan(before);
  const known = vi.spyOn(hub, "lastSeqAt");
  try {
    known.mockReturnValue(before);
    const stream = await listen("races&age=1500", player.token);
    await expect.poll(() => stream.last("status")?.["race_id"]).toBe(second.race_id);
    expect(stream.kinds()).not.toContain("ready");
    await stream.stop();
    // What the page shows may be a minute older than the page.
    const [[asked] = []] = known.mock.calls;
    expect(Date.now() - asked!).toBeGreaterThanOrEqual(61_500);
    // Older than this process knows, or no age at all: everything is read anew.
    known.mockReturnValue(null);
    for (const topics of ["races&age=1500", "races&age=x", "races"]) {
      const other = await listen(topics, player.token);
      // The race that was closed may have more to say after it.
      await expect.poll(() => other.kinds()[0]).toBe("ready");
      await other.stop();
    }
  } finally {
    known.mockRestore();
  }
});

test.each([
  ["player", undefined, 401, "session.needed"],
  ["operator", undefined, 422, "request.invalid"],
  ["nonsense", undefined, 422, "request.invalid"],
  [Array.from({ length: 51 }, () => "races").join(","), undefined, 422, "request.invalid"],
])("topics %s: refused", async (topics, token, status, code) => {
  const answer = await club.call("GET", `/api/stream?topics=${topics}`, { token });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test("four streams of an account, not five; one that ends makes room", async () => {
  const open = await Promise.all(
    [1, 2, 3, 4].map(async () => await listen("player", player.token)),
  );
  const fifth = await club.call("GET", "/api/stream?topics=player", { token: player.token });
  expect([fifth.status, fifth.body.code]).toEqual([429, "request.too_many"]);
  await open[0]?.stop();
  await expect
    .poll(async () => {
      const again = await listen("player", player.token);
      await again.stop();
      return again.response.status;
    })
    .toBe(200);
  await Promise.all(open.map(async (stream) => await stream.stop()));
});

test("an operator has sixteen streams, not seventeen", async () => {
  const { token } = await club.newOperator("support");
  const aborts: AbortController[] = [];
  const open = async (): Promise<number> => {
    const abort = new AbortController();
    aborts.push(abort);
    const headers = { authorization: `Bearer ${token}` };
    const { signal } = abort;
    return (await fetch(`${club.url}/api/operator/stream`, { headers, signal })).status;
  };
  try {
    const statuses = await Promise.all(Array.from({ length: 20 }, open));
    expect(statuses.filter((status) => status === 200)).toHaveLength(16);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  } finally {
    for (const abort of aborts) abort.abort();
  }
});

test("an address has so many streams without a session, a player's own come on top; one that ends makes room", async () => {
  const small = await startClub({ env: { CLUB_STREAMS_PER_ADDRESS: "5", CLUB_TRUST_PROXY: "1" } });
  const aborts: AbortController[] = [];
  const open = async (topics: string, headers: Record<string, string> = {}): Promise<Response> => {
    const abort = new AbortController();
    aborts.push(abort);
    return await fetch(`${small.url}/api/stream?topics=${topics}`, {
      headers,
      signal: abort.signal,
    });
  };
  try {
    const many = await Promise.all(Array.from({ length: 40 }, async () => await open("races")));
    const refused = many.filter(({ status }) => status === 429);
    expect([many.filter(({ status }) => status === 200).length, refused.length]).toEqual([5, 35]);
    for (const one of refused) {
      expect(one.headers.get("retry-after")).toBe("1");
      expect(await one.json()).toMatchObject({ code: "request.too_many" });
    }
    const { token } = await small.signUp();
    expect((await open("races,player", { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await open("races", { "x-forwarded-for": "198.51.100.4" })).status).toBe(200);
    aborts[many.findIndex(({ status }) => status === 200)]?.abort();
    await expect.poll(async () => (await open("races")).status).toBe(200);
  } finally {
    for (const abort of aborts) abort.abort();
    await small.close();
  }
});
