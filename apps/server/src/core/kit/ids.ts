import { randomFillSync } from "node:crypto";
import { Refusal } from "@club/domain";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const RANDOM_BYTES = 4096;
const ID_BYTES = 8;
const pool = Buffer.alloc(RANDOM_BYTES);
let used = RANDOM_BYTES;

/** Ids of one millisecond: the twelve bits of a counter (RFC 9562, 6.2, method 1). */
const IDS_OF_MS = 0x1000;
/** While a clock is set back by no more than this, ids keep the later time and their order. */
const SET_BACK_MS = 1000;
let idMs = 0;
let idsOfMs = 0;

/**
 * A UUIDv7. Ids of one process are in the order in which they were made, unless its clock
 * is set back by more than a second. 62 bits of each cannot be guessed.
 */
export function newId(): string {
  const nowMs = Date.now();
  idsOfMs += 1;
  if (nowMs > idMs || nowMs < idMs - SET_BACK_MS) [idMs, idsOfMs] = [nowMs, 0];
  else if (idsOfMs === IDS_OF_MS) [idMs, idsOfMs] = [idMs + 1, 0];
  const time = idMs.toString(16).padStart(12, "0");
  const count = idsOfMs.toString(16).padStart(3, "0");
  const at = take(ID_BYTES);
  const random = pool.toString("hex", at, at + ID_BYTES);
  const variant = (0x8 | (Number.parseInt(random[0] ?? "0", 16) & 0x3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${random.slice(1, 4)}-${random.slice(4)}`;
}

/**
 * Up to 64 random bytes from a supply that is refilled a page at a time: a system call for each bet
 * would cost too much.
 */
export function newNonce(bytes: number): Buffer {
  const at = take(bytes);
  return Buffer.from(pool.subarray(at, at + bytes));
}

/** Where the next bytes of the supply begin; none is used twice. */
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

/**
 * An id that a client sent.
 *
 * @throws not_found for text that cannot be an id, as for an id that does not exist.
 */
export function knownId(text: string): string {
  const id = text.toLowerCase();
  if (!isId(id)) throw new Refusal("not_found");
  return id;
}
