import { expect, test } from "vitest";
import { unzip } from "../../test/unzip.ts";
import { zipStream } from "./zip-stream.ts";

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
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
