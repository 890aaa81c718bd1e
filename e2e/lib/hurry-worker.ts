import type { Page } from "playwright-core";

/** The service worker is registered when the first screen is at rest, not twelve seconds later. */
export async function hurryWorker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const AFTER = 12_000;
    const setTimer = globalThis.setTimeout.bind(globalThis);
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) =>
        setTimer(work, ms === AFTER ? 0 : ms, ...rest),
    });
  });
}
