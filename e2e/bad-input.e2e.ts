import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Page, Request } from "playwright-core";
import {
  PASSWORD,
  startClub,
  type TestClub,
  type TestPlayer,
} from "../apps/server/src/test/club.ts";
import { openRaceDay, type TestRace } from "../apps/server/src/test/race-day.ts";
import { cashOf, makePlayer, ordersOf } from "./lib/people.ts";
import {
  fillSlip,
  openRace,
  openScreen,
  placeButton,
  readReceipt,
  sheet,
  typeAmount,
} from "./lib/player-app.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, openWindow, type Window, type WindowOptions } from "./lib/window.ts";

/* A bet in bad hands and bad weather: nothing is lost, nothing is doubled. */

const PLACE = "**/api/order/place-order";
const CASH = 500_000;
const BOX = { type: 7, columns: [[2, 5, 7]], stake: "1" } as const;
const COST = 600;

let club: TestClub;
let race: TestRace;
let player: TestPlayer & { readonly stored: Record<string, string> };
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub();
  const [first] = await openRaceDay(club, { races: 2, runners: 8 });
  if (first === undefined) throw new Error("a race is open");
  race = first;
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});
beforeEach(async () => {
  player = await makePlayer(club, CASH);
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

async function expectBets(count: number, cost = COST): Promise<void> {
  expect(await ordersOf(club, player)).toHaveLength(count);
  expect(await cashOf(club, player)).toBe(CASH - count * cost);
}

async function expectChosen(page: Page, count: number): Promise<void> {
  const chosen = sheet(page).locator('.grid [aria-pressed="true"]');
  await expect.poll(async () => await chosen.count()).toBe(count);
}

async function openFilled(page: Page): Promise<void> {
  await openRace(page, race.race_id);
  await fillSlip(page, BOX);
}

/* ---------------------------------------------------------------- amounts */

/** Puts a text into the open keypad as the clipboard does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    const target = document.activeElement ?? document.body;
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
  }, text);
}

const stakeOf = async (page: Page): Promise<string> =>
  await sheet(page).locator(".stake").first().innerText();

test("amounts typed and pasted: what is one counts, what is none changes nothing", async () => {
  const { page } = await open();
  await openFilled(page);
  const toast = sheet(page).locator(".toast");

  // Empty and zero are no bets, and the key says "Done" instead of taking one.
  const act = sheet(page).locator(".key-act");
  await sheet(page).getByRole("button", { name: "Clear", exact: true }).click();
  expect(await act.innerText()).toBe("Done");
  await typeAmount(page, "0");
  expect(await act.innerText()).toBe("Done");
  await typeAmount(page, "0.00");
  expect(await act.innerText()).toBe("Done");

  // A third decimal, a second point and letters are not written.
  await typeAmount(page, "2.999");
  expect(await stakeOf(page)).toContain("$2.99");
  await sheet(page).getByRole("button", { name: "Clear", exact: true }).click();
  for (const key of "1e9-x4..5") await page.keyboard.press(key);
  expect(await stakeOf(page)).toContain("$194.5");

  for (const none of ["", "-5", "1.005", "1e9", "1000000000", "ten", "<b>5</b>", "5;10"]) {
    await paste(page, none);
    await toast.getByText("This is no amount").waitFor();
    expect([none, await stakeOf(page)]).toEqual([none, expect.stringContaining("$194.5")]);
  }
  for (const [text, shown] of [
    ["٢٥", "$25"],
    ["$20.00", "$20"],
    ["1,284.50", "$1284.50"],
  ] as const) {
    await paste(page, text);
    await expect.poll(async () => await stakeOf(page)).toContain(shown);
  }
  // 6 combinations of 1,284.50 are more than the player has: topping up is the act, no bet is.
  await act.click();
  await sheet(page).getByText("More than your balance of $5,000.00").waitFor();
  expect(await placeButton(page).count()).toBe(0);
  await expectBets(0);
});

test("seven digits are the most that a stake takes, and the club's limit is said", async () => {
  const { page } = await open();
  await openFilled(page);
  await typeAmount(page, "123456789");
  expect(await stakeOf(page)).toContain("$1234567");
  await sheet(page).locator(".key-act").click();
  expect(await placeButton(page).getAttribute("aria-disabled")).toBe("true");
  await expectBets(0);
});

/** Where money is typed beside the bet slip; each is to hold 1,284.50 at the end, once. */
const FIELDS = [
  {
    what: "a top-up",
    path: "/pages/recharge/recharge",
    open: "Amount",
    act: /^Top up/,
    kept: "SELECT amount_cents FROM top_up WHERE player_id = $1 AND status = 'created'",
  },
  {
    what: "a withdrawal",
    path: "/pages/withdraw/withdraw",
    open: "Amount",
    act: /^Withdraw/,
    kept: "SELECT amount_cents FROM withdrawal WHERE player_id = $1",
  },
  {
    what: "a limit",
    path: "/pages/protection/protection",
    open: "Set a limit",
    act: /^Save/,
    kept: `SELECT (detail->>'amount_cents')::bigint AS amount_cents FROM protection_log
      WHERE player_id = $1 AND kind LIKE 'limit.%'`,
  },
] as const;

const CARD = {
  bank_name: "Harbour Mutual",
  account_name: "Noor Haldane",
  account_number: "1184 4417",
  branch_code: "999-204",
  swift_bic: "",
  currency: "AUD",
};

test.each(FIELDS)(
  "the amount of $what, typed and pasted: what is one counts, once",
  async (field) => {
    const { token } = player;
    await club.call("POST", "/api/user/bank_card", { token, body: CARD });
    const { page } = await open();
    let asked = 0;
    let answered = 0;
    const isMoney = (request: Request): boolean =>
      request.method() !== "GET" && /create$|limits$/.test(new URL(request.url()).pathname);
    page.on("request", (request) => (asked += isMoney(request) ? 1 : 0));
    page.on("requestfinished", (request) => (answered += isMoney(request) ? 1 : 0));
    await openScreen(page, field.path);
    await page.getByRole("button", { name: field.open }).first().click();
    const shown = sheet(page).locator(".stake-value");
    const key = sheet(page).locator(".key-act");
    const clear = sheet(page).getByRole("button", { name: "Clear", exact: true });
    const isDirect = field.what === "a limit";

    // Empty saves nothing.
    if (isDirect) expect(await key.isDisabled()).toBe(true);
    else expect(await key.innerText()).toBe("Done");

    // A third decimal, a second point, signs and letters are not written.
    await typeAmount(page, "2.999");
    expect(await shown.innerText()).toContain("$2.99");
    await clear.click();
    for (const one of "1e9-x4..5") await page.keyboard.press(one);
    expect(await shown.innerText()).toContain("$194.5");
    await typeAmount(page, "1000000000");
    expect(await shown.innerText()).toContain("$1000000");

    const toast = page.locator(".toast");
    for (const none of ["", "-5", "1.005", "1e9", "1000000000", "ten", "<b>5</b>", "5;10"]) {
      await paste(page, none);
      await toast.getByText(`“${none}” is no amount`).first().waitFor();
      expect([none, await shown.innerText()]).toEqual([none, expect.stringContaining("$1000000")]);
    }
    await paste(page, "٢٥");
    await expect.poll(async () => await shown.innerText()).toContain("$25");

    if (!isDirect) {
      // Nothing, and zero, are no amount: the act says so and does nothing.
      for (const none of ["", "0", "0.00"]) {
        await clear.click();
        if (none !== "") await typeAmount(page, none);
        await key.click();
        const act = page.locator("main").getByRole("button", { name: field.act });
        expect(await act.getAttribute("aria-disabled")).toBe("true");
        await act.click({ force: true });
        await page.getByRole("button", { name: field.open }).first().click();
      }
    }
    expect(asked).toBe(0);
    await paste(page, "1,284.50");
    await expect.poll(async () => await shown.innerText()).toContain("1284.50");
    if (!isDirect) await key.click();
    const act = isDirect ? key : page.locator("main").getByRole("button", { name: field.act });
    await act.dblclick();
    await expect.poll(() => asked > 0 && answered === asked).toBe(true);
    expect(await club.query(field.kept, [player.id])).toEqual([{ amount_cents: 128_450n }]);
  },
);

/* ---------------------------------------------------------------- taps and ways out */

test("a double tap on Place is one bet", async () => {
  const { page } = await open();
  await openFilled(page);
  await placeButton(page).dblclick();
  await readReceipt(page);
  await expectBets(1);
});

test("ten taps while the answer is on its way are one bet", async () => {
  const { page } = await open();
  await page.route(PLACE, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await openFilled(page);
  await placeButton(page).evaluate((button: HTMLElement) => {
    for (let taps = 0; taps < 10; taps += 1) button.click();
  });
  await readReceipt(page);
  await expectBets(1);
});

test("the back button while the bet is on its way: the receipt comes all the same", async () => {
  const { page } = await open();
  await openScreen(page, "/");
  await page.locator(".race-chip").first().waitFor();
  await openFilled(page);
  const left = Promise.withResolvers<void>();
  await page.route(PLACE, async (route) => {
    await left.promise;
    await route.continue();
  });
  await placeButton(page).click();
  await page.goBack();
  left.resolve();
  await readReceipt(page);
  await expectBets(1);
});

test("the back button with an open slip closes it; what was chosen is there again", async () => {
  const { page } = await open();
  await openScreen(page, "/");
  await page.locator(".race-chip").first().waitFor();
  await openFilled(page);
  await page.goBack();
  await page.locator(".keypad").waitFor({ state: "detached" });
  await page.goBack();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^All \d+$/ }).waitFor();
  await openScreen(page, "/");
  await page.locator(".floating").click();
  await expectChosen(page, 3);
  await placeButton(page).click();
  await readReceipt(page);
  await expectBets(1);
});

/* ---------------------------------------------------------------- tabs */

test("two tabs: each places its own bet once, both show the same balance", async () => {
  const one = await open();
  await one.page.goto("/app/");
  const two = await one.context.newPage();
  await openFilled(one.page);
  await openFilled(two);
  await Promise.all([placeButton(one.page).click(), placeButton(two).click()]);
  await Promise.all([readReceipt(one.page), readReceipt(two)]);
  await expectBets(2);
  for (const page of [one.page, two]) {
    await sheet(page).getByRole("button", { name: "Back to the race" }).click();
    await page.locator(".top-bar-balance .drawn", { hasText: "$4,988.00" }).waitFor();
  }
});

test("signed out in another tab: the slip stays, asks to sign in, and sends nothing", async () => {
  const one = await open();
  await openFilled(one.page);
  let sent = 0;
  one.page.on("request", (request) => (sent += request.url().includes("place-order") ? 1 : 0));
  const two = await one.context.newPage();
  await openScreen(two, "/pages/account/account");
  await two.getByRole("button", { name: "Sign out", exact: true }).click();
  await two.getByLabel("User name").waitFor();

  const { page } = one;
  await sheet(page).locator(".key-act").click();
  await sheet(page).getByRole("button", { name: "Sign in to bet" }).click();
  await page.getByLabel("User name").fill(player.name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.locator("form").getByRole("button", { name: "Sign in" }).click();
  // Back at the race with the same runners and stake.
  await page.getByRole("button", { name: /^All \d+$/ }).waitFor();
  await openScreen(page, "/");
  await page.locator(".floating").click();
  expect(sent).toBe(0);
  await placeButton(page).click();
  await readReceipt(page);
  // The session of before has ended.
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  player = { ...player, token };
  await expectBets(1);
});

/* ---------------------------------------------------------------- the device */

test("a clock that is wrong by a day: the countdown, the bet and its time are the club's", async () => {
  for (const days of [1, -1]) {
    const window = await open();
    const { page } = window;
    await page.addInitScript((by) => {
      const RealDate = Date;
      const shifted = (): number => RealDate.now() + by;
      globalThis.Date = new Proxy(RealDate, {
        construct: (target, args) =>
          args.length === 0 ? new target(shifted()) : Reflect.construct(target, args),
        get: (target, name, receiver) =>
          name === "now" ? shifted : (Reflect.get(target, name, receiver) as unknown),
      });
    }, days * 86_400_000);
    await openRace(page, race.race_id);
    await page
      .locator(".race-head")
      .getByText(/^\d+$|^\d+ ?min$|h/)
      .first()
      .waitFor();
    expect(await page.locator(".race-head").innerText()).toMatch(/5\d\s*min|1\s*h/);
    await fillSlip(page, BOX);
    await placeButton(page).click();
    const receipt = await readReceipt(page);
    const [order] = await ordersOf(club, player);
    expect(receipt.number).toBe(order?.receipt_no);
  }
  expect(await ordersOf(club, player)).toHaveLength(2);
});

/** Fills what is left of the store, to the last character. */
async function fillStore(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let piece = 1 << 22; piece >= 1; piece >>= 1) {
      for (let at = 0; ; at += 1) {
        try {
          localStorage.setItem(`other ${piece} ${at}`, "y".repeat(piece));
        } catch {
          break;
        }
      }
    }
  });
}

test("a full store: room is made for the slip, so that a lost answer is still asked about", async () => {
  const window = await open();
  const { page } = window;
  window.expectTrouble(/net::ERR_|Failed to load resource/);
  await openFilled(page);
  await page.evaluate(() => {
    for (let at = 0; at < 10; at += 1) {
      localStorage.setItem(`c:old${at}`, JSON.stringify({ t: at, body: "x".repeat(2000) }));
    }
  });
  await fillStore(page);
  const arrived = new Promise<void>((resolve) => {
    void page.route(PLACE, async (route) => {
      await route.fetch();
      resolve();
    });
  });
  await placeButton(page).click();
  await arrived;
  expect(await page.evaluate(() => localStorage.getItem("slip"))).not.toBeNull();
  await page.reload();
  await sheet(page)
    .getByText(/Your bet was accepted at/)
    .waitFor();
  await expectBets(1);
});

test("a store that is forbidden: signing in, betting and a new token work while the app is open", async () => {
  const window = await open({ stored: {} });
  const { page } = window;
  window.expectTrouble(/401/);
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
  });
  await openScreen(page, "/pages/login/login");
  await page.getByLabel("User name").fill(player.name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.locator("form").getByRole("button", { name: "Sign in" }).click();
  await page.locator(".race-chip").first().waitFor();
  await openFilled(page);
  // The first answer is that the token is over: the refreshed one must be known without a store.
  await page.route(
    PLACE,
    async (route) => {
      await route.fulfill({
        status: 401,
        json: { status: 401, message: "expired", code: "auth.required" },
      });
    },
    { times: 1 },
  );
  await placeButton(page).click();
  await readReceipt(page);
  await expectBets(1);
});

test("another language with a slip in hand: the bet is the same bet", async () => {
  const { page } = await open();
  await openFilled(page);
  await openScreen(page, "/pages/account/account");
  await page.locator(".list-group").first().waitFor();
  await page
    .getByRole("button", { name: /^Language, theme, text size/ })
    .last()
    .click();
  await sheet(page).getByLabel("Language").selectOption("fr");
  await page.waitForFunction(() => document.documentElement.lang === "fr");
  await page.keyboard.press("Escape");
  await openScreen(page, "/");
  await page.locator(".floating").click();
  await expectChosen(page, 3);
  await sheet(page).locator(".button-primary").click();
  const receipt = await readReceipt(page);
  expect(receipt.text).toMatch(/6,00/);
  await expectBets(1);
});
