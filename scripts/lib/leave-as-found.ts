import { afterAll, vi } from "vitest";

/** Unit tests share a process: what one file put in place of a global is gone before the next. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
