import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { openMeeting } from "./lib/card.ts";
import { signInOperator } from "./lib/console-app.ts";
import { openScreen } from "./lib/player-app.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  DESK,
  keepScreen,
  openWindow,
  SMALL_PHONE,
  type Window,
} from "./lib/window.ts";
import { tick } from "./lib/tick.ts";

/* The rules as a player reads them and as the desk writes them. */

const PATH = "/pages/rule/rule";
const LANGUAGES = ["en", "es", "fr", "zh-Hans", "zh-Hant"] as const;
const BET_TYPES = Array.from({ length: 15 }, (_, index) => index + 1);

let club: TestClub;
let windows: Window[] = [];

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  await openMeeting(club, { races: 1, runners: 8 });
});
afterEach(async () => {
  const open = windows;
  windows = [];
  for (const each of open) await each.close();
  expectNoTrouble(...open);
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

async function open(options: Parameters<typeof openWindow>[1] = {}): Promise<Page> {
  const window = await openWindow(club.url, { still: true, ...options });
  windows.push(window);
  return window.page;
}

const width = async (page: Page): Promise<number> =>
  await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("a rule is found by its words and opened", async () => {
  const page = await open();
  await openScreen(page, PATH);
  await page.getByRole("link", { name: "6 Trifecta", exact: true }).waitFor();
  await keepScreen(page, "rules");
  await page.getByLabel("Search the rules").fill("level share");
  await page.getByRole("link", { name: /^Dead heats/ }).click();
  await page.getByRole("heading", { name: "Dead heats" }).first().waitFor();
  await page.getByRole("button", { name: "Search the rules" }).click();
  await page.getByLabel("Search the rules").fill("unicorn");
  await page.getByText("Nothing found for “unicorn”").waitFor();
});

test("a trifecta: what wins, what loses, and one worked out by the engine", async () => {
  const page = await open();
  await openScreen(page, `${PATH}?page=bet-6`);
  await page.getByRole("img", { name: "The finish: 3, 1, 6, 2" }).waitFor();
  expect(await page.locator(".example-rows .tag").allInnerTexts()).toEqual([
    "wins",
    "loses",
    "loses",
  ]);
  const cost = page.getByRole("group", { name: "Work one out" });
  const second = page.getByRole("group", { name: "2nd" });
  const third = page.getByRole("group", { name: "3rd" });
  for (const number of ["2", "6"]) await second.getByRole("button", { name: number }).click();
  for (const number of ["1", "2", "7"]) await third.getByRole("button", { name: number }).click();
  await cost.getByText("9", { exact: true }).waitFor();
  await cost.getByText("$9.00").waitFor();
  await cost.getByText("9 × $0.55").waitFor();
  await keepScreen(page, "rules-trifecta");
  await page.getByRole("group", { name: "1st" }).getByRole("button", { name: "3" }).click();
  await page.getByText("Choose runners for every place").waitFor();
  await page.getByRole("link", { name: /^Try it · Wattle Ridge R1/ }).click();
  await page.getByRole("button", { name: /^All \d+$/ }).waitFor();
});

test("an All Up has its page among the bet types, in every language", async () => {
  for (const language of LANGUAGES) {
    const page = await open({ size: SMALL_PHONE, stored: { language } });
    await openScreen(page, `${PATH}?page=bet-40`);
    await page.locator(".markdown li").nth(3).waitFor();
    expect([language, await width(page)]).toEqual([
      language,
      expect.toSatisfy((over: number) => over < 1),
    ]);
    await keepScreen(page, `rules-all-up-${language}`);
  }
  const page = await open();
  await openScreen(page, PATH);
  await page.getByRole("link", { name: "40 All Up", exact: true }).click();
  await page.getByText("One stake that goes from race to race.").waitFor();
  await page.getByRole("link", { name: /^Try it · Wattle Ridge R1/ }).waitFor();
});

test.each(LANGUAGES)("all 15 types and all pages, 320 px wide: %s", async (language) => {
  const page = await open({ size: SMALL_PHONE, stored: { language } });
  const slugs = [...BET_TYPES.map((type) => `bet-${type}`), "pools", "dead-heats", "sports"];
  for (const slug of slugs) {
    await openScreen(page, `${PATH}?page=${slug}`);
    await page.locator(`.markdown`).waitFor();
    if (slug.startsWith("bet-")) {
      await page.locator(".example-rows li").first().waitFor();
      await page.getByRole("status").locator(".cost").waitFor();
    }
    expect([slug, await width(page)]).toEqual([slug, expect.toSatisfy((over: number) => over < 1)]);
  }
  await keepScreen(page, `rules-${language}`);
});

test("the desk writes a page, looks at it, publishes; players read it", async () => {
  const desk = await open({ size: DESK });
  await signInOperator(desk, (await club.operator("support")).name, "/content");
  await desk.getByRole("row", { name: /Jackpots/ }).click();
  await desk.getByLabel("Text").fill("Jackpots **wait** for the next race.");
  await desk.locator(".content-preview strong", { hasText: "wait" }).waitFor();
  await keepScreen(desk, "console-content");
  await desk.getByRole("button", { name: "Save draft" }).click();
  await desk.getByText("Draft 1").waitFor();
  const page = await open();
  await openScreen(page, `${PATH}?page=jackpots`);
  await page.getByText("When nobody has the winning Trifecta").waitFor();
  await desk.getByRole("button", { name: "Publish" }).click();
  await desk.getByText("Version 1 live").waitFor();
  const later = await open();
  await openScreen(later, `${PATH}?page=jackpots`);
  await later.getByText("for the next race.").waitFor();
});

test("a notice is written in two languages and shown; HTML is refused with a reason", async () => {
  const desk = await open({ size: DESK });
  const [window] = windows.slice(-1);
  window?.expectTrouble(/422/);
  await signInOperator(desk, (await club.operator("support")).name, "/content");
  await tick(desk.getByRole("radio", { name: "Notices" }));
  await desk.getByRole("button", { name: "New notice" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Track work");
  await dialog.getByLabel("Text").fill("<b>Race 3</b> starts later.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("The text holds HTML").waitFor();
  await dialog.getByLabel("Text").fill("**Race 3** starts later.");
  await keepScreen(desk, "console-notice");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await desk.getByRole("button", { name: "Publish" }).click();
  await desk.getByRole("button", { name: "Withdraw" }).waitFor();
  const { body } = await club.call("GET", "/api/content/notices?lang=en");
  expect(body.list).toMatchObject([{ title: "Track work", body: "**Race 3** starts later." }]);
});

test("a held account is let go at the desk, with a reason", async () => {
  const player = await club.signUp();
  await club.query("UPDATE player SET review = 'identity' WHERE id = $1", [player.id]);
  const desk = await open({ size: DESK });
  await signInOperator(desk, (await club.operator("risk")).name, `/player/${player.id}`);
  await desk.getByText("Held: same name and date of birth").waitFor();
  await desk.getByRole("button", { name: "It is somebody else" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("textbox").fill("passport seen, born elsewhere");
  await dialog.getByRole("button", { name: "It is somebody else" }).click();
  await dialog.waitFor({ state: "hidden" });
  const [row] = await club.query("SELECT review FROM player WHERE id = $1", [player.id]);
  expect(row).toEqual({ review: null });
});
