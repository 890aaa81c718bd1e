import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { violationsOf } from "./lib/axe.ts";
import { faultsOf } from "./lib/look.ts";
import { openDay } from "./lib/open-day.ts";
import { openHome, openRace, openScreen, sheet } from "./lib/player-app.ts";
import { makePlayer } from "./lib/people.ts";
import { settle } from "./lib/tour.ts";
import { keepScreen, SMALL_PHONE } from "./lib/window.ts";

/* The blackbook: whom a player follows, on every device. */

const ACCOUNT = "/pages/account/account";
const day = openDay();

const star = (page: Page, name: string) =>
  sheet(page).getByRole("button", { name: `Follow ${name}`, exact: true });

async function isOn(page: Page, name: string): Promise<boolean> {
  return (await star(page, name).getAttribute("aria-pressed")) === "true";
}

async function openBlackbook(page: Page): Promise<void> {
  await openScreen(page, ACCOUNT);
  await page.locator(".list-row:has(path[d^='m12 3.5'])").click();
  await sheet(page).locator(".find-row, .empty").first().waitFor();
}

test("empty at first; a star in the runner's sheet and one in the search; another device has them too", async () => {
  const { stored } = await makePlayer(day.club, 1000);
  const { page } = await day.open({ stored, still: true });
  await openBlackbook(page);
  await sheet(page).getByText("You follow nobody yet").waitFor();
  await settle(page);
  await keepScreen(page, "blackbook-empty");
  await openRace(page, day.race.raceId);
  await openScreen(page, `/pages/detail/detail?race=${day.race.raceId}&horse=2`);
  await star(page, "Quiet Thunder").click();
  await expect.poll(async () => await isOn(page, "Quiet Thunder")).toBe(true);
  await star(page, "M. Lindqvist").click();
  await settle(page);
  await keepScreen(page, "blackbook-runner");
  await page.keyboard.press("Escape");
  await openHome(page);
  await page.locator(".top-bar").getByRole("button", { name: "Search" }).click();
  await sheet(page).getByRole("searchbox").fill("dunmore");
  await star(page, "E. Dunmore").click();
  await expect.poll(async () => await isOn(page, "E. Dunmore")).toBe(true);
  await sheet(page).getByRole("searchbox").fill("quiet");
  await expect.poll(async () => await isOn(page, "Quiet Thunder")).toBe(true);

  const other = await day.open({ stored, still: true });
  await openBlackbook(other.page);
  const names = other.page.locator("dialog[open] .find-row b");
  expect(await names.allInnerTexts()).toEqual(["Quiet Thunder", "M. Lindqvist", "E. Dunmore"]);
  await star(other.page, "M. Lindqvist").click();
  await expect
    .poll(async () => await names.allInnerTexts())
    .toEqual(["Quiet Thunder", "E. Dunmore"]);
  await names.first().click();
  await other.page.locator("dialog[open]", { hasText: "M. Lindqvist" }).waitFor();
});

test("a stranger's star leads to sign-in", async () => {
  const { page } = await day.open({ still: true });
  await openHome(page);
  await page.locator(".top-bar").getByRole("button", { name: "Search" }).click();
  await sheet(page).getByRole("searchbox").fill("quiet");
  await star(page, "Quiet Thunder").click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.locator("form input").first().waitFor();
  expect(page.url()).toContain("/pages/login/login");
});

let follower: Record<string, string>;

beforeAll(async () => {
  const { club } = day;
  const { stored, token } = await makePlayer(club, 1000);
  follower = stored;
  const long = "Sociedad Deportiva Ferroviaria de Ñandubayzal Norte";
  for (const one of [
    { kind: "runner", scope: "Races", name: "Quiet Thunder" },
    { kind: "jockey", scope: "Races", name: "T. Okafor" },
    { kind: "trainer", scope: "Races", name: "S. Nakagawa" },
    { kind: "team", scope: "football", name: long },
  ]) {
    const { status } = await club.call("PUT", "/api/user/follows", {
      token,
      body: one,
    });
    expect(status).toBe(200);
  }
});

const LOOKS = [
  { name: "blackbook-light", options: {} },
  { name: "blackbook-dark", options: { theme: "dark" } },
  { name: "blackbook-zh-hant", options: { locale: "zh-TW", theme: "dark" } },
  { name: "blackbook-small", options: { size: SMALL_PHONE, locale: "fr-FR" } },
  { name: "blackbook-tablet", options: { size: { width: 768, height: 1024 } } },
  { name: "blackbook-desk", options: { size: { width: 1440, height: 900 } } },
] as const;

test.each(LOOKS)("$name is sound, and axe finds nothing", async ({ name, options }) => {
  const { page } = await day.open({
    ...options,
    stored: follower,
    still: true,
    withoutPolicy: true,
  });
  await openBlackbook(page);
  await settle(page);
  await keepScreen(page, name);
  expect(await faultsOf(page)).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
});
