import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile, round } from "./figures.ts";

/** What the program is told and prints. */
export interface ReaderOrder {
  readonly clubPort: number;
  readonly edgePort: number;
  readonly topic: string;
  readonly readers: number;
  /** Nothing is counted before: everybody has to be there. */
  readonly warmUpMs: number;
  readonly ms: number;
}

export interface ReaderFigures {
  readonly events: number;
  /** Events that a reader heard, added up over all of them. */
  readonly heard: number;
  readonly missing: number;
  /** From the moment at which a reader at the club itself heard it. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** On the wire, framing included. */
  readonly bytesPerEvent: number;
}

const ID = /(?:^|\n)id: (\d+)\nevent: odds\n/g;
const LONGEST_HEAD = 64;
const PIECE = 65_536;

/**
 * One reader at the club and many at its edge: how much later the edge's readers hear the same.
 *
 * @throws Error when the club, too busy, sends the one away by which all are measured
 */
async function read(order: ReaderOrder): Promise<ReaderFigures> {
  const from = performance.now() + order.warmUpMs;
  const end = from + order.ms;
  const first = new Map<string, number>();
  const seen: { id: string; at: number }[] = [];
  let bytes = 0;
  // All sockets are read into one piece of memory: the readers share the machine with the edge.
  const buffer = Buffer.allocUnsafe(PIECE);
  const listen = (port: number, hear: (text: string, at: number) => void): Socket => {
    const socket = connect({
      port,
      host: "127.0.0.1",
      onread: {
        buffer,
        callback: (length) => {
          hear(buffer.toString("latin1", 0, length), performance.now());
          return true;
        },
      },
    });
    socket.write(`GET /api/stream?topics=${order.topic} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    socket.on("error", () => undefined);
    return socket;
  };
  const isMeasured = (at: number): boolean => at >= from && at < end;
  const lost = Promise.withResolvers<never>();
  const idsAtClub = idsIn();
  let isAnswered = false;
  const atClub = listen(order.clubPort, (text, at) => {
    if (!isAnswered && !text.startsWith("HTTP/1.1 200")) {
      lost.reject(new Error(`The club refused the reader: ${text.split("\r\n")[0] ?? ""}`));
    }
    isAnswered = true;
    if (isMeasured(at)) for (const id of idsAtClub(text)) first.set(id, at);
  });
  atClub.on("close", () => lost.reject(new Error("The club ended the reader's stream.")));
  for (let n = 0; n < order.readers; n += 1) {
    const ids = idsIn();
    listen(order.edgePort, (text, at) => {
      if (!isMeasured(at)) return;
      bytes += text.length;
      for (const id of ids(text)) seen.push({ id, at });
    });
    // A machine takes a few hundred connections at once.
    if (n % 200 === 0) await Promise.race([lost.promise, sleep(20)]);
  }
  await Promise.race([lost.promise, sleep(end - performance.now())]);
  // What was under way at the end is nobody's loss.
  const whole = new Set([...first].filter(([, at]) => at < end - 2000).map(([id]) => id));
  const heard = seen.filter(({ id }) => whole.has(id));
  const delays = Float64Array.from(heard, ({ id, at }) => at - (first.get(id) ?? at)).sort();
  return {
    events: whole.size,
    heard: heard.length,
    missing: whole.size * order.readers - heard.length,
    p50: round(percentile(delays, 0.5)),
    p99: round(percentile(delays, 0.99)),
    worst: round(delays.at(-1) ?? Number.NaN),
    bytesPerEvent: round(bytes / Math.max(1, seen.length), 0),
  };
}

/** Reads the numbers of events from pieces: an event's head may be cut in two. */
function idsIn(): (piece: string) => string[] {
  let rest = "";
  return (piece) => {
    const text = rest + piece;
    let upTo = 0;
    const ids: string[] = [];
    for (const found of text.matchAll(ID)) {
      ids.push(found[1] ?? "");
      upTo = found.index + found[0].length;
    }
    rest = text.slice(Math.max(upTo, text.length - LONGEST_HEAD));
    return ids;
  };
}

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const order = JSON.parse(Buffer.concat(chunks).toString()) as ReaderOrder;
  process.stdout.write(JSON.stringify(await read(order)), () => process.exit(0));
}
