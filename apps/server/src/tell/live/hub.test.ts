import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import type { Queryable } from "../../core/db/connect.ts";
import { PLAYERS_TOPIC } from "./events.ts";
import { EventTable } from "./event-table.ts";
import { Hub } from "./hub.ts";
import { Streams } from "./streams.ts";

const RACES = new Set(["races"]);

/** A table of events that counts how often it is asked. */
function tableOf(count: number) {
  const rows = Array.from({ length: count }, (_, i) => ({
    seq: BigInt(100 + i),
    topic: i % 2 === 0 ? "races" : "sports",
    kind: "status",
    payload: JSON.stringify({ n: i }),
    ago_ms: (count - i) * 10_000,
  }));
  const asked: string[] = [];
  const db = {
    query: async (text: string) => {
      asked.push(text);
      return { rows: text.includes("ORDER BY seq DESC") ? rows.toReversed() : [] };
    },
  } as unknown as Queryable;
  return { db, asked };
}

test("after a restart readers that come back are served from memory, each from where it was", async () => {
  const { db, asked } = tableOf(10);
  const hub = new Hub(new EventTable(db));
  await hub.start();
  expect(hub.lastSeq).toBe(109n);
  const numbersSince = async (seq: bigint): Promise<string[] | undefined> =>
    (await hub.since(seq, RACES))?.frames.map(
      (bytes) => /id: (\d+)/.exec(String(bytes))?.[1] ?? "",
    );
  expect(await numbersSince(99n)).toEqual(["100", "102", "104", "106", "108"]);
  expect(await numbersSince(104n)).toEqual(["106", "108"]);
  expect(await numbersSince(109n)).toEqual([]);
  expect(asked).toHaveLength(1);
  // What is older than memory is looked for in the table, and what never was there means: read anew.
  expect(await hub.since(50n, RACES)).toBeNull();
  expect(asked).toHaveLength(2);
  expect(await hub.since(110n, RACES)).toBeNull();
});

test("two look into the table at a time, one more reads anew; what is known to be gone is not looked for", async () => {
  const { db, asked } = tableOf(10);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const slow = {
    query: async (text: string) => {
      const { rows } = await db.query(text);
      if (text.includes("DESC")) return { rows };
      await answered;
      return { rows: text.includes("min(seq)") ? [{ oldest: 60n }] : [] };
    },
  } as unknown as Queryable;
  const hub = new Hub(new EventTable(slow));
  await hub.start();
  const looked = asked.length;
  const sent = Array.from({ length: 100 }, async () => await hub.since(70n, RACES));
  expect(asked).toHaveLength(looked + 2);
  answer();
  const found = (await Promise.all(sent)).filter((each) => each !== null);
  expect(found).toEqual([
    { frames: [], upTo: 109n },
    { frames: [], upTo: 109n },
  ]);
  const after = asked.length;
  expect(await hub.since(58n, RACES)).toBeNull();
  expect(asked).toHaveLength(after);
  expect(await hub.since(59n, RACES)).not.toBeNull();
});

test("it knows its last event of a time, a little too early rather than too late", async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
  try {
    const news: unknown[] = [];
    const db = { query: async () => ({ rows: news.splice(0) }) } as unknown as Queryable;
    const hub = new Hub(new EventTable(db));
    await hub.start();
    const comes = async (seq: bigint, atMs: number): Promise<void> => {
      vi.setSystemTime(atMs);
      news.push({ seq, topic: "races", kind: "status", payload: "{}" });
      await hub.catchUp();
    };
    await comes(1n, 1_010_000);
    await comes(2n, 1_010_500);
    await comes(3n, 1_020_000);
    const at = (atMs: number) => hub.lastSeqAt(atMs);
    expect([at(999_999), at(1_000_000), at(1_009_999)]).toEqual([0n, 0n, 0n]);
    // Two within a second have one mark.
    expect([at(1_010_000), at(1_019_999), at(1_020_000)]).toEqual([0n, 0n, 2n]);
    // What was marked for longer than a reader may be away is forgotten, but for the last of it.
    await comes(4n, 1_010_000 + 15 * 60_000 + 1);
    expect([at(1_000_000), at(1_010_000)]).toEqual([null, 0n]);
  } finally {
    vi.useRealTimers();
  }
});

test("a process that has just begun knows from the table what was the last event of a time", async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
  try {
    const young = new Hub(new EventTable(tableOf(10).db));
    await young.start();
    const at = (agoMs: number) => young.lastSeqAt(1_000_000 - agoMs);
    expect([at(5000), at(15_000), at(25_000)]).toEqual([108n, 107n, 106n]);
    // Nothing is older than the first, and nobody has to read anew because of it.
    expect([at(95_000), at(110_000)]).toEqual([99n, 99n]);
    const frames = (await young.since(at(25_000)!, RACES))!.frames.map(String);
    expect(frames.map((frame) => /id: (\d+)/.exec(frame)?.[1])).toEqual(["108"]);
    // Of a full table the last part is at hand: what came before it is not known.
    const old = new Hub(new EventTable(tableOf(5000).db));
    await old.start();
    expect(old.lastSeqAt(1_000_000 - 50_001_000)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("a player who listens and is told something is named before it is sent, and nobody else", async () => {
  const news: unknown[] = [];
  const db = { query: async () => ({ rows: news.splice(0) }) } as unknown as Queryable;
  const said: string[] = [];
  const hub = new Hub(new EventTable(db), (playerId) => said.push(`told ${playerId}`));
  await hub.start();
  const send = (): boolean => said.push("sent") > 0;
  hub.add({ topics: new Set(["player:anna", "races"]), send });
  const payload = JSON.stringify({ players: { anna: { cash: 1 }, ben: { cash: 2 } } });
  news.push({ seq: 1n, topic: PLAYERS_TOPIC, kind: "balance", payload });
  await hub.catchUp();
  expect(said).toEqual(["told anna", "sent"]);
  news.push({ seq: 2n, topic: "races", kind: "status", payload: "{}" });
  await hub.catchUp();
  expect(said).toEqual(["told anna", "sent", "sent"]);
});

test("a club without events begins at none", async () => {
  const hub = new Hub(new EventTable(tableOf(0).db));
  await hub.start();
  expect(hub.lastSeq).toBe(0n);
  expect(hub.recent(0n, RACES)).toEqual([]);
});

test("few readers come back soon, many one after another", () => {
  const streams = new Streams();
  expect(streams.retryMs(1000)).toBe(1000);
  const told: number[] = [];
  const reader = (): ServerResponse =>
    ({
      end: (text: string) => told.push(Number(/\d+/.exec(text)?.[0])),
    }) as unknown as ServerResponse;
  for (let n = 0; n < 3000; n += 1) streams.add(reader());
  streams.endAll(1000);
  const perSecond = [1, 2, 3, 4, 5, 6].map(
    (s) => told.filter((ms) => ms >= s * 1000 && ms < (s + 1) * 1000).length,
  );
  expect(told).toHaveLength(3000);
  expect(Math.min(...perSecond)).toBeGreaterThan(350);
  expect(Math.max(...perSecond)).toBeLessThan(650);
  expect(streams.count).toBe(0);
});
