import { percentile, round } from "./figures.ts";

/** What the watcher process is told and prints. */
export interface WatchOrder {
  readonly port: number;
  readonly topic: string;
  readonly streams: number;
  readonly ms: number;
  /** The last event that they have seen: they come back, and want what they missed. */
  readonly after?: number;
}

export interface WatchFigures {
  readonly streams: number;
  readonly events: number;
  /** The newest that came. */
  readonly last: number;
  /** Of the events that the first stream saw, how many other streams missed, summed over all streams. */
  readonly missing: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

const DATA = /^id: (\d+)\nevent: odds\ndata: (.*)$/s;

/** Reads the streams for the given time, and measures each event's age by its sending stamp. */
async function watch(order: WatchOrder): Promise<WatchFigures> {
  const over = AbortSignal.timeout(order.ms);
  const delays: number[] = [];
  const perStream: Set<string>[] = [];
  const firstSeen = new Map<string, number>();
  const open = async (): Promise<void> => {
    const seen = new Set<string>();
    perStream.push(seen);
    const url = `http://127.0.0.1:${order.port}/api/stream?topics=${order.topic}`;
    const headers = order.after === undefined ? {} : { "last-event-id": String(order.after) };
    const response = await fetch(url, { signal: over, headers });
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const now = performance.now();
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const id = DATA.exec(part)?.[1];
        if (id === undefined) continue;
        seen.add(id);
        if (!firstSeen.has(id)) firstSeen.set(id, now);
        delays.push(now - (firstSeen.get(id) ?? now));
      }
    }
  };
  await Promise.all(
    Array.from({ length: order.streams }, async () => await open().catch(() => undefined)),
  );
  const common = [...firstSeen.keys()].filter((id) => perStream[0]?.has(id));
  const missing = perStream.reduce(
    (sum, seen) => sum + common.filter((id) => !seen.has(id)).length,
    0,
  );
  const sorted = Float64Array.from(delays).sort();
  return {
    streams: order.streams,
    events: firstSeen.size,
    last: Math.max(0, ...[...firstSeen.keys()].map(Number)),
    missing,
    p50: round(percentile(sorted, 0.5)),
    p99: round(percentile(sorted, 0.99)),
    worst: round(sorted.at(-1) ?? Number.NaN),
  };
}

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const order = JSON.parse(Buffer.concat(chunks).toString()) as WatchOrder;
  process.stdout.write(JSON.stringify(await watch(order)));
}
