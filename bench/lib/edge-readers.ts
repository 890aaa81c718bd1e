import { once } from "node:events";
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
  const listen = (
    port: number,
    hear: (id: string, at: number) => void,
    atEdge: boolean,
  ): Socket => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET /api/stream?topics=${order.topic} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    socket.on("error", () => undefined);
    let rest = "";
    socket.on("data", (chunk: Buffer) => {
      const at = performance.now();
      if (at < from || at >= end) return;
      if (atEdge) bytes += chunk.length;
      // An event's head may be cut in two: the end of one piece is looked at with the next.
      const text = rest + chunk.toString("latin1");
      let upTo = 0;
      for (const found of text.matchAll(ID)) {
        hear(found[1] ?? "", at);
        upTo = found.index + found[0].length;
      }
      rest = text.slice(Math.max(upTo, text.length - 64));
    });
    return socket;
  };
  const lost = untilLost(listen(order.clubPort, (id, at) => first.set(id, at), false));
  for (let n = 0; n < order.readers; n += 1) {
    listen(order.edgePort, (id, at) => seen.push({ id, at }), true);
    // A machine takes a few hundred connections at once.
    if (n % 200 === 0) await Promise.race([lost, sleep(20)]);
  }
  await Promise.race([lost, sleep(end - performance.now())]);
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

/** @throws Error when the stream is refused or ends. */
async function untilLost(socket: Socket): Promise<void> {
  const [head] = (await Promise.race([once(socket, "data"), once(socket, "close")])) as unknown[];
  const line = String(head).split("\r\n")[0] ?? "";
  if (!line.startsWith("HTTP/1.1 200")) throw new Error(`The club refused the reader: ${line}`);
  await once(socket, "close");
  throw new Error("The club ended the reader's stream.");
}

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const order = JSON.parse(Buffer.concat(chunks).toString()) as ReaderOrder;
  process.stdout.write(JSON.stringify(await read(order)), () => process.exit(0));
}
