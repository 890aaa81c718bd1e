import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../core/metrics/log.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub } from "../../test/club.ts";
import { networkOf } from "./sms-limits.ts";

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
  // In groups small enough for the connections.
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
  // A day later sending goes on.
  await club.asAdmin("UPDATE verification SET created_at = created_at - interval '25 hours'");
  ok(await send(phones[0] ?? ""));
});

describe("ten codes an hour for an address", () => {
  let second: TestClub;
  let third: TestClub;
  const env = { CLUB_SMS_PER_ADDRESS: "10", CLUB_TRUST_PROXY: "1", CLUB_SMS_BUDGET: "0" };
  beforeAll(async () => {
    second = await startClub({ env });
    third = await startClub({ env, database: second.database });
  });
  afterAll(async () => {
    await third.close();
    await second.close();
  });

  const phone = (): string => `+614${randomInt(10_000_000, 99_999_999)}`;
  const from = async (address: string, at: TestClub = second): Promise<Answer> =>
    await at.call("POST", "/api/user/verification", {
      body: { phone: phone(), purpose: "register" },
      headers: { "x-forwarded-for": address },
    });

  test("the eleventh waits, over two processes and many at once; other addresses do not", async () => {
    const answers: Answer[] = [];
    for (let round = 0; round < 4; round += 1) {
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 4 }, async (_, n) =>
            from("198.51.100.9", n % 2 === 0 ? second : third),
          ),
        )),
      );
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, "verification.too_soon"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(3000);
    }
    ok(await from("198.51.100.10"));
    // What was sent an hour ago makes room; the address itself is stored nowhere.
    await second.asAdmin(
      "UPDATE verification SET created_at = created_at - interval '61 minutes' WHERE id = (SELECT id FROM verification ORDER BY created_at LIMIT 1)",
    );
    ok(await from("198.51.100.9"));
    expect((await from("198.51.100.9")).status).toBe(429);
    const rows = await second.query("SELECT v::text AS row FROM verification v");
    expect(rows.map(({ row }) => String(row)).join(" ")).not.toContain("198.51");
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
    ["2001:db8:1:2:aaaa::1", "2001:db8:1:2"],
    ["2001:0db8:0001:0002::", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("%s counts as %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
