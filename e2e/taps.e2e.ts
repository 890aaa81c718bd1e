import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDay } from "./lib/open-day.ts";
import {
  chooseType,
  openHome,
  placeButton,
  readReceipt,
  sheet,
  tapCell,
} from "./lib/player-app.ts";

/*
 * How many taps a bet takes from the open home page until the button that places it stands there
 * with its amount; the tap on it is the last one. Every press of a finger is counted, by the page.
 */

const day = openDay();

async function openCounted(): Promise<Page> {
  const { page } = await day.open({ stored: day.stored, still: true });
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { taps: number };
    counted.taps = 0;
    addEventListener("pointerdown", ({ isTrusted }) => (counted.taps += Number(isTrusted)), true);
  });
  await openHome(page);
  await page.locator(".next-price:not([disabled])").first().waitFor();
  return page;
}

const tapsOf = async (page: Page): Promise<number> =>
  await page.evaluate(() => (globalThis as unknown as { taps: number }).taps);

async function chooseStake(page: Page): Promise<void> {
  await sheet(page).locator(".sheet-foot .stake-chips .choice.fig").first().click();
}

/** The bet can be placed, and is; @returns the taps before that one. */
async function tapsUntilPlaced(page: Page): Promise<number> {
  const place = placeButton(page);
  await expect.poll(() => place.isEnabled()).toBe(true);
  const taps = await tapsOf(page);
  await place.click();
  await readReceipt(page);
  expect(await tapsOf(page)).toBe(taps + 1);
  return taps;
}

/** The form for the next race, from the button at the thumb. */
async function openTypes(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Bet", exact: true }).click();
  await sheet(page).locator(".type-option").first().waitFor();
}

test("a bet to win on one of the four shortest prices: the price and the stake, two taps", async () => {
  const page = await openCounted();
  await page.locator(".next-price:not([disabled])").first().click();
  await chooseStake(page);
  expect(await tapsUntilPlaced(page)).toBe(2);
});

test("a First 4 box of five runners: at most eight taps", async () => {
  const page = await openCounted();
  await openTypes(page);
  await sheet(page).locator('.type-option[data-id="8-box"]').click();
  for (const number of [1, 2, 3, 4, 5]) await tapCell(page, number, 0);
  await chooseStake(page);
  expect(await tapsUntilPlaced(page)).toBeLessThanOrEqual(8);
});

test("a double of one runner in each race: at most eight taps", async () => {
  const page = await openCounted();
  await openTypes(page);
  await chooseType(page, 10);
  await tapCell(page, 2, 0);
  await sheet(page)
    .getByRole("group", { name: "Second race" })
    .locator("[data-id]")
    .first()
    .click();
  // Its runners come by themselves.
  const legs = sheet(page).getByRole("group", { name: "Races of the double" }).getByRole("radio");
  await legs.nth(1).and(page.locator(":checked")).waitFor({ state: "attached" });
  await tapCell(page, 3, 0);
  await chooseStake(page);
  expect(await tapsUntilPlaced(page)).toBeLessThanOrEqual(8);
});
