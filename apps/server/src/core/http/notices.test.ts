import { expect, test } from "vitest";
import { DatabaseBusy } from "../db/connect.ts";
import { takeInTurn } from "./notices.ts";

test("ten thousand at once are all taken, two at a time", async () => {
  const ctx = { db: {} };
  let [atOnce, most] = [0, 0];
  const take = async (n: number): Promise<number> =>
    await takeInTurn(ctx, "payments", async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      return n;
    });
  const all = Array.from({ length: 10_000 }, (_, n) => n);
  expect(await Promise.all(all.map(take))).toEqual(all);
  expect(most).toBe(2);
});

test("a database that is busy for a moment is asked again, any other fault is not", async () => {
  let tries = 0;
  const failing = (error: Error) => async (): Promise<string> => {
    tries += 1;
    if (tries < 4) throw error;
    return "taken";
  };
  expect(await takeInTurn({ db: {} }, "payouts", failing(new DatabaseBusy("busy")))).toBe("taken");
  tries = 0;
  const fault = takeInTurn({ db: {} }, "payouts", failing(new Error("ours")));
  await expect(fault).rejects.toThrow("ours");
  expect(tries).toBe(1);
});
