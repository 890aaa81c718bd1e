import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../core/metrics/log.ts";
import { startClub, type TestClub } from "../../test/club.ts";
import { reportDrift } from "./clock-drift.ts";

let club: TestClub;
const lines: string[] = [];

beforeAll(async () => {
  club = await startClub({ log: createLog("warn", { write: (line) => void lines.push(line) }) });
});
afterAll(async () => await club.close());

async function metric(): Promise<number> {
  const text = (await club.call("GET", "/metrics")).body as string;
  return Number(/^club_clock_drift_ms (-?\d+)$/m.exec(text)?.[1]);
}

const warnings = () => lines.filter((line) => line.includes("clock differs"));

test("a process compares its clock by itself when it starts", async () => {
  // On a busy machine a round trip may be too slow to measure; a minute later it tries again.
  const drift = async (): Promise<number> => Math.abs(await metric());
  await expect.poll(drift, { timeout: 150_000 }).toBeLessThan(400);
  expect(warnings()).toEqual([]);
});

test.each([
  [0, false],
  [-2000, true],
  [2000, true],
  [90_000, true],
])("a clock that is %i ms ahead: warned of is %s", async (ahead, isWarned) => {
  let drift = Number.NaN;
  const measure = async (): Promise<number> => {
    lines.length = 0;
    drift = await reportDrift(club.ctx, () => Date.now() + ahead);
    return Math.abs(drift - ahead);
  };
  // On a busy machine a round trip may be too slow to measure; the next one is not.
  await expect.poll(measure).toBeLessThan(400);
  // For a drift of -0 the metric shows 0.
  expect(await metric()).toBe(drift + 0);
  expect(warnings()).toHaveLength(isWarned ? 1 : 0);
  if (isWarned) expect(JSON.parse(warnings()[0] ?? "")).toMatchObject({ drift_ms: drift });
});

test("it is the club's clock that counts", async () => {
  await club.asAdmin(`CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT clock_timestamp() + interval '5 seconds' $$`);
  const measure = async (): Promise<number> => {
    lines.length = 0;
    return await reportDrift(club.ctx);
  };
  await expect.poll(measure).toBeLessThan(-4000);
  expect(warnings()).toHaveLength(1);
});
