import { expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency.ts";
import { RATES } from "./rate-limit.ts";

const { atOnce, inLine } = RATES.money.turns;

/** Work that ends when it is told to. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: async () => await promise, end: () => resolve("done") };
}

test("two of one account at once, some more in line, the others are turned away at once", async () => {
  const lines = new ConcurrencyLimit();
  let working = 0;
  let most = 0;
  const { work, end } = openWork();
  const send = async (who: string): Promise<string> =>
    await lines.run(RATES.money, who, async () => {
      most = Math.max(most, (working += 1));
      return await work().finally(() => (working -= 1));
    });
  const sent = Array.from({ length: 24 }, async () => await send("a"));
  const outcomes = Promise.allSettled(sent);
  // Each account has a line of its own.
  const other = send("b");
  await Promise.resolve();
  expect(working).toBe(atOnce + 1);
  end();
  const refused = (await outcomes).filter(({ status }) => status === "rejected");
  expect(refused.length).toBe(24 - atOnce - inLine);
  for (const one of refused) expect(one).toMatchObject({ reason: { code: "club.busy" } });
  expect(await other).toBe("done");
  expect(most).toBe(atOnce + 1);
});

test("who waited too long does nothing any more, and the next one has his turn", async () => {
  const lines = new ConcurrencyLimit(-1);
  let done = 0;
  const work = async (): Promise<number> => (done += 1);
  await expect(lines.run(RATES.money, "a", work)).rejects.toMatchObject({ code: "club.busy" });
  expect(done).toBe(0);
});

test("a work that fails gives its turn back", async () => {
  const lines = new ConcurrencyLimit();
  const broken = async (): Promise<never> => await Promise.reject(new Error("broken"));
  for (let i = 0; i < 2 * (atOnce + inLine); i++) {
    await expect(lines.run(RATES.money, "a", broken)).rejects.toThrow("broken");
  }
});

test("pictures: one of an account, and no line of large bodies", async () => {
  const lines = new ConcurrencyLimit();
  const { work, end } = openWork();
  const first = lines.run(RATES.uploads, "a", work);
  await expect(lines.run(RATES.uploads, "a", work)).rejects.toMatchObject({ code: "club.busy" });
  end();
  expect(await first).toBe("done");
});
