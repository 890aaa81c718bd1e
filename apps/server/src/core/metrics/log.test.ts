import { expect, test } from "vitest";
import { createLog, terminalLine } from "./log.ts";

/** What a terminal shows of what a log is told. */
function shown(tell: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  tell(createLog("info", { write: (json) => void lines.push(terminalLine(json)) }));
  return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ""));
}

test("a terminal reads sentences: no JSON, and no stack with a warning", () => {
  const error = new Error("The database is busy (55P03: lock timeout).");
  expect(
    shown((log) => {
      log.info("the leader leads");
      log.warn("PostgreSQL runs without data checksums.");
      log.warn({ err: error }, "the job close due races failed");
      log.warn({ purpose: "jobs", reason: "Connection terminated" }, "database connection lost");
      log.warn({ password: "first past the post", books: { ledger: "1" } }, "hidden");
    }),
  ).toEqual([
    "the leader leads\n",
    "warning: PostgreSQL runs without data checksums.\n",
    "warning: the job close due races failed: The database is busy (55P03: lock timeout).\n",
    "warning: database connection lost: Connection terminated (purpose jobs)\n",
    "warning: hidden (password [hidden])\n",
  ]);
});

test("an error of ours says where", () => {
  const [line = ""] = shown((log) => log.error({ err: new Error("broken") }, "a request failed"));
  expect(line).toMatch(/^error: a request failed: broken\nError: broken\n {4}at .*log\.test\.ts/);
});
