import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { isFull } from "../apps/server/src/test/sample.ts";
import { violationsOf } from "./lib/axe.ts";
import { faultsOf } from "./lib/look.ts";
import { openDay } from "./lib/open-day.ts";
import { openHome, openRace, openScreen } from "./lib/player-app.ts";
import { openMatch } from "./lib/sport-day.ts";
import { settle } from "./lib/tour.ts";
import { keepScreen } from "./lib/window.ts";

/* From 700 px the list stands beside the race, from 1100 px the slip and the open bets too. */

const TABLET = { width: 768, height: 1024 };
const WIDE = { width: 1440, height: 900 };
const day = openDay();

/** The size that text is drawn at, in CSS pixels of the window. */
async function drawnSize(page: Page, selector: string): Promise<number> {
  return await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const zoom = (element as Element & { currentCSSZoom?: number }).currentCSSZoom ?? 1;
      return parseFloat(getComputedStyle(element).fontSize) * zoom;
    });
}

const slip = (page: Page) => page.locator(".wide-slip .sheet-beside");

test("a tablet: the list beside the race, the slip at the foot of the race, text as on a phone", async () => {
  const { page } = await day.open({ size: TABLET, stored: day.stored, still: true });
  await openHome(page);
  await page.locator(".wide-chosen .runner").first().waitFor();
  expect(await drawnSize(page, ".runner-text b")).toBeGreaterThanOrEqual(14);
  expect(await drawnSize(page, ".runner-text b")).toBeLessThanOrEqual(18);
  await settle(page);
  await keepScreen(page, "wide-tablet");
  await page.locator(".wide-chosen .price:not([disabled])").first().click();
  await slip(page)
    .getByRole("button", { name: /^Place bet/ })
    .waitFor();
  await settle(page);
  await keepScreen(page, "wide-tablet-slip");
  const list = await page.locator(".wide-list").boundingBox();
  const panel = await slip(page).boundingBox();
  expect(panel?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? 0));
  await page.keyboard.press("Escape");
});

test("a desk: day, race, slip and open bets; a bet by the keyboard alone", async () => {
  const { page } = await day.open({ size: WIDE, stored: day.stored, still: true });
  await openRace(page, day.race.raceId);
  await page.locator(".wide-list .race-chip").first().waitFor();
  await settle(page);
  await keepScreen(page, "wide-desk");
  await page.keyboard.press("q");
  await slip(page).waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("5");
  await page.keyboard.press("Enter");
  await page.keyboard.type("3");
  await settle(page);
  await keepScreen(page, "wide-desk-slip");
  await page.keyboard.press("Control+Enter");
  const place = slip(page).getByRole("button", { name: /^Place bet/ });
  await expect.poll(() => place.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await slip(page).getByText("Accepted").first().waitFor();
  await keepScreen(page, "wide-desk-receipt");
  await slip(page)
    .getByRole("button", { name: /^Back to/ })
    .click();
  await page.locator(".wide-open .order").first().waitFor();
  await keepScreen(page, "wide-desk-open");

  // An open bet opens where it is: the race stays beside it.
  const address = page.url();
  await page.locator(".wide-open .order").first().click();
  const bet = page.locator("dialog[open]");
  await bet.locator(".order-board").waitFor();
  expect(page.url()).toBe(address);
  await settle(page);
  await keepScreen(page, "wide-desk-bet");
  await page.keyboard.press("Escape");
  await bet.waitFor({ state: "detached" });
  await page.locator(".wide-open .order").first().click();
  await bet.getByRole("button", { name: "To the race" }).click();
  await bet.waitFor({ state: "detached" });
});

test("a match by the keyboard: arrows along the prices, a digit picks one, Enter leads to the stake", async () => {
  const { token } = await day.club.operator();
  const teams = { home: "Ellerby Town", away: "Castle Moor" };
  const match = await openMatch(day.club, token, { ...teams, odds: [1850, 3600, 4400] });
  const { page } = await day.open({ size: WIDE, stored: day.stored, still: true });
  await openScreen(page, `/pages/sport/detail?event=${match.eventId}`);
  const prices = page.locator(".wide-chosen .market-odds .odds");
  await prices.first().waitFor();
  const focused = async (at: number): Promise<boolean> =>
    await prices.nth(at).evaluate((price) => price === document.activeElement);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(0)).toBe(true);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(1)).toBe(true);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => focused(0)).toBe(true);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  await page.keyboard.press("3");
  await prices.nth(2).and(page.locator('[aria-pressed="true"]')).waitFor();
  await slip(page).waitFor();
  await page.keyboard.press("Enter");
  await slip(page).locator(".keypad").waitFor();
  await page.keyboard.type("3");
  await page.keyboard.press("Control+Enter");
  const place = slip(page).getByRole("button", { name: /^Place/ });
  await expect.poll(() => place.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await slip(page).getByText("Accepted").first().waitFor();
  await settle(page);
  await keepScreen(page, "wide-desk-match");
});

const WIDTHS = [700, 768, 960, 961, 1099, 1100, 1280, 1440];

test("from 700 px to 1440 px nothing is cut and axe finds nothing", async () => {
  const { page } = await day.open({
    size: { width: 700, height: 900 },
    stored: day.stored,
    still: true,
    withoutPolicy: true,
  });
  await openHome(page);
  await page.locator(".wide-chosen .price:not([disabled])").first().click();
  await slip(page).waitFor();
  for (const [at, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 });
    await page.locator(".wide-chosen .runner").first().waitFor();
    await settle(page);
    expect([width, ...(await faultsOf(page))]).toEqual([width]);
    // What axe looks for changes where the columns do; a sample of the widths has each of them.
    if (isFull || at % 3 === 0) expect([width, ...(await violationsOf(page))]).toEqual([width]);
    const size = await drawnSize(page, ".runner-text b");
    expect([width, size >= 14 && size <= 18]).toEqual([width, true]);
  }
});

test("bets and the statement are tables where there is room, and lead to the bet", async () => {
  const { page } = await day.open({ size: WIDE, stored: day.stored, still: true });
  for (const [name, size] of [
    ["desk", WIDE],
    ["tablet", TABLET],
  ] as const) {
    await page.setViewportSize(size);
    await openScreen(page, "/pages/order/list?tab=all");
    await page.locator(".wide-page .order").first().waitFor();
    await settle(page);
    await keepScreen(page, `wide-${name}-bets`);
    expect([name, ...(await faultsOf(page))]).toEqual([name]);
    // Stakes stand below their head.
    const right = async (selector: string): Promise<number> =>
      await page
        .locator(selector)
        .first()
        .evaluate((element) => Math.round(element.getBoundingClientRect().right));
    expect(await right(".order-sum")).toBe(await right(".order-heads > :last-child"));

    await openScreen(page, "/pages/statement/statement");
    await page.locator(".statement-table tbody td a").first().waitFor();
    await settle(page);
    await keepScreen(page, `wide-${name}-statement`);
    expect([name, ...(await faultsOf(page))]).toEqual([name]);
  }
  const line = page.locator(".statement-table tbody tr:has(a)").first();
  // Anywhere on the line.
  const cell = await line.locator("td").last().boundingBox();
  await page.mouse.click((cell?.x ?? 0) + 8, (cell?.y ?? 0) + 8);
  await page.locator("dialog[open] .order-board").waitFor();
});

test("sports, the account, the dark, and Chinese", async () => {
  const { page } = await day.open({
    size: WIDE,
    stored: day.stored,
    still: true,
    theme: "dark",
    locale: "zh-TW",
  });
  await openScreen(page, `/pages/detail/detail?race=${day.race.raceId}`);
  await page.locator(".wide-chosen .runner").first().waitFor();
  await settle(page);
  await keepScreen(page, "wide-desk-zh");
  await openScreen(page, "/pages/sport/sport");
  await settle(page);
  await keepScreen(page, "wide-desk-sport");
  await openScreen(page, "/pages/account/account");
  await settle(page);
  await keepScreen(page, "wide-desk-account");
  for (const [name, path, line] of [
    ["bets", "/pages/order/list?tab=all", ".wide-page .order"],
    ["statement", "/pages/statement/statement", ".statement-table td a"],
  ] as const) {
    await openScreen(page, path);
    await page.locator(line).first().waitFor();
    await settle(page);
    await keepScreen(page, `wide-desk-zh-${name}`);
    expect([name, ...(await faultsOf(page))]).toEqual([name]);
  }
});
