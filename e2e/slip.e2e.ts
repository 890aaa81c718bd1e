import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { ok } from "../apps/server/src/test/club.ts";
import { shareOf } from "../apps/server/src/test/sample.ts";
import { violationsOf } from "./lib/axe.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { faultsOf } from "./lib/look.ts";
import { openDay } from "./lib/open-day.ts";
import { makePlayer, ordersOf } from "./lib/people.ts";
import {
  cellOfLeg,
  chooseType,
  openHome,
  openRace,
  openScreen,
  placeButton,
  readReceipt,
  sheet,
  tapCell,
} from "./lib/player-app.ts";
import { tick } from "./lib/tick.ts";
import { settle } from "./lib/tour.ts";
import { keepScreen, PHONE, SMALL_PHONE } from "./lib/window.ts";

/* The slip of racing: what the specification says of its changes, what refuses a bet, what can be had back. */

const day = openDay();

/* ---------------------------------------------------------------- 4: transitions */

test("section 4: choosing a bet type resets selections and amounts, and offers to undo it", async () => {
  const { page } = await day.open({ stored: day.stored });
  await openRace(page, day.race.raceId);
  await page.getByRole("button", { name: /^All \d+$/ }).click();
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
  const second = sheet(page).getByRole("group", { name: "Second race" }).getByRole("button");
  await second.first().click();
  expect(await second.first().getAttribute("aria-pressed")).toBe("true");
  await changeTo(11);
  expect(await second.first().getAttribute("aria-pressed")).toBe("false");
});

/* ---------------------------------------------------------------- back, taps, what fits */

test("Back closes what lies on top, one by one, and moves nothing beneath", async () => {
  const { page } = await day.open({ stored: day.stored });
  await openHome(page);
  await openRace(page, day.race.raceId);
  const prices = page.locator(".price:not([disabled])");
  const keys = page.locator(".keypad");
  const types = page.locator(".type-option").first();
  const dialog = page.locator("dialog[open]");
  await prices.nth(4).scrollIntoViewIfNeeded();
  await prices.nth(4).click();
  await sheet(page).getByRole("button", { name: "Stake per combination" }).click();
  await keys.waitFor();
  const top = await page.evaluate(() => scrollY);
  await page.goBack();
  await keys.waitFor({ state: "detached" });
  await sheet(page).locator(".sheet-head h2 button").click();
  await types.waitFor();
  await page.goBack();
  await types.waitFor({ state: "detached" });
  await sheet(page).locator(".slip-runner").waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  expect(await page.evaluate(() => [scrollY, location.hash])).toEqual([
    top,
    `#/pages/detail/detail?race=${day.race.raceId}`,
  ]);
  // Esc, the platform's own way, goes by the same steps.
  await prices.nth(6).click();
  await sheet(page).getByRole("button", { name: "Stake per combination" }).click();
  await keys.waitFor();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  expect(await dialog.count()).toBe(1);
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  await placeButton(page).click();
  await page.locator("article.receipt").waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  expect(await page.evaluate(() => location.hash)).toContain("/pages/detail/detail");
  // What was closed by its cross costs no Back: the next one leaves the page.
  await prices.nth(2).click();
  await sheet(page).locator(".sheet-head .icon-button").last().click();
  await dialog.waitFor({ state: "detached" });
  await page.goBack();
  await page.locator(".race-chip").first().waitFor();
  expect(await page.evaluate(() => location.hash)).toBe("#/");
});

test("taps from the open app, beside that for the stake, which is never chosen for anybody", async () => {
  const { page } = await day.open({ stored: day.stored });
  let taps = 0;
  const tap = async (button: Locator): Promise<void> => {
    await button.click();
    taps += 1;
  };
  const finish = async (most: number): Promise<void> => {
    expect(await placeButton(page).getAttribute("aria-disabled")).toBe("true");
    await sheet(page).getByRole("button", { name: "$1", exact: true }).click();
    await tap(placeButton(page));
    await page.locator("article.receipt").waitFor();
    await keepScreen(page, `receipt-${most}`);
    expect(taps).toBeLessThanOrEqual(most);
    taps = 0;
    await sheet(page).getByRole("button", { name: "Back to the race" }).click();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  };
  const cell = (at: string) => sheet(page).locator(`[data-at="${at}"]`);
  const type = (id: string) => sheet(page).locator(`.type-option[data-id="${id}"]`);
  const bet = page.locator(".floating");
  await openHome(page);
  await tap(page.locator(".next-price").first());
  await finish(2);

  await tap(bet);
  await tap(type("8-box"));
  await sheet(page).getByText("First four among yours, in any order.").waitFor();
  for (const runner of [0, 1, 2, 3, 5]) await tap(cell(`${runner}.0`));
  await finish(8);

  await tap(bet);
  await keepScreen(page, "types-grouped");
  await tap(type("10"));
  await tap(cell("1.0"));
  const second = sheet(page).getByRole("group", { name: "Second race" }).getByRole("button");
  // Only races that start later, and the second one's runners come by themselves.
  expect(await second.count()).toBe(2);
  await sheet(page).getByText("Choose the second race").first().waitFor();
  await tap(second.first());
  await sheet(page).getByText(`Choose runners under “${day.race.meetings} R2”`).waitFor();
  await keepScreen(page, "double-second");
  await tap(cell("2.0"));
  await finish(8);
});

const LANGUAGES = ["en", "es", "fr", "zh-Hans", "zh-Hant"];

/** Texts of the cost bar that leave it, run into each other, or make their sheet scroll sideways. */
async function costFaults(page: Page): Promise<string[]> {
  return await page.locator("dialog[open] .cost").evaluate((bar) => {
    const box = bar.getBoundingClientRect();
    const texts = [...bar.querySelectorAll("dt, dd")].map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { tagName, textContent } = element;
      return { tagName, text: textContent ?? "", rect: range.getBoundingClientRect() };
    });
    const out = texts.filter(({ rect }) => rect.right > box.right || rect.left < box.left);
    const over = texts.flatMap((one, at) =>
      texts
        .slice(at + 1)
        .filter(
          ({ rect, tagName }) =>
            tagName === one.tagName &&
            Math.min(rect.right, one.rect.right) - Math.max(rect.left, one.rect.left) > 0.5 &&
            Math.min(rect.bottom, one.rect.bottom) - Math.max(rect.top, one.rect.top) > 2.5,
        ),
    );
    const panel = bar.closest(".sheet-panel");
    const isWide = (panel?.scrollWidth ?? 0) > (panel?.clientWidth ?? 0);
    return [...out, ...over].map(({ text }) => text).concat(isWide ? ["the sheet"] : []);
  });
}

test.each(LANGUAGES)("the cost bar takes the longest texts and amounts: %s", async (language) => {
  const { page } = await day.open({ stored: { ...day.stored, language }, still: true });
  const data = {
    combinations: 504,
    unit_stake_cents: 19_841,
    unit_stake2_cents: null,
    cost_cents: 9_999_999,
    approximate_return_cents: { min: 223_999_999, max: 99_999_999_999 },
    unbacked_combinations: 123,
    same_as: null,
  };
  await page.route("**/api/order/quote", async (route) => {
    await route.fulfill({ json: { status: 200, message: "OK", data } });
  });
  await openScreen(page, `/pages/detail/detail?race=${day.race.raceId}`);
  await page.locator(".choice-all").click();
  await chooseType(page, 15);
  await tapCell(page, 1, 0);
  for (let number = 2; number <= 10; number += 1) await tapCell(page, number, 1);
  await sheet(page).locator(".stake-chips .choice:not(.fig)").click();
  for (const mode of shareOf([0, 1], LANGUAGES.indexOf(language) % 2, 2)) {
    await tick(sheet(page).getByRole("radio").nth(mode));
    await page.locator(".key-clear").click();
    const amount = mode === 0 ? "198.41" : "99999.99";
    const keys = page.locator(".keypad");
    for (const key of amount) await keys.getByRole("button", { name: key, exact: true }).click();
    await sheet(page)
      .locator(".cost")
      .getByText(/–.*[KM万萬亿億]|–.*mil|–.*k/i)
      .waitFor();
    for (const width of [320, 375]) {
      await page.setViewportSize({ width, height: 780 });
      expect(await costFaults(page), `${width} px, keypad, mode ${mode}`).toEqual([]);
      await keepScreen(page, `cost-keypad-${language}-${width}-${mode}`);
    }
  }
  await page.goBack();
  await page.locator(".keypad").waitFor({ state: "detached" });
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 780 });
    expect(await costFaults(page), `${width} px, slip`).toEqual([]);
    await keepScreen(page, `cost-${language}-${width}`);
  }
});

test("combinations that nobody has staked on are counted, not guessed", async () => {
  const [race] = await openMeeting(day.club, {
    name: "Low Light",
    code: "LL",
    races: 1,
    firstInMinutes: 70,
  });
  const { page } = await day.open({ stored: day.stored });
  await openRace(page, race?.raceId ?? "");
  await page.getByRole("button", { name: /^All \d+$/ }).click();
  await chooseType(page, 4);
  for (const number of [1, 2, 3]) await tapCell(page, number, 0);
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  const said = sheet(page).locator(".slip-unbacked");
  await said.getByText("No money on it yet", { exact: true }).waitFor();
  const { token } = await makePlayer(day.club, 50_000);
  const body = { race_id: race?.raceId, bet_type: 3, horse: [1], horse2: [2], betAmount: 2 };
  ok(await day.club.call("POST", "/api/order/place-order", { token, body }));
  const path = `/api/races/${race?.raceId}/board?pool=QUINELLA`;
  await expect.poll(async () => ok(await day.club.call("GET", path)).gross_cents).toBe(200);
  await tapCell(page, 4, 0);
  await said.getByText("No money on it yet: 5 of 6 combinations").waitFor();
});

/* ---------------------------------------------------------------- 8: refusals */

test("section 8: a refused bet shows the server's message as a toast, and stays", async () => {
  const window = await day.open({ stored: day.stored });
  const { page } = window;
  window.expectTrouble(/409/);
  await openRace(page, day.race.raceId);
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
  const window = await day.open({ stored: day.stored, size, still: true });
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
  await openRace(page, day.race.raceId);
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
  const { page } = await day.open({ stored: day.stored });
  await openRace(page, day.race.raceId);
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

/* ---------------------------------------------------------------- pools over several races */

const LEGS = [1, 2, 3, 4];

/** A meeting whose four races are the legs of a Quaddie, with prices in each. */
async function openQuaddie(firstInMinutes: number, code: string): Promise<OpenRace[]> {
  const pool = { code: "QUADDIE", name: "Early Quaddie", races: LEGS, guarantee_cents: 200_000 };
  const treble = { code: "TREBLE", name: "Treble", races: LEGS.slice(1) };
  const races = await openMeeting(day.club, {
    name: `Pier Road ${code}`,
    code,
    races: LEGS.length,
    firstInMinutes,
    scratched: 6,
    multiPools: [pool, treble],
  });
  for (const race of races) await fillPools(day.club, race);
  return races;
}

test("a Quaddie from the home page: twelve taps with two runners a leg, the receipt with its legs", async () => {
  await openQuaddie(40, "PQ");
  const player = await makePlayer(day.club, 50_000);
  const { page } = await day.open({ stored: player.stored });
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { taps: number };
    counted.taps = 0;
    addEventListener("pointerdown", ({ isTrusted }) => (counted.taps += Number(isTrusted)), true);
  });
  const taps = async (): Promise<number> =>
    await page.evaluate(() => (globalThis as unknown as { taps: number }).taps);
  await openHome(page);
  await page.getByRole("button", { name: "Bet", exact: true }).click();
  await sheet(page)
    .getByRole("button", { name: /^31 Early Quaddie/ })
    .click();
  for (const leg of LEGS.keys()) {
    for (const runner of [2, 5]) await cellOfLeg(page, leg, runner).click();
  }
  await sheet(page).getByRole("button", { name: "$2", exact: true }).click();
  await sheet(page).getByText("16 × $2").waitFor();
  await settle(page);
  await keepScreen(page, "quaddie-form");
  await placeButton(page).getByText("$32.00").waitFor();
  await placeButton(page).click();
  const receipt = await readReceipt(page);
  expect(await taps()).toBeLessThanOrEqual(12);
  await keepScreen(page, "quaddie-receipt");
  expect(receipt.text).toContain("Pier Road PQ R1–R4");
  for (const text of ["R4", "Quiet Thunder, Brass Compass", "16", "200%", "$32.00"]) {
    expect(receipt.text).toContain(text);
  }
  expect(receipt.text.match(/\d{1,2}:\d\d/g)?.length).toBeGreaterThanOrEqual(LEGS.length);
  const [order] = await ordersOf(day.club, player);
  expect(order).toMatchObject({ bet_type: 31, combinations: 16, cost_cents: 3200 });
});

test("its form: tabs that lead, favourite, field, quick pick, flexi; what is missing stands under the button", async () => {
  const [first] = await openQuaddie(50, "PF");
  const { page } = await day.open({ stored: day.stored, still: true, withoutPolicy: true });
  await openRace(page, first?.raceId ?? "");
  await page.getByRole("button", { name: "Early Quaddie" }).click();
  const tab = (leg: number) =>
    sheet(page).getByRole("button", { name: new RegExp(`^Leg ${leg}, race ${leg}, `) });
  const says = async (text: string | RegExp): Promise<void> =>
    await sheet(page).locator(".button-reason").getByText(text).waitFor();
  await sheet(page).getByText("$2,000").waitFor();
  await says("Choose the runners");
  await tab(3).click();
  await expect.poll(async () => await tab(3).getAttribute("aria-current")).toBe("true");
  await cellOfLeg(page, 2, 5).click();
  await says("Choose runners under “Leg 1”");
  await sheet(page)
    .getByRole("button", { name: /^Favourite \d+, Leg 1$/ })
    .click();
  await sheet(page).getByRole("button", { name: "Whole field, Leg 2" }).click();
  await cellOfLeg(page, 3, 1).click();
  // Nine start, and 6 does not.
  await sheet(page).getByRole("button", { name: "Leg 2, race 2, 9 chosen" }).waitFor();
  await says("Enter a stake");
  await sheet(page).getByRole("button", { name: "Per combination" }).click();
  await tick(sheet(page).getByRole("radio", { name: "Total (flexi)" }));
  const key = (name: string) =>
    sheet(page).locator(".keypad").getByRole("button", { name, exact: true });
  await key("0").click();
  await key(".").click();
  await key("0").click();
  await key("5").click();
  await sheet(page).getByRole("button", { name: "Done" }).click();
  await says("At least $0.09: a cent for each combination");
  await sheet(page).getByRole("button", { name: "$5", exact: true }).click();
  await sheet(page).getByText("55% of each dividend.").waitFor();
  await placeButton(page).getByText("$4.95").waitFor();

  for (const [runners, cost] of [
    ["3 runners", "$4.86"],
    ["1 runner", "$5.00"],
    ["2 runners", "$4.96"],
  ] as const) {
    const draw = sheet(page).getByRole("button", { name: `Quick pick: ${runners} a leg` });
    await draw.click();
    const note = `A quick pick: this phone drew ${runners} a leg by chance.`;
    await sheet(page).getByText(note).waitFor();
    await placeButton(page).getByText(cost).waitFor();
    expect(await draw.getAttribute("aria-pressed")).toBe("true");
  }
  await sheet(page).getByText("16 × $0.31").waitFor();
  await page.setViewportSize({ ...PHONE, height: 2800 });
  expect(await violationsOf(page)).toEqual([]);
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await settle(page);
    await keepScreen(page, `quaddie-form-${width}`);
    expect(await faultsOf(page)).toEqual([]);
  }
  // A leg that closes is named, and nothing can be placed.
  const { token } = await day.club.operator();
  const close = `/api/operator/races/${first?.raceId}/close`;
  ok(await day.club.call("POST", close, { token, body: {} }));
  await says("Leg 1 has closed");
});

/** A Quaddie under way: two tickets of it, and its legs to be run by hand. */
async function betQuaddie(firstInMinutes: number, code: string) {
  const races = await openQuaddie(firstInMinutes, code);
  const player = await makePlayer(day.club, 50_000);
  const { token } = await day.club.operator();
  const list = await day.club.call("GET", `/api/events/day_table?day=${await dayOf(races[0])}`);
  type Meeting = { code: string; multi_pools: { code: string; multi_pool_id: string }[] };
  const meeting = (list.body.list as Meeting[]).find((each) => each.code === code);
  const pool = meeting?.multi_pools.find((each) => each.code === "QUADDIE");
  const bet = async (
    who: { readonly token: string },
    legs: readonly number[][],
    betAmount: number,
  ) =>
    ok(
      await day.club.call("POST", "/api/order/place-order", {
        token: who.token,
        body: {
          bet_type: 31,
          race_id: races[0]?.raceId,
          multi_pool_id: pool?.multi_pool_id,
          legs,
          betAmount,
        },
      }),
    ).order_id as string;
  const orderId = await bet(player, [[2, 5], [1], [4, 7], [2, 3]], 1);
  await bet(await makePlayer(day.club, 50_000), [[2], [1], [4], [3, 9]], 5);
  const act = async (leg: number, name: string, body: object = {}): Promise<unknown> =>
    ok(
      await day.club.call("POST", `/api/operator/races/${races[leg]?.raceId}/${name}`, {
        token,
        body,
      }),
    );
  const run = async (leg: number, winner: number): Promise<void> => {
    await act(leg, "close");
    await act(leg, "result", { placings: [[winner], [8], [10]], stage: "final" });
    await act(leg, "settle", { result_version: 1 });
  };
  return { races, player, orderId, act, run };
}

test("while it runs: its legs, what is alive, what each winner of the last leg pays; then why, and the check", async () => {
  const { races, player, orderId, run } = await betQuaddie(60, "PA");
  await run(0, 2);
  const order = `/pages/order/list?tab=open&order=${orderId}`;
  const { page } = await day.open({ stored: player.stored, still: true, withoutPolicy: true });
  await openScreen(page, order);
  await sheet(page).getByText("Alive: 1 of 4 legs").waitFor();
  await run(1, 1);
  await run(2, 4);
  // The stream says that a leg is decided.
  await sheet(page).getByText("Alive: 3 of 4 legs").waitFor();
  await sheet(page).getByText("2 combinations can still win").waitFor();
  const pays = sheet(page).locator(".order-if li", { hasText: "Quiet Thunder" }).locator("b");
  const said = await pays.innerText();
  await settle(page);
  await keepScreen(page, "quaddie-alive");
  expect(await violationsOf(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);

  const size = { width: 320, height: 1200 };
  const look = {
    theme: "dark",
    locale: "zh-TW",
    size,
    still: true,
    stored: player.stored,
  } as const;
  const { page: dark } = await day.open(look);
  await openScreen(dark, order);
  await sheet(dark).locator(".order-if li").first().waitFor();
  await settle(dark);
  await keepScreen(dark, "quaddie-alive-dark");
  expect(await faultsOf(dark)).toEqual([]);
  await openScreen(dark, `/pages/detail/detail?race=${races[3]?.raceId}`);
  await dark.locator(".dividend-line").nth(9).waitFor();
  await settle(dark);
  await keepScreen(dark, "quaddie-will-pays-dark");
  expect(await faultsOf(dark)).toEqual([]);

  await openRace(page, races[3]?.raceId ?? "");
  const end = page.getByRole("region", { name: "Early Quaddie" });
  await end.getByText("nobody").first().waitFor();
  expect(await end.locator(".dividend-line").count()).toBe(1 + 9);
  await keepScreen(page, "quaddie-will-pays");
  expect(await violationsOf(page)).toEqual([]);

  await run(3, 2);
  await page.getByRole("region", { name: "Early Quaddie" }).getByText("Paid per 1.00").waitFor();
  await page.getByText("Check these dividends").click();
  await sheet(page).getByText("Equal to the cent").first().waitFor();
  await sheet(page).getByRole("heading", { name: "Quaddie" }).waitFor();
  await openScreen(page, `/pages/order/list?tab=settled&order=${orderId}`);
  await sheet(page).getByText("Why this amount").waitFor();
  await expect
    .poll(async () => await sheet(page).locator(".order-board").innerText())
    .toContain(said);
  await sheet(page).getByText("checked here").waitFor();
  await settle(page);
  await keepScreen(page, "quaddie-paid");
  expect(await faultsOf(page)).toEqual([]);
});

test("the last leg falls before another has run: what that one pays stands on its own page", async () => {
  const { races, player, orderId, act, run } = await betQuaddie(70, "PL");
  await run(0, 2);
  await run(1, 1);
  await act(3, "close");
  await act(3, "abandon", { reason: "fog" });
  const { page } = await day.open({ stored: player.stored, still: true });
  await openRace(page, races[2]?.raceId ?? "");
  const pays = page.getByRole("region", { name: "Early Quaddie" });
  await pays.getByText("nobody").first().waitFor();
  const lines = await pays.locator(".dividend-line").allInnerTexts();
  expect(lines).toHaveLength(1 + 9);
  await keepScreen(page, "quaddie-will-pays-middle");
  for (const [name, look] of Object.entries({
    "dark-zh": { theme: "dark", locale: "zh-TW" },
    "768": { size: { width: 768, height: 1024 } },
    "1440": { size: { width: 1440, height: 900 } },
  } as const)) {
    const window = await day.open({ stored: player.stored, still: true, ...look });
    const { page: other } = window;
    await openScreen(other, `/pages/detail/detail?race=${races[2]?.raceId}`);
    await other.locator(".dividend-line").nth(9).waitFor();
    await settle(other);
    await keepScreen(other, `quaddie-will-pays-middle-${name}`);
    expect(await faultsOf(other)).toEqual([]);
    // A player's streams are few.
    await window.close();
  }
  const { runners } = ok(await day.club.call("GET", `/api/events/race/${races[2]?.raceId}`));
  type Runner = { horse_id: number; name: string };
  const named = (runners as Runner[]).find(({ horse_id }) => horse_id === 4);
  expect(lines.join()).toContain(named?.name);
  await openScreen(page, `/pages/detail/detail?race=${races[3]?.raceId}`);
  await page.getByText("Abandoned").first().waitFor();
  const end = page.getByRole("region", { name: "Early Quaddie" });
  await end.locator(".dividend-line").first().waitFor();
  expect(await end.locator(".dividend-line").count()).toBe(1);
  await openScreen(page, `/pages/order/list?tab=open&order=${orderId}`);
  await sheet(page).locator(".order-if li").first().waitFor();
  expect(await sheet(page).locator(".order-if li").count()).toBe(2);
});

async function dayOf(race: OpenRace | undefined): Promise<string> {
  return ok(await day.club.call("GET", `/api/events/race/${race?.raceId}`)).date as string;
}

test("a club without room on its disk says that betting waits and the money is safe (P13)", async () => {
  const window = await day.open({ stored: day.stored });
  const { page } = window;
  window.expectTrouble(/503/);
  const { disk } = day.club.ctx;
  // The club's own look at the disk would find room again at once.
  await disk.stop();
  const beat = async (): Promise<void> =>
    await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  const bar = page.getByRole("status").getByText("Betting is paused: your money is safe");
  await openRace(page, day.race.raceId);
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
