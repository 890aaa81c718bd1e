import { expect, test } from "vitest";
import { isPlainPath } from "./plain-path.ts";

test.each([
  "/",
  "/app/",
  "/app/assets/index-B1_x.js",
  "/.well-known/club-keys.json",
  "/api/user/sessions/0198c2f0-0000-7000-8000-000000000000",
  "/api/operator/rule-sets/AU%20STD",
  "/api/x/%C3%A9%e9%25%21%7B",
  "/api/x/a..b/.c/...",
  "/api/x/100%25",
])("%s is plain", (path) => {
  expect(isPlainPath(path)).toBe(true);
});

test.each([
  "",
  "*",
  "http://club.example/api",
  "//api",
  "/api//user",
  "/api/user//",
  "/.",
  "/..",
  "/./api",
  "/api/../console",
  "/api/user/.",
  "/api\\user",
  "/console#",
])("%s is another spelling", (path) => {
  expect(isPlainPath(path)).toBe(false);
});

test("whatever needs no encoding is another spelling when it is encoded", () => {
  for (let code = 0; code < 256; code++) {
    const sign = String.fromCodePoint(code);
    const needsNone = /[\w.~-]/.test(sign);
    const hides = sign === "/" || sign === "\\";
    const hex = code.toString(16).padStart(2, "0");
    for (const path of [`/a%${hex}`, `/a%${hex.toUpperCase()}/b`]) {
      expect([path, isPlainPath(path)]).toEqual([path, !needsNone && !hides]);
    }
  }
});
