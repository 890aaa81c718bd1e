import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { shareOf } from "../apps/server/src/test/sample.ts";
import { violationsOf } from "./lib/axe.ts";
import { makeClubDay, type ClubDay } from "./lib/club-day.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { openRace, readReceipt } from "./lib/player-app.ts";
import { dumpStorage } from "./lib/storage.ts";
import { outsideTour, settle, stopsOf, tourOf, type Stop } from "./lib/tour.ts";
import {
  closeBrowser,
  DESK,
  keepScreen,
  LOCALES,
  openWindow,
  PHONE,
  SMALL_PHONE,
  WIDE_DESK,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";

/* Every screen that is built, for everybody: axe, widths, languages, the keyboard, what is kept. */

let club: TestClub;
/** The club under a name: an address of numbers has no passkeys. */
let named: string;
let day: ClubDay;
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub();
  named = club.url.replace("127.0.0.1", "localhost");
  day = await makeClubDay(club);
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});
afterEach(async () => {
  for (const window of windows.splice(0)) await window.close();
});

async function open(options: WindowOptions = {}, url = club.url): Promise<Page> {
  const window = await openWindow(url, { ...options, still: true });
  windows.push(window);
  return window.page;
}

type Look = (page: Page) => Promise<readonly string[]>;

/** Goes to every stop and gathers what is wrong there. */
async function walk(page: Page, stops: readonly Stop[], look: Look): Promise<string[]> {
  const faults: string[] = [];
  for (const stop of stops) {
    await stop.go(page);
    faults.push(...(await look(page)).map((fault) => `${stop.name}: ${fault}`));
  }
  return faults;
}

/** The same stops, each leaving a picture. */
function kept(stops: readonly Stop[], as: string): Stop[] {
  return stops.map(({ name, go }) => ({
    name,
    go: async (page) => {
      await go(page);
      await keepScreen(page, `${name}-${as}`);
    },
  }));
}

const TALL_PHONE = { ...PHONE, height: 2800 };

const stored = (): Record<string, string> => day.player.stored;

/* In `npm test` each screen is in one of the themes, and in one of the looks that must fit; all of them at 320 px. */
const THEMES = ["light", "dark"] as const;
/** English at 1280 px, then the other languages. */
const FITS = LOCALES.length;

for (const [at, theme] of THEMES.entries()) {
  test(`axe finds nothing on any screen of the app, ${theme}`, async () => {
    const look: Look = async (page) => {
      // As tall as the page, so that no bar lies over what could be scrolled from under it.
      await page.setViewportSize(TALL_PHONE);
      const found = await violationsOf(page);
      await page.setViewportSize(PHONE);
      return found;
    };
    const inside = await open({ theme, stored: stored(), withoutPolicy: true });
    const outside = await open({ theme, withoutPolicy: true, withoutWorker: true }, named);
    expect([
      ...(await walk(inside, kept(stopsOf(tourOf(day), at, THEMES.length), theme), look)),
      ...(await walk(
        outside,
        kept(stopsOf(outsideTour(day.player), at, THEMES.length), theme),
        look,
      )),
    ]).toEqual([]);
  });
}

test("nothing is cut off or scrolls sideways at 1280 px", async () => {
  const page = await open({ size: DESK, stored: stored() });
  const outside = await open({ size: DESK, withoutWorker: true }, named);
  const look: Look = async (at) => await faultsOf(at);
  expect([
    ...(await walk(page, kept(stopsOf(tourOf(day), 0, FITS), "1280"), look)),
    ...(await walk(outside, kept(stopsOf(outsideTour(day.player), 0, FITS), "1280"), look)),
  ]).toEqual([]);
});

for (const [at, locale] of LOCALES.entries()) {
  if (locale === "en-AU") continue;
  test(`every text is there and fits, ${locale}`, async () => {
    const page = await open({ locale, stored: stored() });
    const outside = await open({ locale, withoutWorker: true }, named);
    const look: Look = async (at) => await faultsOf(at);
    expect([
      ...(await walk(page, kept(stopsOf(tourOf(day), at, FITS), locale), look)),
      ...(await walk(outside, kept(stopsOf(outsideTour(day.player), at, FITS), locale), look)),
    ]).toEqual([]);
    const language = await page.evaluate(() => document.documentElement.lang);
    expect(language.slice(0, 2)).toBe(locale.slice(0, 2));
  });
}

const PAGES = (): readonly (readonly [name: string, path: string])[] => [
  ["sheet", "/"],
  ["races", "/races"],
  ["race-open", `/race/${day.open.raceId}`],
  ["race-closed", `/race/${day.closed.raceId}`],
  ["race-settled", `/race/${day.settled.raceId}`],
  ["cards", "/cards"],
  ["incidents", "/incidents"],
  ["sports", "/sports"],
  ["sports-report", "/sports/report"],
  ["approvals", "/approvals"],
  ["withdrawals", "/approvals?tab=withdrawals"],
  ["ledger", "/ledger"],
  ["bank", "/bank"],
  ["reconciliation", "/bank?tab=reconcile"],
  ["payouts", "/bank?tab=payouts"],
  ["payments", "/payments"],
  ["payment-arrivals", "/payments?tab=arrivals"],
  ["payment-days", "/payments?tab=days"],
  ["club", "/club"],
  ["reports", "/reports"],
  ["report", "/reports?report=sales"],
  ["players", "/players"],
  ["player", `/player/${day.player.id}`],
  ["cases", "/cases"],
  ["invitations", "/invitations"],
  ["channels", "/channels"],
  ["shop", "/shop"],
  ["content", "/content"],
  ["operators", "/operators"],
  ["doors", "/doors"],
  ["connections", "/connections"],
  ["club-settings", "/club-settings"],
  ["going-live", "/going-live"],
  ["outbox", "/outbox"],
  ["audit", "/audit"],
  ["settings", "/settings"],
  ["rules", "/rules"],
];

for (const [at, theme] of THEMES.entries()) {
  test(`axe finds nothing on any page of the console, ${theme}`, async () => {
    const page = await open({ theme, size: DESK, withoutPolicy: true });
    await page.goto("/console/");
    await page.getByLabel("User name").waitFor();
    const faults = (await violationsOf(page)).map((fault) => `sign-in: ${fault}`);
    await signInOperator(page, day.operator.name);
    for (const [name, path] of shareOf(PAGES(), at, THEMES.length)) {
      await openPage(page, path);
      await page.locator("main :is(h2, table, form, label, p):visible").first().waitFor();
      await page
        .locator('main [aria-busy="true"], main .c-loading')
        .first()
        .waitFor({ state: "detached" });
      await settle(page);
      await keepScreen(page, `console-${name}-${theme}`);
      const found = [...(await violationsOf(page)), ...(await faultsOf(page))];
      await page.setViewportSize(WIDE_DESK);
      await settle(page);
      await keepScreen(page, `console-${name}-${theme}-wide`);
      const wide = (await faultsOf(page)).map((fault) => `1920 px: ${fault}`);
      await page.setViewportSize(DESK);
      faults.push(...[...found, ...wide].map((fault) => `${name}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}

test("a trifecta is placed from the keyboard alone", async () => {
  const page = await open({ size: DESK, stored: stored() });
  await openRace(page, day.openRaceId);
  const focused = async (): Promise<string> =>
    await page.evaluate(() => {
      const at = document.activeElement;
      if (!(at instanceof HTMLElement) || at === document.body) return "";
      return at.getAttribute("aria-label") ?? at.innerText;
    });
  const tabTo = async (wanted: RegExp): Promise<void> => {
    for (let steps = 0; steps < 80; steps += 1) {
      if (wanted.test(await focused())) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`the tab key does not reach ${String(wanted)}`);
  };
  await tabTo(/All \d+/);
  await page.keyboard.press("Enter");
  await page.locator(".type-option").first().waitFor();
  await tabTo(/^6 Trifecta/);
  await page.keyboard.press("Enter");
  await page.locator(".grid").waitFor();
  await tabTo(/Northern Tide, 1st/);
  // 1 to win, 2 second, 3 third: down the diagonal.
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await tabTo(/^\$2$/);
  await page.keyboard.press("Enter");
  await tabTo(/^Place bet/);
  await page.keyboard.press("Enter");
  const { text } = await readReceipt(page);
  expect(text.replaceAll(/\s+/g, " ")).toContain("Trifecta");
  expect(text).toContain("$2.00");
  // The receipt is left the same way, and the race has the focus again.
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
});

const KEPT =
  /^(local (token|refresh_token|name|user_id|language|theme|text|push|push\.at|push\.offered|passkey\.offered|bell-seen|slip|favourites|sport-favourites|sport-competitions|sport-folds|install.*|last-?stake|c:\w+|club.*)|session .*|cache .*)$/;

test("nothing is cut off at 320 px; after the whole tour the device holds tokens, settings and public lists, nothing of the player's", async () => {
  const page = await open({ size: SMALL_PHONE, stored: stored() });
  const outside = await open({ size: SMALL_PHONE, withoutWorker: true }, named);
  const look: Look = async (at) => await faultsOf(at);
  expect([
    ...(await walk(page, kept(tourOf(day), "320"), look)),
    ...(await walk(outside, kept(outsideTour(day.player), "320"), look)),
  ]).toEqual([]);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const dump = await dumpStorage(page);
  expect(Object.keys(dump).filter((key) => !KEPT.test(key))).toEqual([]);
  const { body } = await club.call("GET", "/api/user/wallet", { token: day.player.token });
  const orders = await club.call("GET", "/api/order/list", { token: day.player.token });
  type Listed = { readonly order_id: string; readonly receipt_no: string };
  const secrets = [
    String(body.data.cash_cents),
    (body.data.cash_cents / 100).toFixed(2),
    day.topUpId,
    day.player.phone,
    "1990-05-17",
    "statement",
    "receipt_no",
    "cash_cents",
    ...(orders.body.list as Listed[]).flatMap((order) => [order.order_id, order.receipt_no]),
  ];
  const own = Object.entries(dump).filter(
    ([key]) => !key.startsWith("cache ") || key.includes("/api/"),
  );
  const leaks = own.flatMap(([key, value]) =>
    secrets.filter((secret) => value.includes(secret)).map((secret) => `${key} holds ${secret}`),
  );
  expect(leaks).toEqual([]);
});
