import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Refusal } from "@club/domain";
import { AtOnce } from "../limits/at-once.ts";
import { pictureKindOf } from "./picture-kind.ts";

/** For one picture, once the thread has started; with the wait in line below the time in which everybody has an answer. */
const MOST_MS = 2500;
const MEMORY_MB = 256;
const PICTURES = { name: "pictures", turns: { atOnce: 1, inLine: 10 } };

const line = new AtOnce(1000);
/** One thread for all pictures of this process, kept for the next: to start one takes longer than a picture. */
let thread: { readonly worker: Worker; readonly started: Promise<unknown> } | undefined;

/**
 * A picture that a player sent, as a JPEG that the club has written itself (promise S15). One after the
 * other; a few wait their turn.
 *
 * @throws receipt.type for what is no JPEG, PNG or WebP; receipt.unreadable for one that cannot be
 * decoded: broken off, too many points; club.busy when many come at once or the machine is slow
 */
export async function rewritePicture(bytes: Buffer, mostMs = MOST_MS): Promise<Buffer> {
  if (pictureKindOf(bytes) === null) throw new Refusal("receipt.type", { field: "file" });
  const picture = await line.run(PICTURES, "", async () => await decode(bytes, mostMs));
  if (picture === null) throw new Refusal("receipt.unreadable", { field: "file" });
  return Buffer.from(picture);
}

/** Null for what cannot be decoded. A time-out says nothing about the picture. @throws club.busy */
async function decode(bytes: Buffer, mostMs: number): Promise<Uint8Array | null> {
  const { worker, started } = (thread ??= startThread());
  // Somebody waits: the process must not end before the answer.
  worker.ref();
  try {
    await started;
    const answer = once(worker, "message", { signal: AbortSignal.timeout(mostMs) });
    worker.postMessage(new Uint8Array(bytes));
    const [picture] = (await answer) as [Uint8Array | null];
    return picture;
  } catch (error) {
    await endThread(worker);
    throw error instanceof Error && error.name === "AbortError" ? new Refusal("club.busy") : error;
  } finally {
    worker.unref();
  }
}

function startThread(): NonNullable<typeof thread> {
  const worker = new Worker(new URL("./picture.worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  // Between two pictures nobody else listens, and an unheard error would end the process.
  worker.on("error", () => void endThread(worker));
  worker.on("exit", () => void endThread(worker));
  return { worker, started: once(worker, "message") };
}

/** The next picture has a thread of its own. */
async function endThread(worker: Worker): Promise<void> {
  if (thread?.worker === worker) thread = undefined;
  await worker.terminate();
}
