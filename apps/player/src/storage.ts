/*
 * The app's own keys in localStorage. It may be full or forbidden: reading then gives null, writing
 * is dropped, and the app works until it is closed.
 */

export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** False when it could not be kept. */
  write(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
  remove(...keys: readonly string[]): void {
    try {
      for (const key of keys) localStorage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  },
};

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
