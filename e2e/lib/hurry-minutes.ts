import type { Page } from "playwright-core";

/** Shortens every time-out of exactly a minute to a twentieth; others keep their length. */
export async function hurryMinutes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const MINUTE = 60_000;
    const FAST = 3000;
    const setTimer = globalThis.setTimeout.bind(globalThis);
    const asked: number[] = [];
    Object.assign(globalThis, {
      asked,
      setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) => {
        if (ms === MINUTE) asked.push(ms);
        return setTimer(work, ms === MINUTE ? FAST : ms, ...rest);
      },
    });
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      asked.push(ms);
      return timeout(ms === MINUTE ? FAST : ms);
    };
  });
}
