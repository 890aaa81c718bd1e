import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, ByHand, TestClub } from "../../test/club.ts";
import { JOBS, runJobs } from "./jobs.ts";
import type { Job } from "./jobs.ts";

/* What runs by the clock, as the desk sees it, and what it asks for. */

const LONG_MS = 3_600_000;
/** Less than the next job waits for one that has begun. */
const SHORT_MS = 200;

let club: TestClub;
let stop = new AbortController();
let running: Promise<void> = Promise.resolve();

beforeAll(async () => {
  club = await startClub();
});
afterEach(async () => {
  stop.abort();
  await running;
});
afterAll(async () => await club.close());

/** Runs these beside the club's own. */
function run(...jobs: Job[]): void {
  stop = new AbortController();
  running = runJobs(club.ctx, stop.signal, jobs);
}

const list = async (token: string): Promise<ByHand[]> =>
  (await club.call("GET", "/api/operator/jobs", { token })).body.list;
const stored = async (name: string): Promise<ByHand> =>
  (await club.query("SELECT * FROM job_run WHERE name = $1", [name]))[0];
const ask = async (token: string, name: string): Promise<Answer> =>
  await club.call("POST", "/api/operator/jobs/run", { token, body: { name } });

test("the page has every job, when it ran, and when it comes next", async () => {
  const { token } = await club.operator();
  await expect
    .poll(async () => (await list(token)).filter((job) => job["ended_at"] !== null).length)
    .toBe(JOBS.length);
  const jobs = await list(token);
  expect(jobs.map(({ name }) => name)).toEqual(JOBS.map(({ name }) => name));
  for (const { ended_at: ended, next_at: next, every_s: every } of jobs) {
    expect(Date.parse(next) - Date.parse(ended)).toBe(every * 1000);
  }
});

test("jobs begin in order, each when the one before has run; one that takes long keeps the next waiting but a moment", async () => {
  const begun: string[] = [];
  const job = (name: string, work: () => Promise<unknown>): Job => ({
    name,
    everyMs: LONG_MS,
    run: async () => {
      begun.push(name);
      await work();
    },
  });
  // On a busy machine the first may take longer than the next one waits.
  const waited = { forFirst: false, ms: 0 };
  let isFirstOver = false;
  const beganAt = performance.now();
  const first = job("first", async () => {
    await sleep(SHORT_MS);
    isFirstOver = true;
  });
  const long = job("long", async () => {
    Object.assign(waited, { forFirst: isFirstOver, ms: performance.now() - beganAt });
    await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
  });
  run(
    first,
    long,
    job("last", async () => undefined),
  );
  await expect.poll(() => begun).toEqual(["first", "long", "last"]);
  expect(waited.forFirst || waited.ms > SHORT_MS).toBe(true);
});

test("one that fails says why, and still says so when it goes well again", async () => {
  let isBroken = true;
  run({
    name: "break",
    everyMs: 50,
    run: async () => {
      if (isBroken) throw new Error("no room");
      await Promise.resolve();
    },
  });
  await expect.poll(async () => (await stored("break"))?.["failure"]).toBe("no room");
  isBroken = false;
  await expect.poll(async () => (await stored("break"))?.["failure"]).toBeNull();
  expect((await stored("break"))?.["failed_at"]).toBeInstanceOf(Date);
});

test("one that somebody asks for runs at once, though it is not due, and stands in the log", async () => {
  const { token } = await club.operator();
  const name = "verify the books";
  let runs = 0;
  run({
    name,
    everyMs: LONG_MS,
    run: async () => {
      runs += 1;
      await Promise.resolve();
    },
  });
  await expect.poll(() => runs).toBe(1);
  ok(await ask(token, name));
  // The club's own process may be the one that takes it: then it is asked again.
  await expect
    .poll(async () => {
      if ((await stored(name))?.["asked_at"] === null) await ask(token, name);
      return runs;
    })
    .toBeGreaterThan(1);
  const log = await club.call("GET", "/api/operator/audit?action=job.run", { token });
  expect(log.body.list[0]).toMatchObject({ target: name });
});

test("an unknown job is not found, one asked for is not asked for twice, only the owner asks", async () => {
  const { token } = await club.operator();
  const auditor = await club.newOperator("auditor");
  expect((await ask(token, "make coffee")).body.code).toBe("not_found");
  expect((await ask(auditor.token, "settle")).body.code).toBe("operator.not_allowed");
  const both = await Promise.all([ask(token, "forget old cards"), ask(token, "forget old cards")]);
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
});

test("the backups of a database with its own tools are looked at, not taken", async () => {
  const { token } = await club.operator();
  const folder = join(club.ctx.settings.dataDir, "backups");
  rmSync(folder, { recursive: true, force: true });
  const read = async () => (await club.call("GET", "/api/operator/backups", { token })).body;
  expect(await read()).toMatchObject({
    list: [],
    data: { is_own: false, next_at: null, newest_at: null, is_asked: false, last: null },
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "dump"), "");
  expect((await read()).data.newest_at).not.toBeNull();
  const answer = await club.call("POST", "/api/operator/backups/run", { token, body: {} });
  expect([answer.status, answer.body.code]).toEqual([409, "backup.not_here"]);
});
