import { randomFillSync } from "node:crypto";
import { Refusal } from "@club/domain";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const RANDOM_BYTES = 4096;
const BYTES_USED = 10;
const pool = Buffer.alloc(RANDOM_BYTES);
let used = RANDOM_BYTES;

/** A UUIDv7: ids of one process are about in order of time, and say nothing that can be guessed. */
export function newId(): string {
  if (used + BYTES_USED > RANDOM_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const time = Date.now().toString(16).padStart(12, "0");
  const random = pool.toString("hex", used, used + BYTES_USED);
  used += BYTES_USED;
  const variant = (0x8 | (Number.parseInt(random[3] ?? "0", 16) & 0x3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** True for text that can be one of our ids; anything else is looked up nowhere. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** An id that a client sent. @throws not_found for text that cannot be one: the same as for one made up. */
export function knownId(text: string): string {
  const id = text.toLowerCase();
  if (!isId(id)) throw new Refusal("not_found");
  return id;
}
