import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { makeClubDay, type ClubDay } from "./lib/club-day.ts";
import { openScreen } from "./lib/player-app.ts";
import { smallTargetsOf } from "./lib/targets.ts";
import { settle } from "./lib/tour.ts";
import { closeBrowser, openWindow, type Window } from "./lib/window.ts";

/* On the narrowest phone whatever can be tapped is at least 44 px wide and high. */

const NARROW = { width: 320, height: 700 };

let club: TestClub;
let day: ClubDay;
let phone: Window;

beforeAll(async () => {
  club = await startClub();
  day = await makeClubDay(club);
  phone = await openWindow(club.url, { size: NARROW, stored: day.player.stored, still: true });
});
afterAll(async () => {
  await phone?.close();
  await closeBrowser();
  await club?.close();
});

const SCREENS: [string, () => string, string][] = [
  ["home", () => "/", ".race-chip"],
  ["a race", () => `/pages/detail/detail?race=${day.openRaceId}`, ".type-bar"],
  ["a race that has run", () => `/pages/detail/detail?race=${day.settledRaceId}`, ".placing"],
  ["sport", () => "/pages/sport/sport", "#main .match"],
  ["a match", () => `/pages/sport/detail?event=${day.eventId}`, ".market-odds"],
  ["the account", () => "/pages/account/account", ".list-group"],
  ["the statement", () => "/pages/statement/statement", ".day-head"],
  ["the bets", () => "/pages/order/list?tab=settled", ".order"],
];
test.each(SCREENS)("%s at 320 px: no target is smaller than a finger", async (_, path, ready) => {
  const { page } = phone;
  await openScreen(page, path());
  await page.locator(ready).first().waitFor();
  await settle(page);
  expect(await smallTargetsOf(page)).toEqual([]);
});
