import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { openMeeting, type OpenRace } from "./lib/card.ts";
import { faultsOf } from "./lib/look.ts";
import { openHome, openScreen } from "./lib/player-app.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  keepScreen,
  openWindow,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";

/* All races to come, by kind and country. */

const PATH = "/pages/detail/detail?view=next";

let club: TestClub;
let dogs: OpenRace[];
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub();
  await openMeeting(club, { races: 3, runners: 3, firstInMinutes: 40 });
  dogs = await openMeeting(club, {
    name: "Foxglove Park",
    code: "FP",
    eventType: "Greyhounds",
    races: 2,
    runners: 3,
    firstInMinutes: 45,
  });
  await openMeeting(club, {
    name: "Harbour Trots",
    code: "HT",
    eventType: "Harness",
    country: "NZ",
    races: 1,
    runners: 3,
    firstInMinutes: 50,
  });
  await openMeeting(club, {
    name: "Jade Valley",
    code: "JV",
    country: "HK",
    races: 1,
    runners: 3,
    firstInMinutes: 30,
  });
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});
afterEach(async () => {
  const opened = windows.splice(0);
  for (const window of opened) await window.close();
  expectNoTrouble(...opened);
});

async function open(options: WindowOptions = {}): Promise<Page> {
  const window = await openWindow(club.url, options);
  windows.push(window);
  return window.page;
}

const rows = (page: Page) => page.locator(".next-item");
const names = async (page: Page): Promise<string[]> =>
  await rows(page).locator("b").allInnerTexts();
const chip = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("from the board of home to every race to come, and by kind and country, kept on the device", async () => {
  const page = await open();
  await openHome(page);
  await page.getByRole("link", { name: "Races to come" }).click();
  await expect
    .poll(async () => await names(page))
    .toEqual([
      "Jade Valley R1",
      "Wattle Ridge R1",
      "Foxglove Park R1",
      "Harbour Trots R1",
      "Wattle Ridge R2",
      "Foxglove Park R2",
      "Wattle Ridge R3",
    ]);
  await page.getByText("7 of 7 races").waitFor();
  const kinds = page.getByRole("group", { name: "Kind of event" });
  expect(await kinds.locator("button").allInnerTexts()).toEqual(["Races", "Harness", "Greyhounds"]);
  const countries = page.getByRole("group", { name: "Country" });
  expect(await countries.locator("button").allInnerTexts()).toEqual([
    "Australia",
    "Hong Kong",
    "New Zealand",
  ]);

  await chip(page, "Harness").click();
  await chip(page, "Greyhounds").click();
  const chosen = ["Foxglove Park R1", "Harbour Trots R1", "Foxglove Park R2"];
  await expect.poll(async () => await names(page)).toEqual(chosen);
  await page.reload();
  await expect.poll(async () => await names(page)).toEqual(chosen);
  expect(await chip(page, "Greyhounds").getAttribute("aria-pressed")).toBe("true");

  await chip(page, "Hong Kong").click();
  await page.getByText("No race to come is of this kind and country").waitFor();
  await page.getByRole("button", { name: "Show all races" }).click();
  await expect.poll(async () => (await names(page)).length).toBe(7);
});

test("by keys: along the races and into one", async () => {
  const page = await open();
  await openScreen(page, PATH);
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.locator(".top-bar").getByText("Wattle Ridge").waitFor();
  await page.goBack();
  await rows(page).first().waitFor();
});

const LOOKS: readonly { readonly name: string; readonly options: WindowOptions }[] = [
  { name: "next-races-light", options: {} },
  { name: "next-races-dark", options: { theme: "dark" } },
  { name: "next-races-chinese", options: { locale: "zh-TW" } },
  { name: "next-races-tablet", options: { size: { width: 768, height: 1024 } } },
  { name: "next-races-desk", options: { size: { width: 1440, height: 900 } } },
];

test.each(LOOKS)("$name is sound, and axe finds nothing", async ({ name, options }) => {
  const page = await open({ ...options, still: true, withoutPolicy: true });
  await openScreen(page, PATH);
  await rows(page).nth(6).waitFor();
  await page.locator(".filter-chips button").nth(2).click();
  await rows(page).nth(2).waitFor({ state: "detached" });
  await keepScreen(page, name);
  // Home's board, beside the list on a desk, ends long facts in dots.
  const faults = (await faultsOf(page)).filter((fault) => !fault.includes("next-row-meta"));
  expect([...faults, ...(await violationsOf(page))]).toEqual([]);
});

test("a race that is closed leaves the list by the club's own news", async () => {
  const page = await open();
  const hears = page.waitForResponse(/\/api\/stream/);
  await openScreen(page, PATH);
  await rows(page).nth(6).waitFor();
  await hears;
  const { token } = await club.operator();
  const path = `/api/operator/races/${dogs[0]?.raceId ?? ""}/close`;
  await club.call("POST", path, { token, body: {} });
  await expect.poll(async () => await names(page)).not.toContain("Foxglove Park R1");
  expect(await names(page)).toHaveLength(6);
});
