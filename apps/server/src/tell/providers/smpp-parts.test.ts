import { expect, test } from "vitest";
import type { Report } from "../outbox/message-channel.ts";
import { TextsInParts } from "./smpp-parts.ts";

const LONG = "A text that is longer than one part. ".repeat(12);

/** A centre that names the parts that it takes in turn. */
async function sent() {
  const told: Report[] = [];
  const texts = new TextsInParts((report) => told.push(report));
  const refs: string[] = [];
  const send = async (during?: (ref: string) => void) =>
    await texts.send("one", LONG, async () => {
      const ref = `part ${refs.length + 1}`;
      refs.push(ref);
      const before = refs.at(-2);
      if (before !== undefined) during?.(before);
      return ref;
    });
  const hear = (ref: string, state: Report["state"]): void => texts.report({ ref, state });
  return { told, send, hear, refs };
}

test("all parts have to arrive; the last one's name stands for the text", async () => {
  const { told, send, hear, refs } = await sent();
  const name = await send();
  expect([refs.length > 2, name]).toEqual([true, refs.at(-1)]);
  for (const ref of refs) {
    expect(told).toEqual([]);
    hear(ref, "delivered");
  }
  expect(told).toEqual([{ ref: name, state: "delivered" }]);
});

test("a part that fails ends the text, and what is heard of the others says nothing more", async () => {
  const { told, send, hear, refs } = await sent();
  const name = await send();
  hear(refs[1] ?? "", "failed");
  for (const ref of refs) hear(ref, "delivered");
  expect(told).toEqual([{ ref: name, state: "failed" }]);
});

test("one that fails before the last is taken has failed, whatever becomes of the rest", async () => {
  const { told, send, hear, refs } = await sent();
  const name = await send((ref) => {
    if (ref === "part 1") hear(ref, "failed");
  });
  expect(told).toEqual([]);
  for (const ref of refs.slice(1)) hear(ref, "delivered");
  expect(told).toEqual([{ ref: name, state: "failed" }]);
});
