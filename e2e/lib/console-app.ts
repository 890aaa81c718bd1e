import type { Page } from "playwright-core";
import { PASSWORD } from "../../apps/server/src/test/club.ts";

/** Signs in at a page's address; not every role may read the default, the run sheet. */
export async function signInOperator(page: Page, name: string, at = "/"): Promise<void> {
  await page.goto(`/console/#${at}`);
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation").first().waitFor();
}

/** Opens a page of the console by its address. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => void (location.hash = to), path);
}

/** Closes betting on the race that is open in the console. */
export async function closeRace(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Close now/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Close now/ }).click();
  // While it leaves, what is behind it takes no text.
  await dialog.waitFor({ state: "hidden" });
  await page.getByLabel("Saddle numbers in order, = for a tie").waitFor();
}

/** Types a result and makes it final; the dry run is on screen afterwards. */
export async function enterResult(page: Page, typed: string): Promise<string> {
  await page.getByLabel("Saddle numbers in order, = for a tie").fill(typed);
  await page.getByRole("button", { name: /^Final/ }).click();
  const dryRun = page.getByRole("region", { name: "Dry run" });
  await dryRun.getByText(/balanced to the cent in \d+ pools/).waitFor();
  return await dryRun.innerText();
}

/** Settles the race. Returns the amount that the button said it would pay. */
export async function settleRace(page: Page): Promise<string> {
  const button = page.getByRole("button", { name: /^Settle · pay/ });
  const said = await button.innerText();
  await button.click();
  await page.getByRole("heading", { name: "Settlement" }).waitFor();
  return said;
}
