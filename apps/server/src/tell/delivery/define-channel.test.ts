import { expect, test } from "vitest";
import { outcomeOf } from "./define-channel.ts";

const FINAL = { gone: [410], refused: [400] };

test.each([
  [{ status: 200 }, { kind: "delivered", answer: 200 }],
  [{ status: 299 }, { kind: "delivered", answer: 299 }],
  [{ status: 0 }, { kind: "retry", error: "unreachable", answer: 0 }],
  [{ status: 302 }, { kind: "retry", error: "refused", answer: 302 }],
  [{ status: 400 }, { kind: "failed", error: "refused", answer: 400 }],
  [{ status: 404 }, { kind: "retry", error: "refused", answer: 404 }],
  [{ status: 410 }, { kind: "failed", error: "gone", answer: 410 }],
  [
    { status: 429, retryAfterS: 7 },
    { kind: "retry", error: "busy", answer: 429, afterS: 7 },
  ],
  [{ status: 503 }, { kind: "retry", error: "server", answer: 503 }],
])("an answer of %o is %o", (answer, outcome) => {
  expect(outcomeOf(answer, FINAL)).toEqual(outcome);
});
