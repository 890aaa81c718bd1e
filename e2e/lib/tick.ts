import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Ticks a custom-drawn radio or box by its label, as people do, once the label stands still. */
export async function tick(box: Locator): Promise<void> {
  if (await box.isChecked()) return;
  await box.locator("xpath=ancestor::label").click();
  await expect.poll(async () => await box.isChecked()).toBe(true);
}
