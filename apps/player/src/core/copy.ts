import { showToast } from "@club/ui";
import type { T } from "./lang.ts";

/** Copies a text and says so; where the browser forbids it, nothing happens. */
export async function copyText(t: T, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(t("act.copied"));
  } catch (error) {
    console.info("copy", error);
  }
}
