import { storage } from "./storage.ts";

/*
 * Answers of GET calls in localStorage, as the specification has it: keyed by a hash of the request,
 * with the time they came. Only public lists come here: balance, orders, statement and bank account
 * are never kept on the device.
 */

const PREFIX = "c:";

/** A cache duration that bypasses the cache. */
export const BYPASS_CACHE = -1;
export const LIST_TTL_MS = 60_000;
export const RATE_TTL_MS = 5 * 60_000;

export interface CachedAnswer {
  /** When it came, in milliseconds. */
  readonly t: number;
  readonly body: unknown;
}

/** The key of a request. It includes the user: two players of one phone share nothing. */
export function cacheKey(method: string, url: string, userId: string): string {
  return `${PREFIX}${hash53(`${method} ${url} ${userId}`)}`;
}

/** The kept answer to a request, however old. */
export function readCache(key: string): CachedAnswer | null {
  const text = storage.read(key);
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Partial<CachedAnswer> | null;
    return typeof value?.t === "number" ? { t: value.t, body: value.body } : null;
  } catch {
    return null;
  }
}

/** Keeps an answer; a full store makes room for it by its oldest ones. */
export function writeCache(key: string, answer: CachedAnswer): void {
  storage.write(key, JSON.stringify(answer));
}

export function purgeCache(): void {
  storage.remove(...cacheKeys());
}

function cacheKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** A 53-bit hash of a text (cyrb53): short keys, a clash is one in 9 thousand million million. */
function hash53(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
