import { describe, expect, test } from "vitest";
import { parseJsonBody } from "./json-body.ts";

test.each([
  ["", undefined],
  ["  \n", undefined],
  ['{"a":[1,"é"]}', { a: [1, "é"] }],
  ['{"a":"constructor"}', { a: "constructor" }],
  ['{"a":"\\u00e9\\ud83c\\udfc7"}', { a: "é🏇" }],
])("%j is read", (text, value) => {
  expect(parseJsonBody(text)).toEqual(value);
});

describe("is refused", () => {
  test.each([
    ["{", "request.malformed"],
    ["{'a':1}", "request.malformed"],
    ['{"__proto__":{"isAdmin":true}}', "request.malformed"],
    ['{"a":[{"\\u005f_proto__":1}]}', "request.malformed"],
    ['{"a":{"constructor":{"prototype":{}}}}', "request.malformed"],
    ['{"a":"\\u0000"}', "request.invalid"],
    ['{"\\u0000":1}', "request.invalid"],
    ['{"a":["\\ud800"]}', "request.invalid"],
  ])("%s", (text, code) => {
    expect(() => parseJsonBody(text)).toThrow(code);
  });

  test("a body of brackets alone does not overflow the stack", () => {
    const deep = `${"[".repeat(30_000)}"\\u0000"${"]".repeat(30_000)}`;
    expect(() => parseJsonBody(deep)).toThrow("request.invalid");
  });
});
