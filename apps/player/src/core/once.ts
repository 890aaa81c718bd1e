import { CallError, isUnanswered, newKey } from "@club/client";

/*
 * A call that moves money has one idempotency key per wish, until it is answered: pressing again,
 * coming back to the page and retries after a lost answer are all the same wish.
 */

const keys = new Map<string, { readonly wish: string; readonly key: string }>();

/** The key of a wish: the same one until `answered`, a new one for a different wish. */
export function keyOf(act: string, wish: string): string {
  const known = keys.get(act);
  if (known?.wish === wish) return known.key;
  const fresh = { wish, key: newKey() };
  keys.set(act, fresh);
  return fresh.key;
}

/** The wish was granted, or refused for good: the next one gets a new key. */
export function answered(act: string): void {
  keys.delete(act);
}

const MOST_REPEATS = 4;
const FIRST_WAIT_MS = 800;

/** No answer, or the club asked to retry: the same wish is sent again, with its key. */
export function shouldRepeat(failures: number, error: unknown): boolean {
  if (failures >= MOST_REPEATS) return false;
  return isUnanswered(error) || (error instanceof CallError && error.status === 503);
}

export function repeatDelayMs(failures: number, error: unknown): number {
  const asked = error instanceof CallError ? error.retryAfterMs : undefined;
  return asked ?? FIRST_WAIT_MS * 2 ** failures;
}
