const AT_LAST_MS = 5000;
const ELSE_MS = 1000;

/** Does what nobody waits for when the page has nothing else to do. */
export function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(act, { timeout: AT_LAST_MS });
  else setTimeout(act, ELSE_MS);
}
