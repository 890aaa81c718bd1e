const AT_LAST_MS = 5000;
const ELSE_MS = 1000;

/** Does what nobody waits for when the page has nothing else to do. */
export function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(act, { timeout: AT_LAST_MS });
  else setTimeout(act, ELSE_MS);
}

declare const scheduler: { readonly yield?: () => Promise<void> } | undefined;

/** Lets taps and drawings that wait go first, so that no task is long. A browser that cannot goes on at once. */
export async function yieldToTaps(): Promise<void> {
  if (typeof scheduler !== "undefined") await scheduler.yield?.();
}
