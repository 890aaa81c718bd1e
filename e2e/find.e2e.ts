import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { violationsOf } from "./lib/axe.ts";
import { openMeeting } from "./lib/card.ts";
import { faultsOf } from "./lib/look.ts";
import { openDay } from "./lib/open-day.ts";
import { openHome, openRace, sheet } from "./lib/player-app.ts";
import { openMatch } from "./lib/sport-day.ts";
import { settle } from "./lib/tour.ts";
import { keepScreen, SMALL_PHONE } from "./lib/window.ts";

/* One search over the card: by the thumb on a phone, by "/" on a desk. */

const LONG = "Sociedad Deportiva Ferroviaria de Ñandubayzal Norte";
const TABLET = { width: 768, height: 1024 };
const WIDE = { width: 1440, height: 900 };
const day = openDay();

beforeAll(async () => {
  const { club } = day;
  await openMeeting(club, { name: "Thunder Downs", code: "TD", races: 1, firstInMinutes: 90 });
  const { token } = await club.operator();
  await openMatch(club, token, { home: "Thunder Bay", away: LONG, odds: [1850, 3600, 4400] });
});

const field = (page: Page) => sheet(page).getByRole("searchbox");
const rows = (page: Page) => sheet(page).locator("a.find-row");
const kind = (page: Page, name: string) => sheet(page).getByRole("region", { name });

async function openFind(page: Page): Promise<void> {
  await page.locator(".top-bar").getByRole("button", { name: "Search" }).click();
  await field(page).waitFor();
}

test("a runner by a part of its name: its race opens with the runner's sheet, for a stranger too", async () => {
  const { page } = await day.open({ still: true });
  await openHome(page);
  await openFind(page);
  await sheet(page).getByText("Who are you looking for?").waitFor();
  await field(page).fill("thünder");
  await kind(page, "Runners").waitFor();
  expect(await rows(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^2\s*Quiet Thunder\s*Wattle Ridge R1 · 4 starts/),
    expect.stringMatching(/^Thunder Downs\s*Thunder Downs R1 · 1 race/),
    expect.stringMatching(/^Thunder Bay\s*Thunder Bay . Sociedad/),
  ]);
  expect(await sheet(page).locator(".find-count").innerText()).toBe("3 found");
  await rows(page).first().click();
  await page.locator("dialog[open]", { hasText: "M. Lindqvist" }).waitFor();
  expect(page.url()).toContain("horse=2");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  expect(page.url()).not.toContain("horse");
});

test("people and teams lead to what they have next; nothing found says so; Back closes the search", async () => {
  const { page } = await day.open({ still: true });
  await openHome(page);
  await openFind(page);
  await field(page).fill("dunmore");
  await kind(page, "Trainers").getByText("E. Dunmore").waitFor();
  await field(page).fill("nandubayzal");
  await kind(page, "Teams and players").getByText(LONG, { exact: true }).click();
  await page
    .getByRole("heading", { name: /Thunder Bay/ })
    .first()
    .waitFor();
  await page.goBack();
  await page.locator(".race-chip").first().waitFor();
  await openFind(page);
  await field(page).fill("zzzz");
  await sheet(page).getByText("Nobody on the card is called “zzzz”").waitFor();
  await page.goBack();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  expect(await page.locator(".race-chip").count()).toBeGreaterThan(0);
});

test("without a connection, and when the club does not answer, it says so and goes on after", async () => {
  const { page, context, expectTrouble } = await day.open({ still: true, withoutWorker: true });
  expectTrouble(/ERR_INTERNET_DISCONNECTED|no answer|503/);
  await openHome(page);
  await openFind(page);
  await field(page).fill("quiet");
  await rows(page).first().waitFor();
  await context.setOffline(true);
  await field(page).fill("meridian");
  await sheet(page).getByText("Searching needs a connection").waitFor();
  await keepScreen(page, "find-offline");
  await context.setOffline(false);
  await rows(page).getByText("Meridian").waitFor();
  await page.route("**/api/search?**", (route) => route.fulfill({ status: 503, json: {} }));
  await field(page).fill("velvet");
  await sheet(page).getByText("The search got no answer.").waitFor();
  await page.unroute("**/api/search?**");
  await field(page).fill("brass");
  await rows(page).getByText("Brass Compass").waitFor();
});

test("a desk: the stroke opens it from every page, arrows go along the results, Enter opens one", async () => {
  const { page } = await day.open({ size: WIDE, stored: day.stored, still: true });
  await openRace(page, day.race.raceId);
  await page.locator(".wide-list .race-chip").first().waitFor();
  await page.keyboard.press("/");
  await field(page).waitFor();
  await page.keyboard.type("thunder");
  await kind(page, "Meetings").waitFor();
  await settle(page);
  await keepScreen(page, "find-desk");
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.locator(".wide-chosen h1", { hasText: "Thunder Downs" }).waitFor();
});

const LOOKS = [
  { name: "find-light", options: {} },
  { name: "find-dark", options: { theme: "dark" } },
  { name: "find-zh-hant", options: { locale: "zh-TW", theme: "dark" } },
  { name: "find-small", options: { size: SMALL_PHONE, locale: "fr-FR" } },
  { name: "find-tablet", options: { size: TABLET } },
] as const;

test.each(LOOKS)("$name is sound, and axe finds nothing", async ({ name, options }) => {
  const { page } = await day.open({
    ...options,
    stored: day.stored,
    still: true,
    withoutPolicy: true,
  });
  await openHome(page);
  await page.locator("button:has(path[d^='M11 18'])").first().click();
  await field(page).waitFor();
  await settle(page);
  await keepScreen(page, `${name}-start`);
  expect(await faultsOf(page)).toEqual([]);
  await field(page).fill("n");
  await field(page).fill("nd");
  await rows(page).first().waitFor();
  await settle(page);
  await keepScreen(page, name);
  expect(await faultsOf(page)).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
});
