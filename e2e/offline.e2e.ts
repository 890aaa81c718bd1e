import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Page } from "playwright-core";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { ZONE } from "../apps/server/src/test/zone.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { hurryWorker } from "./lib/hurry-worker.ts";
import { makePlayer, ordersOf } from "./lib/people.ts";
import { fillSlip, openRace, openScreen, placeButton, sheet } from "./lib/player-app.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  keepScreen,
  openWindow,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";

/* The installed app: how it starts without a connection, how it becomes a new one. */

let club: TestClub;
let race: OpenRace;
let player: Awaited<ReturnType<typeof makePlayer>>;
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub();
  const [first] = await openMeeting(club, { races: 3 });
  if (first === undefined) throw new Error("a race is open");
  race = first;
  await fillPools(club, race);
  player = await makePlayer(club, 50_000);
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

async function open(options: WindowOptions = {}): Promise<Window> {
  const window = await openWindow(club.url, { stored: player.stored, ...options });
  windows.push(window);
  return window;
}

async function installed(page: Page): Promise<void> {
  await hurryWorker(page);
  await openScreen(page, "/");
  await page.locator(".race-chip").first().waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // The worker has the page once it has claimed it.
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
    }
  });
}

test("the app is fetched for later when the first screen has what it asked for, not beside it", async () => {
  const { page } = await open();
  await page.clock.install();
  await openScreen(page, "/");
  await page.locator(".race-chip").first().waitFor();
  const isThere = async () =>
    await page.evaluate(
      async () => (await navigator.serviceWorker.getRegistration("/app/")) !== undefined,
    );
  expect(await isThere()).toBe(false);
  await page.clock.runFor(4000);
  await expect.poll(isThere).toBe(true);
});

test("offline from the start: the last card with its time, and no bet is taken or kept", async () => {
  const window = await open();
  const { page, context } = window;
  window.expectTrouble(/net::ERR_|Failed to load resource/);
  await installed(page);
  await context.setOffline(true);
  // The browser's emulation forgets to say so to a page that is loaded without a connection.
  await page.addInitScript(() => {
    let isOffline = true;
    addEventListener("online", () => (isOffline = false));
    Object.defineProperty(navigator, "onLine", { get: () => !isOffline, configurable: true });
  });
  await page.goto("/app/");
  await page.locator(".race-chip").first().waitFor();
  await page.getByText(/Showing it as of \d\d:\d\d/).waitFor();
  await page
    .locator(".meeting-meta")
    .getByText(/^as of \d\d:\d\d$/)
    .first()
    .waitFor();
  // A balance that is not known is not shown as a number.
  expect(await page.locator(".top-bar-balance").innerText()).toContain("unknown");
  await keepScreen(page, "offline-home");

  const locked = page.getByRole("button", { name: "Betting needs a connection" });
  expect(await locked.getAttribute("aria-disabled")).toBe("true");
  expect(await page.locator(".floating").count()).toBe(0);
  await locked.click({ force: true });
  expect(await page.locator("dialog[open]").count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem("slip"))).toBeNull();

  await context.setOffline(false);
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await page.locator(".floating").waitFor();
  expect(await locked.count()).toBe(0);
  expect(await ordersOf(club, player)).toHaveLength(0);
});

test("the club does not answer while the browser thinks it is online: lists say as of when, until it does", async () => {
  const window = await open({ withoutWorker: true });
  const { page } = window;
  window.expectTrouble(/net::ERR_|Failed to load resource/);
  await openScreen(page, "/");
  await page.locator(".race-chip").first().waitFor();
  const bar = page.locator(".offline-bar");
  expect(await bar.count()).toBe(0);
  await page.route("**/api/**", async (route) => await route.abort("connectionrefused"));
  await page.getByRole("button", { name: "Refresh" }).click();
  await bar.getByText(/The club does not answer\. Showing it as of \d\d:\d\d/).waitFor();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await page
    .locator(".meeting-meta")
    .getByText(/^as of \d\d:\d\d$/)
    .first()
    .waitFor();
  await keepScreen(page, "home-silent");
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Refresh" }).click();
  await bar.waitFor({ state: "detached" });
});

test("started while the club does not answer, though the browser thinks it is online: the last card, and as of when", async () => {
  const window = await open();
  const { page, context } = window;
  window.expectTrouble(/net::ERR_|Failed to load resource/);
  await installed(page);
  await page.reload();
  await page.locator(".race-chip").first().waitFor();
  await page.evaluate(() => {
    const hourAgo = (text: string) =>
      text.replace(/"t":(\d+)/, (_, t) => `"t":${Number(t) - 3_600_000}`);
    for (const [key, text] of Object.entries(localStorage)) {
      if (text.startsWith('{"t":')) localStorage.setItem(key, hourAgo(text));
    }
  });
  await context.setOffline(true);
  await page.goto("/app/");
  await page.locator(".race-chip").first().waitFor();
  const bar = page.locator(".offline-bar");
  await bar.getByText(/The club does not answer\. Showing it as of \d\d:\d\d/).waitFor();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  // As old as it is: nothing in between has made it young.
  const [hour, minute] = (/(\d\d):(\d\d)/.exec(await bar.innerText()) ?? []).slice(1).map(Number);
  const shown = new Date().toLocaleTimeString("en-GB", { timeZone: ZONE });
  const [nowHour = 0, nowMinute = 0] = shown.split(":").map(Number);
  const age = (nowHour * 60 + nowMinute - ((hour ?? 0) * 60 + (minute ?? 0)) + 1440) % 1440;
  expect(age).toBeGreaterThanOrEqual(60);
  await context.setOffline(false);
});

test("offline with a bet in hand: the act is locked with its reason, and free again after", async () => {
  const { page, context } = await open();
  await openRace(page, race.raceId);
  await fillSlip(page, { type: 7, columns: [[2, 5, 7]], stake: "1" });
  let sent = 0;
  page.on("request", (request) => (sent += request.url().includes("place-order") ? 1 : 0));
  await context.setOffline(true);
  const done = sheet(page).locator(".key-act");
  await done.getByText("Done").waitFor();
  await done.click();
  const locked = sheet(page).getByRole("button", { name: "Betting needs a connection" });
  expect(await locked.getAttribute("aria-disabled")).toBe("true");
  await context.setOffline(false);
  await expect.poll(async () => await placeButton(page).getAttribute("aria-disabled")).toBeNull();
  expect(sent).toBe(0);
  expect(await ordersOf(club, player)).toHaveLength(0);
});

const WORKER = "/app/sw.js";
const front = { url: "", worker: "" };

/** The club at an address of its own, where the worker's file may become another. */
async function openFront(): Promise<void> {
  const server = createServer((asked, answer) => {
    const { method, headers, url = "" } = asked;
    if (url === WORKER && front.worker !== "") {
      answer.setHeader("content-type", "text/javascript");
      answer.setHeader("cache-control", "no-cache");
      answer.end(front.worker);
      return;
    }
    const passed = request(club.url + url, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
}

/** A release: the worker's file is another from here on. */
async function release(page: Page): Promise<void> {
  const text = await (await fetch(club.url + WORKER)).text();
  front.worker = `${text}\n// Another release.\n`;
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
}

test("a new version waits for the player's word, and never reloads a bet away", async () => {
  await openFront();
  const window = await openWindow(front.url, { stored: player.stored });
  windows.push(window);
  const { page } = window;
  await installed(page);
  await openRace(page, race.raceId);
  await fillSlip(page, { type: 7, columns: [[2, 5, 7]], stake: "1" });
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await release(page);
  const bar = page.getByText("A new version is ready");
  await bar.waitFor({ state: "attached" });
  // The bar lies behind the slip, which is as it was.
  expect(await sheet(page).locator(".stake").first().innerText()).toContain("$1");
  await sheet(page).locator(".key-act").click();
  const receipt = page.locator("article.receipt");
  await receipt.waitFor();
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);

  await sheet(page).getByRole("button", { name: "Back to the race" }).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("button", { name: "Update", exact: true }).click(),
  ]);
  await page.getByRole("button", { name: /^All \d+$/ }).waitFor();
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(false);
  expect(await bar.count()).toBe(0);
});

test("files of the release before are gone: a page reloads once, but not over a bet in hand", async () => {
  const window = await open({ withoutWorker: true });
  const { page } = window;
  window.expectTrouble(/404|Failed to load|dynamically imported|page/);
  await openRace(page, race.raceId);
  await fillSlip(page, { type: 7, columns: [[2, 5, 7]], stake: "1" });
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await page.route("**/assets/StatementScreen-*.js", async (route) => {
    await route.fulfill({ status: 404, body: "" });
  });
  await openScreen(page, "/pages/statement/statement");
  await page.locator(".page-failed").waitFor();
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
  await openScreen(page, "/");
  await page.locator(".floating").click();
  const chosen = sheet(page).locator('.grid [aria-pressed="true"]');
  await expect.poll(async () => await chosen.count()).toBe(3);
});

test("files that were cut on their way come with a tap", async () => {
  const window = await open({ withoutWorker: true });
  const { page } = window;
  window.expectTrouble(/503|Failed to load|dynamically imported|page/);
  await openRace(page, race.raceId);
  // With a bet in hand the app does not load itself anew.
  await fillSlip(page, { type: 7, columns: [[2, 5, 7]], stake: "1" });
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const files = "**/assets/RuleScreen-*.js";
  await page.route(files, async (route) => await route.fulfill({ status: 503, body: "" }));
  await openScreen(page, "/pages/rule/rule");
  const again = page.locator(".page-failed");
  await again.waitFor();
  await page.unroute(files);
  await Promise.all([page.waitForEvent("load"), again.click()]);
  await page.getByText("Rules").first().waitFor();
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(false);
  expect(await again.count()).toBe(0);
});
