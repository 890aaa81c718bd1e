/*
 * The console's own keys in localStorage. The player app may share the origin, so each app has its
 * prefix. Storage may be full or forbidden: reads then give null and writes are dropped.
 */

const PREFIX = "console.";

export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(PREFIX + key, value);
    } catch {
      // The console works on without it until it is closed.
    }
  },
  remove(...keys: readonly string[]): void {
    try {
      for (const key of keys) localStorage.removeItem(PREFIX + key);
    } catch {
      // Nothing was kept.
    }
  },
  /** Whether a change made in another tab is about one of these keys. */
  concerns(event: StorageEvent, keys: readonly string[]): boolean {
    return event.key === null || keys.some((key) => event.key === PREFIX + key);
  },
};
