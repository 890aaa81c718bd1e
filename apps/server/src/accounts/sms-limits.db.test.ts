import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../http/log.ts";
import { ok, startClub } from "../test/club.ts";
import type { Answer, TestClub } from "../test/club.ts";

const BUDGET = 25;

let club: TestClub;
const lines: string[] = [];

beforeAll(async () => {
  const log = createLog("error", { write: (line) => void lines.push(line) });
  const env = { CLUB_SMS_COUNTRIES: "+61,+852,+44", CLUB_SMS_BUDGET: String(BUDGET) };
  club = await startClub({ log, env });
});
afterAll(async () => await club.close());

async function send(phone: string, purpose = "register"): Promise<Answer> {
  return await club.call("POST", "/api/user/verification", { body: { phone, purpose } });
}

/** Codes by SMS (promise S12). */
describe("countries", () => {
  test.each(["+61491570156", "0061491570157", "+852 9123 4567"])(
    "%s gets a code",
    async (phone) => {
      ok(await send(phone));
    },
  );

  test.each([
    ["a country that is not listed", "+33612345678"],
    ["a premium line of a listed country", "+449091234567"],
    ["a personal number of a listed country", "+447012345678"],
    ["a number without its country", "0491570156"],
    ["an international premium line", "+979123456789"],
    ["a satellite", "+881612345678"],
  ])("%s gets none, asked in whatever way, and nothing is counted", async (_what, phone) => {
    const before = await club.query("SELECT FROM verification");
    for (const purpose of ["register", "reset"]) {
      const answer = await send(phone, purpose);
      expect([answer.status, answer.body.code]).toEqual([422, "phone.country"]);
    }
    expect(await club.query("SELECT FROM verification")).toHaveLength(before.length);
  });
});

test("somebody who pumps codes stops at the day's budget, also with many at once; the log says so", async () => {
  const phones = Array.from({ length: 60 }, () => `+614${randomInt(10_000_000, 99_999_999)}`);
  const answers: Answer[] = [];
  // In groups that the connections can take.
  for (let at = 0; at < phones.length; at += 6) {
    answers.push(
      ...(await Promise.all(phones.slice(at, at + 6).map(async (phone) => send(phone)))),
    );
  }
  const [row] = await club.query("SELECT count(*)::int AS sent FROM verification");
  expect(row?.["sent"]).toBe(BUDGET);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(30);
  for (const { status, body, headers } of refused) {
    expect([status, body.code]).toEqual([503, "verification.spent"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(lines.join("")).toContain("the day's budget of codes is spent");
  // A day later it goes on.
  await club.query("UPDATE verification SET created_at = created_at - interval '25 hours'");
  ok(await send(phones[0] ?? ""));
});
