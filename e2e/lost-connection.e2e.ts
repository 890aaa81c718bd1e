import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Route } from "playwright-core";
import { startClub, type TestClub, type TestPlayer } from "../apps/server/src/test/club.ts";
import { openRaceDay, type TestRace } from "../apps/server/src/test/race-day.ts";
import { cashOf, makePlayer, ordersOf } from "./lib/people.ts";
import { fillSlip, openRace, placeButton, readReceipt, sheet } from "./lib/player-app.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, keepScreen, openWindow, type Window } from "./lib/window.ts";

/*
 * Promise P3, as a player meets it: however the connection breaks while a bet is on its way, the app
 * ends with "accepted at" or "not placed", and the club holds exactly that.
 */

const PLACE = "**/api/order/place-order";
const RESOLVE = "**/api/order/resolve";
const CASH = 10_000;
const COST = 600;

let club: TestClub;
let race: TestRace;
let player: TestPlayer;
let phone: Window;

beforeAll(async () => {
  club = await startClub();
  const [first] = await openRaceDay(club, { runners: 8 });
  if (first === undefined) throw new Error("a race is open");
  race = first;
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

beforeEach(async () => {
  const made = await makePlayer(club, CASH);
  player = made;
  phone = await openWindow(club.url, { stored: made.stored });
  // The cuts themselves.
  phone.expectTrouble(/net::ERR_|Failed to load resource/);
  await openRace(phone.page, race.race_id);
  await fillSlip(phone.page, { type: 7, columns: [[2, 5, 7]], stake: "1" });
});
afterEach(async () => {
  expectNoTrouble(phone);
  await phone.close();
});

async function expectBets(count: 0 | 1): Promise<void> {
  expect(await ordersOf(club, player)).toHaveLength(count);
  expect(await cashOf(club, player)).toBe(CASH - count * COST);
}

async function expectAccepted(): Promise<void> {
  const notice = sheet(phone.page).getByText(/Your bet was accepted at \d\d:\d\d:\d\d\.\d{3}/);
  await notice.waitFor();
  const receipt = await readReceipt(phone.page);
  expect(await notice.innerText()).toContain(receipt.time);
  const [order] = await ordersOf(club, player);
  expect(receipt.number).toBe(order?.receipt_no);
}

const keptSlip = async (): Promise<string | null> =>
  await phone.page.evaluate(() => localStorage.getItem("slip"));

/** The server has done it; the player's device never hears so. */
async function losingTheAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort("connectionreset");
}

test("the answer is lost: the app asks and shows the receipt", async () => {
  await phone.page.route(PLACE, losingTheAnswer);
  await placeButton(phone.page).click();
  await expectAccepted();
  await keepScreen(phone.page, "lost-accepted");
  await expectBets(1);
  expect(await keptSlip()).toBeNull();
});

test("the bet never arrives: not placed, and the same slip can be placed again", async () => {
  const { page } = phone;
  await page.route(PLACE, async (route) => await route.abort("connectionreset"), { times: 1 });
  await placeButton(page).click();
  await sheet(page).getByText("The bet was not placed").waitFor();
  await keepScreen(page, "lost-not-placed");
  await expectBets(0);
  expect(await keptSlip()).toBeNull();

  await sheet(page).getByRole("button", { name: "Back to the bet" }).click();
  await placeButton(page).click();
  await readReceipt(page);
  await expectBets(1);
});

test("reloaded while the answer is on its way: the receipt comes after the start", async () => {
  const { page } = phone;
  const arrived = new Promise<void>((resolve) => {
    void page.route(PLACE, async (route) => {
      await route.fetch();
      resolve();
      // No answer: the page is left while it waits.
    });
  });
  await placeButton(page).click();
  await arrived;
  expect(await keptSlip()).not.toBeNull();
  await page.reload();
  await expectAccepted();
  await expectBets(1);
});

test("reloaded before the bet arrived: not placed, and a late original is refused", async () => {
  const { page } = phone;
  const sent = new Promise<{ key: string; body: unknown }>((resolve) => {
    void page.route(PLACE, async (route) => {
      const request = route.request();
      const headers = await request.allHeaders();
      resolve({ key: headers["idempotency-key"] ?? "", body: request.postDataJSON() as unknown });
    });
  });
  await placeButton(page).click();
  const { key, body } = await sent;
  await page.reload();
  await sheet(page).getByText("The bet was not placed").waitFor();
  await expectBets(0);

  const late = await club.call("POST", "/api/order/place-order", {
    token: player.token,
    body,
    headers: { "idempotency-key": key },
  });
  expect([late.status, late.body.code]).toEqual([409, "bet.abandoned"]);
  await expectBets(0);
});

test("asking fails too: it asks again until it knows, and says that it can count only once", async () => {
  const { page } = phone;
  await page.route(PLACE, losingTheAnswer);
  let asked = 0;
  let isSeen = false;
  await page.route(RESOLVE, async (route) => {
    asked += 1;
    await (asked > 2 && isSeen ? route.continue() : route.abort("connectionreset"));
  });
  await placeButton(page).click();
  await sheet(page).getByText("We are asking the club what became of it.").waitFor();
  await keepScreen(page, "lost-asking");
  // It cannot be put aside while its fate is unknown.
  await page.keyboard.press("Escape");
  await sheet(page).getByText("We are asking the club what became of it.").waitFor();
  isSeen = true;
  await expectAccepted();
  await expectBets(1);
});

test("offline in the middle: the app waits for the connection, then knows", async () => {
  const { page, context } = phone;
  await page.route(PLACE, async (route) => {
    await context.setOffline(true);
    await route.abort("internetdisconnected");
  });
  await placeButton(page).click();
  await sheet(page).getByText("As soon as the connection is back we ask the club").waitFor();
  await context.setOffline(false);
  await sheet(page).getByText("The bet was not placed").waitFor();
  await expectBets(0);
});

test("the session expires while the bet is on its way: it is placed once under the new token", async () => {
  const { page } = phone;
  await page.evaluate(() => localStorage.setItem("token", "expired"));
  await page.reload();
  await openRace(page, race.race_id);
  await fillSlip(page, { type: 7, columns: [[2, 5, 7]], stake: "1" });
  await placeButton(page).click();
  await readReceipt(page);
  await expectBets(1);
});
