import { inflateRawSync } from "node:zlib";
import { assert } from "@club/domain";

/** Reads an archive by its directory, as a program that opens it does. */
export function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, plain] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const [nameLength, head] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)];
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const start = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    const text = inflateRawSync(bytes.subarray(start, start + packed));
    assert(text.length === plain, "a file is as long as the directory says");
    files.set(name, text.toString("utf8"));
    at += 46 + nameLength;
  }
  return files;
}
