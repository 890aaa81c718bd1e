import { expect, test } from "vitest";
import { unzip } from "../../test/unzip.ts";
import { zipStream } from "./zip-stream.ts";

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("what goes in comes out: several files, an empty one, long parts and names in Chinese", async () => {
  const long = "0123456789".repeat(50_000);
  const archive = await collect(
    zipStream([
      { name: "a.txt", parts: ["one ", "two"] },
      { name: "empty", parts: [] },
      { name: "folder/账目.xml", parts: [long, "終"] },
    ]),
  );
  expect(Object.fromEntries(unzip(archive))).toEqual({
    "a.txt": "one two",
    empty: "",
    "folder/账目.xml": `${long}終`,
  });
  expect(archive.length).toBeLessThan(20_000);
});

test("parts that break off break the archive, and nothing else", async () => {
  async function* parts(): AsyncGenerator<string> {
    yield await Promise.resolve("one");
    throw new Error("the database is gone");
  }
  const archive = collect(zipStream([{ name: "a.txt", parts: parts() }]));
  await expect(archive).rejects.toThrow("the database is gone");
});

test("a reader who leaves ends what is read for him", async () => {
  let isEnded = false;
  async function* parts(): AsyncGenerator<string> {
    try {
      for (;;) yield await Promise.resolve(crypto.randomUUID().repeat(1000));
    } finally {
      isEnded = true;
    }
  }
  let read = 0;
  for await (const bytes of zipStream([{ name: "a.txt", parts: parts() }])) {
    read += bytes.length;
    if (read > 5000) break;
  }
  await expect.poll(() => isEnded).toBe(true);
});
