import { open, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

export interface DiskOptions {
  readonly dataDir: string;
  /** Whether the database is on this disk; a database server elsewhere reports a full disk only by its errors. */
  readonly hasDatabase: boolean;
}

interface Space {
  readonly free: number;
  readonly size: number;
}

const MEBIBYTE = 1024 * 1024;
const LEAST_FREE = 1024 * MEBIBYTE;
const LEAST_PART = 0.05;
const RESERVE = 256 * MEBIBYTE;
const RESERVE_FILE = "reserve";
/** The reserve is made again only where it would not itself fill the disk. */
const ROOM_FOR_RESERVE = 3;
const LOOK_EVERY_MS = 10_000;

/**
 * Knows whether the disk has space left (promise P13). When it is short the club is read-only:
 * players' writes are refused before they reach the database, which would stop at a full disk. A
 * reserve file is deleted so that races can be closed and settled.
 */
export class DiskSpace {
  #isShort = false;
  #options: DiskOptions | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  /** True while the club is read-only. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** Looks now and every ten seconds until stopped; nobody waits for it. */
  watch(options: DiskOptions): void {
    this.#options = options;
    this.#looking = this.look();
    this.#timer = setInterval(() => {
      this.#looking = this.look();
    }, LOOK_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** A statement failed for want of space: read-only until the next look finds some. */
  noteFull(): void {
    this.#isShort = true;
  }

  async look(): Promise<void> {
    if (this.#options === undefined) return;
    const { dataDir, hasDatabase } = this.#options;
    const space = await spaceOf(dataDir);
    this.#isShort = space !== null && hasDatabase && space.free < leastFree(space);
    if (space === null || !hasDatabase) return;
    const path = join(dataDir, RESERVE_FILE);
    if (this.#isShort) await rm(path, { force: true });
    else await keepReserve(path, space).catch(() => undefined);
  }
}

/** 1 GiB, or a twentieth of a disk so small that this is less. */
function leastFree({ size }: Space): number {
  return Math.min(LEAST_FREE, size * LEAST_PART);
}

async function keepReserve(path: string, space: Space): Promise<void> {
  const bytes = Math.floor(Math.min(RESERVE, space.size * LEAST_PART));
  const known = await stat(path).catch(() => null);
  if (known !== null || space.free < leastFree(space) + ROOM_FOR_RESERVE * bytes) return;
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, "w", 0o600);
  try {
    const piece = Buffer.alloc(MEBIBYTE);
    for (let written = 0; written < bytes; written += piece.length) await file.write(piece);
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

async function spaceOf(folder: string): Promise<Space | null> {
  const disk = await statfs(folder).catch(() => null);
  if (disk === null) return null;
  return { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize };
}
