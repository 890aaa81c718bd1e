import { expect, test } from "vitest";
import { turns } from "./turns.ts";

test("so many at once and no more, in order; one that fails gives its turn on", async () => {
  const takeTurn = turns(2);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const works = [0, 1, 2, 3].map(
    async (at) =>
      await takeTurn(async () => {
        begun.push(at);
        await new Promise<void>((resolve, reject) => {
          ends[at] = (error) => (error === undefined ? resolve() : reject(error));
        });
        return at;
      }),
  );
  const settled = Promise.allSettled(works);
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.(new Error("broken"));
  await expect(works[1]).rejects.toThrow("broken");
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[0]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect((await settled).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(await takeTurn(async () => "free again")).toBe("free again");
});
