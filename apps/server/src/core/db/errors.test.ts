import { expect, test } from "vitest";
import { classify, DatabaseAway, DatabaseBusy, isServerAnswer, kindOf } from "./errors.ts";

function withCode(code: string): Error {
  return Object.assign(new Error("text"), { code });
}

test.each([
  [withCode("ECONNREFUSED"), "away"],
  [withCode("ECONNRESET"), "away"],
  [withCode("57P01"), "away"],
  [withCode("57P03"), "away"],
  [withCode("08006"), "away"],
  [withCode("25006"), "away"],
  [new Error("Connection terminated unexpectedly"), "away"],
  [new Error("Query read timeout"), "away"],
  [withCode("55P03"), "busy"],
  [withCode("57014"), "busy"],
  [withCode("53300"), "busy"],
  [withCode("25P04"), "busy"],
  [new Error("timeout exceeded when trying to connect"), "busy"],
  [withCode("23505"), "other"],
  [withCode("P0001"), "other"],
  [new Error("something of ours"), "other"],
  ["no error", "other"],
])("%s is %s", (error, kind) => {
  expect(kindOf(error)).toBe(kind);
});

test("classes keep their cause", () => {
  const cause = withCode("ECONNREFUSED");
  expect(classify(cause)).toBeInstanceOf(DatabaseAway);
  expect((classify(cause) as Error).cause).toBe(cause);
  expect(classify(withCode("55P03"))).toBeInstanceOf(DatabaseBusy);
  const other = withCode("23505");
  expect(classify(other)).toBe(other);
});

test.each([
  ["23505", true],
  ["55P03", true],
  ["57014", true],
  ["40P01", true],
  ["57P01", false],
  ["25P04", false],
  ["25P03", false],
  ["XX000", false],
  ["ECONNRESET", false],
])("%s leaves the connection sound: %s", (code, expected) => {
  expect(isServerAnswer(withCode(code))).toBe(expected);
});
