const AT_LAST_MS = 5000;
const ELSE_MS = 1000;

/** Runs what nobody is waiting for once the page has nothing else to do. */
export function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(act, { timeout: AT_LAST_MS });
  else setTimeout(act, ELSE_MS);
}

declare const scheduler: { readonly yield?: () => Promise<void> } | undefined;

/** Lets pending taps and drawing go first, so no task is long. Unsupported: goes on at once. */
export async function yieldToTaps(): Promise<void> {
  if (typeof scheduler !== "undefined") await scheduler.yield?.();
}
