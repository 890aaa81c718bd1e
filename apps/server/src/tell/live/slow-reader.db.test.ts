import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub, type TestClub } from "../../test/club.ts";

/** P20, S19: a reader that takes nothing is cut; nobody else notices, and it misses nothing when it is back. */
const EVENTS = 160;
const PAYLOAD_CHARACTERS = 100_000;
/** What a system buffers for a socket is its own affair: it is told until it can hold no more. */
const MOST_ROUNDS = 12;

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());

class Reader {
  readonly socket: Socket;
  #text = "";

  constructor(lastId = "") {
    const { hostname, port } = new URL(club.url);
    this.socket = connect(Number(port), hostname);
    this.socket.on("error", () => undefined);
    this.socket.on("data", (piece) => (this.#text += piece.toString()));
    const resume = lastId === "" ? "" : `last-event-id: ${lastId}\r\n`;
    this.socket.write(`GET /api/stream?topics=races HTTP/1.1\r\nhost: x\r\n${resume}\r\n`);
  }

  /** Ids of the events that arrived whole, in order. */
  get ids(): number[] {
    const whole = this.#text.slice(0, this.#text.lastIndexOf("\n\n"));
    return [...whole.matchAll(/^id: (\d+)\nevent: padding$/gm)].map(([, id]) => Number(id));
  }

  get lastId(): number | undefined {
    return this.ids.at(-1);
  }

  get isReady(): boolean {
    return this.#text.includes("event: ready");
  }

  get isResynced(): boolean {
    return this.#text.includes("event: resync");
  }
}

/** Numbered events, written and notified as the writer does; an idle club has no others. */
async function tellMuch(): Promise<number[]> {
  const rows = await club.asAdmin(
    `INSERT INTO event (seq, topic, kind, payload, at)
     SELECT (SELECT coalesce(max(seq), 0) FROM event) + i, 'races', 'padding',
       jsonb_build_object('text', repeat('x', $2)), club_now_ms() FROM generate_series(1, $1) i
     RETURNING seq::int`,
    [EVENTS, PAYLOAD_CHARACTERS],
  );
  await club.asAdmin("SELECT pg_notify('club_events', '')");
  return rows.map((row) => row["seq"] as number);
}

test("a reader with more than 256 KiB unread is cut, the others read on, and it resumes without a gap", async () => {
  const quick = new Reader();
  const slow = new Reader();
  await expect.poll(() => quick.isReady && slow.isReady).toBe(true);
  expect(club.ctx.streams.count).toBe(2);
  slow.socket.pause();
  const told: number[] = [];
  for (let round = 0; club.ctx.streams.count > 1 && round < MOST_ROUNDS; round += 1) {
    told.push(...(await tellMuch()));
    await expect.poll(() => quick.lastId).toBe(told.at(-1));
  }
  expect(quick.ids).toEqual(told);
  await expect.poll(() => club.ctx.streams.count).toBe(1);

  const ended = once(slow.socket, "close");
  slow.socket.resume();
  await ended;
  expect(slow.ids).toEqual(told.slice(0, slow.ids.length));
  expect(slow.ids.length).toBeLessThan(told.length);

  const back = new Reader(String(slow.ids.at(-1) ?? (told[0] as number) - 1));
  await expect.poll(() => slow.ids.length + back.ids.length).toBe(told.length);
  expect([...slow.ids, ...back.ids]).toEqual(told);
  expect(back.isResynced).toBe(false);
  quick.socket.destroy();
  back.socket.destroy();
});
