import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { Account } from "../../core/db/embedded.host.ts";
import { BackupError, PACK } from "./manifest.ts";
import type { Manifest, PackedFile } from "./manifest.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** Fast rather than small, as the club keeps running meanwhile. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const PIECE_BYTES = 4 * 1024 * 1024;
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;

/** Writes files one after the other into one pack, each in compressed pieces; memory stays flat. */
export class PackWriter {
  readonly files: PackedFile[] = [];
  readonly #file: FileHandle;
  readonly #hash = createHash("sha256");
  #bytes = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(folder: string): Promise<PackWriter> {
    return new PackWriter(await open(join(folder, PACK), "wx", OWN_FILE));
  }

  /** Adds a file in its current state. Skips one deleted meanwhile: the log has its fate. */
  async addFile(root: string, path: string): Promise<void> {
    const source = await open(join(root, path)).catch((error: unknown) => {
      if ((error as { code?: string }).code === "ENOENT") return undefined;
      throw error;
    });
    if (source === undefined) return;
    try {
      const pieces: [number, number][] = [];
      const buffer = Buffer.allocUnsafe(PIECE_BYTES);
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, PIECE_BYTES);
        if (bytesRead === 0) break;
        pieces.push(await this.#write(buffer.subarray(0, bytesRead)));
      }
      this.files.push({ path, pieces });
    } finally {
      await source.close();
    }
  }

  async addText(path: string, text: string): Promise<void> {
    this.files.push({ path, pieces: [await this.#write(Buffer.from(text))] });
  }

  /** Makes the pack durable. */
  async end(): Promise<Pick<Manifest, "files" | "pack_bytes" | "pack_sha256">> {
    await this.#file.sync();
    await this.close();
    return {
      files: this.files,
      pack_bytes: this.#bytes,
      pack_sha256: this.#hash.digest("hex"),
    };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #write(piece: Buffer): Promise<[number, number]> {
    const small = await compress(piece, FAST);
    const offset = this.#bytes;
    await this.#file.write(small);
    this.#hash.update(small);
    this.#bytes += small.length;
    return [offset, small.length];
  }
}

/** @throws BackupError when a byte of the pack has changed. */
export async function checkPack(folder: string, manifest: Manifest): Promise<void> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(join(folder, PACK))) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } catch (cause) {
    throw new BackupError(`${PACK} in ${folder} cannot be read.`, { cause });
  }
  if (bytes === manifest.pack_bytes && hash.digest("hex") === manifest.pack_sha256) return;
  throw new BackupError(`${PACK} in ${folder} was changed or is damaged.`);
}

/** Extracts every file of a checked pack into a new folder. */
export async function unpack(
  folder: string,
  manifest: Manifest,
  to: { folder: string; account: Account; isDurable: boolean },
): Promise<void> {
  const make = async (path: string): Promise<void> => {
    await mkdir(path, { recursive: true, mode: OWN_FOLDER });
    await to.account.own(path);
  };
  await make(to.folder);
  for (const path of manifest.folders) await make(join(to.folder, inside(path)));
  const pack = await open(join(folder, PACK));
  try {
    for (const file of manifest.files) await unpackFile(pack, file, to);
  } finally {
    await pack.close();
  }
}

async function unpackFile(
  pack: FileHandle,
  file: PackedFile,
  to: { folder: string; account: Account; isDurable: boolean },
): Promise<void> {
  const path = join(to.folder, inside(file.path));
  await mkdir(dirname(path), { recursive: true, mode: OWN_FOLDER });
  const target = await open(path, "wx", OWN_FILE);
  try {
    for (const [offset, length] of file.pieces) {
      const piece = Buffer.allocUnsafe(length);
      await pack.read(piece, 0, length, offset);
      await target.write(await decompress(piece));
    }
    if (to.isDurable) await target.sync();
  } finally {
    await target.close();
  }
  await to.account.own(path);
}

/** Only a path below the folder is allowed in a manifest. */
function inside(path: string): string {
  if (path.split("/").some((part) => part === "" || part === "." || part === "..")) {
    throw new BackupError("The backup names a file outside of its folder.");
  }
  return path;
}
