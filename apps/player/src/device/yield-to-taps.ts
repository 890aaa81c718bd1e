declare const scheduler: { readonly yield?: () => Promise<void> } | undefined;

/** Lets taps and drawings that wait go first, so that no task is long. A browser that cannot goes on at once. */
export async function yieldToTaps(): Promise<void> {
  if (typeof scheduler !== "undefined") await scheduler.yield?.();
}
