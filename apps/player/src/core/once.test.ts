import { expect, test } from "vitest";
import { CallError } from "@club/client";
import { answered, keyOf, repeatDelayMs, shouldRepeat } from "./once.ts";

test("one wish has one key until it is answered", () => {
  const first = keyOf("withdraw", "30000");
  expect(keyOf("withdraw", "30000")).toBe(first);
  expect(keyOf("top-up", "30000")).not.toBe(first);
  const other = keyOf("withdraw", "30001");
  expect(other).not.toBe(first);
  answered("withdraw");
  expect(keyOf("withdraw", "30001")).not.toBe(other);
});

test("what had no answer is asked again, a refusal is not", () => {
  const lost = new CallError("no network", { kind: "network" });
  const busy = new CallError("busy", { kind: "refused", status: 503, retryAfterMs: 1000 });
  const refused = new CallError("no", { kind: "refused", status: 409, code: "funds.insufficient" });
  expect([0, 3, 4].map((failures) => shouldRepeat(failures, lost))).toEqual([true, true, false]);
  expect([shouldRepeat(0, busy), shouldRepeat(0, refused)]).toEqual([true, false]);
  expect([repeatDelayMs(0, lost), repeatDelayMs(2, lost), repeatDelayMs(0, busy)]).toEqual([
    800, 3200, 1000,
  ]);
});
