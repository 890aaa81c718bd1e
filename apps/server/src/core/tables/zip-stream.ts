import { pipeline } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { Zip } from "fflate";
import type { ZipInputFile } from "fflate";

/** A file to be put into an archive; its text comes in parts. */
export interface ZipEntry {
  readonly name: string;
  readonly parts: AsyncIterable<string> | Iterable<string>;
}

const DEFLATE = 8;
/** An archive does not say when it was made. */
const NO_DATE = "1980-01-01T00:00:00";

/**
 * A ZIP archive, streamed so that memory stays flat however long its files are. fflate writes the
 * archive; zlib compresses off the thread that answers requests.
 */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    ready.push(bytes);
  });
  for (const { name, parts } of entries) {
    const file: ZipInputFile = {
      filename: name,
      compression: DEFLATE,
      mtime: NO_DATE,
      size: 0,
      crc: 0,
    };
    zip.add(file);
    const packing = createDeflateRaw();
    // An error in the parts breaks the compression stream, which is read here.
    pipeline(counted(parts, file), packing, () => undefined);
    for await (const bytes of packing as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      file.ondata?.(null, bytes, false);
      yield* ready.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}

async function* counted(parts: ZipEntry["parts"], file: ZipInputFile): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    file.crc = crc32(bytes, file.crc);
    file.size += bytes.length;
    yield bytes;
  }
}
