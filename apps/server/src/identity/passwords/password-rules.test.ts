import { expect, test } from "vitest";
import { checkPassword } from "./password-rules.ts";

const NAMES = { userName: "quiet.thunder", clubName: "Horse Club" };

test.each([
  ["correct horse battery"],
  ["12 characters"],
  ["Ünïcödé päss"],
  ["马到成功马到成功一"],
  ["x".repeat(60) + "y".repeat(60) + "12345678"],
])("%s is taken", (password) => {
  expect(() => checkPassword(password, NAMES)).not.toThrow();
});

test.each([
  ["", "empty"],
  ["short 1", "7 characters"],
  ["x1".repeat(65), "130 characters"],
  ["password", "common"],
  ["PASSWORD", "common in capitals"],
  ["qwertyuiop", "common"],
  ["ＰＡＳＳＷＯＲＤ", "common in wide letters"],
  ["11111111", "one digit"],
  ["abababab", "two letters"],
  ["my-Quiet.Thunder-1", "the user name"],
  ["HORSE CLUB 2026", "the club's name"],
])("%s is refused: %s", (password) => {
  expect(() => checkPassword(password, NAMES)).toThrow("password.weak");
});

test("a short user name is part of many words and does not count", () => {
  expect(() => checkPassword("a banana split", { ...NAMES, userName: "nan" })).not.toThrow();
});
