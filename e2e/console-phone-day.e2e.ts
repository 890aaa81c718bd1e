import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ok } from "../apps/server/src/test/club.ts";
import { watchAlerts } from "../apps/server/src/run/alerts/watch-alerts.ts";
import type { OpenRace } from "./lib/card.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { acts, expectForThumb, expectSound, PHONE, phoneDay } from "./lib/phone-day.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { keepScreen, openWindow } from "./lib/window.ts";

/*
 * The race day by thumb: the console at 390 px, touched and not clicked. What is done at the desk is
 * done here, nothing runs off the screen, and what is pressed is large enough. Steps in order.
 */

const day = phoneDay();

const dialogOf = (page: Page) => page.getByRole("dialog");
const dialogActs = (page: Page) => page.locator(".c-dialog-acts .c-button");

async function openRacePage(page: Page, race: OpenRace): Promise<void> {
  await openPage(page, `/race/${race.raceId}`);
  await page.getByRole("heading", { name: `${race.meetings} R${race.raceNo}`, level: 1 }).waitFor();
}

test("betting is paused and goes on, a race is closed", async () => {
  const { page } = day.phone;
  const [race] = day.races as [OpenRace];
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
  const { page } = day.phone;
  const [, race] = day.races as [OpenRace, OpenRace];
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
  const { page } = day.phone;
  const [race] = day.races as [OpenRace];
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
  const { page } = day.phone;
  const [, , race] = day.races as [OpenRace, OpenRace, OpenRace];
  const close = `/api/operator/races/${race.raceId}/close`;
  ok(await day.club.call("POST", close, { token: day.owner.token, body: {} }));
  Object.assign(day.club.ctx.settings, { fourEyes: true });
  await openRacePage(page, race);
  await page.getByRole("button", { name: /^Open again/ }).tap();
  await dialogOf(page).getByLabel("Reason").fill("The gate is mended.");
  await expectForThumb(dialogActs(page));
  await dialogActs(page).last().tap();
  await page.getByText("Waits for a second operator.").waitFor();

  const other = await openWindow(day.club.url, { size: PHONE, theme: "dark", withoutPolicy: true });
  await signInOperator(
    other.page,
    (await day.club.newOperator("owner")).name,
    "/approvals?tab=second",
  );
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
  Object.assign(day.club.ctx.settings, { fourEyes: false });
  expectNoTrouble(other);
  await other.close();
  // The first one's page hears of it.
  await page.getByRole("button", { name: /^Close now/ }).waitFor();
});

test("an alert is looked at and dismissed; money in is approved", async () => {
  const { page } = day.phone;
  const shift = async (by: string) =>
    await day.club.asAdmin(
      `UPDATE schema_migration SET applied_at = applied_at ${by} interval '30 days'`,
    );
  await shift("-");
  await watchAlerts(day.club.ctx);
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
  expectNoTrouble(day.phone);
});
