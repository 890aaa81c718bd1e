import { statfsSync } from "node:fs";
import { totalmem } from "node:os";

const SMALLEST_LOG_MB = 80;
const LARGEST_LOG_MB = 1024;
const SMALLEST_BUFFERS_MB = 128;
const LARGEST_BUFFERS_MB = 1024;

/** A sixteenth of the memory, within bounds: a small machine keeps room for the club itself. */
export function ownBuffersMb(): number {
  const sixteenth = Math.round(totalmem() / 2 ** 20 / 16);
  return Math.min(Math.max(sixteenth, SMALLEST_BUFFERS_MB), LARGEST_BUFFERS_MB);
}

/** A gigabyte, or a twentieth of a small disk. */
export function keptLogMb(folder: string): number {
  const { blocks, bsize } = statfsSync(folder);
  const twentieth = Math.round((blocks * bsize) / 2 ** 20 / 20);
  return Math.min(Math.max(twentieth, SMALLEST_LOG_MB), LARGEST_LOG_MB);
}
