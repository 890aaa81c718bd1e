import { Refusal } from "@club/domain";
import { KeptWorker, TooSlow } from "../kit/worker.ts";
import { ConcurrencyLimit } from "../limits/concurrency.ts";
import { pictureKindOf } from "./picture-kind.ts";

/**
 * Time for one picture, once the thread has started. With the wait in line it stays below the time
 * in which everybody is answered.
 */
const MOST_MS = 2500;
const MEMORY_MB = 256;
const PICTURES = { name: "pictures", turns: { atOnce: 1, inLine: 10 } };

const limit = new ConcurrencyLimit(1000);
/** One thread for all pictures of this process. */
const pictures = new KeptWorker<Uint8Array, Uint8Array | null>(
  new URL("./picture.worker.ts", import.meta.url),
  MEMORY_MB,
);

/**
 * A picture that a player sent, as a JPEG that the club has written itself (promise S15). One at a
 * time; a few wait their turn.
 *
 * @throws receipt.type for what is no JPEG, PNG or WebP; receipt.unreadable for one that cannot be
 *   decoded: broken off, too many pixels; club.busy when many come at once or the machine is slow
 */
export async function rewritePicture(bytes: Buffer, mostMs = MOST_MS): Promise<Buffer> {
  if (pictureKindOf(bytes) === null) throw new Refusal("receipt.type", { field: "file" });
  const picture = await limit.run(PICTURES, "", async () => await decode(bytes, mostMs));
  if (picture === null) throw new Refusal("receipt.unreadable", { field: "file" });
  return Buffer.from(picture);
}

/** Null for what cannot be decoded. A time-out says nothing about the picture. @throws club.busy */
async function decode(bytes: Buffer, mostMs: number): Promise<Uint8Array | null> {
  try {
    return await pictures.ask(new Uint8Array(bytes), mostMs);
  } catch (error) {
    throw error instanceof TooSlow ? new Refusal("club.busy") : error;
  }
}
