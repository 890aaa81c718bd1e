import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { acts, expectForThumb, expectSound, PHONE, phoneDay, THUMB_PX } from "./lib/phone-day.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { DESK, openWindow } from "./lib/window.ts";

/*
 * The console at 390 px, touched and not clicked: its places, its tables and the race in hand.
 * Nothing runs off the screen, and what is pressed is large enough. Steps in order.
 */

const IN_HAND = "The race in hand";

const day = phoneDay();

test("the places are a sheet: words, what waits, who is signed in; it closes in every way", async () => {
  const { page } = day.phone;
  await openPage(page, "/races");
  await page.getByRole("row").filter({ hasText: "Wattle Ridge R1" }).waitFor();
  const menu = page.getByRole("button", { name: "Menu: 1 waiting" });
  const sheet = page.getByRole("dialog", { name: "Main" });
  const open = async (): Promise<void> => {
    await menu.tap();
    await sheet.waitFor();
    await settle(page);
  };
  await menu.waitFor();
  expect(await page.locator(".c-rail").isVisible()).toBe(false);
  await expectForThumb(menu);
  await open();
  await sheet.getByRole("link", { name: /^Approvals ?1$/ }).waitFor();
  await sheet.getByText(day.owner.name).waitFor();
  const heights = await sheet
    .locator("a, button")
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(THUMB_PX);
  await expectSound(page, "menu");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  const focused = async () =>
    await menu.evaluate((button) => button.ownerDocument.activeElement === button);
  await expect.poll(focused).toBe(true);
  await open();
  await page.touchscreen.tap(PHONE.width / 2, 8);
  await sheet.waitFor({ state: "detached" });
  await open();
  await sheet.getByRole("link", { name: "Races", exact: true }).tap();
  await sheet.waitFor({ state: "detached" });
  await open();
  await sheet.getByRole("link", { name: "Players", exact: true }).tap();
  await page.getByRole("heading", { name: "Players", level: 1 }).waitFor();
  await sheet.waitFor({ state: "detached" });
});

test("a table is a card for each row, for who listens a table still, and its file is the desk's", async () => {
  const { page } = day.phone;
  await openPage(page, "/races");
  const table = page.getByRole("table", { name: "Races of the day" });
  const card = table.getByRole("row").filter({ hasText: "Wattle Ridge R2" });
  await card.waitFor();
  expect(await table.getByRole("columnheader").count()).toBe(8);
  expect(await card.getByRole("cell").count()).toBeGreaterThan(4);
  const box = await card.boundingBox();
  expect(box?.width).toBeLessThan(PHONE.width);
  expect(box?.height).toBeGreaterThan(THUMB_PX);
  await expectForThumb(table.getByRole("button"));
  await expectSound(page, "races");
  const csv = async (): Promise<string> => {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV: Races of the day" }).click();
    return readFileSync(await (await coming).path(), "utf8");
  };
  const here = await csv();
  expect(here).toContain("Wattle Ridge R2,Lilly Pilly Plate,");
  await page.setViewportSize(DESK);
  expect(await csv()).toBe(here);
  await page.setViewportSize(PHONE);
  await card.tap();
  await page.getByRole("heading", { name: "Wattle Ridge R2", level: 1 }).waitFor();
});

test("the race in hand stays above every page, and leads to it", async () => {
  const { page } = day.phone;
  await openPage(page, "/");
  await page.getByRole("region", { name: IN_HAND }).locator(".c-due-acts").waitFor();
  expect(await page.locator(".c-strip").count()).toBe(0);
  await expectForThumb(page.locator(".c-due-acts .c-button"));
  await expectSound(page, "sheet");
  await openPage(page, "/players");
  const strip = page.getByRole("region", { name: IN_HAND }).getByRole("link");
  await page.getByRole("table", { name: "Players" }).waitFor();
  await strip.filter({ hasText: "Wattle Ridge R1" }).waitFor();
  await expectForThumb(strip);
  await expectSound(page, "players");
  const before = await strip.boundingBox();
  await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
  expect(await strip.boundingBox()).toEqual(before);
  await strip.tap();
  await page.getByRole("heading", { name: "Wattle Ridge R1", level: 1 }).waitFor();
  // The page is about it.
  await acts(page).first().waitFor();
  expect(await page.locator(".c-strip").count()).toBe(0);
});

test("reports are picked from a field, so that the report stands at the top", async () => {
  const { page } = day.phone;
  await openPage(page, "/reports");
  const picker = page.getByRole("combobox", { name: "Reports" });
  await picker.waitFor();
  expect(await page.locator(".report-list").count()).toBe(0);
  await picker.selectOption({ label: "Sales by pool and race" });
  const table = page.getByRole("table", { name: "Sales by pool and race" });
  await table.waitFor();
  expect(page.url()).toContain("report=sales");
  expect((await table.boundingBox())?.y).toBeLessThan(PHONE.height);
  await expectForThumb(picker);
  await expectSound(page, "reports");
});

test("no key is spoken of where there are none", async () => {
  const { page } = day.phone;
  await openPage(page, "/sports");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("By start").waitFor();
  expect(await page.locator("main .c-panel-end").first().innerText()).not.toContain("suspend");
});

test("who may not see races is shown none, and none is asked for", async () => {
  const cashier = await day.club.newOperator("cashier");
  const till = await openWindow(day.club.url, { size: PHONE, withoutPolicy: true });
  const asked: string[] = [];
  till.page.on("request", (request) => {
    if (request.url().includes("/api/operator/meetings")) asked.push(request.url());
  });
  await signInOperator(till.page, cashier.name, "/approvals");
  await till.page.getByRole("row").filter({ hasText: "25.00" }).first().waitFor();
  await expectForThumb(acts(till.page));
  await expectSound(till.page, "approvals");
  expect(await till.page.locator(".c-strip").count()).toBe(0);
  expect(asked).toEqual([]);
  expectNoTrouble(till);
  await till.close();
  expectNoTrouble(day.phone);
});
