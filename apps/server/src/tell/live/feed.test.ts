import { expect, test, vi } from "vitest";
import { PLAYERS_TOPIC } from "./events.ts";
import { beginFrame, eventsFrame, FeedEvents } from "./feed.ts";
import { Hub, type Beginning, type EventRow, type EventStore } from "./hub.ts";

const RACES = new Set(["races"]);
const RACE = `race:${"0".repeat(36)}`;

/** A table of events that grows, as a club's hub sees it. */
class Growing implements EventStore {
  readonly rows: EventRow[] = [];

  add(topic: string, payload = "{}"): void {
    this.rows.push({ seq: BigInt(this.rows.length + 1), topic, kind: "status", payload });
  }

  async begin(most: number): Promise<Beginning> {
    const events = this.rows.slice(-most);
    const before = (events[0]?.seq ?? BigInt(this.rows.length + 1)) - 1n;
    return await Promise.resolve({ events, marks: [{ agoMs: 5000, seq: before }] });
  }

  async after(seq: bigint, most: number): Promise<readonly EventRow[]> {
    return await Promise.resolve(this.rows.slice(Number(seq), Number(seq) + most));
  }

  async between(): Promise<null> {
    return await Promise.resolve(null);
  }
}

const dataOf = (frame: Buffer): string => /^data: (.*)$/m.exec(String(frame))?.[1] ?? "";
const idsOf = (frames: readonly Buffer[]): string[] =>
  frames.map((frame) => /^id: (\d+)$/m.exec(String(frame))?.[1] ?? "");

/** A club's hub, and an edge's that is fed by it. */
async function pair(count: number) {
  const table = new Growing();
  for (let n = 0; n < count; n += 1) table.add(n % 3 === 0 ? "races" : PLAYERS_TOPIC);
  const club = new Hub(table);
  await club.start();
  const feed = new FeedEvents();
  const edge = new Hub(feed);
  const sent: string[] = [];
  const begin = async (): Promise<void> => {
    feed.take(dataOf(beginFrame(club.memory)));
    await edge.start();
  };
  const cut = club.tap((events) => {
    sent.push(String(eventsFrame(events)));
    feed.take(dataOf(eventsFrame(events)));
  });
  await begin();
  const comes = async (...topics: string[]): Promise<void> => {
    for (const topic of topics) table.add(topic);
    await club.catchUp();
    await edge.catchUp();
  };
  return { table, club, feed, edge, begin, comes, cut, sent };
}

test("an edge's hub resumes readers as the club's does, from what it was given at its start", async () => {
  const { club, edge, comes } = await pair(10);
  await comes(PLAYERS_TOPIC, "races", RACE);
  expect([edge.lastSeq, club.lastSeq]).toEqual([13n, 13n]);
  for (const seq of [0n, 3n, 4n, 9n, 10n, 12n, 13n, 14n]) {
    for (const topics of [RACES, new Set([RACE, "races"])]) {
      const [here, there] = [await edge.since(seq, topics), await club.since(seq, topics)];
      expect(here === null ? null : idsOf(here.frames)).toEqual(
        there === null ? null : idsOf(there.frames),
      );
      expect(edge.recent(seq, topics).map(String)).toEqual(club.recent(seq, topics).map(String));
    }
  }
  expect(idsOf((await edge.since(9n, RACES))?.frames ?? [])).toEqual(["10", "12"]);
});

test("it knows the last event of a time as the club does, so a new page need not read anew", async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
  try {
    const { club, edge, begin, comes } = await pair(10);
    vi.setSystemTime(1_010_000);
    await comes("races");
    vi.setSystemTime(1_020_000);
    await comes("races");
    await begin();
    for (const at of [990_000, 995_000, 1_005_000, 1_010_000, 1_019_999, 1_020_000])
      expect([at, edge.lastSeqAt(at)]).toEqual([at, club.lastSeqAt(at)]);
    expect(edge.lastSeqAt(1_015_000)).toBe(10n);
  } finally {
    vi.useRealTimers();
  }
});

test("readers hear each public event once; of somebody's own only the number leaves the club", async () => {
  const { edge, comes, sent } = await pair(3);
  const heard: string[] = [];
  edge.add({ topics: RACES, send: (bytes) => heard.push(String(bytes)) > 0 });
  await comes("races", PLAYERS_TOPIC, "operator", "player:anna", "else", "races");
  expect(heard.join("").match(/^id: \d+$/gm)).toEqual(["id: 4", "id: 9"]);
  expect(sent.join("")).not.toMatch(/player|operator|else/);
  expect(JSON.parse(dataOf(Buffer.from(sent.join(""))))).toMatchObject({
    first: "4",
    events: [["races", "status", {}], 0, 0, 0, 0, ["races", "status", {}]],
  });
});

test("what does not follow is refused; a beginning is another numbering, and old readers hear nothing of it", async () => {
  const { feed, edge, table, club, begin, cut } = await pair(6);
  cut();
  expect(() => feed.take(dataOf(eventsFrame([{ ...table.rows[0]!, seq: 8n }])))).toThrow("no gap");
  const heard: string[] = [];
  edge.add({ topics: RACES, send: (bytes) => heard.push(String(bytes)) > 0 });
  table.add("races");
  table.add("races");
  await club.catchUp();
  expect(feed.lastSeq).toBe(6n);
  await begin();
  expect([feed.lastSeq, edge.lastSeq, edge.subscribers, heard]).toEqual([8n, 8n, 0, []]);
  // Somebody who comes back to it goes on where he was.
  expect(idsOf((await edge.since(6n, RACES))?.frames ?? [])).toEqual(["7", "8"]);
  table.rows.length = 2;
  await club.start();
  await begin();
  expect(await edge.since(8n, RACES)).toBeNull();
  expect(edge.lastSeq).toBe(2n);
});

test("a club without events: an edge begins at none", async () => {
  const { edge, comes } = await pair(0);
  expect(edge.lastSeq).toBe(0n);
  await comes("races");
  expect(idsOf(edge.recent(0n, RACES))).toEqual(["1"]);
});

test("the hub hands on what came after a number while it has it, and says where it has not", async () => {
  const { club } = await pair(10);
  expect(club.after(7n)?.map(({ seq }) => seq)).toEqual([8n, 9n, 10n]);
  expect([club.after(0n)?.length, club.after(10n), club.after(11n)]).toEqual([10, [], null]);
  const empty = new Hub(new Growing());
  await empty.start();
  expect([empty.after(0n), empty.after(1n)]).toEqual([[], null]);
});
