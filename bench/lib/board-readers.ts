import { setTimeout as sleep } from "node:timers/promises";
import { percentile, round } from "./figures.ts";
import { RawConnection, rawGet } from "./raw-http.ts";

/** What the program that reads boards is told and prints. */
export interface BoardsOrder {
  readonly port: number;
  readonly paths: readonly string[];
  /** Each of them is asked for so often, on a connection of its own. */
  readonly everyMs: number;
  readonly ms: number;
}

export interface BoardsFigures {
  readonly answers: number;
  /** Other than 200, by code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** The longest of the first answers: nobody has looked for a while, and each board catches up. Not in the others. */
  readonly worstFirst: number;
  readonly largestBytes: number;
}

async function readBoards({ port, paths, everyMs, ms }: BoardsOrder): Promise<BoardsFigures> {
  const times: number[] = [];
  const firsts: number[] = [];
  const refused: Record<string, number> = {};
  let largestBytes = 0;
  const end = performance.now() + ms;
  const read = async (path: string, i: number): Promise<void> => {
    const connection = await RawConnection.open(port);
    // Spread over the time between two of them, as people are.
    const first = performance.now() + (everyMs * i) / paths.length;
    for (let due = first; due < end; due += everyMs) {
      await sleep(Math.max(0, due - performance.now()));
      const started = performance.now();
      const { status, body } = await connection.send(rawGet(path));
      (due === first ? firsts : times).push(performance.now() - started);
      if (status !== 200) {
        const code = /"code":"([^"]+)"/.exec(body)?.[1] ?? String(status);
        refused[code] = (refused[code] ?? 0) + 1;
      }
      largestBytes = Math.max(largestBytes, body.length);
    }
    connection.close();
  };
  await Promise.all(paths.map(async (path, i) => await read(path, i)));
  const sorted = Float64Array.from(times).sort();
  return {
    answers: firsts.length + times.length,
    refused,
    p50: round(percentile(sorted, 0.5)),
    p99: round(percentile(sorted, 0.99)),
    worst: round(sorted.at(-1) ?? Number.NaN),
    worstFirst: round(Math.max(...firsts)),
    largestBytes,
  };
}

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const order = JSON.parse(Buffer.concat(chunks).toString()) as BoardsOrder;
  process.stdout.write(JSON.stringify(await readBoards(order)));
}
