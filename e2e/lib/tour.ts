import type { Page } from "playwright-core";
import { shareOf } from "../../apps/server/src/test/sample.ts";
import { chooseType, openScreen, sheet, tapCell } from "./player-app.ts";

/** One stop of the tour: a name for the picture, and how to get there. */
export interface Stop {
  readonly name: string;
  readonly go: (page: Page) => Promise<void>;
  /** Goes on from where the stop before it ended. */
  readonly follows?: boolean;
}

/** The stops of one of several looks (see `shareOf`); what follows a stop stays with it. */
export function stopsOf(tour: readonly Stop[], look: number, looks: number): Stop[] {
  const groups: Stop[][] = [];
  for (const stop of tour) {
    if (stop.follows === true) groups.at(-1)?.push(stop);
    else groups.push([stop]);
  }
  return shareOf(groups, look, looks).flat();
}

/** The person whose sign-in and sign-up the tour looks at. */
export interface Newcomer {
  readonly id: string;
  readonly name: string;
  readonly password: string;
  readonly token: string;
  readonly refreshToken: string;
}

export interface TourFacts {
  readonly openRaceId: string;
  /** A race that a pool over several begins with. */
  readonly legRaceId: string;
  readonly settledRaceId: string;
  readonly orderId: string;
  readonly topUpId: string;
}

/**
 * Every screen that is built, with its sheets. Works in each language, since it finds things by
 * address and by drawing, never by words. The last stops leave a sheet open.
 */
export function tourOf(facts: TourFacts): Stop[] {
  const detail = `/pages/detail/detail?race=${facts.openRaceId}`;
  const screen = (name: string, path: string, ready: string): Stop => ({
    name,
    go: async (page) => {
      await openScreen(page, path);
      await page.locator(ready).first().waitFor();
      await settle(page);
    },
  });
  return [
    screen("home", "/", ".race-chip, .meeting"),
    screen("race", detail, ".type-bar"),
    screen("next-races", "/pages/detail/detail?view=next", ".next-item"),
    screen("race-result", `/pages/detail/detail?race=${facts.settledRaceId}`, ".placing"),
    screen("orders", "/pages/order/list?tab=settled", ".order"),
    screen("orders-open", "/pages/order/list?tab=open", ".order"),
    screen("account", "/pages/account/account", ".list-group"),
    screen("change-password", "/pages/changePassword/changePassword", "form input"),
    screen("about", "/pages/about/about", ".value-row"),
    screen("statement", "/pages/statement/statement", ".day-head"),
    screen("top-up", "/pages/recharge/recharge", ".stake-chips"),
    screen("top-up-one", `/pages/recharge/recharge?topup=${facts.topUpId}`, ".time-line"),
    screen("top-ups", "/pages/recharge/record", ".list-row"),
    screen("withdraw", "/pages/withdraw/withdraw", ".withdraw-board"),
    screen("withdrawals", "/pages/withdraw/record", "#main .empty, .list-row"),
    screen("bank-card", "/pages/bankCard/bankCard", "form input, .bank-card"),
    screen("cases", "/pages/help/cases", "form textarea"),
    screen("coming", "/pages/shop/shop", "#main a, #main button"),
    screen("protection", "/pages/protection/protection", ".break-days"),
    screen("activity", "/pages/protection/protection?view=activity", ".day-bars, .empty"),
    screen("help", "/pages/protection/protection?view=help", ".markdown"),
    screen("rules", "/pages/rule/rule", ".list-row"),
    screen("rules-first4", "/pages/rule/rule?page=bet-15", ".example-rows"),
    screen("orders-days", "/pages/order/list?tab=all&from=2026-01-01&to=2099-12-31", ".order"),
    screen("sports", "/pages/sport/sport", "#main .empty, #main .match, #main .tab-switch"),
    screen("sport-orders", "/pages/order/sport_list?tab=all", "#main .empty, .order"),
    screen("invite", "/pages/invitation/index", ".invite-board, #main h2"),
    screen("live", "/pages/live/live", "#main .empty, #main .list-row"),
    {
      name: "bell",
      go: async (page) => {
        await openScreen(page, "/");
        await page.locator(".race-chip, .meeting").first().waitFor();
        // Its place is there before the bell is.
        await page.locator(".top-bar span.icon-button").waitFor({ state: "detached" });
        await page.locator(".top-bar").first().locator("button:has(.icon)").last().click();
        await page.locator("dialog[open] .list-row").first().waitFor();
        await settle(page);
      },
    },
    {
      name: "calendar",
      go: async (page) => {
        await openScreen(page, "/pages/order/list?tab=all");
        await page.locator(".order").first().waitFor();
        await page.locator(".top-bar button:has(.icon)").nth(-2).click();
        await page.locator("dialog[open] [role=gridcell], dialog[open] td").first().waitFor();
        await settle(page);
      },
    },
    ...sheetStops(),
    {
      name: "legs",
      go: async (page) => {
        await closeSheet(page);
        await openScreen(page, `/pages/detail/detail?race=${facts.legRaceId}`);
        await page.locator(".pool-act").click();
        const cells = sheet(page).locator(".multi-leg .grid-cell");
        for (const cell of [0, 3, 11, 24]) await cells.nth(cell).click();
        await sheet(page).locator(".stake-chips .choice.fig").nth(1).click();
        await settle(page);
      },
    },
    {
      name: "all-up",
      go: async (page) => {
        await closeSheet(page);
        await openScreen(page, detail);
        await page.locator(".choice-all").click();
        await chooseType(page, 40);
        await sheet(page).locator(".sheet-body .stake-chips .choice").first().click();
        const legs = sheet(page).locator(".multi-leg");
        await legs.nth(0).locator(".grid-cell").nth(3).click();
        await legs.nth(1).locator(".filter-chips .choice").last().click();
        for (const cell of [1, 4]) await legs.nth(1).locator(".grid-cell").nth(cell).click();
        await sheet(page).locator(".sheet-foot .stake-chips .choice.fig").nth(1).click();
        await settle(page);
      },
    },
    {
      name: "runner",
      go: async (page) => {
        await closeSheet(page);
        await openScreen(page, detail);
        await page.locator(".runner-text").first().click();
        await page.locator("dialog[open] .runner-sheet").waitFor();
        await settle(page);
      },
    },
    {
      name: "order",
      go: async (page) => {
        await closeSheet(page);
        await openScreen(page, `/pages/order/list?tab=settled&order=${facts.orderId}`);
        await page.locator("dialog[open] .order-board").waitFor();
        await settle(page);
      },
    },
    {
      name: "types",
      go: async (page) => {
        await closeSheet(page);
        await openScreen(page, detail);
        await page.locator(".choice-all").click();
        await sheet(page).locator(".type-option").first().waitFor();
        await settle(page);
      },
    },
    {
      name: "slip",
      follows: true,
      go: async (page) => {
        await chooseType(page, 15);
        for (const number of [4, 7]) await tapCell(page, number, 0);
        for (const number of [1, 2, 9]) await tapCell(page, number, 1);
        await sheet(page).locator(".stake-chips .choice.fig").nth(1).click();
        await settle(page);
      },
    },
    {
      name: "keypad",
      follows: true,
      go: async (page) => {
        await sheet(page).locator(".stake-chips .choice:not(.fig)").click();
        await sheet(page).locator(".keypad").waitFor();
        await settle(page);
      },
    },
    { name: "reality-check", follows: true, go: showRealityCheck },
  ];
}

/** The reality check over the slip that the stop before it left open. */
async function showRealityCheck(page: Page): Promise<void> {
  const heartbeat = "**/api/user/heartbeat";
  const params = { minutes: 61, staked_cents: 4000, returned_cents: 0, net_result_cents: -4000 };
  await page.route(heartbeat, async (route) => {
    const json = { status: 200, message: "", data: { notices: [{ key: "reality.due", params }] } };
    await route.fulfill({ json });
  });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.locator("dialog[open] .reality-acts").waitFor();
  await page.unroute(heartbeat);
  await settle(page);
}

/** Sheets opened by a button: the screen, what it shows when ready, the button. */
function sheetStops(): Stop[] {
  const opened = (
    name: string,
    path: string,
    way: { readonly button: string; readonly at?: number },
  ): Stop => ({
    name,
    go: async (page) => {
      await closeSheet(page);
      await openScreen(page, path);
      await page
        .locator(way.button)
        .nth(way.at ?? 0)
        .click();
      await page.locator("dialog[open] :is(h2, .sheet-body)").first().waitFor();
      await settle(page);
    },
  });
  const protection = "/pages/protection/protection";
  const rows = "#main .list-group button";
  return [
    opened("home-calendar", "/", { button: ".date-strip-calendar" }),
    opened("top-up-amount", "/pages/recharge/recharge", { button: "#main .stake" }),
    opened("withdraw-amount", "/pages/withdraw/withdraw", { button: "#main .stake" }),
    opened("withdrawal", "/pages/withdraw/record", { button: "#main .list-row" }),
    opened("withdrawal-cancel", "/pages/withdraw/withdraw", { button: ".withdraw-head button" }),
    opened("competitions", "/pages/sport/sport", { button: ".competition-bar .choice" }),
    opened("limit-form", protection, { button: "#main section .stack button" }),
    opened("break-sure", protection, {
      button: "#main .break-days ~ * button, .break-days ~ button",
    }),
    opened("reality-choice", protection, { button: rows }),
    opened("exclusion", protection, { button: rows, at: 1 }),
    opened("statement-days", "/pages/statement/statement", { button: ".statement-top button" }),
    opened("statement-export", "/pages/statement/statement", {
      button: ".top-bar button:has(.icon)",
      at: -2,
    }),
    opened("shop-buy", "/pages/shop/shop", { button: "#main .product button" }),
    {
      name: "shop-orders",
      go: async (page) => {
        await closeSheet(page);
        await openScreen(page, "/pages/shop/shop?orders=1");
        await page.locator("#main .empty, #main .list-row, #main li").first().waitFor();
        await settle(page);
      },
    },
  ];
}

/** Esc closes what lies on top: the keypad before its sheet. */
export async function closeSheet(page: Page): Promise<void> {
  const open = page.locator("dialog[open]");
  if ((await open.count()) === 0) return;
  const keys = open.locator(".keypad");
  if ((await keys.count()) > 0) {
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
  }
  await page.keyboard.press("Escape");
  await open.waitFor({ state: "detached" });
}

/**
 * Signed out, on a device without a session. Given a newcomer, the last stops sign in, where a
 * passkey is offered, and sign up, where limits are offered. The window must then use the club's
 * host name: a numeric address cannot have passkeys.
 */
export function outsideTour(newcomer?: Newcomer): Stop[] {
  const screen = (name: string, path: string): Stop => ({
    name,
    go: async (page) => {
      await openScreen(page, path);
      await page.locator("form input, .race-chip, .meeting").first().waitFor();
      await settle(page);
    },
  });
  return [
    screen("login", "/pages/login/login"),
    screen("register", "/pages/login/register"),
    screen("forgot", "/pages/login/forgot"),
    ...(newcomer === undefined ? [] : arrivalStops(newcomer)),
  ];
}

function arrivalStops(newcomer: Newcomer): Stop[] {
  return [
    {
      name: "passkey-offer",
      go: async (page) => {
        await openScreen(page, "/pages/login/login");
        await page.locator('input[name="username"]').fill(newcomer.name);
        await page.locator('input[name="password"]').fill(newcomer.password);
        await page.locator("form button[type=submit]").click();
        await page.locator(".passkey-offer").waitFor();
        await settle(page);
      },
    },
    { name: "first-limits", go: async (page) => await signUp(page, newcomer) },
  ];
}

/** Goes through the sign-up form, with a made-up code and answer, past the date of birth. */
async function signUp(page: Page, newcomer: Newcomer): Promise<void> {
  const answer = async (path: string, data: object): Promise<void> => {
    await page.route(`**${path}`, async (route) => {
      await route.fulfill({ json: { status: 200, message: "", data } });
    });
  };
  const sent = { verification_id: "tour", timestamp: 1, expires_in: 300 };
  await answer("/api/user/verification", sent);
  await answer("/api/user/register", {
    access_token: newcomer.token,
    refresh_token: newcomer.refreshToken,
    user_name: newcomer.name,
    user_id: newcomer.id,
  });
  await openScreen(page, "/pages/login/register");
  await page.locator('input[name="username"]').fill(newcomer.name);
  await page.locator('input[name="new-password"]').fill(newcomer.password);
  await page.locator('input[name="tel"]').fill("412345678");
  await page.locator("form .form-phone ~ button").click();
  await page.locator(".code input").fill("123456");
  await page.locator('input[type="checkbox"]').focus();
  await page.keyboard.press("Space");
  await page.locator("form button[type=submit]").click();
  // The date of birth can wait: the last button skips it.
  await page.locator('input[name="bday"], input[type="date"]').first().waitFor();
  await page.locator("form button").last().click();
  await page.locator("#main .notice").first().waitFor();
  await page.locator("#main section .stack button").first().waitFor();
  await settle(page);
}

/** Waits until fonts have loaded and whatever slides has stopped, before anything is measured. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}
