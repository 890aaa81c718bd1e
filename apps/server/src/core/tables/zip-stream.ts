import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file to be put into an archive; its text comes in parts. */
export interface ZipEntry {
  readonly name: string;
  readonly parts: AsyncIterable<string> | Iterable<string>;
}

const LOCAL_HEAD = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL_HEAD = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Sizes follow after the data; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980: an archive says nothing of when it was made. */
const NO_DATE = 0x0021;

interface Written {
  readonly name: Buffer;
  readonly at: number;
  readonly crc: number;
  readonly packed: number;
  readonly plain: number;
}

/**
 * A ZIP archive (PKWARE APPNOTE 6.3.3, no ZIP64: below 4 GiB) as it is made, so that memory stays
 * flat however long its files are. Packing runs off the thread that answers requests.
 */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const head = words([
      [4, LOCAL_HEAD],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, NO_DATE],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ]);
    yield head;
    yield name;
    const sums = { crc: 0, plain: 0, packed: 0 };
    const packing = Readable.from(counted(entry.parts, sums)).pipe(createDeflateRaw());
    for await (const chunk of packing as AsyncIterable<Buffer>) {
      sums.packed += chunk.length;
      yield chunk;
    }
    yield words([
      [4, DESCRIPTOR],
      [4, sums.crc],
      [4, sums.packed],
      [4, sums.plain],
    ]);
    written.push({ name, at, ...sums });
    at += head.length + name.length + sums.packed + 16;
  }
  yield* directory(written, at);
}

async function* counted(
  parts: ZipEntry["parts"],
  sums: { crc: number; plain: number },
): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    sums.crc = crc32(bytes, sums.crc);
    sums.plain += bytes.length;
    yield bytes;
  }
}

function* directory(written: readonly Written[], start: number): Generator<Buffer> {
  let size = 0;
  for (const file of written) {
    const head = words([
      [4, CENTRAL_HEAD],
      [2, VERSION],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, NO_DATE],
      [4, file.crc],
      [4, file.packed],
      [4, file.plain],
      [2, file.name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, file.at],
    ]);
    size += head.length + file.name.length;
    yield head;
    yield file.name;
  }
  const count = written.length;
  yield words([
    [4, END],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, start],
    [2, 0],
  ]);
}

/** Little-endian numbers of 2 or 4 bytes, one after the other. */
function words(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) buffer.writeUInt16LE(value, at);
    else buffer.writeUInt32LE(value, at);
    at += bytes;
  }
  return buffer;
}
