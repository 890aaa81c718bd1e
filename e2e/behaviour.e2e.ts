import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { openDay } from "./lib/open-day.ts";
import { openHome, openRace, openScreen, sheet } from "./lib/player-app.ts";
import { hurryMinutes } from "./lib/hurry-minutes.ts";
import { hurryWorker } from "./lib/hurry-worker.ts";

/* What the product specification says of the app's behaviour, section by section, in a browser: start, routes, constants. */

const day = openDay();

/** The browser's emulation forgets to say so to a page that is loaded without a connection. */
async function staysOffline(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true });
  });
}

/* ---------------------------------------------------------------- 1 and 2: start, routes, titles */

test("section 1: the version is logged at the start and readable as a global", async () => {
  const { page } = await day.open();
  const said = page.waitForEvent("console", (message) =>
    /^Horse Club \d{12}$/.test(message.text()),
  );
  await page.goto("/app/");
  const version = (await said).text().replace("Horse Club ", "");
  expect(await page.evaluate(() => globalThis.version)).toBe(version);
});

test("section 1: English at the start whatever the browser asks for, and its language offered", async () => {
  const { page } = await day.open({ locale: "fr-FR", isNew: true });
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
  const { page } = await day.open({ locale: "zh-TW", isNew: true });
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

const MATCH = "/pages/sport/detail";

test("section 2: hash routes under /app/, the alias of home, every title of the list", async () => {
  const { page } = await day.open({ stored: day.stored });
  const redirect = await fetch(`${day.club.url}/`, { redirect: "manual" });
  expect(redirect.headers.get("location")).toBe("/app/");
  const seen: (readonly [string, string])[] = [];
  await page.route(/\/nothing/, async (route) => {
    await route.fulfill({ json: { status: 404, message: "Not found.", code: "not_found" } });
  });
  for (const [path] of TITLES) {
    const whole = path === MATCH ? `${path}?event=nothing` : path;
    await openScreen(page, whole);
    await page.waitForFunction((to) => location.hash === `#${to}`, whole);
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
  // Without a match its page leads to the board.
  await openScreen(page, MATCH);
  await page.waitForFunction(() => location.hash === "#/pages/sport/sport");
  await openScreen(page, "/pages/index/index");
  await page.locator(".race-chip").first().waitFor();
});

test("section 2: titles are in the player's language", async () => {
  const { page } = await day.open({ stored: day.stored, locale: "es-ES" });
  await openScreen(page, "/pages/order/list");
  await page.locator(".tab-switch").waitFor();
  const spanish = await page.title();
  expect(spanish).not.toBe("Order");
  expect(spanish.length).toBeGreaterThan(3);
});

test("section 2: the bet form is reached on home and on the race, nowhere else", async () => {
  const { page } = await day.open({ stored: day.stored });
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
  await openRace(page, day.race.raceId);
  expect(await page.locator(".type-bar").count()).toBe(1);
});

test("section 2: pages wait 200 ms before they show that they load", async () => {
  const { page } = await day.open({ stored: day.stored });
  await openHome(page);
  const looked = Promise.withResolvers<void>();
  await page.route("**/assets/OrderListScreen-*.js", async (route) => {
    await looked.promise;
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
  looked.resolve();
  await page.locator(".tab-switch").waitFor();
});

test("a page is drawn as soon as its code has come: no time-out stands between", async () => {
  const { page } = await day.open({ stored: day.stored });
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
  const window = await day.open({ stored: day.stored });
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

/* ---------------------------------------------------------------- 8: without a connection */

test("section 8: offline says so at the start and on going offline", async () => {
  const window = await day.open({ stored: day.stored });
  const { page, context } = window;
  window.expectTrouble(/net::ERR_INTERNET_DISCONNECTED/);
  await hurryWorker(page);
  await openHome(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);
  await page.locator(".toast").getByText("Currently offline").waitFor();
  await page.locator(".toast").waitFor({ state: "detached" });
  await staysOffline(page);
  const told = page.locator(".toast").getByText("Currently offline").waitFor();
  await Promise.all([told, page.reload()]);
  await page.getByText(/Showing it as of \d\d:\d\d/).waitFor();
});

/* ---------------------------------------------------------------- 9: constants */

test("section 9: the root size is the width by 23.4375, and 16 px beyond 960", async () => {
  const { page } = await day.open();
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
  const { page } = await day.open();
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
