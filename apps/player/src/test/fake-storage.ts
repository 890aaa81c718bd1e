/** A localStorage whose keys are own properties, as in browsers and with a limit in characters. */
export function fakeStorage(room = Number.POSITIVE_INFINITY): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      const others = Object.entries(this).filter(([name]) => name !== key);
      const size = others.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
      if (size + key.length + value.length > room)
        throw new DOMException("full", "QuotaExceededError");
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}
