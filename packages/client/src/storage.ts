/*
 * An app's own keys in localStorage. The store may be full or forbidden: values that do not fit are
 * kept in memory, and the app works until it is closed.
 */

export interface StorageOptions {
  /** The prefix of the app's keys, where another app shares the origin. */
  readonly prefix?: string;
  /** The prefix of keys that can be fetched again: they make room for those that cannot. */
  readonly expendable?: string;
}

export interface DeviceStorage {
  readonly read: (key: string) => string | null;
  /** False when the device did not store it. */
  readonly write: (key: string, value: string) => boolean;
  readonly remove: (...keys: readonly string[]) => void;
  /** Whether a change made in another tab is about one of these keys. */
  readonly concerns: (event: StorageEvent, keys: readonly string[]) => boolean;
}

export function createStorage({ prefix = "", expendable }: StorageOptions = {}): DeviceStorage {
  const memory = new Map<string, string>();
  const isExpendable = (key: string) => expendable !== undefined && key.startsWith(expendable);

  function tryWrite(key: string, value: string): boolean {
    const isKept = attempt(() => {
      localStorage.setItem(prefix + key, value);
      return true;
    });
    if (isKept === true) memory.delete(key);
    return isKept === true;
  }

  function makeRoom(): void {
    attempt(() => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
      for (const key of keys) {
        if (isExpendable(key.slice(prefix.length))) localStorage.removeItem(key);
      }
    });
  }

  return {
    read: (key) => memory.get(key) ?? attempt(() => localStorage.getItem(prefix + key)),
    write(key, value) {
      if (tryWrite(key, value)) return true;
      if (isExpendable(key)) return false;
      makeRoom();
      if (tryWrite(key, value)) return true;
      memory.set(key, value);
      return false;
    },
    remove(...keys) {
      for (const key of keys) memory.delete(key);
      attempt(() => {
        for (const key of keys) localStorage.removeItem(prefix + key);
      });
    },
    concerns: ({ key }, keys) => key === null || keys.some((own) => key === prefix + own),
  };
}

/** null where the browser has no store, forbids it, or has no room. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
