declare const scheduler: { readonly yield?: () => Promise<void> } | undefined;

/** Lets taps and drawings that wait go first, so that no task is long; where the browser has no word for it, nobody. */
export async function breath(): Promise<void> {
  if (typeof scheduler !== "undefined") await scheduler.yield?.();
}
