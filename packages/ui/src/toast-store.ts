/** The specification's toast time. With an act it stays longer: it must be read and reached. */
export const TOAST_MS = 1500;
export const TOAST_WITH_ACT_MS = 6000;

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly act?: { readonly label: string; readonly onPress: () => void } | undefined;
}

let current: Toast | undefined;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a short message. A new one replaces the one before. */
export function showToast(text: string, act?: Toast["act"]): void {
  count += 1;
  set({ id: count, text, act });
  timer = setTimeout(hideToast, act === undefined ? TOAST_MS : TOAST_WITH_ACT_MS);
}

export function hideToast(): void {
  set(undefined);
}

export function currentToast(): Toast | undefined {
  return current;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(toast: Toast | undefined): void {
  clearTimeout(timer);
  current = toast;
  for (const listener of listeners) listener();
}
