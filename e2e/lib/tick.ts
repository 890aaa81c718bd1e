import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Ticks a radio or a box that the page draws itself: by its label, as people do, when that stands still. */
export async function tick(box: Locator): Promise<void> {
  if (await box.isChecked()) return;
  await box.locator("xpath=ancestor::label").click();
  await expect.poll(async () => await box.isChecked()).toBe(true);
}
