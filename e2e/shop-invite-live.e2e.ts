import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { seedChannels } from "../apps/server/src/tell/channels/keep-channels.ts";
import { seedShop } from "../apps/server/src/money/shop/seed-products.ts";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { shareOf } from "../apps/server/src/test/sample.ts";
import { openMeeting, type OpenRace } from "./lib/card.ts";
import { signInOperator } from "./lib/console-app.ts";
import { violationsOf } from "./lib/axe.ts";
import { faultsOf } from "./lib/look.ts";
import { cashOf, makePlayer } from "./lib/people.ts";
import { openScreen, sheet } from "./lib/player-app.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  DESK,
  keepScreen,
  LOCALES,
  openWindow,
  PHONE,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";
import { tick } from "./lib/tick.ts";

// Section 2 of the specification: the routes shop and invitation, and live content.

const SHOP = "/pages/shop/shop";
const INVITE = "/pages/invitation/index";
const LIVE = "/pages/live/live";

let club: TestClub;
let races: readonly OpenRace[];
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  races = await openMeeting(club, { races: 2, runners: 8, code: "WR", name: "Wattle Ridge" });
  await seedShop(club.ctx);
  await seedChannels(club.ctx, { code: "WR", name: "Wattle Ridge" });
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

type Player = Awaited<ReturnType<typeof makePlayer>>;

async function ordersOf(player: Player): Promise<{ order_no: string; quantity: number }[]> {
  const answer = await club.call("GET", "/api/shop/orders", { token: player.token });
  ok(answer);
  return answer.body.list;
}

async function chooseCap(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Buy: Rail cap/ }).click();
  await sheet(page).getByText("How many").waitFor();
}

test("two caps are bought with one double tap: once, at the price that stood there", async () => {
  const player = await makePlayer(club, 20_000);
  const { page } = await open({ stored: player.stored });
  await openScreen(page, SHOP);
  await page.getByText("Paid from your balance").waitFor();
  await expectText(page, "$200.00");
  await settle(page);
  await keepScreen(page, "shop-light");
  await chooseCap(page);
  await sheet(page).getByRole("button", { name: "One more" }).click();
  await settle(page);
  await keepScreen(page, "shop-buy-light");
  await sheet(page)
    .getByRole("button", { name: /^Buy \$58\.00/ })
    .dblclick();
  await sheet(page).getByText("Order number").waitFor();
  const [order, ...more] = await ordersOf(player);
  expect(more).toEqual([]);
  expect(order?.quantity).toBe(2);
  await sheet(page)
    .getByText(order?.order_no ?? "no order")
    .waitFor();
  await settle(page);
  await keepScreen(page, "shop-bought-light");
  expect(await cashOf(club, player)).toBe(14_200);
  await sheet(page).getByRole("button", { name: "Done" }).click();
  await page.getByText("22 left").waitFor();
  await page.getByRole("link", { name: "My orders" }).click();
  await page.getByText("2 × Rail cap").waitFor();
  await settle(page);
  await keepScreen(page, "shop-orders-light");
});

test("an answer that is lost buys nothing twice", async () => {
  const player = await makePlayer(club, 20_000);
  const window = await open({ stored: player.stored });
  window.expectTrouble(/ERR_|Failed to load/);
  const { page } = window;
  let cut = 0;
  await page.route("**/api/shop/buy", async (route) => {
    cut += 1;
    if (cut > 1) return await route.fallback();
    await route.fetch();
    return await route.abort("connectionreset");
  });
  await openScreen(page, SHOP);
  await chooseCap(page);
  await sheet(page).getByRole("button", { name: /^Buy/ }).click();
  await sheet(page).getByText("Order number").waitFor();
  expect(cut).toBe(2);
  expect(await ordersOf(player)).toHaveLength(1);
  expect(await cashOf(club, player)).toBe(17_100);
});

test("what cannot be paid, or is sold out, says why before it is pressed", async () => {
  const player = await makePlayer(club, 2000);
  const { page } = await open({ stored: player.stored });
  await openScreen(page, SHOP);
  await chooseCap(page);
  await sheet(page).getByText("Your balance is $9.00 short").waitFor();
  await settle(page);
  await sheet(page).getByRole("button", { name: /^Buy/ }).click({ force: true });
  expect(await ordersOf(player)).toEqual([]);
  await page.keyboard.press("Escape");
  // Sold out: the club tells who wants to know, in the bell on home, and stops when asked to.
  const umbrella = page.locator(".product", { hasText: "Jockey umbrella" });
  await umbrella.getByText("Sold out").waitFor();
  expect(await umbrella.getByRole("button", { name: /^Buy/ }).count()).toBe(0);
  await umbrella.getByRole("button", { name: "Tell me: Jockey umbrella, Sold out" }).click();
  await umbrella.getByRole("button", { name: /^Noted/ }).click();
  await umbrella.getByRole("button", { name: /^Tell me/ }).click();
  await umbrella.getByRole("button", { name: /^Noted/ }).waitFor();
  await settle(page);
  await keepScreen(page, "shop-tell-me");
  const { token } = await club.operator();
  const path = "/api/operator/shop/products";
  const { list } = (await club.call("GET", path, { token })).body;
  const { product_id: id } = list.find((each: { stock: number }) => each.stock === 0);
  const move = async (change: number): Promise<unknown> =>
    ok(
      await club.call("POST", `${path}/${id}/stock`, {
        token,
        body: { change, reason: "delivery" },
      }),
    );
  await move(3);
  await openScreen(page, "/");
  await page.getByRole("button", { name: "News, something new" }).click();
  await sheet(page).getByText("Jockey umbrella: there again").click();
  await umbrella.getByRole("button", { name: /^Buy/ }).waitFor();
  await move(-3);
});

test("a price that changed meanwhile is refused and shown anew", async () => {
  const player = await makePlayer(club, 20_000);
  const window = await open({ stored: player.stored });
  window.expectTrouble(/409/);
  const { page } = window;
  await openScreen(page, SHOP);
  await page.getByRole("button", { name: /^Buy: Winning post mug/ }).click();
  await club.query("UPDATE product SET price_cents = 1900 WHERE picture = 'mug'");
  await sheet(page).getByRole("button", { name: /^Buy/ }).click();
  await sheet(page).getByText("The price has changed.").waitFor();
  await sheet(page)
    .getByRole("button", { name: /^Buy \$19\.00/ })
    .click();
  await sheet(page).getByText("Order number").waitFor();
  expect(await cashOf(club, player)).toBe(18_100);
});

test("the invitation's code, picture and link; a friend's sign-up has the code filled in", async () => {
  const player = await makePlayer(club, 0);
  const { page, context } = await open({ stored: player.stored });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openScreen(page, INVITE);
  const info = ok(await club.call("GET", "/api/invitation/info", { token: player.token }));
  await page.getByText(info.invite_code, { exact: true }).waitFor();
  const picture = page.getByRole("img", { name: "QR code of your invitation link" });
  const isDrawn = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.complete;
  });
  expect(isDrawn).toBe(true);
  await page.getByText("Nobody has joined yet").waitFor();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(info.link);
  await settle(page);
  await keepScreen(page, "invite-light");

  const friend = await open();
  await friend.page.goto(info.link);
  await expect
    .poll(async () => (await friend.page.title()) === "Sign Up" || friend.page.url())
    .toBe(true);
  expect(friend.page.url()).toContain(`invite=${info.invite_code}`);
});

test("with rewards on the page says what a friend brings, and never who it is", async () => {
  const owner = await club.operator();
  const rules = { reward_cents: 1000, monthly_cap: 5 };
  const path = "/api/operator/invitations/rules";
  ok(await club.call("PUT", path, { token: owner.token, body: rules }));
  const player = await makePlayer(club, 0);
  const friend = await makePlayer(club, 0, "tomas.rivera");
  await club.query(
    "INSERT INTO invitation (id, inviter_id, state, reward_cents, decided_at, decided_by) VALUES ($1, $2, 'rewarded', 1000, club_now_ms(), $3)",
    [friend.id, player.id, owner.id],
  );
  const { page } = await open({ stored: player.stored, theme: "dark" });
  await openScreen(page, INVITE);
  await page.getByText("T•••").waitFor();
  expect(await page.locator("#main").innerText()).not.toContain("tomas");
  await page.getByText("A friend who joins and bets brings you $10.00").waitFor();
  await settle(page);
  await keepScreen(page, "invite-rewards-dark");
});

const playedSeconds = async (page: Page): Promise<number> =>
  await page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);

test("the demo's channel plays in the page, shows its race, and goes small when it is left", async () => {
  const { page } = await open({ size: { width: 375, height: 360 } });
  await openScreen(page, LIVE);
  await page.getByText("Wattle Ridge R1").waitFor();
  await page.getByText("Drawn pictures, not a race that is run").waitFor();
  await expect
    .poll(async () => await playedSeconds(page), { timeout: 20_000 })
    .toBeGreaterThan(0.5);
  await keepScreen(page, "live-playing");
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = await playedSeconds(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(async () => await playedSeconds(page)).toBeGreaterThan(stopped);
  // As long as on a page with a field of runners.
  await page.evaluate(() => {
    const filler = document.createElement("div");
    filler.style.height = "1500px";
    document.getElementById("main")?.append(filler);
    scrollTo(0, 1200);
  });
  await page.locator('.live-frame[data-place="corner"]').waitFor();
  await page.getByRole("button", { name: "Close the picture" }).click();
  await page.locator('.live-frame[data-place="page"]').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("link", { name: /To the race/ }).click();
  await expect.poll(() => page.url()).toContain(`race=${races[0]?.raceId}`);
});

test("while a bet is made the picture stays in sight, above the sheet, and plays on", async () => {
  const player = await makePlayer(club, 20_000);
  const { page } = await open({ stored: player.stored });
  await openScreen(page, `/pages/detail/detail?race=${races[0]?.raceId}`);
  await page.getByRole("button", { name: /Watch Wattle Ridge/ }).click();
  await expect
    .poll(async () => await playedSeconds(page), { timeout: 20_000 })
    .toBeGreaterThan(0.3);
  await page.getByRole("button", { name: /^All \d+$/ }).click();
  await sheet(page).locator(".type-option").first().waitFor();
  const frame = page.locator('.live-frame[data-place="corner"]:popover-open');
  await frame.waitFor();
  await settle(page);
  const box = await frame.boundingBox();
  expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
  // It covers nothing of the sheet.
  const top = (await sheet(page).locator(".sheet-panel").boundingBox())?.y ?? 0;
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top + 1);
  const before = await playedSeconds(page);
  await expect.poll(async () => await playedSeconds(page)).toBeGreaterThan(before);
  await keepScreen(page, "live-while-betting");
  await page.keyboard.press("Escape");
  await page.locator('.live-frame[data-place="page"]').waitFor();
});

test("a stream that does not come says so, and can be tried again", async () => {
  const window = await open();
  window.expectTrouble(/404|Failed to load/);
  const { page } = window;
  let isGone = true;
  await page.route("**/live/demo*", async (route) =>
    isGone ? await route.fulfill({ status: 404 }) : await route.fallback(),
  );
  await openScreen(page, LIVE);
  await page.getByText("The pictures do not come.").waitFor({ timeout: 20_000 });
  isGone = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect
    .poll(async () => await playedSeconds(page), { timeout: 20_000 })
    .toBeGreaterThan(0.2);
});

/** As narrow as phones are, and so high that the bar at the bottom covers nothing. */
const NARROW = { width: 320, height: 1500 };

const LOOKS: readonly [string, WindowOptions][] = [
  ["light", {}],
  ["dark", { theme: "dark" }],
  ["zh-hant", { locale: "zh-TW" }],
  ["small", { size: NARROW }],
  ["fr-small", { size: NARROW, locale: LOCALES[2] }],
  ["es-dark-small", { size: NARROW, locale: LOCALES[1], theme: "dark" }],
];
const SCREENS = ["shop", "shop-buy", "shop-orders", "invite", "live"] as const;
test.each(LOOKS)("nothing overflows, and axe finds nothing: %s", async (name, options) => {
  const at = LOOKS.findIndex(([each]) => each === name);
  const shown = shareOf(SCREENS, at, LOOKS.length);
  const player = await makePlayer(club, 20_000);
  const window = await open({
    size: PHONE,
    ...options,
    stored: player.stored,
    still: true,
    withoutPolicy: true,
  });
  const { page } = window;
  const found: string[] = [];
  const look = async (screen: (typeof SCREENS)[number]): Promise<void> => {
    if (!shown.includes(screen)) return;
    await settle(page);
    await keepScreen(page, `${screen}-${name}`);
    const faults = [...(await faultsOf(page)), ...(await violationsOf(page))];
    found.push(...faults.map((fault) => `${screen}: ${fault}`));
  };
  await openScreen(page, SHOP);
  await page.locator(".product").first().waitFor();
  await look("shop");
  await page.locator(".product button").first().click();
  await page.locator("dialog[open] .buy-sums").waitFor();
  await look("shop-buy");
  await page.keyboard.press("Escape");
  await page.goto(`/app/#${SHOP}?orders=1`);
  await page.locator("#main a").first().waitFor();
  await look("shop-orders");
  await openScreen(page, INVITE);
  await page.locator(".invite-board").waitFor();
  await look("invite");
  await openScreen(page, LIVE);
  await page.locator(".live-frame").waitFor();
  await look("live");
  expect(found).toEqual([]);
});

async function expectText(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
}

test("the desk makes a product, sells it, hands one order over and gives another back", async () => {
  const operator = await club.newOperator("cashier");
  const { page } = await open({ size: DESK });
  await signInOperator(page, operator.name, "/shop");
  await tick(page.getByRole("radio", { name: "Products" }));
  await page.getByRole("button", { name: "New product" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Product").fill("Stable scarf");
  await dialog.getByLabel("Price").fill("22.50");
  await dialog.getByLabel("Stock").fill("2");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  const row = page.getByRole("row", { name: /Stable scarf/ });
  await row.getByText("Draft").waitFor();
  await row.getByRole("button", { name: "Publish" }).click();
  await row.getByText("In the shop").waitFor();
  await row.getByRole("button", { name: "Stock" }).click();
  await dialog.getByLabel("Comes or goes").fill("+3");
  await dialog.getByLabel(/^Reason/).fill("a delivery");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await row.getByRole("cell", { name: "5", exact: true }).waitFor();
  await keepScreen(page, "console-shop-products");

  const player = await makePlayer(club, 10_000);
  const { body } = await club.call("GET", "/api/shop/list", { token: player.token });
  const scarf = (body.list as { product_id: string; name: string; price_cents: number }[]).find(
    ({ name }) => name === "Stable scarf",
  );
  const numbers: string[] = [];
  for (const key of ["first", "second"]) {
    const bought = await club.call("POST", "/api/shop/buy", {
      token: player.token,
      headers: { "idempotency-key": key },
      body: { product_id: scarf?.product_id, quantity: 1, price_cents: scarf?.price_cents },
    });
    numbers.push(ok(bought).order_no);
  }
  await tick(page.getByRole("radio", { name: "Orders" }));
  const [first = "", second = ""] = numbers;
  await page
    .getByRole("row", { name: new RegExp(first) })
    .getByRole("button", { name: "Hand over" })
    .click();
  await page.getByRole("row", { name: new RegExp(first) }).waitFor({ state: "detached" });
  await page
    .getByRole("row", { name: new RegExp(second) })
    .getByRole("button", { name: "Refund" })
    .click();
  await dialog.getByLabel(/^Reason/).fill("torn");
  await dialog.getByRole("button", { name: /^Refund/ }).click();
  await page.getByRole("row", { name: new RegExp(second) }).waitFor({ state: "detached" });
  await keepScreen(page, "console-shop-orders");
  expect(await cashOf(club, player)).toBe(7750);
});
