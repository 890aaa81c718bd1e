import { Refusal } from "@club/domain";
import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
/** What a picture needs; texts, times, profiles and whatever else a file may carry stay outside. */
const KEPT: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
const FRAME = 12;
const MOST_BYTES = 48_000;
const MOST_PIXELS = 1024;

/**
 * The club's logo: a PNG alone, since an SVG is a program, at most 48,000 bytes and 1024 pixels a
 * side. Only the parts that draw it are kept, each with the right check sum.
 *
 * @throws setting.logo
 */
export function cleanLogo(given: Buffer): Buffer {
  if (given.length > MOST_BYTES || !given.subarray(0, SIGNATURE.length).equals(SIGNATURE)) fail();
  const parts: Buffer[] = [SIGNATURE];
  const names: string[] = [];
  for (let at = SIGNATURE.length; names.at(-1) !== "IEND";) {
    const part = partAt(given, at);
    const name = part.toString("latin1", 4, 8);
    if (KEPT.has(name)) {
      parts.push(part);
      names.push(name);
    }
    at += part.length;
  }
  if (names[0] !== "IHDR" || !names.includes("IDAT") || !isSmall(parts[1])) fail();
  return Buffer.concat(parts);
}

/** One part of the file, whole and with the right sum. */
function partAt(given: Buffer, at: number): Buffer {
  if (at + FRAME > given.length) fail();
  const end = at + FRAME + given.readUInt32BE(at);
  if (end > given.length) fail();
  const part = given.subarray(at, end);
  if (crc32(part.subarray(4, -4)) !== part.readUInt32BE(part.length - 4)) fail();
  return part;
}

function isSmall(head: Buffer | undefined): boolean {
  if (head?.length !== FRAME + 13) return false;
  return [8, 12].every((at) => {
    const side = head.readUInt32BE(at);
    return side > 0 && side <= MOST_PIXELS;
  });
}

function fail(): never {
  throw new Refusal("setting.logo", { field: "logo" });
}
