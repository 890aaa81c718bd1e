import { expect, test } from "vitest";
import type { AppContext } from "../../core/context.ts";
import { DatabaseBusy } from "../../core/db/connect.ts";
import { inTurn } from "../../core/kit/in-turn.ts";
import { type Chunks, type ChunkWork, again, runChunks } from "./run-chunks.ts";

type Answer = "paid" | "last" | "end" | "busy" | "moved" | Error | null;

const ctx = {
  lifecycle: { isDraining: false },
  log: { warn: () => undefined },
} as unknown as AppContext;

/** A work whose chunks give these verdicts, attempt by attempt; records what was done. */
function workOf(attempts: readonly Answer[][], options: Partial<ChunkWork> = {}) {
  const log: string[] = [];
  let attempt = -1;
  const each = async function* (answers: readonly Answer[]): Chunks["each"] {
    for (const answer of answers) {
      if (answer === null) yield null;
      else {
        yield async () => {
          log.push(answer instanceof Error ? "fault" : answer);
          if (answer instanceof Error) throw answer;
          return answer;
        };
      }
    }
  };
  const work: ChunkWork = {
    begin: () => {
      attempt += 1;
      log.push("begin");
      const answers = attempts[attempt];
      if (answers === undefined) return null;
      const end = async (): Promise<"done"> => {
        log.push("done");
        return "done";
      };
      return { each: each(answers), end };
    },
    isStopping: () => false,
    insists: true,
    crashPoints: { chunkPaid: "test.chunk-paid" },
    ...options,
  };
  return { log, work };
}

const CASES: [string, Answer[][], boolean, string][] = [
  ["every chunk, then the end", [["paid", "paid"]], true, "begin paid paid done"],
  ["a page without a winner costs nothing", [[null, "paid", null]], true, "begin paid done"],
  ["another went on: it is read again", [["moved"], ["paid"]], true, "begin moved begin paid done"],
  ["another is at it: it is waited for", [["busy"], []], true, "begin busy begin done"],
  ["another has done it", [["busy"]], true, "begin busy begin"],
  ["nothing was left to pay", [["paid", "end", "paid"]], true, "begin paid end done"],
  ["the last chunk is said to be", [["last", "paid"]], true, "begin last done"],
  [
    "the database is busy: again from where it stands",
    [["paid", new DatabaseBusy("busy")], ["paid"]],
    true,
    "begin paid fault begin paid done",
  ],
];

test.each(CASES)("%s", async (_name, attempts, isDone, expected) => {
  const { log, work } = workOf(attempts);
  expect(await runChunks(ctx, work)).toBe(isDone);
  expect(log.join(" ")).toBe(expected);
});

test("a work that does not insist is left to the other worker, and to the next round", async () => {
  const busy = workOf([["paid", "busy"], ["paid"]], { insists: false });
  expect(await runChunks(ctx, busy.work)).toBe(false);
  expect(busy.log.join(" ")).toBe("begin paid busy");
  const fault = workOf([[new DatabaseBusy("busy")]], { insists: false });
  await expect(runChunks(ctx, fault.work)).rejects.toThrow("busy");
});

test("stops between two chunks, and pays nothing of the next", async () => {
  let looks = 0;
  const { log, work } = workOf([["paid", "paid", "paid"]], {
    isStopping: () => {
      looks += 1;
      return looks > 2;
    },
  });
  expect(await runChunks(ctx, work)).toBe(false);
  expect(log.join(" ")).toBe("begin paid");
});

test("a fault that does not pass is thrown", async () => {
  const { log, work } = workOf([["paid", new Error("left in escrow")]]);
  await expect(runChunks(ctx, work)).rejects.toThrow("left in escrow");
  expect(log.join(" ")).toBe("begin paid fault");
});

test("a step is repeated until nothing is left", async () => {
  let left = 3;
  const work: ChunkWork = {
    begin: () => ({
      each: again(async () => {
        left -= 1;
        return left < 0 ? "end" : "paid";
      }),
    }),
    isStopping: () => false,
    insists: false,
    crashPoints: { chunkPaid: "test.chunk-paid" },
  };
  expect(await runChunks(ctx, work)).toBe(true);
  expect(left).toBe(-1);
});

test("all have their turn before the first fault is thrown", async () => {
  const seen: number[] = [];
  const run = async (n: number): Promise<void> => {
    seen.push(n);
    if (n > 1) throw new Error(`fault ${n}`);
  };
  await expect(inTurn([1, 2, 3], run)).rejects.toThrow("fault 2");
  expect(seen).toEqual([1, 2, 3]);
});
