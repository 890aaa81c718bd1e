import { expect, test } from "vitest";
import { openDay } from "./lib/open-day.ts";
import { chooseType, openRace, openScreen, sheet, tapCell } from "./lib/player-app.ts";
import { keepScreen, SMALL_PHONE } from "./lib/window.ts";

/* The slip of racing: what the specification says of its changes, what refuses a bet, what can be had back. */

const day = openDay();

/* ---------------------------------------------------------------- 4: transitions */

test("section 4: choosing a bet type resets selections and amounts, and offers to undo it", async () => {
  const { page } = await day.open({ stored: day.stored });
  await openRace(page, day.race.raceId);
  await page.getByRole("button", { name: /^All \d+$/ }).click();
  await chooseType(page, 7);
  for (const number of [2, 5, 7]) await tapCell(page, number, 0);
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  const pressed = sheet(page).locator('.grid [aria-pressed="true"]');
  expect(await pressed.count()).toBe(3);

  const changeTo = async (type: number): Promise<void> => {
    await sheet(page).locator(".sheet-head h2 button").click();
    await chooseType(page, type);
  };
  await changeTo(4);
  expect(await pressed.count()).toBe(0);
  expect(await sheet(page).getByText("$5.00").count()).toBe(0);
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  expect(await pressed.count()).toBe(3);
  expect(await sheet(page).locator(".sheet-head h2").innerText()).toContain("Trifecta Box");

  // The list was scrolled to its last type; the form of it begins with the first runner.
  await sheet(page).locator(".sheet-head h2 button").click();
  await sheet(page).locator(".type-option").last().scrollIntoViewIfNeeded();
  await chooseType(page, 15);
  await sheet(page).locator(".grid").waitFor();
  await expect
    .poll(
      async () =>
        await sheet(page)
          .locator(".sheet-body")
          .evaluate((body) => body.scrollTop),
    )
    .toBe(0);
  // What is missing is named by its column.
  await tapCell(page, 2, 0);
  await sheet(page).getByText("Choose runners under “With”").waitFor();

  // A double's second race goes with its type too.
  await changeTo(10);
  await sheet(page).getByLabel("Second race").selectOption({ index: 1 });
  await changeTo(11);
  expect(await sheet(page).getByLabel("Second race").inputValue()).toBe("");
});

/* ---------------------------------------------------------------- 8: refusals */

test("section 8: a refused bet shows the server's message as a toast, and stays", async () => {
  const window = await day.open({ stored: day.stored });
  const { page } = window;
  window.expectTrouble(/409/);
  await openRace(page, day.race.raceId);
  await page.route("**/api/order/place-order", async (route) => {
    const json = { status: 409, message: "The race is closed.", code: "race.closed", params: {} };
    await route.fulfill({ status: 409, json });
  });
  await page.locator(".price:not([disabled])").first().click();
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  await sheet(page)
    .getByRole("button", { name: /^Place bet/ })
    .click();
  await sheet(page).locator(".toast").getByText("The race is closed.").waitFor();
  await sheet(page).getByRole("alert").getByText("Not placed").waitFor();
});

/** Where the keypad takes most of the screen: a small phone, and large text on it. */
const TIGHT = [
  ["320 px", SMALL_PHONE, 16],
  ["text twice as large", { ...SMALL_PHONE, width: 375 }, 32],
] as const;

test.each(TIGHT)("a bet refused from the keypad: the reason is in sight, %s", async (...facts) => {
  const [, size, rootPx] = facts;
  const window = await day.open({ stored: day.stored, size, still: true });
  const { page } = window;
  window.expectTrouble(/409/);
  await page.addInitScript((px) => {
    document.addEventListener("DOMContentLoaded", () => {
      if (px > 16) document.documentElement.style.fontSize = `${px}px`;
    });
  }, rootPx);
  await page.route("**/api/order/place-order", async (route) => {
    const json = { status: 409, message: "The race is closed.", code: "race.closed", params: {} };
    await route.fulfill({ status: 409, json });
  });
  await openRace(page, day.race.raceId);
  await page.locator(".price:not([disabled])").first().click();
  await sheet(page).getByRole("button", { name: "Stake per combination" }).click();
  await sheet(page).locator(".keypad").getByRole("button", { name: "5", exact: true }).click();
  await sheet(page).locator(".key-act").click();
  const reason = sheet(page).getByRole("alert").filter({ hasText: "Not placed" });
  await reason.waitFor();
  // Not below the edge, not under the keys: what is in the middle of it is itself.
  await expect
    .poll(
      async () =>
        await reason.evaluate((element) => {
          const { top, bottom, left, width } = element.getBoundingClientRect();
          if (top < 0 || bottom > innerHeight) return "out of the window";
          const seen = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
          return seen !== null && element.contains(seen) ? "in sight" : "covered";
        }),
    )
    .toBe("in sight");
  expect(await sheet(page).locator(".keypad").count()).toBe(0);
  await keepScreen(page, `refused-${size.width}`);
  // It stays while the amount is looked at, and goes with the next one.
  await sheet(page).getByRole("button", { name: "Stake per combination" }).click();
  await sheet(page).locator(".keypad").getByRole("button", { name: "0", exact: true }).click();
  await sheet(page).locator(".sheet-head .icon-button").last().click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.locator(".price[aria-pressed='true']").first().waitFor();
});

test("what one tap takes out of the slip can be had back: a runner, a column, a box, all", async () => {
  const { page } = await day.open({ stored: day.stored });
  await openRace(page, day.race.raceId);
  await page.locator(".price:not([disabled])").first().click();
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  const runner = sheet(page).locator(".slip-runner b");
  const name = await runner.innerText();
  await sheet(page)
    .getByRole("button", { name: `Take ${name} out` })
    .click();
  await sheet(page).getByText(`${name} is out of the slip`).waitFor();
  expect(await runner.count()).toBe(0);
  await keepScreen(page, "slip-undo");
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await runner.getByText(name).waitFor();
  // With its stake.
  await sheet(page)
    .getByRole("button", { name: /^Place bet/ })
    .getByText("$5.00")
    .waitFor();

  await sheet(page).locator(".sheet-head h2 button").click();
  await chooseType(page, 6);
  for (const [column, number] of [1, 3, 2].entries()) await tapCell(page, number, column);
  const chosen = sheet(page).locator('.grid-cell[aria-pressed="true"]');
  const head = sheet(page).getByRole("button", { name: "Whole field, 1st" });
  await head.click();
  await expect.poll(async () => await chosen.count()).toBeGreaterThan(4);
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => await chosen.count()).toBe(3);
  await head.click();
  await head.click();
  await sheet(page).getByText("1st emptied").waitFor();
  await expect.poll(async () => await chosen.count()).toBe(2);
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => await chosen.count()).toBeGreaterThan(4);

  const clear = sheet(page).getByRole("button", { name: "Clear the slip" });
  await clear.click();
  await sheet(page).getByText("The slip is empty").waitFor();
  await expect.poll(async () => await chosen.count()).toBe(0);
  expect(await clear.count()).toBe(0);
  await keepScreen(page, "slip-cleared");
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => await chosen.count()).toBeGreaterThan(4);
  await clear.scrollIntoViewIfNeeded();
  await keepScreen(page, "slip-clear");
});

test("a club without room on its disk says that betting waits and the money is safe (P13)", async () => {
  const window = await day.open({ stored: day.stored });
  const { page } = window;
  window.expectTrouble(/503/);
  const { disk } = day.club.ctx;
  // The club's own look at the disk would find room again at once.
  await disk.stop();
  const beat = async (): Promise<void> =>
    await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  const bar = page.getByRole("status").getByText("Betting is paused: your money is safe");
  await openRace(page, day.race.raceId);
  await page.locator(".price:not([disabled])").first().click();
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  disk.noteFull();
  try {
    await sheet(page)
      .getByRole("button", { name: /^Place bet/ })
      .click();
    await sheet(page)
      .getByText("The club takes no bets or money for the moment.")
      .first()
      .waitFor();
    await bar.waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await keepScreen(page, "read-only");
    // Others hear it with their heartbeat, before they try.
    await page.reload();
    await bar.waitFor();
    await openScreen(page, "/pages/account/account");
    await bar.waitFor();
  } finally {
    await disk.look();
  }
  await beat();
  await bar.waitFor({ state: "detached" });
});
