import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { cashOf, makePlayer } from "./lib/people.ts";
import { openScreen, sheet, typeAmount } from "./lib/player-app.ts";
import { MANY_MARKETS, openMatch, type SportMatch } from "./lib/sport-day.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  DESK,
  keepScreen,
  openWindow,
  PHONE,
  SMALL_PHONE,
  type Window,
} from "./lib/window.ts";

/*
 * The board and the slip in detail: finding, keeping, lines and folds, the form of both sides, what
 * happens when a price moves, what is taken out and had back, and a bet that the desk cancels.
 */

const CASH = 50_000;

let club: TestClub;
let ellerby: SportMatch;
let dunmere: SportMatch;
let phone: Window;
let desk: Window;
let token = "";

beforeAll(async () => {
  club = await startClub();
  const owner = await club.newOperator("owner");
  await tellHistory(owner.token);
  ellerby = await openMatch(club, owner.token, {
    home: "Ellerby Town",
    away: "Castle Moor",
    odds: [1850, 3600, 4400],
    more: MANY_MARKETS,
  });
  dunmere = await openMatch(club, owner.token, {
    home: "Dunmere",
    away: "Foxhall Borough",
    odds: [3400, 3500, 2100],
    startInMinutes: 91,
  });
  await openMatch(club, owner.token, {
    home: "Marrow Bay",
    away: "Kestrel Heath",
    odds: [3400, 3200, 2200],
    competition: "Coastal Cup",
    startInMinutes: 92,
  });
  const player = await makePlayer(club, CASH, "board-noor");
  token = player.token;
  phone = await openWindow(club.url, { stored: player.stored });
  desk = await openWindow(club.url, { size: DESK });
  await signInOperator(desk.page, owner.name);
});
stepsInOrder(async () => {
  await keepScreen(phone.page, "board-failed-phone");
  await keepScreen(desk.page, "board-failed-desk");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

const HEAD = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HS,AS,HST,AST,HC,AC,HF,AF,HY,AY,HR,AR";

/** A file of matches that were played long ago. */
async function tellHistory(operator: string): Promise<void> {
  const rows = [
    "03/01/2026,Ellerby Town,Dunmere,2,0,14,6,7,2,8,3,9,12,1,2,0,0",
    "10/01/2026,Castle Moor,Ellerby Town,1,1,9,11,4,5,4,6,10,8,2,1,0,0",
    "17/01/2026,Ellerby Town,Union Quay,3,1,17,8,9,3,7,2,7,11,0,3,0,1",
    "24/01/2026,Union Quay,Castle Moor,2,0,12,7,6,2,5,4,8,13,1,2,0,0",
    "31/01/2026,Pennant Vale,Ellerby Town,1,0,,,,,,,,,,,,",
  ];
  const payload = `${HEAD}\n${rows.map((row) => `E0,${row}`).join("\n")}\n`;
  const answer = ok(
    await club.call("POST", "/api/operator/sports/events/import", {
      token: operator,
      body: { format: "football-data", payload },
    }),
  );
  expect(answer).toMatchObject({ added: 0, played: 5, problems: [] });
}

const price = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name}, Match result`) });

async function openSlip(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Open slip/ }).click();
  await sheet(page)
    .getByText(/^Slip · /)
    .waitFor();
}

async function closeSlip(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

test("a match is found by two letters of a side or of its competition", async () => {
  const { page } = phone;
  await openScreen(page, "/pages/sport/sport");
  await price(page, "Ellerby Town").waitFor();
  await page.getByRole("button", { name: "Search" }).click();
  const field = page.getByRole("searchbox");
  await field.fill("kes");
  await page.getByText("Kestrel Heath").first().waitFor();
  await expect.poll(async () => await page.locator(".match").count()).toBe(1);
  await keepScreen(page, "board-search");
  await field.fill("coastal");
  await page.getByText("Kestrel Heath").first().waitFor();
  await field.fill("zzz");
  await page.getByText("Nothing found").waitFor();
  await keepScreen(page, "board-search-empty");
  await field.press("Escape");
  await expect.poll(async () => await page.locator(".match").count()).toBe(3);
});

test("a favourite stands first, has its own list, and is kept over a reload", async () => {
  const { page } = phone;
  const star = page.getByRole("button", { name: "Favourite: Dunmere v Foxhall Borough" });
  await star.click();
  const first = page.locator(".match").first();
  await first.getByText("Dunmere", { exact: true }).waitFor();
  await page.reload();
  await first.getByText("Dunmere", { exact: true }).waitFor();
  expect(await star.getAttribute("aria-pressed")).toBe("true");
  await page.getByRole("button", { name: "Favourites", exact: true }).click();
  await expect.poll(async () => await page.locator(".match").count()).toBe(1);
  await keepScreen(page, "board-favourites");
  await star.click();
  await page.getByText("No favourites yet").waitFor();
  await keepScreen(page, "board-no-favourites");
  await page.getByRole("button", { name: "Favourites", exact: true }).click();
  await expect.poll(async () => await page.locator(".match").count()).toBe(3);
});

test("competitions fold, and a chooser shows those that the player follows; both are kept", async () => {
  const { page } = phone;
  const matches = page.locator(".match");
  const head = page.getByRole("button", { name: /^Northern League/ });
  await head.click();
  await expect.poll(async () => await matches.count()).toBe(1);
  expect(await head.getAttribute("aria-expanded")).toBe("false");
  expect(await head.innerText()).toContain("2");
  await page.reload();
  await head.waitFor();
  await expect.poll(async () => await matches.count()).toBe(1);
  await keepScreen(page, "board-folded");
  await head.focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => await matches.count()).toBe(3);
  await page.getByRole("button", { name: "Fold all" }).click();
  await expect.poll(async () => await matches.count()).toBe(0);
  await page.getByRole("button", { name: "Open all" }).click();

  await page.getByRole("button", { name: "All competitions" }).click();
  const chooser = sheet(page).getByRole("group", { name: "Competitions" });
  await chooser.getByRole("button", { name: /Northern League\s*2 matches/ }).waitFor();
  const cup = chooser.getByRole("button", { name: /Coastal Cup\s*1 match/ });
  await cup.focus();
  await page.keyboard.press("Enter");
  expect(await cup.getAttribute("aria-pressed")).toBe("true");
  await keepScreen(page, "board-chooser");
  await sheet(page).getByRole("button", { name: "Done" }).click();
  await expect.poll(async () => await matches.count()).toBe(1);
  await page.reload();
  await matches.getByText("Kestrel Heath", { exact: true }).waitFor();
  await expect.poll(async () => await matches.count()).toBe(1);
  await keepScreen(page, "board-chosen");
  await page.getByRole("button", { name: "Coastal Cup", exact: true }).first().click();
  await chooser.getByRole("button", { name: /^All competitions/ }).click();
  await sheet(page).getByRole("button", { name: "Done" }).click();
  await expect.poll(async () => await matches.count()).toBe(3);
});

test("markets fold; a total is bet on at the line that the player chooses", async () => {
  const { page } = phone;
  await openScreen(page, `/pages/sport/detail?event=${ellerby.eventId}`);
  const head = page.getByRole("button", { name: /^Match result/, expanded: true });
  await head.click();
  await price(page, "Draw").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Match result/, expanded: false }).click();
  await price(page, "Draw").waitFor();
  // Long lists are folded until somebody wants them.
  await page.getByRole("button", { name: /^Correct score/, expanded: false }).click();
  await page.getByRole("button", { name: /^2–1, Correct score/ }).waitFor();

  const lines = page.getByRole("group", { name: "Lines" });
  await lines.getByRole("button", { name: "3.25" }).click();
  await page.getByRole("button", { name: /^Under 3.25, Goals/ }).click();
  await keepScreen(page, "board-lines");
  await openSlip(page);
  await sheet(page).getByText("Under 3.25").first().waitFor();
  await sheet(page)
    .getByText(/^Goals over \/ under 3.25/)
    .waitFor();
});

test("what is taken out can be had back, one selection and all of them", async () => {
  const { page } = phone;
  await closeSlip(page);
  await openScreen(page, "/pages/sport/sport");
  await price(page, "Dunmere").click();
  await price(page, "Marrow Bay").click();
  await openSlip(page);
  await sheet(page).getByRole("button", { name: "Stake: Dunmere" }).click();
  await typeAmount(page, "7");
  await sheet(page).getByRole("button", { name: "Take Dunmere out" }).click();
  await sheet(page).getByText("Slip · 2").waitFor();
  await keepScreen(page, "board-undo");
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await sheet(page).getByText("Slip · 3").waitFor();
  // With its stake.
  await sheet(page).getByRole("button", { name: "Stake: Dunmere $7.00" }).waitFor();
  await sheet(page).getByRole("button", { name: "Clear the slip" }).click();
  await sheet(page).getByText("Tap a price and it comes here.").waitFor();
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await sheet(page).getByText("Slip · 3").waitFor();
  await sheet(page).getByRole("button", { name: "Clear the slip" }).click();
  await closeSlip(page);
});

/** A price is in the slip; then the desk moves it to another. */
async function moved(page: Page, policy: string, to: number): Promise<void> {
  await openScreen(page, "/pages/sport/sport");
  await price(page, "Dunmere").click();
  await openSlip(page);
  await sheet(page).getByLabel("When odds change").selectOption({ label: policy });
  await sheet(page).getByRole("button", { name: "Stake: Single" }).click();
  await typeAmount(page, "2");
  await setHome(to);
  await sheet(page)
    .locator(".sport-leg-price")
    .getByText((to / 1000).toFixed(2))
    .waitFor();
}

async function setHome(odds: number): Promise<void> {
  const event = ok(await club.call("GET", `/api/sport/${dunmere.eventId}`));
  const [market] = event.markets;
  const [home] = market.outcomes;
  ok(
    await club.call("POST", `/api/operator/sports/markets/${market.market_id}/price`, {
      token: (await club.operator()).token,
      body: { outcomes: [{ outcome_id: home.outcome_id, odds_milli: odds }] },
    }),
  );
}

const placeNow = (page: Page) => sheet(page).getByRole("button", { name: /^Place bet/ });
const acceptNew = (page: Page) => sheet(page).getByRole("button", { name: "Accept the new odds" });

/** The keys give way to the question, which is answered with yes. */
async function sayYes(page: Page): Promise<void> {
  await sheet(page).getByRole("button", { name: "Done" }).click();
  await acceptNew(page).waitFor();
  await keepScreen(page, "board-moved");
  await acceptNew(page).click();
}

async function accepted(page: Page, odds: string): Promise<void> {
  await placeNow(page).click();
  await page.locator("article.receipt").getByText(odds).first().waitFor();
  await sheet(page).getByRole("button", { name: "Back to the matches" }).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

test("any odds: a worse price is taken without a question", async () => {
  await moved(phone.page, "Any odds", 3300);
  expect(await acceptNew(phone.page).count()).toBe(0);
  await accepted(phone.page, "3.30");
});

test("better odds only: a better price is taken, a worse one needs a yes", async () => {
  const { page } = phone;
  await moved(page, "Better odds only", 3500);
  expect(await acceptNew(page).count()).toBe(0);
  await accepted(page, "3.50");
  await moved(page, "Better odds only", 3350);
  await sayYes(page);
  await accepted(page, "3.35");
});

test("always ask: a better price needs a yes too, and so does one that moves on its way", async () => {
  const { page } = phone;
  await moved(page, "Always ask me", 3600);
  await sayYes(page);
  // The price moves while the bet is on its way: the club refuses, nothing is placed.
  const cash = await cashOf(club, { token });
  phone.expectTrouble(/409/);
  await page.route("**/api/order/place-sport-order", async (route) => {
    await setHome(3700);
    await route.continue();
  });
  await placeNow(page).click();
  const refused = sheet(page).getByRole("alert").filter({ hasText: "Not placed" });
  await refused.getByText("The odds have changed", { exact: false }).waitFor();
  await keepScreen(page, "board-refused");
  expect(await cashOf(club, { token })).toBe(cash);
  await page.unroute("**/api/order/place-sport-order");
  await acceptNew(page).click();
  await accepted(page, "3.70");
});

test("the form of both sides, as a feed's file told it", async () => {
  const { page } = phone;
  await openScreen(page, `/pages/sport/detail?event=${ellerby.eventId}`);
  await page.getByRole("button", { name: "Form" }).click();
  const sides = page.locator(".form-sides li");
  // Newest first: lost at Pennant Vale, won, drawn, won.
  expect(await sides.first().locator("[aria-hidden]").allInnerTexts()).toEqual([
    "L",
    "W",
    "D",
    "W",
  ]);
  expect(await sides.nth(1).locator("[aria-hidden]").allInnerTexts()).toEqual(["L", "D"]);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  expect((await row("Goals scored").innerText()).split(/\s+/)).toEqual([
    "1.5",
    "Goals",
    "scored",
    "0.5",
  ]);
  expect((await row("Corners").innerText()).split(/\s+/)).toEqual(["7.0", "Corners", "4.0"]);
  expect((await row("Cards").innerText()).split(/\s+/)).toEqual(["0.7", "Cards", "2.0"]);
  await page.getByRole("heading", { name: "Against each other" }).waitFor();
  await settle(page);
  await keepScreen(page, "board-form");
  await page.getByRole("button", { name: /^Markets/ }).click();
  await price(page, "Draw").waitFor();
});

test("the form stands every theme, a narrow phone and other languages", async () => {
  for (const [theme, size, language, name] of [
    ["light", SMALL_PHONE, "fr", "Forme"],
    ["dark", PHONE, "zh-Hant", "近況"],
  ] as const) {
    const seen = await openWindow(club.url, {
      theme,
      size,
      stored: { language },
      withoutPolicy: true,
      still: true,
    });
    const { page } = seen;
    await openScreen(page, `/pages/sport/detail?event=${ellerby.eventId}`);
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator(".form-matches").nth(2).waitFor();
    await settle(page);
    expect(await faultsOf(page)).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    await keepScreen(page, `board-form-${language}-${theme}`);
    await seen.close();
  }
});

test("the desk gives a side its Chinese name: the next match of the side has it too", async () => {
  const { page } = desk;
  await openPage(page, `/sport/${ellerby.eventId}`);
  const names = page.getByRole("region", { name: "Names in other languages" });
  await names.getByLabel("Name: Ellerby Town").fill("艾拉比城");
  await names.getByRole("button", { name: "Save" }).click();
  await page.getByText("Names saved").waitFor();
  await keepScreen(page, "board-desk-names");
  const next = await openMatch(club, (await club.operator()).token, {
    home: "Northgate",
    away: "Ellerby Town",
    odds: [2000, 3000, 4000],
    startInMinutes: 95,
  });
  const event = ok(await club.call("GET", `/api/sport/${next.eventId}`));
  expect(event.away_names).toEqual({ "zh-Hant": "艾拉比城" });
});

/** One match of a feed, and how it stands when it has begun. */
async function feed(minutesToStart: number, score?: readonly [home: string, away: string]) {
  const { token: operator } = await club.operator();
  const [home, away] = ["Harbour Light", "Quay United"];
  const outcomes = [
    { name: home, price: 1.9 },
    { name: "Draw", price: 3.4 },
    { name: away, price: 4.2 },
  ];
  const book = { key: "one", title: "One", last_update: new Date().toISOString() };
  const match = {
    id: "live-1",
    sport_key: "soccer_coastal",
    sport_title: "Coastal Cup",
    commence_time: new Date(Date.now() + minutesToStart * 60_000).toISOString(),
    home_team: home,
    away_team: away,
    ...(score === undefined
      ? { bookmakers: [{ ...book, markets: [{ key: "h2h", outcomes }] }] }
      : {
          completed: false,
          scores: [
            { name: home, score: score[0] },
            { name: away, score: score[1] },
          ],
        }),
  };
  const body = { format: "the-odds-api", payload: [match], publish: true };
  ok(await club.call("POST", "/api/operator/sports/events/import", { token: operator, body }));
}

test("a match that has begun is marked live with the score of its feed, and takes no bet", async () => {
  const { page } = phone;
  await feed(93);
  await openScreen(page, "/pages/sport/sport");
  const row = page.locator(".match", { hasText: "Harbour Light" });
  await row.waitFor();
  expect(await row.innerText()).not.toContain("Live");
  await feed(-30, ["1", "0"]);
  await page.getByRole("button", { name: /^Live/ }).click();
  await row.getByText("Live").waitFor();
  const score = async (): Promise<string> =>
    await row.locator(".match-team .fig").first().innerText();
  await expect.poll(score, { timeout: 10_000 }).toBe("1");
  await keepScreen(page, "board-live");
  // An answer of the moment before is on its way when the news comes: it does not have the last word.
  const held = Promise.withResolvers<void>();
  let asked = 0;
  await page.route("**/api/sport/list?live=true*", async (route) => {
    asked += 1;
    const isFirst = asked === 1;
    const answer = await route.fetch();
    if (isFirst) await held.promise;
    await route.fulfill({ response: answer });
  });
  const comeBack = async (): Promise<number> => {
    await page.evaluate(() => globalThis.dispatchEvent(new Event("visibilitychange")));
    return asked;
  };
  await expect.poll(comeBack, { timeout: 15_000 }).toBe(1);
  await feed(-30, ["2", "0"]);
  await expect.poll(score, { timeout: 10_000 }).toBe("2");
  held.resolve();
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(1);
  await expect.poll(score, { timeout: 10_000 }).toBe("2");
  await page.unroute("**/api/sport/list?live=true*");
  await row.getByText("Closed").waitFor();
  expect(await row.getByRole("button", { name: /Match result/ }).count()).toBe(0);
});

test("a bet that the desk cancels: the stake is back, the card says why; the next one is the same", async () => {
  const before = await cashOf(club, { token });
  const { page } = desk;
  await openPage(page, `/sport/${dunmere.eventId}`);
  await page.getByRole("button", { name: "Void", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Placed after the goal");
  await dialog.getByRole("button", { name: /^Void/ }).click();
  await expect.poll(async () => await cashOf(club, { token })).toBe(before + 200);

  await openScreen(phone.page, "/pages/order/sport_list?tab=all");
  await phone.page.locator(".order", { hasText: "Void" }).first().click();
  await sheet(phone.page).getByText("Placed after the goal").waitFor();
  await keepScreen(phone.page, "board-void");
  await sheet(phone.page).getByRole("button", { name: "Same again" }).click();
  await sheet(phone.page).getByText("Slip · 1").waitFor();
  await sheet(phone.page).getByRole("button", { name: "Stake: Single $2.00" }).waitFor();
  await closeSlip(phone.page);
  expectNoTrouble(phone, desk);
});
