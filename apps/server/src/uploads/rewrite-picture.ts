import { Worker } from "node:worker_threads";
import { Refusal } from "@club/domain";
import { pictureKindOf } from "./picture-kind.ts";

/** Below the time in which everybody has an answer. */
const MOST_MS = 3000;
const AT_ONCE = 2;
const MOST_WAITING = 10;
const MEMORY_MB = 256;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * A picture that a player sent, as a JPEG that the club has written itself (promise S15). Two at a
 * time; more wait their turn.
 *
 * @throws receipt.type for what is no JPEG, PNG or WebP; receipt.unreadable for one that cannot be
 * decoded: broken off, too many points, too slow; club.busy
 */
export async function rewritePicture(bytes: Buffer): Promise<Buffer> {
  if (pictureKindOf(bytes) === null) throw new Refusal("receipt.type", { field: "file" });
  await takeTurn();
  try {
    return await decode(bytes);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function takeTurn(): Promise<void> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Refusal("club.busy");
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
}

async function decode(bytes: Buffer): Promise<Buffer> {
  const worker = new Worker(new URL("./picture.worker.ts", import.meta.url), {
    workerData: new Uint8Array(bytes),
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const picture = await new Promise<Uint8Array | null>((resolve) => {
      timer = setTimeout(() => resolve(null), MOST_MS);
      worker.once("message", (written: Uint8Array) => resolve(written));
      worker.once("error", () => resolve(null));
      worker.once("exit", () => resolve(null));
    });
    if (picture === null) throw new Refusal("receipt.unreadable", { field: "file" });
    return Buffer.from(picture);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
