import sharp from "sharp";
import { expect, test } from "vitest";
import { rewritePicture } from "./rewrite-picture.ts";

async function paint(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: "#0d5b41" };
  return await sharp({ create }).jpeg().toBuffer();
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => "taken",
    (error: { code?: string }) => error.code ?? "no refusal",
  );
}

/** So much time for one picture that no machine is too slow for it. */
const PATIENT_MS = 120_000;

/** What is said of a picture in the end, by somebody who comes again while others are before him. */
async function lastCodeOf(picture: Buffer): Promise<string> {
  for (;;) {
    const code = await codeOf(rewritePicture(picture, PATIENT_MS));
    if (code !== "club.busy") return code;
  }
}

test("a time-out says that the club is busy, not that the picture is bad; the next one is taken", async () => {
  const large = await paint(4900, 5000);
  expect(await codeOf(rewritePicture(large, 1))).toBe("club.busy");
  expect(await codeOf(rewritePicture(large, PATIENT_MS))).toBe("taken");
});

test("many at once: each is taken in its turn or told to come again, none is told bad", async () => {
  const picture = await paint(3000, 2000);
  const codes = await Promise.all(
    Array.from({ length: 14 }, async () => await codeOf(rewritePicture(picture, PATIENT_MS))),
  );
  const taken = codes.filter((code) => code === "taken").length;
  expect(taken).toBeGreaterThan(0);
  expect(codes.filter((code) => code === "club.busy")).toHaveLength(codes.length - taken);
  // The line holds eleven, and who waits too long is told so.
  expect(taken).toBeLessThanOrEqual(11);
});

test("a bad picture among good ones is told bad, and harms no other", async () => {
  const good = await paint(300, 200);
  const bad = Buffer.concat([good.subarray(0, 300), Buffer.from([0xff, 0xd9])]);
  const codes = await Promise.all([good, bad, good].map(lastCodeOf));
  expect(codes).toEqual(["taken", "receipt.unreadable", "taken"]);
});
