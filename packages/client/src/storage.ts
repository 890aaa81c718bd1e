/*
 * An app's own keys in localStorage. The store may be full or forbidden: values that do not fit are
 * kept in memory, and the app works until it is closed.
 */

export interface StorageOptions {
  /** The prefix of the app's keys, where another app shares the origin. */
  readonly prefix?: string;
  /** The prefix of answers that can be fetched again, each with its time `t`: the oldest make room. */
  readonly expendable?: string;
}

const EVICTED_SHARE = 0.1;

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

  /** The oldest tenth goes, at least one. False: there was nothing left to go. */
  function makeRoom(): boolean {
    const gone = attempt(() => {
      const old = Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix) && isExpendable(key.slice(prefix.length)))
        .map((key) => ({ key, t: Number(/"t":(\d+)/.exec(localStorage.getItem(key) ?? "")?.[1]) }))
        .sort((a, b) => (a.t || 0) - (b.t || 0))
        .filter((_, at, all) => at < Math.ceil(all.length * EVICTED_SHARE));
      for (const { key } of old) localStorage.removeItem(key);
      return old.length;
    });
    return gone !== null && gone > 0;
  }

  return {
    read: (key) => memory.get(key) ?? attempt(() => localStorage.getItem(prefix + key)),
    write(key, value) {
      if (tryWrite(key, value)) return true;
      // An answer gets one more try; what cannot be fetched again, as long as there is room to make.
      while (makeRoom()) {
        if (tryWrite(key, value)) return true;
        if (isExpendable(key)) return false;
      }
      if (!isExpendable(key)) memory.set(key, value);
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
