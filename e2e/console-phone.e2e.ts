import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub, type TestClub, type TestOperator } from "../apps/server/src/test/club.ts";
import { watchAlerts } from "../apps/server/src/run/alerts/watch-alerts.ts";
import { violationsOf } from "./lib/axe.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/*
 * The race day by thumb: the console at 390 px, touched and not clicked. What is done at the desk is
 * done here, nothing runs off the screen, and what is pressed is large enough. Steps in order.
 */

const PHONE = { width: 390, height: 844 };
/** The least a finger gets. */
const THUMB_PX = 44;
const IN_HAND = "The race in hand";

let club: TestClub;
let phone: Window;
let owner: TestOperator;
let races: readonly OpenRace[] = [];

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  races = await openMeeting(club, { races: 4, runners: 8 });
  const [first] = races as [OpenRace];
  await fillPools(club, first);
  const { token } = await club.signUp();
  const body = { method: "bank_transfer", amount_cents: 2500 };
  const headers = { "idempotency-key": "waits-for-a-thumb" };
  ok(await club.call("POST", "/api/recharge/create", { token, body, headers }));
  owner = await club.newOperator("owner");
  phone = await openWindow(club.url, { size: PHONE, withoutPolicy: true });
  await signInOperator(phone.page, owner.name);
});
stepsInOrder(async () => {
  await keepScreen(phone.page, "phone-failed");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

/** What stands there is whole and free of faults, and is kept to be looked at. */
async function expectSound(page: Page, name: string): Promise<void> {
  await settle(page);
  await keepScreen(page, `phone-${name}`);
  expect(await faultsOf(page), name).toEqual([]);
  expect(await violationsOf(page), name).toEqual([]);
}

/** Each of them is on the screen as a whole, and a thumb meets it. */
async function expectForThumb(acts: Locator): Promise<void> {
  await acts.first().waitFor();
  await settle(acts.page());
  const boxes = await acts.evaluateAll((all) =>
    all.map((act) => {
      const { left, right, top, bottom, width, height } = act.getBoundingClientRect();
      return { name: act.textContent, left, right, top, bottom, least: Math.min(width, height) };
    }),
  );
  for (const { name, ...box } of boxes) {
    expect(Math.round(box.least), name).toBeGreaterThanOrEqual(THUMB_PX);
    expect(Math.min(box.left, box.top), name).toBeGreaterThanOrEqual(0);
    expect(Math.ceil(box.right), name).toBeLessThanOrEqual(PHONE.width);
    expect(Math.ceil(box.bottom), name).toBeLessThanOrEqual(PHONE.height);
  }
}

const acts = (page: Page) => page.locator(".c-act-end .c-button");
const dialogOf = (page: Page) => page.getByRole("dialog");
const dialogActs = (page: Page) => page.locator(".c-dialog-acts .c-button");

async function openRacePage(page: Page, race: OpenRace): Promise<void> {
  await openPage(page, `/race/${race.raceId}`);
  await page.getByRole("heading", { name: `${race.meetings} R${race.raceNo}`, level: 1 }).waitFor();
}

test("the places are a sheet: words, what waits, who is signed in; it closes in every way", async () => {
  const { page } = phone;
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
  await sheet.getByText(owner.name).waitFor();
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
  const { page } = phone;
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
  const { page } = phone;
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
  const { page } = phone;
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
  const { page } = phone;
  await openPage(page, "/sports");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("By start").waitFor();
  expect(await page.locator("main .c-panel-end").first().innerText()).not.toContain("suspend");
});

test("who may not see races is shown none, and none is asked for", async () => {
  const cashier = await club.newOperator("cashier");
  const till = await openWindow(club.url, { size: PHONE, withoutPolicy: true });
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
});

test("betting is paused and goes on, a race is closed", async () => {
  const { page } = phone;
  const [race] = races as [OpenRace];
  await openRacePage(page, race);
  await acts(page).nth(4).waitFor();
  await expectForThumb(acts(page));
  await expectForThumb(page.getByRole("button", { name: "Scratch several" }));
  await expectSound(page, "race-open");
  await page.getByRole("button", { name: /^Pause betting/ }).tap();
  await dialogOf(page).getByLabel("Reason").fill("A look at the totals.");
  await expectForThumb(dialogActs(page));
  await expectSound(page, "pause");
  await dialogOf(page)
    .getByRole("button", { name: /^Pause betting/ })
    .tap();
  await page.getByText("Betting is paused: Wattle Ridge R1.").first().waitFor();
  await openPage(page, "/incidents");
  await page.getByRole("button", { name: "Let betting go on" }).tap();
  await dialogOf(page).getByLabel("Reason").fill("All is well.");
  await expectSound(page, "incidents");
  await dialogActs(page).last().tap();
  await page.getByText(/^ended by/).waitFor();

  await openRacePage(page, race);
  await page.getByRole("button", { name: /^Close now/ }).tap();
  await dialogOf(page).waitFor();
  await expectForThumb(dialogActs(page));
  await expectSound(page, "close");
  await dialogOf(page)
    .getByRole("button", { name: /^Close now/ })
    .tap();
  await dialogOf(page).waitFor({ state: "detached" });
  await page.getByLabel("Saddle numbers in order, = for a tie").waitFor();
});

test("another race is delayed, and a runner of it scratched", async () => {
  const { page } = phone;
  const [, race] = races as [OpenRace, OpenRace];
  await openRacePage(page, race);
  await page.getByRole("button", { name: /^Delay/ }).tap();
  await dialogOf(page).getByRole("button", { name: "+2 min" }).tap();
  await dialogOf(page).getByRole("button", { name: "Trouble at the gate" }).tap();
  await expectForThumb(dialogOf(page).locator(".c-button"));
  await expectSound(page, "delay");
  await dialogActs(page).last().tap();
  await page.getByText("Wattle Ridge R2 has a new start.").waitFor();
  await dialogOf(page).waitFor({ state: "detached" });

  const [name = ""] = race.runners;
  const card = page.getByRole("row").filter({ hasText: name });
  const scratch = card.getByRole("button", { name: `Scratch ${name}` });
  await scratch.scrollIntoViewIfNeeded();
  await expectForThumb(card.getByRole("button"));
  await keepScreen(page, "phone-field");
  await scratch.tap();
  await dialogOf(page).getByRole("button", { name: "Veterinary examination" }).tap();
  await expectForThumb(dialogOf(page).locator(".c-button"));
  await expectSound(page, "scratch");
  await dialogActs(page).last().tap();
  await page.getByText(new RegExp(`^${name} is scratched`)).waitFor();
  await card.getByText("scratched").waitFor();
});

test("a result is entered, seen in money, and settled", async () => {
  const { page } = phone;
  const [race] = races as [OpenRace];
  await openRacePage(page, race);
  const field = page.getByLabel("Saddle numbers in order, = for a tie");
  await field.tap();
  await field.pressSequentially("4 7 2 1");
  const final = page.getByRole("button", { name: /^Final/ });
  await final.scrollIntoViewIfNeeded();
  await expectForThumb(page.locator(".c-panel").first().locator(".c-button"));
  await expectSound(page, "result");
  await final.tap();
  await page.getByText(/balanced to the cent in \d+ pools/).waitFor();
  await page.getByText(/balanced to the cent in \d+ pools/).scrollIntoViewIfNeeded();
  await expectSound(page, "dry-run");
  // A card for each pool, with what won in it: nothing to be moved sideways, for who listens a table.
  const table = page.getByRole("table", { name: "Dry run" });
  const sideways = async () =>
    await table.evaluate((element) => {
      const frame = element.closest(".c-table-frame") ?? element;
      return frame.scrollWidth - frame.clientWidth;
    });
  expect(await sideways()).toBe(0);
  await table.getByRole("rowheader", { name: "Win", exact: true }).waitFor();
  expect(await table.getByRole("columnheader").count()).toBeGreaterThan(8);
  const drawn = await table
    .locator("tbody td[data-label]")
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
  expect(drawn.some((label) => label.includes("Gross"))).toBe(true);
  expect(drawn.some((label) => label.includes("Dividend"))).toBe(true);
  const pay = page.getByRole("button", { name: /^Settle · pay/ });
  await pay.waitFor();
  await expectForThumb(acts(page));
  await pay.tap();
  await page.getByRole("heading", { name: "Settlement" }).waitFor();
  await expectSound(page, "settled");
});

test("a second operator approves what the first asked for", async () => {
  const { page } = phone;
  const [, , race] = races as [OpenRace, OpenRace, OpenRace];
  const close = `/api/operator/races/${race.raceId}/close`;
  ok(await club.call("POST", close, { token: owner.token, body: {} }));
  Object.assign(club.ctx.settings, { fourEyes: true });
  await openRacePage(page, race);
  await page.getByRole("button", { name: /^Open again/ }).tap();
  await dialogOf(page).getByLabel("Reason").fill("The gate is mended.");
  await expectForThumb(dialogActs(page));
  await dialogActs(page).last().tap();
  await page.getByText("Waits for a second operator.").waitFor();

  const other = await openWindow(club.url, { size: PHONE, theme: "dark", withoutPolicy: true });
  await signInOperator(other.page, (await club.newOperator("owner")).name, "/approvals?tab=second");
  const card = other.page.getByRole("row").filter({ hasText: "Reopening of a race" });
  await card.tap();
  await other.page
    .getByRole("region", { name: "Reopening of a race" })
    .getByText("The gate is mended.")
    .waitFor();
  await expectForThumb(acts(other.page));
  await expectSound(other.page, "second-dark");
  await other.page.getByRole("button", { name: /^Approve/ }).tap();
  await expectForThumb(dialogActs(other.page));
  await dialogActs(other.page).last().tap();
  await other.page.getByText("Approved and booked.").waitFor();
  Object.assign(club.ctx.settings, { fourEyes: false });
  expectNoTrouble(other);
  await other.close();
  // The first one's page hears of it.
  await page.getByRole("button", { name: /^Close now/ }).waitFor();
});

test("an alert is looked at and dismissed; money in is approved", async () => {
  const { page } = phone;
  const shift = async (by: string) =>
    await club.asAdmin(
      `UPDATE schema_migration SET applied_at = applied_at ${by} interval '30 days'`,
    );
  await shift("-");
  await watchAlerts(club.ctx);
  await page.reload();
  await page.getByRole("button", { name: "Alerts: 1" }).tap();
  await dialogOf(page).getByText("No backup was proved for too long").waitFor();
  await expectForThumb(dialogOf(page).locator(".c-button"));
  await expectSound(page, "alerts");
  await dialogOf(page).getByRole("button", { name: "Dismiss" }).tap();
  await dialogOf(page).getByLabel("Reason").fill("The first night is still to come");
  await dialogActs(page).last().tap();
  await dialogOf(page)
    .getByText(/The first night is still to come/)
    .waitFor();
  await dialogOf(page).getByRole("button", { name: "Close" }).first().tap();
  await page.getByRole("button", { name: "Nothing is wrong" }).waitFor();
  await shift("+");

  await openPage(page, "/approvals?tab=topups");
  await page.getByRole("row").filter({ hasText: "25.00" }).first().tap();
  await expectForThumb(acts(page));
  await expectSound(page, "top-up");
  await page.getByRole("button", { name: /^Approve/ }).tap();
  await expectForThumb(dialogActs(page));
  await dialogActs(page).last().tap();
  await page.getByRole("button", { name: "Menu", exact: true }).waitFor();
  expectNoTrouble(phone);
});
