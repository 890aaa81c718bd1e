import { dayAt } from "../apps/server/src/test/zone.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { faultsOf } from "./lib/look.ts";
import { makePlayer } from "./lib/people.ts";
import { openScreen, placeButton, readReceipt, sheet } from "./lib/player-app.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, keepScreen, openWindow, type Window } from "./lib/window.ts";
import { tick } from "./lib/tick.ts";

/* Home: the next race, the meetings of a day, what a player likes first. */

let club: TestClub;
let races: OpenRace[];
let stored: Record<string, string>;
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub();
  races = await openMeeting(club, { races: 3 });
  await openMeeting(club, { name: "Ferrow Downs", code: "FD", races: 2, firstInMinutes: 31 });
  for (const race of races.slice(0, 2)) await fillPools(club, race);
  ({ stored } = await makePlayer(club, 50_000));
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

async function openHome({ untilItHears = false } = {}): Promise<Page> {
  const window = await openWindow(club.url, { stored });
  windows.push(window);
  const { page } = window;
  const hears = untilItHears && page.waitForResponse(/\/api\/stream/);
  await openScreen(page, "/");
  await page.locator(".race-chip").first().waitFor();
  await hears;
  return page;
}

const meeting = (page: Page, name: string) => page.getByRole("region", { name });
const names = async (page: Page): Promise<string[]> =>
  await page.locator(".meeting-head h2").allInnerTexts();

test("a meeting says its ground and what was staked there, as the club has it", async () => {
  const page = await openHome();
  const date = dayAt();
  const { body } = await club.call("GET", `/api/events/day_table?day=${date}`);
  type Line = { code: string; turnover_cents: number };
  const line = (body.list as Line[]).find(({ code }) => code === "WR");
  const dollars = Math.floor((line?.turnover_cents ?? 0) / 100).toLocaleString("en");
  expect(line?.turnover_cents).toBeGreaterThan(10_000);
  const card = meeting(page, "Wattle Ridge");
  expect(await card.locator(".meeting-meta").innerText()).toBe("Good 4");
  expect(await card.locator(".meeting-pool").innerText()).toBe(`$${dollars}`);
  // Nothing staked is not said.
  expect(await meeting(page, "Ferrow Downs").locator(".meeting-pool").count()).toBe(0);
});

test("the calendar of 42 days leads to any day, and the strip back to today", async () => {
  const page = await openHome();
  await page.getByRole("button", { name: "Choose a day" }).click();
  const cells = sheet(page).locator('[role="gridcell"], td');
  await cells.first().waitFor();
  expect(await cells.count()).toBe(42);
  await keepScreen(page, "home-calendar");
  await cells.nth(41).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.getByText("No meetings on this day").waitFor();
  // The strip shows the chosen day among its neighbours.
  expect(await page.locator('.date-strip-day[aria-current="date"]').count()).toBe(1);
  expect(await page.locator(".date-strip-day").allInnerTexts()).toHaveLength(5);
  await page.reload();
  await page.locator(".race-chip").first().waitFor();
});

test("the switch shows one kind of event, with how many meetings each has", async () => {
  const page = await openHome();
  const kinds = page.getByRole("group", { name: "Kind of event" });
  expect((await kinds.innerText()).replaceAll(/\s+/g, " ")).toMatch(
    /Races 2 Harness 0 Greyhounds 0/,
  );
  await tick(kinds.getByRole("radio", { name: /Harness/ }));
  await page.getByText("No meetings on this day").waitFor();
  expect(await page.locator(".race-chip").count()).toBe(0);
  await tick(kinds.getByRole("radio", { name: /Races/ }));
  await page.locator(".race-chip").first().waitFor();
});

test("a meeting with a star comes first, also after a new start", async () => {
  const page = await openHome();
  const before = await names(page);
  const last = before.at(-1) ?? "";
  await page.getByRole("button", { name: `${last} first` }).click();
  await expect.poll(async () => (await names(page))[0]).toBe(last);
  await page.reload();
  await page.locator(".race-chip").first().waitFor();
  expect((await names(page))[0]).toBe(last);
  await page.getByRole("button", { name: `${last} first` }).click();
  await expect.poll(async () => await names(page)).toEqual(before);
});

test("from a price on the board to a bet: price, stake, Place", async () => {
  const page = await openHome();
  const price = page.locator(".next-price").first();
  await price.locator(".fig", { hasText: /\d/ }).waitFor();
  await price.click();
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  await placeButton(page).click();
  const receipt = await readReceipt(page);
  expect(receipt.text).toContain("Single Win");
  expect(receipt.text).toContain("$5.00");
});

test("the bell: what the club says and what became of bets and money, new until it was looked at", async () => {
  const operator = await club.newOperator("owner");
  const [, second] = races;
  const player = await makePlayer(club, 20_000);
  const place = { race_id: second?.raceId, bet_type: 1, horse: [3], betAmount: 5 };
  ok(await club.call("POST", "/api/order/place-order", { token: player.token, body: place }));
  ok(
    await club.call("POST", `/api/operator/races/${second?.raceId ?? ""}/scratch`, {
      token: operator.token,
      body: { horse_id: 3 },
    }),
  );
  const notice = ok(
    await club.call("POST", "/api/operator/content/notices", {
      token: operator.token,
      body: {
        tone: "info",
        texts: { en: { title: "Late start at Wattle Ridge", body: "By **ten** minutes." } },
      },
    }),
  );
  ok(
    await club.call("POST", `/api/operator/content/notices/${notice.notice_id}/publish`, {
      token: operator.token,
      body: { version: notice.version },
    }),
  );
  const window = await openWindow(club.url, { stored: player.stored });
  windows.push(window);
  const { page } = window;
  await openScreen(page, "/");
  await page.locator(".notice-bar").getByText("Late start at Wattle Ridge").waitFor();
  await page.getByRole("button", { name: "News, something new" }).click();
  await sheet(page).getByText("Late start at Wattle Ridge").waitFor();
  const row = sheet(page).locator(".list-row", { hasText: "Single Win" });
  await row.getByText("back $5.00").waitFor();
  await settle(page);
  await keepScreen(page, "home-bell");
  expect(await faultsOf(page)).toEqual([]);
  await row.click();
  await sheet(page).locator(".order-board").getByText("3 scratched").waitFor();

  await openScreen(page, "/");
  await page.getByRole("button", { name: "News", exact: true }).waitFor();
  expect(await page.locator(".icon-button-dot").count()).toBe(0);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await faultsOf(page)).toEqual([]);
  await keepScreen(page, "home-head-320");
});

test("section 2: pulling the page down asks for the lists anew", async () => {
  const page = await openHome();
  const asked = page.waitForRequest((request) => request.url().includes("/api/events/races"));
  const session = await page.context().newCDPSession(page);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", y: number): Promise<void> => {
    const touchPoints = type === "touchEnd" ? [] : [{ x: 180, y }];
    await session.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await touch("touchStart", 300);
  for (let y = 320; y <= 560; y += 40) await touch("touchMove", y);
  await touch("touchEnd", 560);
  await asked;
});

test("a race that is closed leaves the board by the club's own news", async () => {
  const page = await openHome({ untilItHears: true });
  const first = await page.locator(".next-name").innerText();
  const { token } = await club.operator();
  const [race] = races;
  await club.call("POST", `/api/operator/races/${race?.raceId ?? ""}/close`, { token, body: {} });
  await expect.poll(async () => await page.locator(".next-name").innerText()).not.toBe(first);
});

test("names as long as they come fit the board, the card and the race, at 375 and 320 px", async () => {
  const long = "Royal Queensland Ladies Day Committee Memorial Handicap Stakes";
  await openMeeting(club, {
    name: "Llanfairpwllgwyngyll on Sea",
    code: "LL",
    races: 1,
    firstInMinutes: 12,
  });
  await club.asAdmin(
    "UPDATE race SET name = $1 WHERE id IN (SELECT r.id FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE m.code = 'LL')",
    [long],
  );
  const page = await openHome();
  await page.locator(".next-name").getByText("Llanfair").waitFor();
  await page.locator(".next-meta").getByText(/Royal/).waitFor();
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 812 });
    expect(await faultsOf(page)).toEqual([]);
  }
  await keepScreen(page, "home-long-320");
  await page.locator(".next-head").click();
  await page.locator(".race-head").getByText(long).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await keepScreen(page, "race-long-320");
});

test("what was told between the first drawing and the first news is read anew", async () => {
  const [race] = await openMeeting(club, {
    name: "Early Creek",
    code: "EC",
    races: 1,
    firstInMinutes: 6,
  });
  const window = await openWindow(club.url, { stored });
  windows.push(window);
  const { page } = window;
  const mayHear = Promise.withResolvers<void>();
  await page.route(/\/api\/stream/, async (route) => {
    await mayHear.promise;
    await route.continue();
  });
  await openScreen(page, "/");
  await page.locator(".next-name").getByText("Early Creek").waitFor();
  const { token } = await club.operator();
  await club.call("POST", `/api/operator/races/${race?.raceId ?? ""}/close`, { token, body: {} });
  const waiting = async () => await club.query("SELECT 1 FROM event_inbox");
  await expect.poll(waiting).toEqual([]);
  // A list of this very second counts as new.
  await page.waitForTimeout(1200);
  mayHear.resolve();
  await page.locator(".next-name").getByText("Early Creek").waitFor({ state: "detached" });
});
