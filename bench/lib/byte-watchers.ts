import { connect } from "node:net";
import { percentile, round } from "./figures.ts";

/** What the program is told and prints. */
export interface ByteOrder {
  readonly port: number;
  readonly topics: string;
  readonly streams: number;
  /** Bytes are counted after the warm-up. */
  readonly warmUpMs: number;
  readonly seconds: number;
}

export interface ByteFigures {
  /** Events that one watcher received, and all bytes on its connection, framing included. */
  readonly events: number;
  readonly mean: number;
  readonly p99: number;
  readonly worst: number;
  readonly perEvent: number;
  /** Watchers that received another number of events than the first. */
  readonly different: number;
}

interface Watcher {
  readonly perSecond: number[];
  events: number;
}

const SECOND_MS = 1000;
const EVENT_LINE = "\nevent: sport\n";

/** Holds the streams open and counts the bytes on each connection, second by second. */
async function watch(order: ByteOrder): Promise<ByteFigures> {
  const from = performance.now() + order.warmUpMs;
  const end = from + order.seconds * SECOND_MS;
  const watchers = Array.from({ length: order.streams }, () => listen(order, from, end));
  await new Promise((resolve) => setTimeout(resolve, end - performance.now()));
  const [first] = watchers;
  if (first === undefined) throw new Error("nobody watches");
  const seconds = Float64Array.from(watchers.flatMap(({ perSecond }) => perSecond)).sort();
  const bytes = seconds.reduce((sum, each) => sum + each, 0);
  const events = watchers.reduce((sum, watcher) => sum + watcher.events, 0);
  return {
    events: first.events,
    mean: Math.round(bytes / seconds.length),
    p99: percentile(seconds, 0.99),
    worst: seconds.at(-1) ?? Number.NaN,
    perEvent: round(bytes / Math.max(1, events), 0),
    different: watchers.filter((watcher) => watcher.events !== first.events).length,
  };
}

function listen({ port, topics, seconds }: ByteOrder, from: number, end: number): Watcher {
  const watcher: Watcher = { perSecond: Array.from({ length: seconds }, () => 0), events: 0 };
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET /api/stream?topics=${topics} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  socket.on("data", (chunk: Buffer) => {
    const now = performance.now();
    if (now < from || now >= end) return;
    const second = Math.floor((now - from) / SECOND_MS);
    watcher.perSecond[second] = (watcher.perSecond[second] ?? 0) + chunk.length;
    watcher.events += chunk.toString("latin1").split(EVENT_LINE).length - 1;
  });
  return watcher;
}

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const order = JSON.parse(Buffer.concat(chunks).toString()) as ByteOrder;
  process.stdout.write(JSON.stringify(await watch(order)), () => process.exit(0));
}
