import { Refusal } from "@club/domain";
import { expect, test } from "vitest";
import { CommitInDoubt, DatabaseAway, DatabaseBusy } from "../db/connect.ts";
import { languageOf, refusalEnvelope, retryAfter, toRefusal } from "./envelope.ts";

test.each([
  [new Refusal("race.closed"), "race.closed"],
  [new Refusal("never.heard.of"), "server.broken"],
  [new DatabaseAway("x"), "club.away"],
  [new DatabaseBusy("x"), "club.busy"],
  [new CommitInDoubt("x"), "bet.in_doubt"],
  [new Error("a secret detail"), "server.broken"],
  [null, "server.broken"],
  [Object.assign(new Error("x"), { code: "53100" }), "club.read_only"],
  [Object.assign(new Error("x"), { code: "40P01" }), "club.busy"],
  [
    Object.assign(new Error("x"), { code: "FST_ERR_CTP_INVALID_MEDIA_TYPE", statusCode: 415 }),
    "request.content_type",
  ],
  [
    Object.assign(new Error("x"), { code: "FST_ERR_CTP_BODY_TOO_LARGE", statusCode: 413 }),
    "request.too_large",
  ],
  [
    Object.assign(new Error("x"), { code: "FST_ERR_BAD_URL", statusCode: 400 }),
    "request.malformed",
  ],
])("%o is %s", (error, code) => {
  expect(toRefusal(error).code).toBe(code);
});

test("a refusal is told in the caller's language, with plain numbers", () => {
  const refusal = new Refusal("race.closed", { cents: 5n });
  expect(refusalEnvelope(refusal, { language: "zh-Hans", requestId: "r" })).toEqual({
    status: 409,
    message: "本场赛事已截止投注。",
    code: "race.closed",
    params: { cents: 5 },
  });
});

test("500 carries the request id and nothing else", () => {
  const refusal = toRefusal(new Error("password is hunter2"));
  const envelope = refusalEnvelope(refusal, { language: "en", requestId: "r-1" });
  expect(envelope).toMatchObject({
    status: 500,
    code: "server.broken",
    params: {},
    request_id: "r-1",
  });
  expect(JSON.stringify(envelope)).not.toContain("hunter2");
});

test.each([
  ["request.too_many", 429, { retry_after: 2.2 }, 3],
  ["club.busy", 503, {}, 1],
  ["race.closed", 409, {}, null],
])("%s waits", (code, status, params, seconds) => {
  expect(retryAfter(new Refusal(code, params), status)).toBe(seconds);
});

test.each([
  [undefined, "en"],
  ["", "en"],
  ["fr", "fr"],
  ["de, es;q=0.8, fr;q=0.9", "fr"],
  ["zh-TW", "zh-Hant"],
  ["zh-CN,zh;q=0.9", "zh-Hans"],
  ["fr;q=0, es", "es"],
  [`fr${" ".repeat(10_000)}`, "en"],
])("Accept-Language %s", (header, language) => {
  expect(languageOf(header)).toBe(language);
});
