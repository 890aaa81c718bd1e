import { open, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";

/**
 * What PostgreSQL runs for each piece of its log: `store FROM FOLDER` puts it into the archive,
 * compressed; `fetch FOLDER/NAME TO` takes it out again. Any other exit code than 0 means "not
 * yet" to a store, and PostgreSQL asks again; to a fetch it is the end of the archive, and above 125
 * what stops a recovery.
 */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const OWN_FILE = 0o600;
const ENDING = ".zst";
const STOP = 200;

async function store(from: string, folder: string): Promise<void> {
  const piece = await readFile(from);
  const path = join(folder, basename(from) + ENDING);
  // Asked twice for one piece, after a crash, it has it. Another club's piece of that name stays:
  // a moment of that club is made of it.
  const known = await readFile(path).catch(orNull);
  if (known === null) {
    const small = await promisify(zstdCompress)(piece, FAST);
    await writeFile(`${path}.new`, small, { mode: OWN_FILE, flush: true });
    await rename(`${path}.new`, path);
  } else if (!piece.equals(await promisify(zstdDecompress)(known))) {
    throw new Error(`${path} is there already with another content: it is not overwritten.`);
  }
  const place = await open(dirname(path));
  await place.sync();
  await place.close();
}

function orNull(error: unknown): null {
  if ((error as { code?: string }).code === "ENOENT") return null;
  throw error;
}

async function fetch(from: string, to: string): Promise<void> {
  const small = await readFile(from + ENDING);
  await writeFile(to, await promisify(zstdDecompress)(small), { mode: OWN_FILE });
}

const [verb, from = "", to = ""] = process.argv.slice(2);
try {
  await (verb === "store" ? store(from, to) : fetch(from, to));
} catch (error) {
  // The end of the archive is found by asking for one piece more; a damaged piece is no end.
  const isEnd = verb !== "store" && (error as { code?: string }).code === "ENOENT";
  if (!isEnd) console.error(error);
  process.exitCode = isEnd || verb === "store" ? 1 : STOP;
}
