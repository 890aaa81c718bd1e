import { randomFillSync } from "node:crypto";
import { Refusal } from "@club/domain";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const RANDOM_BYTES = 4096;
const BYTES_USED = 10;
const pool = Buffer.alloc(RANDOM_BYTES);
let used = RANDOM_BYTES;

/** A UUIDv7: ids of one process are about in order of time, and say nothing that can be guessed. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  const at = take(BYTES_USED);
  const random = pool.toString("hex", at, at + BYTES_USED);
  const variant = (0x8 | (Number.parseInt(random[3] ?? "0", 16) & 0x3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** Random bytes, 64 at most, of a supply that is filled by the page: a call to the system for each bet is too much. */
export function newNonce(bytes: number): Buffer {
  const at = take(bytes);
  return Buffer.from(pool.subarray(at, at + bytes));
}

/** Where the next bytes of the supply begin; none is given out twice. */
function take(bytes: number): number {
  if (used + bytes > RANDOM_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used;
  used += bytes;
  return at;
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
