/*
 * The app's own keys in localStorage. It may be full or forbidden: what does not fit is kept in memory
 * then, and the app works until it is closed.
 */

const memory = new Map<string, string>();

/** Answers of calls, which can be had again: they make room for what cannot. */
const CACHED = "c:";

export const storage = {
  read(key: string): string | null {
    const kept = memory.get(key);
    if (kept !== undefined) return kept;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** False when the device did not take it. */
  write(key: string, value: string): boolean {
    if (tryWrite(key, value)) return true;
    if (key.startsWith(CACHED)) return false;
    dropCached();
    if (tryWrite(key, value)) return true;
    memory.set(key, value);
    return false;
  },
  remove(...keys: readonly string[]): void {
    for (const key of keys) memory.delete(key);
    try {
      for (const key of keys) localStorage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  },
};

function tryWrite(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
    return true;
  } catch {
    return false;
  }
}

function dropCached(): void {
  try {
    const cached = Object.keys(localStorage).filter((key) => key.startsWith(CACHED));
    for (const key of cached) localStorage.removeItem(key);
  } catch {
    // There is no store.
  }
}

/** Reads JSON that this app wrote; anything else is null. */
export function readJson<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  const text = storage.read(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}
