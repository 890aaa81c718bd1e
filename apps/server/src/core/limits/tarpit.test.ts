import { expect, test } from "vitest";
import { Tarpit } from "./tarpit.ts";

/** How many of these waits end before any timer does. */
async function countAtOnce(waits: readonly Promise<void>[]): Promise<number> {
  let ended = 0;
  for (const wait of waits) void wait.then(() => (ended += 1));
  // Turns of promises alone: however slow the machine is, no timer ends between them.
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  return ended;
}

test("24 answers of one account are held back, then 500 of all; the others are given at once", async () => {
  const late = new Tarpit();
  const many = (who: string, count: number) =>
    Array.from({ length: count }, async () => await late.wait(who, 50));
  const ofOne = many("one", 30);
  expect(await countAtOnce(ofOne)).toBe(6);
  const ofOthers = Array.from({ length: 25 }, (_, i) => many(`other ${i}`, 24)).flat();
  expect(await countAtOnce(ofOthers)).toBe(25 * 24 + 24 - 500);
  await Promise.all([...ofOne, ...ofOthers]);
  const again = many("one", 25);
  expect(await countAtOnce(again)).toBe(1);
  await Promise.all(again);
});
