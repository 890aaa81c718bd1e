import { createStorage } from "@club/client";

/** The app's keys. Answers of calls ("c:") can be fetched again: the oldest make room for others. */
export const storage = createStorage({ expendable: "c:" });

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
