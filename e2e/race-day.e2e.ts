import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, readCode, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { closeRace, enterResult, openPage, settleRace, signInOperator } from "./lib/console-app.ts";
import { cashOf, ordersOf } from "./lib/people.ts";
import {
  fillSlip,
  openRace,
  openScreen,
  placeBet,
  placeButton,
  sheet,
  type AppBet,
} from "./lib/player-app.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/*
 * A race day as its people live it: a new player on a phone, an operator at a desk, nothing by the
 * calls but what a test looks up. One step per test, in order: each needs those before it.
 */

const TOP_UP = 50_000;
const NAME = "noor-haldane";
const RESULT = "4 7=9 2";
const SECOND_RESULT = "3 1 5 8";

let club: TestClub;
let first: OpenRace;
let second: OpenRace;
let phone: Window;
let desk: Window;
let token = "";

beforeAll(async () => {
  club = await startClub();
  const races = await openMeeting(club, { races: 2, runners: 10 });
  if (races[0] === undefined || races[1] === undefined) throw new Error("two races are open");
  [first, second] = [races[0], races[1]];
  await fillPools(club, first);
  phone = await openWindow(club.url);
  desk = await openWindow(club.url, { size: DESK });
});
stepsInOrder(async () => {
  await keepScreen(phone.page, "failed-phone");
  await keepScreen(desk.page, "failed-desk");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

test("a new player signs up with a code by SMS and gives the date of birth", async () => {
  const { page } = phone;
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Phone").waitFor();
  await page.getByLabel("User name").fill(NAME);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const local = `4${randomInt(10_000_000, 99_999_999)}`;
  await page.getByLabel("Phone").fill(local);
  await page.getByRole("button", { name: "Send the code" }).click();
  const code = page.getByLabel("Code from the text message");
  await code.waitFor();
  const owner = await club.operator();
  await code.fill(await readCode(club.call, owner.token, `+61${local}`));
  await page.getByRole("checkbox", { name: /^I am 18 or over and agree/ }).check();
  await keepScreen(page, "sign-up");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByLabel("Date of birth", { exact: true }).fill("1991-03-14");
  await keepScreen(page, "birth-date");
  await page.getByRole("button", { name: "Save" }).click();
  // It cannot be changed, so it is read back; a wrong one goes back to the field.
  await page.getByRole("alert").getByText("14 Mar 1991").waitFor();
  await keepScreen(page, "birth-date-check");
  await page.getByRole("button", { name: "Change it" }).click();
  const birth = page.getByLabel("Date of birth", { exact: true });
  await birth.fill(`${new Date().getUTCFullYear() - 15}-03-14`);
  await page.getByRole("alert").getByText("Betting is for people of 18 and over").waitFor();
  await keepScreen(page, "birth-date-young");
  expect(await page.getByRole("button", { name: "Later: look around first" }).count()).toBe(0);
  await birth.fill("1991-03-14");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Yes, that is right" }).click();
  await page.getByRole("button", { name: "Go on without a limit" }).click();
  await page.waitForURL("**/app/#/");
  token = (await page.evaluate(() => localStorage.getItem("token"))) ?? "";
  expect(await cashOf(club, { token })).toBe(0);
});

test("an operator sees the top-up arrive and approves it; the balance changes before the player's eyes", async () => {
  const operator = await club.newOperator("owner");
  await signInOperator(desk.page, operator.name);
  await openPage(desk.page, "/approvals");
  await desk.page.getByText("Nothing waits").waitFor();
  // No empty bar of acts stands below an empty queue.
  expect(await desk.page.getByRole("contentinfo").count()).toBe(0);

  const { page } = phone;
  await openScreen(page, "/pages/account/account");
  await page
    .getByRole("link", { name: "Top up" })
    .or(page.getByRole("button", { name: "Top up" }))
    .first()
    .click();
  await page.getByRole("button", { name: "$500", exact: true }).click();
  await page.getByRole("button", { name: /^Top up/ }).click();
  await page.getByText("Reference, must be in the transfer").waitFor();
  await keepScreen(page, "top-up");
  await openScreen(page, "/");
  await page.getByText("$0.00").first().waitFor();

  await desk.page.getByRole("cell", { name: NAME }).first().waitFor();
  await desk.page.getByRole("contentinfo").getByText("next").waitFor();
  await keepScreen(desk.page, "console-approvals");
  await desk.page.getByRole("button", { name: /^Approve/ }).click();
  await desk.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByText("$500.00").first().waitFor();
  expect(await cashOf(club, { token })).toBe(TOP_UP);
});

/** One of each type; what it covers and costs, counted by hand. */
const BETS: readonly (AppBet & { readonly combinations: number; readonly cents: number })[] = [
  { type: 1, columns: [[4]], stake: "10", combinations: 1, cents: 1000 },
  { type: 2, columns: [[7, 2]], stake: "5", combinations: 2, cents: 1000 },
  { type: 3, columns: [[4], [7, 9]], stake: "2", combinations: 2, cents: 400 },
  { type: 4, columns: [[4, 7, 1]], stake: "1.50", combinations: 3, cents: 450 },
  { type: 5, columns: [[4], [7, 9]], stake: "2.50", combinations: 2, cents: 500 },
  { type: 6, columns: [[4], [7, 9], [7, 9, 2]], stake: "1", combinations: 4, cents: 400 },
  { type: 7, columns: [[4, 7, 9]], stake: "1", combinations: 6, cents: 600 },
  { type: 8, columns: [[4], [7], [9], [2, 1]], stake: "3", combinations: 2, cents: 600 },
  { type: 9, columns: [[9]], stake: "10", placeStake: "20", combinations: 2, cents: 3000 },
  { type: 10, columns: [[4, 5], [3]], stake: "5", combinations: 2, cents: 1000 },
  { type: 11, columns: [[7], [1, 6]], stake: "2", combinations: 2, cents: 400 },
  { type: 12, columns: [[9], [4, 7, 2]], stake: "1", combinations: 3, cents: 300 },
  { type: 13, columns: [[4], [7, 2, 1]], stake: "1", combinations: 3, cents: 300 },
  { type: 14, columns: [[4], [7, 9, 2]], stake: "0.50", combinations: 6, cents: 300 },
  {
    type: 15,
    columns: [
      [4, 7],
      [9, 2, 1],
    ],
    stake: "0.25",
    combinations: 6,
    cents: 150,
  },
];
const STAKED = BETS.reduce((sum, { cents }) => sum + cents, 0);

test("one bet of each of the 15 types, each with its receipt", async () => {
  const { page } = phone;
  await openRace(page, first.raceId);
  await keepScreen(page, "race-open");
  const numbers: string[] = [];
  for (const bet of BETS) {
    const isDouble = bet.type === 10 || bet.type === 11;
    const receipt = await placeBet(page, isDouble ? { ...bet, race2: second.raceId } : bet);
    numbers.unshift(receipt.number);
  }
  const orders = await ordersOf(club, { token });
  expect(orders.map(({ receipt_no }) => receipt_no)).toEqual(numbers);
  const placed = orders
    .toReversed()
    .map(({ bet_type, combinations, cost_cents }) => [bet_type, combinations, cost_cents]);
  expect(placed).toEqual(BETS.map(({ type, combinations, cents }) => [type, combinations, cents]));
  expect(await cashOf(club, { token })).toBe(TOP_UP - STAKED);
  await page
    .getByText(`$${((TOP_UP - STAKED) / 100).toFixed(2)}`)
    .first()
    .waitFor();
});

test("the operator closes the race: the open slip locks by itself and says why", async () => {
  const { page } = phone;
  await fillSlip(page, { type: 6, columns: [[4], [7], [9]], stake: "1" });
  await sheet(page).getByText("Amount keypad").or(placeButton(page)).first().waitFor();
  await openPage(desk.page, `/race/${first.raceId}`);
  await desk.page
    .getByText(first.runners[3] ?? "")
    .first()
    .waitFor();
  await keepScreen(desk.page, "console-race-open");
  // The keypad's key cannot place any more either.
  const done = sheet(page).getByRole("button", { name: "Done" });
  expect(await done.count()).toBe(0);
  const [closedAt, lockedAt] = await Promise.all([
    desk.page.waitForResponse((response) => response.url().endsWith("/close")).then(Date.now),
    done.waitFor().then(Date.now),
    closeRace(desk.page),
  ]);
  expect(lockedAt - closedAt).toBeLessThan(3000);
  await done.click();
  await sheet(page).getByText("Betting on this race has closed.").waitFor();
  await keepScreen(page, "slip-locked");
  const button = placeButton(page);
  expect(await button.getAttribute("aria-disabled").then((is) => is ?? "true")).toBe("true");
  await page.keyboard.press("Escape");
  expect(await ordersOf(club, { token })).toHaveLength(BETS.length);
});

test("a dead heat is typed, every number of the dry run seen, and the race settled", async () => {
  const dryRun = await enterResult(desk.page, RESULT);
  for (const pool of ["Win", "Place", "Quinella", "Exacta", "Trifecta", "First 4"]) {
    expect(dryRun).toContain(pool);
  }
  await keepScreen(desk.page, "console-dry-run");
  // Nothing has moved yet.
  expect(await cashOf(club, { token })).toBe(TOP_UP - STAKED);
  const said = await settleRace(desk.page);
  await keepScreen(desk.page, "console-settled");
  // Settling again changes nothing and tells the same numbers.
  const again = await club.call("POST", `/api/operator/races/${first.raceId}/settle`, {
    token: (await club.operator()).token,
    body: { result_version: 1 },
  });
  type Pool = { readonly paid_cents: number };
  const paid = (again.body.data.pools as Pool[]).reduce((sum, pool) => sum + pool.paid_cents, 0);
  expect(said).toContain(dollars(paid));
});

test("the second race is done by keys alone, and settles the doubles", async () => {
  const { page } = desk;
  await openPage(page, `/race/${second.raceId}`);
  await page.getByRole("button", { name: /^Close now/ }).waitFor();
  await page.keyboard.press("c");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Saddle numbers in order, = for a tie");
  await field.waitFor();
  await expect
    .poll(async () => await field.evaluate((it) => it === document.activeElement))
    .toBe(true);
  await page.keyboard.type(SECOND_RESULT);
  await page.keyboard.press("Enter");
  await page.getByText(/balanced to the cent in \d+ pools/).waitFor();
  await field.blur();
  await page.keyboard.press("s");
  await page.getByRole("heading", { name: "Settlement" }).waitFor();
});

test("the player sees every bet decided, the money paid, and a statement that adds up", async () => {
  const { page } = phone;
  const orders = await ordersOf(club, { token });
  expect(orders.map(({ status }) => status)).not.toContain("accepted");
  const won = orders.filter(({ status }) => status === "won").map(({ bet_type }) => bet_type);
  expect(won.toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  ]);
  const back = orders.reduce((sum, order) => sum + order.payout_cents + order.refund_cents, 0);
  const cash = TOP_UP - STAKED + back;
  expect(await cashOf(club, { token })).toBe(cash);
  const shown = dollars(cash);
  // The head was told; nothing was reloaded.
  await page.getByText(shown).first().waitFor();

  await openScreen(page, "/pages/order/list?tab=settled");
  await page
    .locator(".order")
    .nth(BETS.length - 1)
    .waitFor();
  for (const [at, order] of orders.entries()) {
    const card = await page.locator(".order").nth(at).innerText();
    expect(card).toContain("Won");
    expect(card).toContain(dollars(order.payout_cents));
  }
  await keepScreen(page, "orders-settled");

  await openScreen(page, "/pages/statement/statement");
  // The newest line carries the balance after it: it is the balance now.
  await page.locator(".statement-row").first().getByText(shown.slice(1)).waitFor();
  const text = await page.locator("#main").innerText();
  for (const part of [TOP_UP, -STAKED, back]) expect(text).toContain(dollars(Math.abs(part)));
  await keepScreen(page, "statement");

  await openScreen(page, `/pages/detail/detail?race=${first.raceId}`);
  await page.getByText("=2nd").first().waitFor();
  await keepScreen(page, "race-result");
});

const dollars = (cents: number): string =>
  (cents / 100).toLocaleString("en-AU", { style: "currency", currency: "AUD" });

test("the books verify, and nothing went wrong in either window", async () => {
  const { page } = desk;
  await openPage(page, "/ledger");
  await page
    .getByRole("button", { name: /^Verify/ })
    .first()
    .click();
  await page.getByText("The books verify.").waitFor();
  await keepScreen(page, "console-ledger");
  expectNoTrouble(phone, desk);
});
