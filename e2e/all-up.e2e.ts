import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ok } from "../apps/server/src/test/club.ts";
import { moveClock, setClock } from "../apps/server/src/test/db/clock.ts";
import { violationsOf } from "./lib/axe.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { faultsOf } from "./lib/look.ts";
import { openDay } from "./lib/open-day.ts";
import { makePlayer, ordersOf } from "./lib/people.ts";
import {
  cellOfLeg,
  chooseType,
  openRace,
  openScreen,
  placeButton,
  readReceipt,
  sheet,
  typeAmount,
} from "./lib/player-app.ts";
import { settle } from "./lib/tour.ts";
import { keepScreen, SMALL_PHONE } from "./lib/window.ts";

/* An All Up: put together leg by leg in the slip, placed, and followed from race to race. */

const day = openDay();

/** A meeting with a name that is long, and prices in its races. */
async function openRaces(code: string, races: number): Promise<OpenRace[]> {
  const name = `Saint Bartholomew-on-the-Water ${code}`;
  const opened = await openMeeting(day.club, {
    name,
    code,
    races,
    firstInMinutes: 90,
    scratched: 6,
  });
  for (const race of opened) await fillPools(day.club, race);
  return opened;
}

async function startAllUp(page: Page, race: OpenRace | undefined): Promise<void> {
  await openRace(page, race?.raceId ?? "");
  await page.getByRole("button", { name: /^All \d+$/ }).click();
  await chooseType(page, 40);
}

async function addLeg(page: Page, race: OpenRace | undefined): Promise<void> {
  const races = sheet(page).getByRole("group", { name: "Add a leg" });
  await races.locator(`[data-id="${race?.raceId ?? ""}"]`).click();
}

async function operate(race: OpenRace | undefined, name: string, body: object = {}): Promise<void> {
  const { token } = await day.club.operator();
  const path = `/api/operator/races/${race?.raceId ?? ""}/${name}`;
  ok(await day.club.call("POST", path, { token, body }));
}

async function run(race: OpenRace | undefined, placings: number[][]): Promise<void> {
  await operate(race, "close");
  await operate(race, "result", { placings, stage: "final" });
  await operate(race, "settle", { result_version: 1 });
}

const says = async (page: Page, text: string): Promise<void> =>
  await sheet(page).locator(".button-reason").getByText(text, { exact: true }).waitFor();

test("from a race's page to the receipt, and in the order from leg to leg until it has paid", async () => {
  const [one, two, three] = await openRaces("AU", 3);
  const player = await makePlayer(day.club, 50_000);
  const { page } = await day.open({ stored: player.stored, withoutPolicy: true });
  await startAllUp(page, one);
  await cellOfLeg(page, 0, 3).click();
  await addLeg(page, three);
  // The race between them takes its place.
  await addLeg(page, two);
  await sheet(page).getByRole("button", { name: "Leg 2, race 2, 0 chosen" }).waitFor();
  const second = sheet(page).locator(".multi-leg").nth(1);
  await second.getByRole("button", { name: "Quinella", exact: true }).click();
  for (const runner of [2, 5]) await cellOfLeg(page, 1, runner).click();
  await sheet(page)
    .locator(".multi-leg")
    .nth(2)
    .getByRole("button", { name: "Place", exact: true })
    .click();
  await cellOfLeg(page, 2, 7).click();
  await sheet(page).getByRole("button", { name: "Stake", exact: true }).click();
  await typeAmount(page, "12.50");
  await keepScreen(page, "all-up-keypad");
  await placeButton(page).click();
  const receipt = await readReceipt(page);
  await keepScreen(page, "all-up-receipt");
  for (const text of [
    "All Up",
    "R1 › R2 › R3",
    "Quinella · Quiet Thunder, Brass Compass",
    "$12.50",
  ])
    expect(receipt.text).toContain(text);
  expect(await violationsOf(page)).toEqual([]);
  await sheet(page).getByRole("button", { name: "Back to the race" }).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  const [order] = await ordersOf(day.club, player);
  expect(order).toMatchObject({ bet_type: 40, combinations: 1, cost_cents: 1250 });

  const path = `/pages/order/list?tab=open&order=${order?.order_id ?? ""}`;
  await openScreen(page, path);
  const states = async (): Promise<(string | null)[]> =>
    await sheet(page)
      .locator(".leg-list > li")
      .evaluateAll((legs) => legs.map((leg) => leg.getAttribute("data-state")));
  await expect.poll(states).toEqual(["open", "open", "open"]);
  // The club asks for a minute, and a busy machine takes longer than that.
  await setClock(day.club, `timestamptz '${order?.accepted_at ?? ""}' + interval '30 seconds'`);
  await sheet(page).getByRole("button", { name: "Same again" }).click();
  await sheet(page).getByRole("button", { name: "Leg 2, race 2, 2 chosen" }).waitFor();
  await placeButton(page).getByText("$12.50").waitFor();
  await sheet(page)
    .getByText(/^You placed this same bet at/)
    .waitFor();
  await moveClock(day.club, "0 seconds");
  await sheet(page).locator(".sheet-head .icon-button").last().click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await openScreen(page, path);
  await expect.poll(states).toEqual(["open", "open", "open"]);
  await keepScreen(page, "all-up-order");
  // The sheet stays open: a leg that is settled is news to it.
  await run(one, [[3], [1], [2]]);
  await expect.poll(states).toEqual(["right", "open", "open"]);
  const { legs } = ok(
    await day.club.call("GET", `/api/order/${order?.order_id ?? ""}`, { token: player.token }),
  );
  const [won, next] = legs as { payout_cents: number; stake_cents: number }[];
  expect(next?.stake_cents).toBe(won?.payout_cents);
  const money = `$${((won?.payout_cents ?? 0) / 100).toFixed(2)}`;
  await sheet(page).locator(".leg-list > li").nth(1).getByText(money).waitFor();
  await settle(page);
  await keepScreen(page, "all-up-order-next");
  expect(await violationsOf(page)).toEqual([]);
  await run(two, [[5], [2], [1]]);
  await run(three, [[1], [7], [2]]);
  await expect.poll(states).toEqual(["right", "right", "right"]);
  await sheet(page)
    .getByRole("region", { name: "Leg 3 of 3 · Why this amount" })
    .getByText("checked here")
    .waitFor();
  // Each leg's receipt has a number of its own, and says which All Up it belongs to.
  const told = ok(
    await day.club.call("GET", `/api/order/${order?.order_id ?? ""}`, { token: player.token }),
  );
  for (const [at, bet] of (told.leg_bets as { receipt_no: string }[]).entries()) {
    const of = sheet(page).getByRole("region", { name: `Leg ${at + 1} of 3 · Receipt` });
    await of.getByText(`All Up ${told.receipt_no}`).waitFor();
    await of.getByText(bet.receipt_no, { exact: true }).waitFor();
  }
  await settle(page);
  await keepScreen(page, "all-up-paid");
  expect(await faultsOf(page)).toEqual([]);

  for (const [name, look] of Object.entries({
    dark: { theme: "dark", locale: "zh-TW" },
    "320": { locale: "fr-FR", size: { width: 320, height: 1600 } },
  } as const)) {
    const { page: other } = await day.open({ stored: player.stored, still: true, ...look });
    await openScreen(other, path);
    await sheet(other).locator('.leg-list > [data-state="right"]').nth(2).waitFor();
    await settle(other);
    await keepScreen(other, `all-up-paid-${name}`);
    expect(await faultsOf(other)).toEqual([]);
  }
});

test("what is missing stands under the button; a leg is taken out and had back; Back goes step by step", async () => {
  const [one, two] = await openRaces("AM", 2);
  const window = await day.open({ stored: day.stored, still: true, withoutPolicy: true });
  window.expectTrouble(/net::ERR_|Failed to load resource/);
  const { page, context } = window;
  await startAllUp(page, one);
  await says(page, "Choose two legs at least");
  await settle(page);
  await keepScreen(page, "all-up-start");
  await addLeg(page, two);
  const leg = sheet(page).locator(".multi-leg").nth(1);
  await expect
    .poll(async () => await leg.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await says(page, "Choose runners under “Leg 1”");
  await cellOfLeg(page, 0, 3).click();
  // One runner to win: another takes its place.
  await cellOfLeg(page, 0, 4).click();
  await says(page, "Choose runners under “Leg 2”");
  await leg.getByRole("button", { name: "Quinella Place", exact: true }).click();
  await cellOfLeg(page, 1, 2).click();
  await says(page, "Choose runners under “Leg 2”");
  await cellOfLeg(page, 1, 5).click();
  await says(page, "Enter a stake");
  const stake = sheet(page).locator(".sheet-foot").getByRole("button", { name: "$5", exact: true });
  await stake.click();
  await placeButton(page).getByText("$5.00").waitFor();
  await sheet(page).locator(".cost dd").last().getByText(/\$|–/).waitFor();
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 812 });
    await settle(page);
    await keepScreen(page, `all-up-form-${width}`);
    expect(await faultsOf(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 375, height: 2400 });
  await settle(page);
  await keepScreen(page, "all-up-form-long");
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 812 });

  await sheet(page)
    .getByRole("button", { name: /^Take .* R2 out$/ })
    .click();
  await says(page, "Choose two legs at least");
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await sheet(page).getByRole("button", { name: "Leg 2, race 2, 2 chosen" }).waitFor();
  await placeButton(page).getByText("$5.00").waitFor();

  await context.setOffline(true);
  const locked = sheet(page).getByRole("button", { name: "Betting needs a connection" });
  await locked.waitFor();
  expect(await locked.getAttribute("aria-disabled")).toBe("true");
  await context.setOffline(false);
  await placeButton(page).getByText("$5.00").waitFor();

  await sheet(page).getByRole("button", { name: "Stake", exact: true }).click();
  await page.locator(".keypad").waitFor();
  await page.goBack();
  await page.locator(".keypad").waitFor({ state: "detached" });
  await sheet(page).locator(".sheet-head h2 button").click();
  await sheet(page).locator('.type-option[data-id="40"][aria-pressed="true"]').waitFor();
  await keepScreen(page, "all-up-types");
  await page.goBack();
  await sheet(page).locator(".multi-leg").nth(1).waitFor();
  await page.goBack();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  // It is there again, with its legs.
  await page.getByRole("button", { name: /^All \d+$/ }).click();
  await chooseType(page, 40);
  await sheet(page).getByRole("button", { name: "Leg 2, race 2, 2 chosen" }).waitFor();

  await operate(two, "close");
  await says(page, "Leg 2 has closed");
});

test("the form in the dark and in Chinese, on a small phone in French", async () => {
  const [one, two] = await openRaces("AL", 2);
  for (const [name, look] of Object.entries({
    dark: { theme: "dark", locale: "zh-TW" },
    fr: { locale: "fr-FR", size: SMALL_PHONE },
  } as const)) {
    const { page } = await day.open({ stored: day.stored, still: true, ...look });
    await openScreen(page, `/pages/detail/detail?race=${one?.raceId ?? ""}`);
    await page.locator(".choice-all").click();
    await chooseType(page, 40);
    await cellOfLeg(page, 0, 3).click();
    await sheet(page)
      .locator(`.stake-chips [data-id="${two?.raceId ?? ""}"]`)
      .click();
    await cellOfLeg(page, 1, 2).click();
    await settle(page);
    await keepScreen(page, `all-up-form-${name}`);
    expect(await faultsOf(page)).toEqual([]);
  }
});

test("what the club refuses is said in the slip, and nothing is placed", async () => {
  const [one, two] = await openRaces("AR", 2);
  const player = await makePlayer(day.club, 50_000);
  const window = await day.open({ stored: player.stored });
  window.expectTrouble(/409/);
  const { page } = window;
  await startAllUp(page, one);
  await addLeg(page, two);
  await cellOfLeg(page, 0, 1).click();
  await cellOfLeg(page, 1, 1).click();
  await sheet(page).locator(".sheet-foot").getByRole("button", { name: "$5", exact: true }).click();
  await placeButton(page).getByText("$5.00").waitFor();
  const { token } = await day.club.operator();
  const body = { scope: "race", race_id: two?.raceId, reason: "the totals jump" };
  ok(await day.club.call("POST", "/api/operator/incidents", { token, body }));
  await placeButton(page).click();
  const refused = sheet(page).getByRole("alert").filter({ hasText: "Not placed" });
  await refused.getByText("Betting is paused for now. Nothing was placed.").waitFor();
  await keepScreen(page, "all-up-refused");
  expect(await ordersOf(day.club, player)).toEqual([]);
  // Another leg is another bet: what was said of the first is gone.
  await cellOfLeg(page, 0, 2).click();
  await refused.waitFor({ state: "detached" });
});
