import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ConsoleMessage, Page, Request } from "playwright-core";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { makePlayer } from "./lib/people.ts";
import { chooseType, openRace, openScreen, sheet, tapCell } from "./lib/player-app.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  keepScreen,
  openWindow,
  SMALL_PHONE,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";

/* What the product specification says of the app's behaviour, section by section, in a browser. */

let club: TestClub;
let race: OpenRace;
let stored: Record<string, string>;
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub();
  const [first] = await openMeeting(club, { races: 3 });
  if (first === undefined) throw new Error("a race is open");
  race = first;
  await fillPools(club, race);
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

async function open(options: WindowOptions = {}): Promise<Window> {
  const window = await openWindow(club.url, options);
  windows.push(window);
  return window;
}

/** The browser's emulation forgets to say so to a page that is loaded without a connection. */
async function staysOffline(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true });
  });
}

async function openHome(page: Page): Promise<void> {
  await openScreen(page, "/");
  await page.locator(".race-chip").first().waitFor();
}

/** Minutes pass in seconds: the time-outs of a minute, and no other, are a hundred times as quick. */
async function hurryMinutes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const MINUTE = 60_000;
    const FAST = 600;
    const setTimer = globalThis.setTimeout.bind(globalThis);
    const asked: number[] = [];
    Object.assign(globalThis, {
      asked,
      setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) => {
        if (ms === MINUTE) asked.push(ms);
        return setTimer(work, ms === MINUTE ? FAST : ms, ...rest);
      },
    });
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      asked.push(ms);
      return timeout(ms === MINUTE ? FAST : ms);
    };
  });
}

interface Failure {
  readonly kind?: string | undefined;
  readonly errCode?: number | undefined;
}

/** What the app logs of a call without an answer: its kind and the specification's code. */
async function failureOf(message: ConsoleMessage): Promise<Failure> {
  const error = message.args().at(-1);
  if (error === undefined) return {};
  return await error.evaluate((value: Failure | null) => ({
    kind: value?.kind,
    errCode: value?.errCode,
  }));
}

function nextFailure(page: Page, path: string): Promise<ConsoleMessage> {
  return page.waitForEvent("console", (message) => message.text().startsWith(`no answer ${path}`));
}

/** Counts the requests for a path from here on. */
function counted(page: Page, path: string): () => number {
  let count = 0;
  page.on("request", (request: Request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

/* ---------------------------------------------------------------- 1 and 2: start, routes, titles */

test("section 1: the version is logged at the start and readable as a global", async () => {
  const { page } = await open();
  const said = page.waitForEvent("console", (message) =>
    /^Horse Club \d{12}$/.test(message.text()),
  );
  await page.goto("/app/");
  const version = (await said).text().replace("Horse Club ", "");
  expect(await page.evaluate(() => globalThis.version)).toBe(version);
});

test("section 1: English at the start whatever the browser asks for, and its language offered", async () => {
  const { page } = await open({ locale: "fr-FR", isNew: true });
  await openHome(page);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  await page.getByRole("button", { name: "Lire en français" }).click();
  await page.getByRole("link", { name: "Courses", exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("fr");
  await page.reload();
  await page.getByRole("link", { name: "Courses", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Lire en français" }).count()).toBe(0);
});

test("section 1: an offer of a language that is put off does not come back", async () => {
  const { page } = await open({ locale: "zh-TW", isNew: true });
  await openHome(page);
  const offer = page.locator(".home-offer");
  await offer.getByRole("button").last().click();
  await offer.waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".race-chip").first().waitFor();
  expect(await offer.count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
});

const TITLES: readonly (readonly [path: string, title: string])[] = [
  ["/", "Horse Club"],
  ["/pages/index/index", "Horse Club"],
  ["/pages/login/login", "Login"],
  ["/pages/login/register", "Sign Up"],
  ["/pages/recharge/recharge", "Player top up"],
  ["/pages/recharge/record", "TopUp History"],
  ["/pages/about/about", "About"],
  ["/pages/detail/detail", "Detail"],
  ["/pages/order/list", "Order"],
  ["/pages/order/sport_list", "SportOrder"],
  ["/pages/shop/shop", "Shop"],
  ["/pages/statement/statement", "Statement"],
  ["/pages/changePassword/changePassword", "Change Password"],
  ["/pages/rule/rule", "Rules"],
  ["/pages/bankCard/bankCard", "Bank account management"],
  ["/pages/withdraw/withdraw", "Withdraw"],
  ["/pages/withdraw/record", "Withdraw Record"],
  ["/pages/account/account", "Account"],
  ["/pages/sport/sport", "Sports"],
  ["/pages/sport/detail", "Sport-Detail"],
  ["/pages/invitation/index", "Invite"],
];

test("section 2: hash routes under /app/, the alias of home, every title of the list", async () => {
  const { page } = await open({ stored });
  const redirect = await fetch(`${club.url}/`, { redirect: "manual" });
  expect(redirect.headers.get("location")).toBe("/app/");
  const seen: (readonly [string, string])[] = [];
  for (const [path] of TITLES) {
    await openScreen(page, path);
    await page.waitForFunction((to) => location.hash === `#${to}`, path);
    await page.getByRole("main").waitFor();
    await page.waitForFunction(
      (title) => document.title === title,
      TITLES.find(([to]) => to === path)?.[1],
      {
        timeout: 5000,
      },
    );
    seen.push([path, await page.title()]);
  }
  expect(seen).toEqual(TITLES);
  await openScreen(page, "/pages/index/index");
  await page.locator(".race-chip").first().waitFor();
});

test("section 2: titles are in the player's language", async () => {
  const { page } = await open({ stored, locale: "es-ES" });
  await openScreen(page, "/pages/order/list");
  await page.locator(".tab-switch").waitFor();
  const spanish = await page.title();
  expect(spanish).not.toBe("Order");
  expect(spanish.length).toBeGreaterThan(3);
});

test("section 2: the bet form is reached on home and on the race, nowhere else", async () => {
  const { page } = await open({ stored });
  await openHome(page);
  await page.locator(".floating").click();
  await sheet(page).waitFor();
  await openScreen(page, "/pages/statement/statement");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  for (const path of ["/pages/statement/statement", "/pages/account/account"]) {
    await openScreen(page, path);
    await page.getByRole("main").waitFor();
    expect(await page.locator(":is(.floating, .type-bar):visible").count()).toBe(0);
  }
  await openRace(page, race.raceId);
  expect(await page.locator(".type-bar").count()).toBe(1);
});

test("section 2: pages wait 200 ms before they show that they load", async () => {
  const { page } = await open({ stored });
  await openHome(page);
  await page.route("**/assets/OrderListScreen-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await openScreen(page, "/pages/order/list");
  const skeletons = page.locator(".skeletons");
  await skeletons.waitFor({ state: "attached" });
  const look = await skeletons.evaluate((element) => {
    const style = getComputedStyle(element);
    return [style.animationDelay, style.animationName];
  });
  expect(look).toEqual(["0.2s", "appear"]);
});

test("a page is drawn as soon as its code has come: no time-out stands between", async () => {
  const { page } = await open({ stored });
  await page.addInitScript(() => {
    const setTimer = globalThis.setTimeout.bind(globalThis);
    const held = { is: false };
    Object.assign(globalThis, {
      held,
      setTimeout: (work: () => void, ms = 0, ...rest: unknown[]) =>
        held.is && ms > 20 ? 0 : setTimer(work, ms, ...rest),
    });
  });
  await openHome(page);
  await page.evaluate(() => {
    (globalThis as unknown as { held: { is: boolean } }).held.is = true;
  });
  await openScreen(page, "/pages/changePassword/changePassword");
  await page.locator("form input").first().waitFor();
});

test("section 2: a page that does not come within a minute is tried again by a click on the screen", async () => {
  const window = await open({ stored });
  const { page } = window;
  // The page's own failure, which it logs.
  window.expectTrouble(/page timed out|console: page/);
  await hurryMinutes(page);
  await openHome(page);
  await page.route("**/assets/StatementScreen-*.js", () => undefined);
  await openScreen(page, "/pages/statement/statement");
  const again = page.getByRole("button", {
    name: "The connection timed out. Tap the screen to try again.",
  });
  await again.waitFor();
  const box = await again.boundingBox();
  expect(box?.width).toBe(375);
  await page.unroute("**/assets/StatementScreen-*.js");
  await again.click();
  await page.locator(".statement-head").waitFor();
});

/* ---------------------------------------------------------------- 4: transitions */

test("section 4: choosing a bet type resets selections and amounts, and offers to undo it", async () => {
  const { page } = await open({ stored });
  await openRace(page, race.raceId);
  await page.getByRole("button", { name: "All 15" }).click();
  await chooseType(page, 7);
  for (const number of [2, 5, 7]) await tapCell(page, number, 0);
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  const pressed = sheet(page).locator('.grid [aria-pressed="true"]');
  expect(await pressed.count()).toBe(3);

  const changeTo = async (type: number): Promise<void> => {
    await sheet(page).locator(".sheet-head h2 button").click();
    await chooseType(page, type);
  };
  await changeTo(4);
  expect(await pressed.count()).toBe(0);
  expect(await sheet(page).getByText("$5.00").count()).toBe(0);
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  expect(await pressed.count()).toBe(3);
  expect(await sheet(page).locator(".sheet-head h2").innerText()).toContain("Trifecta Box");

  // The list was scrolled to its last type; the form of it begins with the first runner.
  await sheet(page).locator(".sheet-head h2 button").click();
  await sheet(page).locator(".type-option").last().scrollIntoViewIfNeeded();
  await chooseType(page, 15);
  await sheet(page).locator(".grid").waitFor();
  await expect
    .poll(
      async () =>
        await sheet(page)
          .locator(".sheet-body")
          .evaluate((body) => body.scrollTop),
    )
    .toBe(0);
  // What is missing is named by its column.
  await tapCell(page, 2, 0);
  await sheet(page).getByText("Choose runners under “With”").waitFor();

  // A double's second race goes with its type too.
  await changeTo(10);
  await sheet(page).getByLabel("Second race").selectOption({ index: 1 });
  await changeTo(11);
  expect(await sheet(page).getByLabel("Second race").inputValue()).toBe("");
});

/* ---------------------------------------------------------------- 7: calls */

test("section 7: lists are kept for a minute, the rate for five; a refresh passes them by", async () => {
  const { page } = await open({ stored });
  const races = counted(page, "/api/events/races");
  const rate = counted(page, "/api/taxrate/tax-rate");
  await openHome(page);
  await page.locator(".next-price").first().click();
  await sheet(page).waitFor();
  await page.waitForFunction(
    () => Object.keys(localStorage).filter((key) => key.startsWith("c:")).length >= 3,
  );
  expect([races(), rate()]).toEqual([1, 1]);

  await page.reload();
  await page.locator(".next-price").first().click();
  await sheet(page).waitFor();
  expect([races(), rate()]).toEqual([1, 1]);

  // Both a minute and a half old: the list is asked for again, the rate is not.
  const age = async (ms: number): Promise<void> =>
    await page.evaluate((by) => {
      for (const key of Object.keys(localStorage).filter((name) => name.startsWith("c:"))) {
        const answer = JSON.parse(localStorage.getItem(key) ?? "{}") as { t: number };
        localStorage.setItem(key, JSON.stringify({ ...answer, t: answer.t - by }));
      }
    }, ms);
  await age(90_000);
  await page.reload();
  await page.locator(".next-price").first().click();
  await sheet(page).waitFor();
  await expect.poll(() => [races(), rate()]).toEqual([2, 1]);
  await age(300_000);
  await page.reload();
  await page.locator(".next-price").first().click();
  await expect.poll(() => [races(), rate()]).toEqual([3, 2]);

  // Asked for by the player: the cache is passed by.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(races).toBe(4);
});

test("section 7: two players of one device have caches of their own, and signing out wipes them", async () => {
  const { page } = await open({ stored });
  await openHome(page);
  const keys = async (): Promise<string[]> =>
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("c:")));
  await expect.poll(async () => (await keys()).length).toBeGreaterThan(1);
  const mine = await keys();
  await page.evaluate(() => localStorage.setItem("user_id", "somebody-else"));
  await page.reload();
  await page.locator(".race-chip").first().waitFor();
  await expect.poll(async () => (await keys()).length).toBeGreaterThan(mine.length);
});

test("section 7: a full store loses its oldest tenth, at least one, and takes the new answer", async () => {
  const { page } = await open();
  await openHome(page);
  const left = await page.evaluate(() => {
    localStorage.clear();
    const body = "x".repeat(4000);
    for (let at = 0; at < 20; at += 1) {
      localStorage.setItem(`c:${String(at).padStart(2, "0")}`, JSON.stringify({ t: at, body }));
    }
    // The rest of the store belongs to others and stays.
    for (let piece = 1 << 22; piece >= 1; piece >>= 1) {
      for (let at = 0; ; at += 1) {
        try {
          localStorage.setItem(`other ${piece} ${at}`, "y".repeat(piece));
        } catch {
          break;
        }
      }
    }
    return Object.keys(localStorage).filter((key) => key.startsWith("c:")).length;
  });
  expect(left).toBe(20);
  await page.getByRole("button", { name: "Refresh" }).click();
  const kept = async (): Promise<string[]> =>
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("c:")));
  await expect.poll(async () => (await kept()).some((key) => key.length > 6)).toBe(true);
  const names = await kept();
  // Two of the twenty went first; each further answer takes its own tenth.
  expect(names).not.toContain("c:00");
  expect(names).not.toContain("c:01");
  expect(names).toContain("c:19");
});

/* ---------------------------------------------------------------- 8: errors */

test("section 8: a call without an answer for a minute is error 5", async () => {
  const { page } = await open({ stored });
  await hurryMinutes(page);
  await page.route("**/api/user/heartbeat", () => undefined);
  const failure = nextFailure(page, "/api/user/heartbeat");
  await openHome(page);
  expect(await failureOf(await failure)).toEqual({ kind: "timeout", errCode: 5 });
  // Every call of the app asked for the same minute.
  const asked = await page.evaluate(() => (globalThis as unknown as { asked: number[] }).asked);
  expect(new Set(asked)).toEqual(new Set([60_000]));
});

test("section 8: a call that the app gives up is error 600003", async () => {
  const { page } = await open({ stored });
  await openHome(page);
  await page.route("**/api/order/list*", () => undefined);
  const failure = nextFailure(page, "/api/order/list?limit=20");
  const asked = page.waitForRequest((request) => request.url().includes("list?limit=20"));
  await openScreen(page, "/pages/order/list?tab=all");
  await asked;
  await openScreen(page, "/");
  expect(await failureOf(await failure)).toEqual({ kind: "aborted", errCode: 600003 });
});

test("section 8: an upload that the network loses is error 602001, and can be sent again", async () => {
  const window = await open({ stored });
  const { page } = window;
  window.expectTrouble(/net::ERR_/);
  await openScreen(page, "/pages/recharge/recharge");
  await page.getByRole("button", { name: "$50", exact: true }).click();
  await page.getByRole("button", { name: /^Top up/ }).click();
  const input = page.locator('input[type="file"]');
  await input.waitFor({ state: "attached" });
  const lost = "**/api/recharge/*/receipt";
  await page.route(lost, async (route) => await route.abort("connectionreset"));
  const failure = page.waitForEvent("console", (message) =>
    /^no answer \/api\/recharge\/[\w-]+\/receipt/.test(message.text()),
  );
  // One white point.
  const buffer = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
    "base64",
  );
  const picture = { name: "receipt.png", mimeType: "image/png", buffer };
  await input.setInputFiles(picture);
  expect(await failureOf(await failure)).toEqual({ kind: "network", errCode: 602001 });
  await page.getByRole("alert").waitFor();
  await page.unroute(lost);
  await input.setInputFiles(picture);
  await page.getByRole("img", { name: "Receipt 1" }).waitFor();
});

test("section 8: sign-in with HTTP 500 says Network connection error", async () => {
  const window = await open();
  const { page } = window;
  window.expectTrouble(/500/);
  await page.route("**/api/user/signin", async (route) => {
    await route.fulfill({ status: 500, json: { status: 500, message: "boom" } });
  });
  await openScreen(page, "/pages/login/login");
  await page.getByLabel("User name").fill("noor");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.locator("form").getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("Network connection error").waitFor();
});

test("section 8: a refused bet shows the server's message as a toast, and stays", async () => {
  const window = await open({ stored });
  const { page } = window;
  window.expectTrouble(/409/);
  await openRace(page, race.raceId);
  await page.route("**/api/order/place-order", async (route) => {
    const json = { status: 409, message: "The race is closed.", code: "race.closed", params: {} };
    await route.fulfill({ status: 409, json });
  });
  await page.locator(".price:not([disabled])").first().click();
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  await sheet(page)
    .getByRole("button", { name: /^Place bet/ })
    .click();
  await sheet(page).locator(".toast").getByText("The race is closed.").waitFor();
  await sheet(page).getByRole("alert").getByText("Not placed").waitFor();
});

/** Where the keypad takes most of the screen: a small phone, and large text on it. */
const TIGHT = [
  ["320 px", SMALL_PHONE, 16],
  ["text twice as large", { ...SMALL_PHONE, width: 375 }, 32],
] as const;

test.each(TIGHT)("a bet refused from the keypad: the reason is in sight, %s", async (...facts) => {
  const [, size, rootPx] = facts;
  const window = await open({ stored, size, still: true });
  const { page } = window;
  window.expectTrouble(/409/);
  await page.addInitScript((px) => {
    document.addEventListener("DOMContentLoaded", () => {
      if (px > 16) document.documentElement.style.fontSize = `${px}px`;
    });
  }, rootPx);
  await page.route("**/api/order/place-order", async (route) => {
    const json = { status: 409, message: "The race is closed.", code: "race.closed", params: {} };
    await route.fulfill({ status: 409, json });
  });
  await openRace(page, race.raceId);
  await page.locator(".price:not([disabled])").first().click();
  await sheet(page).getByRole("button", { name: "Stake per combination" }).click();
  await sheet(page).locator(".keypad").getByRole("button", { name: "5", exact: true }).click();
  await sheet(page).locator(".key-act").click();
  const reason = sheet(page).getByRole("alert").filter({ hasText: "Not placed" });
  await reason.waitFor();
  // Not below the edge, not under the keys: what is in the middle of it is itself.
  await expect
    .poll(
      async () =>
        await reason.evaluate((element) => {
          const { top, bottom, left, width } = element.getBoundingClientRect();
          if (top < 0 || bottom > innerHeight) return "out of the window";
          const seen = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
          return seen !== null && element.contains(seen) ? "in sight" : "covered";
        }),
    )
    .toBe("in sight");
  expect(await sheet(page).locator(".keypad").count()).toBe(0);
  await keepScreen(page, `refused-${size.width}`);
  // It stays while the amount is looked at, and goes with the next one.
  await sheet(page).getByRole("button", { name: "Stake per combination" }).click();
  await sheet(page).locator(".keypad").getByRole("button", { name: "0", exact: true }).click();
  await sheet(page).locator(".sheet-head .icon-button").last().click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.locator(".price[aria-pressed='true']").first().waitFor();
});

test("what one tap takes out of the slip can be had back: a runner, a column, a box, all", async () => {
  const { page } = await open({ stored });
  await openRace(page, race.raceId);
  await page.locator(".price:not([disabled])").first().click();
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  const runner = sheet(page).locator(".slip-runner b");
  const name = await runner.innerText();
  await sheet(page)
    .getByRole("button", { name: `Take ${name} out` })
    .click();
  await sheet(page).getByText(`${name} is out of the slip`).waitFor();
  expect(await runner.count()).toBe(0);
  await keepScreen(page, "slip-undo");
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await runner.getByText(name).waitFor();
  // With its stake.
  await sheet(page)
    .getByRole("button", { name: /^Place bet/ })
    .getByText("$5.00")
    .waitFor();

  await sheet(page).locator(".sheet-head h2 button").click();
  await chooseType(page, 6);
  for (const [column, number] of [1, 3, 2].entries()) await tapCell(page, number, column);
  const chosen = sheet(page).locator('.grid-cell[aria-pressed="true"]');
  const head = sheet(page).getByRole("button", { name: "Whole field, 1st" });
  await head.click();
  await expect.poll(async () => await chosen.count()).toBeGreaterThan(4);
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => await chosen.count()).toBe(3);
  await head.click();
  await head.click();
  await sheet(page).getByText("1st emptied").waitFor();
  await expect.poll(async () => await chosen.count()).toBe(2);
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => await chosen.count()).toBeGreaterThan(4);

  const clear = sheet(page).getByRole("button", { name: "Clear the slip" });
  await clear.click();
  await sheet(page).getByText("The slip is empty").waitFor();
  await expect.poll(async () => await chosen.count()).toBe(0);
  expect(await clear.count()).toBe(0);
  await keepScreen(page, "slip-cleared");
  await sheet(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => await chosen.count()).toBeGreaterThan(4);
  await clear.scrollIntoViewIfNeeded();
  await keepScreen(page, "slip-clear");
});

test("a club without room on its disk says that betting waits and the money is safe (P13)", async () => {
  const window = await open({ stored });
  const { page } = window;
  window.expectTrouble(/503/);
  const { disk } = club.ctx;
  // The club's own look at the disk would find room again at once.
  await disk.stop();
  const beat = async (): Promise<void> =>
    await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  const bar = page.getByRole("status").getByText("Betting is paused: your money is safe");
  await openRace(page, race.raceId);
  await page.locator(".price:not([disabled])").first().click();
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  disk.noteFull();
  try {
    await sheet(page)
      .getByRole("button", { name: /^Place bet/ })
      .click();
    await sheet(page)
      .getByText("The club takes no bets or money for the moment.")
      .first()
      .waitFor();
    await bar.waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await keepScreen(page, "read-only");
    // Others hear it with their heartbeat, before they try.
    await page.reload();
    await bar.waitFor();
    await openScreen(page, "/pages/account/account");
    await bar.waitFor();
  } finally {
    await disk.look();
  }
  await beat();
  await bar.waitFor({ state: "detached" });
});

test("section 8: offline says so at the start and on going offline", async () => {
  const window = await open({ stored });
  const { page, context } = window;
  window.expectTrouble(/net::ERR_INTERNET_DISCONNECTED/);
  await openHome(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);
  await page.locator(".toast").getByText("Currently offline").waitFor();
  await page.locator(".toast").waitFor({ state: "detached" });
  await staysOffline(page);
  await page.reload();
  await page.locator(".toast").getByText("Currently offline").waitFor();
  await page.getByText(/Showing it as of \d\d:\d\d/).waitFor();
});

/* ---------------------------------------------------------------- 9: constants */

test("section 9: the root size is the width by 23.4375, and 16 px beyond 960", async () => {
  const { page } = await open();
  await openHome(page);
  const sizes: Record<number, number> = {};
  for (const width of [320, 375, 390, 500, 960, 961, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    sizes[width] = await page.evaluate(() =>
      Number(parseFloat(getComputedStyle(document.documentElement).fontSize).toFixed(2)),
    );
  }
  expect(sizes).toEqual({
    320: 13.65,
    375: 16,
    390: 16.64,
    500: 21.33,
    960: 40.96,
    961: 16,
    1280: 16,
  });
});

test("section 9: a toast stays 1.5 s", async () => {
  const { page } = await open();
  await openHome(page);
  const times = page.evaluate(
    async () =>
      await new Promise<number>((resolve) => {
        let shownAt = 0;
        const region = document.querySelector(".toast-region");
        new MutationObserver(() => {
          const isShown = document.querySelector(".toast") !== null;
          if (isShown && shownAt === 0) shownAt = performance.now();
          if (!isShown && shownAt > 0) resolve(performance.now() - shownAt);
        }).observe(region ?? document.body, { childList: true, subtree: true });
        dispatchEvent(new Event("offline"));
        Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true });
        dispatchEvent(new Event("offline"));
      }),
  );
  const shownMs = await times;
  expect(shownMs).toBeGreaterThan(1400);
  expect(shownMs).toBeLessThan(4000);
});
