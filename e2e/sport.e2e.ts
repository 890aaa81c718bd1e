import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { cashOf, makePlayer } from "./lib/people.ts";
import { openScreen, sheet, typeAmount } from "./lib/player-app.ts";
import { MANY_MARKETS, openMatch, type SportMatch } from "./lib/sport-day.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  DESK,
  keepFile,
  keepScreen,
  openWindow,
  PHONE,
  SMALL_PHONE,
  type Window,
} from "./lib/window.ts";
import { faultsOf } from "./lib/look.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";

/*
 * Sports as its people live it: a player with a slip on a phone, an operator at the desk. One step
 * per test, in order: each needs those before it.
 */

const CASH = 50_000;
/** Ellerby Town at 1.85, Foxhall Borough at 2.10, Marrow Bay at 3.40. */
const SINGLE = 1000;
const MULTIPLE = 500;
const TRIXIE = 4 * 200;

let club: TestClub;
let ellerby: SportMatch;
let foxhall: SportMatch;
let marrow: SportMatch;
let phone: Window;
let desk: Window;
let token = "";
let operator = "";

beforeAll(async () => {
  club = await startClub();
  const owner = await club.newOperator("owner");
  operator = owner.name;
  ellerby = await openMatch(club, owner.token, {
    home: "Ellerby Town",
    away: "Castle Moor",
    odds: [1850, 3600, 4400],
    homeNames: { "zh-Hant": "艾拉比城" },
    more: MANY_MARKETS,
  });
  foxhall = await openMatch(club, owner.token, {
    home: "Dunmere",
    away: "Foxhall Borough",
    odds: [3400, 3500, 2100],
    startInMinutes: 91,
  });
  marrow = await openMatch(club, owner.token, {
    home: "Marrow Bay",
    away: "Kestrel Heath",
    odds: [3400, 3200, 2200],
    competition: "Coastal Cup",
    startInMinutes: 92,
  });
  const player = await makePlayer(club, CASH, "sport-noor");
  token = player.token;
  phone = await openWindow(club.url, { stored: player.stored });
  desk = await openWindow(club.url, { size: DESK });
});
stepsInOrder(async () => {
  await keepScreen(phone.page, "sport-failed-phone");
  await keepScreen(desk.page, "sport-failed-desk");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

const price = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name}, Match result`) });

/** The stake of a bet in the slip, by its title. */
async function stake(page: Page, title: string, amount: string): Promise<void> {
  await sheet(page)
    .getByRole("button", { name: `Stake: ${title}` })
    .click();
  await typeAmount(page, amount);
}

test("prices are picked on the board and stand together in the slip", async () => {
  const { page } = phone;
  await openScreen(page, "/pages/sport/sport");
  await price(page, "Ellerby Town").click();
  await price(page, "Foxhall Borough").click();
  await price(page, "Marrow Bay").click();
  await keepScreen(page, "sport-board");
  await page.getByText("Multiple at 13.209").waitFor();
  await page.getByRole("button", { name: /Open slip/ }).click();
  await sheet(page).getByText("Slip · 3").waitFor();
});

test("a single, a multiple and a system are placed at once, each with its receipt", async () => {
  const { page } = phone;
  await stake(page, "Ellerby Town", "10");
  await stake(page, "Multiple", "5");
  await stake(page, "Trixie", "2");
  await sheet(page).getByText("$66.04").waitFor();
  await sheet(page).getByText("$61.04").waitFor();
  await keepScreen(page, "sport-slip-keypad");
  await sheet(page)
    .getByRole("button", { name: /^Place 3 bets/ })
    .click();
  await sheet(page).getByText("3 bets accepted").waitFor();
  expect(await page.locator("article.receipt").count()).toBe(3);
  await keepScreen(page, "sport-receipts");
  await sharePictures(page);
  await sheet(page).getByRole("button", { name: "Back to the matches" }).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  expect(await cashOf(club, { token })).toBe(CASH - SINGLE - MULTIPLE - TRIXIE);
  const answer = await club.call("GET", "/api/order/sport-list", { token });
  type Order = { readonly kind: string; readonly max_payout_cents: number };
  const placed = (answer.body.list as Order[]).map(({ kind, max_payout_cents }) => [
    kind,
    max_payout_cents,
  ]);
  // What the phone printed is what the server keeps as the most that it can pay.
  expect(placed.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ["multiple", 6604],
    ["single", 1850],
    ["trixie", 6104],
  ]);
});

/** Each bet is a picture of its own, as a ticket of the races is. */
async function sharePictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [] }: ShareData) => {
        const read = async (file: File) => {
          const { width, height } = await createImageBitmap(file);
          const bytes = new Uint8Array(await file.arrayBuffer());
          const data = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
          return { name: file.name, type: file.type, width, height, data };
        };
        Object.assign(globalThis, { shared: await Promise.all(files.map(read)) });
      },
    });
  });
  await sheet(page).getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => "shared" in globalThis);
  type Shared = { name: string; type: string; width: number; height: number; data: string };
  const shared = await page.evaluate(() => (globalThis as unknown as { shared: Shared[] }).shared);
  expect(shared.length).toBe(3);
  for (const picture of shared) {
    expect(picture).toMatchObject({ type: "image/png", width: 720 });
    expect(picture.name).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}\.png$/);
  }
  expect(new Set(shared.map(({ name }) => name)).size).toBe(3);
  // Three selections need more room than one.
  const heights = shared.map(({ height }) => height);
  expect(Math.max(...heights)).toBeGreaterThan(Math.min(...heights) + 100);
  for (const [index, { data }] of shared.entries()) keepFile(`sport-ticket-${index}.png`, data);
}

test("a price that the desk moves is shown plainly and needs a yes before the bet", async () => {
  await signInOperator(desk.page, operator);
  await openPage(desk.page, `/sport/${ellerby.eventId}`);
  const odds = desk.page.getByLabel("Odds: Draw").first();
  await odds.waitFor();

  const { page } = phone;
  await openScreen(page, `/pages/sport/detail?event=${ellerby.eventId}`);
  await page.getByRole("button", { name: /^Draw, Match result, 3.60/ }).click();
  await keepScreen(page, "sport-detail");
  await page.getByRole("button", { name: /Open slip/ }).click();
  await stake(page, "Single", "1");

  await odds.fill("3.4");
  await odds.press("Enter");
  await sheet(page).getByText("was 3.60").waitFor({ state: "attached" });
  await sheet(page).getByRole("button", { name: "Done" }).click();
  await sheet(page)
    .getByText(/Odds have changed/)
    .waitFor();
  await keepScreen(page, "sport-slip-moved");
  await sheet(page).getByRole("button", { name: "Accept the new odds" }).click();
  await sheet(page)
    .getByRole("button", { name: /^Place bet/ })
    .click();
  await sheet(page).getByText("Accepted", { exact: true }).waitFor();
  await sheet(page).getByText("3.40").first().waitFor();
  await sheet(page).getByRole("button", { name: "Back to the matches" }).click();
  expect(await cashOf(club, { token })).toBe(CASH - SINGLE - MULTIPLE - TRIXIE - 100);
});

test("an answer that is lost on its way is found again, also after a reload on another screen", async () => {
  const other = await makePlayer(club, CASH);
  const seen = await openWindow(club.url, { stored: other.stored });
  const { page } = seen;
  seen.expectTrouble(/Failed to load resource|ERR_FAILED/);
  // The club takes the bet, the phone never hears of it, and cannot ask yet.
  await page.route("**/api/order/place-sport-order", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.route("**/api/order/resolve", async (route) => await route.abort());
  await openScreen(page, "/pages/sport/sport");
  await price(page, "Marrow Bay").click();
  await page.getByRole("button", { name: /Open slip/ }).click();
  await stake(page, "Single", "3");
  await sheet(page)
    .getByRole("button", { name: /^Place bet/ })
    .click();
  await sheet(page).getByText("No answer yet to your bet of $3.00").waitFor();
  await openScreen(page, "/");
  await page.unroute("**/api/order/resolve");
  await page.reload();
  await sheet(page).getByText("Accepted", { exact: true }).waitFor();
  await sheet(page)
    .getByText(/The answer had been lost on its way/)
    .waitFor();
  expect(await page.evaluate(() => localStorage.getItem("sport-sent"))).toBeNull();
  expect(await cashOf(club, other)).toBe(CASH - 300);
  await seen.close();
});

test("one key suspends an event: its prices lock before the player's eyes", async () => {
  await keepScreen(desk.page, "console-sport-event");
  await openPage(desk.page, "/sports");
  await desk.page.getByRole("row", { name: /Ellerby Town v Castle Moor/ }).click();
  await keepScreen(desk.page, "console-sports");
  await desk.page.keyboard.press("s");
  const { page } = phone;
  const draw = page.getByRole("button", { name: /^Draw, Match result/ });
  await expect.poll(async () => await draw.isDisabled()).toBe(true);
  await keepScreen(page, "sport-detail-suspended");
  await desk.page
    .getByRole("row", { name: /Ellerby Town v Castle Moor/ })
    .getByText("Suspended")
    .waitFor();
  await desk.page.keyboard.press("s");
  await expect.poll(async () => await draw.isDisabled()).toBe(false);
});

/** Closes a match, enters its score, looks at the dry run and settles. */
async function settleMatch(match: SportMatch, home: string, away: string): Promise<void> {
  const { page } = desk;
  await openPage(page, `/sport/${match.eventId}`);
  await page.getByRole("button", { name: /^Close betting/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Close betting/ })
    .click();
  await page.getByText("Betting is over. Next: the result.").waitFor();
  await page.getByLabel(match.home, { exact: true }).first().fill(home);
  await page.getByLabel(match.away, { exact: true }).first().fill(away);
  await page.getByRole("button", { name: "Dry run" }).click();
  await page.getByRole("button", { name: /^Settle · pay/ }).waitFor();
  await keepScreen(page, `console-sport-dry-run-${home}-${away}`);
  await page.getByRole("button", { name: /^Settle · pay/ }).click();
  await page.getByText(/^Settled: /).waitFor();
}

test("the operator settles; the orders show every leg, the statement adds up", async () => {
  await settleMatch(ellerby, "2", "1");
  const { page } = phone;
  await openScreen(page, "/pages/order/sport_list");
  // The multiple and the system go on: one of three is in.
  await page.getByText("1 of 3 in · 2 to come").first().waitFor();
  await keepScreen(page, "sport-orders-open");
  await settleMatch(foxhall, "0", "1");
  await settleMatch(marrow, "0", "2");
  await openScreen(page, "/pages/order/sport_list?tab=settled");
  await page.locator(".order").nth(3).waitFor();
  // The single: 18.50. The trixie: Ellerby and Foxhall alone, 2.00 at 1.85 x 2.10. The rest lost.
  const back = 1850 + 777;
  const text = await page.locator("#main").innerText();
  for (const part of ["$18.50", "$7.77", "Trixie", "Multiple", "Single"])
    expect(text).toContain(part);
  await keepScreen(page, "sport-orders-settled");
  const cash = CASH - SINGLE - MULTIPLE - TRIXIE - 100 + back;
  expect(await cashOf(club, { token })).toBe(cash);

  await page.locator(".order", { hasText: "Trixie" }).click();
  await sheet(page).getByText("checked here").waitFor();
  await sheet(page).getByText("3 lines returned nothing").waitFor();
  await keepScreen(page, "sport-order");
  await page.keyboard.press("Escape");

  await openScreen(page, "/pages/statement/statement");
  const shown = (cash / 100).toFixed(2);
  await page.locator(".statement-row").first().getByText(shown).waitFor();
  await keepScreen(page, "sport-statement");
  expectNoTrouble(phone, desk);
});

test.each(["light", "dark"] as const)(
  "nothing that axe finds on the screens of sport, %s",
  async (theme) => {
    const stored = await phone.page.evaluate(() =>
      Object.fromEntries(Object.entries(localStorage) as [string, string][]),
    );
    const other = await openMatch(club, (await club.operator()).token, {
      home: "Saltwick Athletic and District Rovers",
      away: "Union Quay",
      odds: [2450, 3300, 2950],
      more: MANY_MARKETS,
    });
    // The whole page in sight: what the bar at the bottom half covers is reached by scrolling.
    const size = { ...PHONE, height: 2400 };
    const seen = await openWindow(club.url, {
      theme,
      size,
      stored,
      withoutPolicy: true,
      still: true,
    });
    const { page } = seen;
    const faults: string[] = [];
    const look = async (name: string): Promise<void> => {
      await settle(page);
      faults.push(...(await violationsOf(page)).map((fault) => `${name}: ${fault}`));
      await keepScreen(page, `axe-${name}-${theme}`);
    };
    await openScreen(page, "/pages/sport/sport");
    await price(page, "Union Quay").first().waitFor();
    await look("sport-board");
    await openScreen(page, `/pages/sport/detail?event=${other.eventId}`);
    await page.getByRole("button", { name: /^Draw, Match result/ }).click();
    await look("sport-detail");
    await page.getByRole("button", { name: /Open slip/ }).click();
    await sheet(page).getByText("Slip · 1").waitFor();
    await look("sport-slip");
    await page.keyboard.press("Escape");
    await openScreen(page, "/pages/order/sport_list?tab=all");
    await page.locator(".order").first().waitFor();
    await look("sport-orders");
    await seen.close();
    expect(faults).toEqual([]);
  },
);

test.each(["light", "dark"] as const)(
  "Chinese, long names, a narrow phone: nothing is cut off, %s",
  async (theme) => {
    const stored = await phone.page.evaluate(() =>
      Object.fromEntries(Object.entries(localStorage) as [string, string][]),
    );
    const owner = await club.operator();
    const other = await openMatch(club, owner.token, {
      home: "Internationale Sportvereinigung Niederschöneweide 1899",
      away: "Castle Moor",
      odds: [12_500, 13_250, 1005],
      competition: "Coastal Cup of the United Northern Leagues, quarter-finals",
      homeNames: { "zh-Hant": "艾拉比城足球會聯隊" },
      more: MANY_MARKETS,
    });
    for (const [size, language] of [
      [PHONE, "zh-Hant"],
      [SMALL_PHONE, "fr"],
    ] as const) {
      const settings = { ...stored, language, "odds-format": "american" };
      const seen = await openWindow(club.url, { theme, size, stored: settings, still: true });
      const { page } = seen;
      const faults: string[] = [];
      const look = async (name: string): Promise<void> => {
        await settle(page);
        faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
        await keepScreen(page, `${name}-${language}-${theme}`);
      };
      await openScreen(page, "/pages/sport/sport");
      await page
        .getByText(language === "fr" ? "Niederschöneweide" : "艾拉比城足球會聯隊")
        .first()
        .waitFor();
      await look("sport-board");
      await openScreen(page, `/pages/sport/detail?event=${other.eventId}`);
      await page.locator(".odds:enabled").first().click();
      await look("sport-detail");
      await page.locator(".sport-bar").click();
      await page.locator("dialog[open] .sport-stake").first().waitFor();
      await look("sport-slip");
      await page.keyboard.press("Escape");
      await openScreen(page, "/pages/order/sport_list?tab=all");
      await page.locator(".order").first().waitFor();
      await look("sport-orders");
      await seen.close();
      expect(faults).toEqual([]);
    }
  },
);

test("what a limit of the book cuts is offered smaller, and taken with one tap", async () => {
  const owner = await club.newOperator("owner");
  const body = { market_liability_cents: 2000, reason: "a small book" };
  ok(await club.call("POST", "/api/operator/sports/limits", { token: owner.token, body }));
  const match = await openMatch(club, owner.token, {
    home: "Ridge Athletic",
    away: "Penhallow",
    odds: [3000, 3500, 2400],
    startInMinutes: 93,
  });
  const other = await makePlayer(club, CASH);
  const seen = await openWindow(club.url, { stored: other.stored });
  seen.expectTrouble(/status of 409/);
  const { page } = seen;
  await openScreen(page, `/pages/sport/detail?event=${match.eventId}`);
  await price(page, "Ridge Athletic").click();
  await page.getByRole("button", { name: /Open slip/ }).click();
  await stake(page, "Single", "90");
  const place = sheet(page).getByRole("button", { name: /^Place bet/ });
  await place.click();
  const offer = sheet(page).getByRole("button", { name: "Stake $9.99 instead" });
  await offer.waitFor();
  await keepScreen(page, "sport-slip-offer");
  expect(await faultsOf(page)).toEqual([]);
  await offer.click();
  await offer.waitFor({ state: "detached" });
  await place.click();
  await sheet(page).getByText("Accepted", { exact: true }).waitFor();
  expect(await cashOf(club, other)).toBe(CASH - 999);
  await seen.close();
});
