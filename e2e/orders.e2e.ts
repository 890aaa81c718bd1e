import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { makeClubDay, type ClubDay } from "./lib/club-day.ts";
import { openMeeting } from "./lib/card.ts";
import { faultsOf } from "./lib/look.ts";
import { makePlayer, ordersOf } from "./lib/people.ts";
import { openScreen, readReceipt, sheet } from "./lib/player-app.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  keepScreen,
  openWindow,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";

/* The bets of a player: found by state and by day, however many they are. */

const MANY = 3000;
const OLD_POOL = "a0000000-0000-4000-8000-000000000000";

let club: TestClub;
let day: ClubDay;
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub();
  day = await makeClubDay(club);
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

async function open(path: string, watch?: (page: Page) => Promise<void>): Promise<Page> {
  const window = await openWindow(club.url, { stored: day.player.stored });
  windows.push(window);
  await watch?.(window.page);
  await openScreen(window.page, path);
  await window.page.locator(".order, .empty").first().waitFor();
  return window.page;
}

const titles = async (page: Page): Promise<string[]> =>
  await page.locator(".order-head b").allInnerTexts();

test("tabs: open, settled and all, each with its own address", async () => {
  const page = await open("/pages/order/list");
  expect(await page.locator(".order .tag").allInnerTexts()).toEqual(
    Array.from({ length: 8 }, () => "Open"),
  );
  await page.getByRole("link", { name: "Settled" }).click();
  await page.locator(".order .tag", { hasText: "Won" }).first().waitFor();
  expect(await titles(page)).toHaveLength(4);
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect.poll(async () => (await titles(page)).length).toBe(12);
  expect(page.url()).toContain("tab=all");
  await page.goBack();
  await expect.poll(async () => (await titles(page)).length).toBe(4);
});

test("days: the list of a range, the range in the address, and the way back to all", async () => {
  const page = await open("/pages/order/list?tab=all");
  await page.getByRole("button", { name: "Days of the bets" }).click();
  await sheet(page).getByRole("button", { name: "7 days", exact: true }).click();
  await keepScreen(page, "orders-range");
  await sheet(page).getByRole("button", { name: /^Show/ }).click();
  await page.locator(".order-days").waitFor();
  expect(page.url()).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
  await expect.poll(async () => (await titles(page)).length).toBe(12);

  await openScreen(page, "/pages/order/list?tab=all&from=2026-01-01&to=2026-01-31");
  await page.getByText("No bets in these days").waitFor();
  await page.getByRole("button", { name: "All days" }).click();
  await expect.poll(async () => (await titles(page)).length).toBe(12);
  expect(page.url()).not.toContain("from=");
});

test("a bet: time line, receipt, a picture of its ticket, the same again", async () => {
  const page = await open("/pages/order/list?tab=open");
  await page.locator(".order", { hasText: "First 4 Stand Out" }).first().click();
  const detail = sheet(page);
  await detail.locator(".time-line").getByText("Accepted").waitFor();
  const receipt = await detail.locator(".order-facts .fig").first().innerText();
  await page.evaluate(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [] }: ShareData) => {
        const [file] = files;
        const picture = await createImageBitmap(file as File);
        const { name, type, size } = file as File;
        Object.assign(globalThis, { shared: { name, type, size, width: picture.width } });
      },
    });
  });
  await detail.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => "shared" in globalThis);
  const shared = await page.evaluate(
    () => (globalThis as unknown as { shared: Record<string, unknown> }).shared,
  );
  expect(shared).toMatchObject({ name: `${receipt}.png`, type: "image/png", width: 720 });
  expect(shared["size"]).toBeGreaterThan(4000);

  await detail.getByRole("button", { name: "Same again" }).click();
  await sheet(page).locator(".grid").waitFor();
  expect(await sheet(page).locator('.grid [aria-pressed="true"]').count()).toBe(5);
  expect(
    await sheet(page)
      .getByRole("button", { name: /^Place bet/ })
      .innerText(),
  ).toContain("$3.00");
});

test("a settled bet's picture says what it paid, and can be had as text", async () => {
  const page = await open(`/pages/order/list?tab=settled&order=${day.orderId}`);
  await sheet(page).locator(".order-board").waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => Object.assign(navigator, { share: undefined, canShare: undefined }));
  await sheet(page).getByRole("button", { name: "Share" }).click();
  await sheet(page).getByText("Copied").waitFor();
  const text = await page.evaluate(async () => await navigator.clipboard.readText());
  expect(text).toMatch(/Won · paid \$\d+\.\d\d$/);
  const balance = ok(await club.call("GET", "/api/user/wallet", { token: day.player.token }));
  expect(text).not.toContain((balance.cash_cents / 100).toFixed(2));
  // There is nothing to place again: the race has run.
  expect(await sheet(page).getByRole("button", { name: "Same again" }).count()).toBe(0);
});

test("why money came back: struck cloths and how much of the bet is void, on the card and in its time line", async () => {
  const { player, operator } = day;
  const races = await openMeeting(club, {
    name: "Tern Island",
    code: "TI",
    races: 2,
    firstInMinutes: 55,
  });
  const [first, second] = races.map(({ raceId }) => raceId);
  const place = async (form: object): Promise<string> =>
    ok(await club.call("POST", "/api/order/place-order", { token: player.token, body: form }))
      .order_id;
  const box = await place({ race_id: first, bet_type: 7, horse: [2, 3, 10, 5], betAmount: 1 });
  const gone = await place({ race_id: second, bet_type: 1, horse: [8], betAmount: 5 });
  const act = async (raceId: string | undefined, name: string, body: object): Promise<unknown> =>
    ok(
      await club.call("POST", `/api/operator/races/${raceId ?? ""}/${name}`, {
        token: operator.token,
        body,
      }),
    );
  await act(first, "scratch", { horse_id: 5 });
  await act(second, "abandon", { reason: "storm" });
  const refunds = async (): Promise<number[]> =>
    await Promise.all(
      [box, gone].map(async (id) => {
        const order = await club.call("GET", `/api/order/${id}`, { token: player.token });
        return ok(order).refund_cents as number;
      }),
    );
  await expect.poll(refunds).toEqual([1800, 500]);

  const page = await open("/pages/order/list?tab=all");
  const card = page.locator(".order", { hasText: "Tern Island R1" });
  await card.getByText("5 scratched: 18 of 24 void").waitFor();
  expect(await card.locator(".cloth-scratched").allInnerTexts()).toEqual(["5"]);
  await page.locator(".order", { hasText: "Tern Island R2" }).getByText("Race abandoned").waitFor();
  await keepScreen(page, "orders-why");
  expect(await faultsOf(page)).toEqual([]);
  await card.click();
  await sheet(page).getByText("5 scratched: 18 of 24 combinations void").waitFor();
  await sheet(page)
    .locator(".time-line")
    .getByText(/^5 [A-Z][\w' ]+ scratched · \$18\.00$/)
    .waitFor();
  await settle(page);
  await keepScreen(page, "order-why-back");
  expect(await faultsOf(page)).toEqual([]);
});

test("the same again for a double: both of its races and what was chosen in each", async () => {
  const { player } = day;
  const [leg1, leg2] = await openMeeting(club, {
    name: "Pier Road",
    code: "PR",
    races: 2,
    firstInMinutes: 70,
  });
  const body = {
    race_id: leg1?.raceId,
    race_id2: leg2?.raceId,
    bet_type: 10,
    horse: [1, 2],
    horse2: [4],
    betAmount: 3,
  };
  ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }));
  const page = await open("/pages/order/list?tab=open");
  await page.locator(".order", { hasText: "Pier Road R1 + Pier Road R2" }).click();
  await sheet(page).getByRole("button", { name: "Same again" }).click();
  await sheet(page).locator(".grid").waitFor();
  // The slip asks about the same bet a moment ago, and is still a bet of its own.
  await sheet(page)
    .getByRole("button", { name: /\$6\.00/ })
    .click();
  const receipt = await readReceipt(page);
  expect(receipt.text).toContain("Pier Road R2");
  const orders = await ordersOf(club, player);
  expect(orders.filter(({ bet_type }) => bet_type === 10)).toHaveLength(2);
});

/** Thousands of bets of long ago, a quarter of an hour apart: copies of one. */
async function writeHistory(): Promise<void> {
  await club.asAdmin(
    `SET session_replication_role = replica;
     INSERT INTO pool (id, code, race_id, rule_set, rule_set_version, dividends, status, escrow_account, created_at)
     SELECT '${OLD_POOL}', 'FIRST4', gen_random_uuid(), rule_set, rule_set_version, dividends, 'PAID',
       escrow_account, created_at - interval '90 days'
     FROM pool LIMIT 1;
     INSERT INTO bet
     SELECT (jsonb_populate_record(b, jsonb_build_object('idem_key', null, 'pool_id', '${OLD_POOL}', 'pool_id2', null,
       'id', uuid_floor(b.accepted_at - g * interval '15 minutes'), 'accepted_at', b.accepted_at - g * interval '15 minutes'))).*
     FROM bet b, generate_series(1, ${MANY}) g WHERE b.id = (SELECT id FROM bet
       WHERE player_id = '${day.player.id}' AND pool_id2 IS NULL ORDER BY id LIMIT 1)`,
  );
}

async function forgetHistory(): Promise<void> {
  await club.asAdmin(
    `SET session_replication_role = replica;
     DELETE FROM bet WHERE pool_id = '${OLD_POOL}'; DELETE FROM pool WHERE id = '${OLD_POOL}'`,
  );
}

const ORDERS = "/api/order/list?limit=20";

/** What the page asked for of the list of bets. */
interface Asked {
  /** When each further page was decided on first, in ms, by its cursor's address. */
  readonly pages: Readonly<Record<string, number>>;
  readonly repeats: number;
  /** How often the list was read from its start: once, and again after news of the player's bets. */
  readonly starts: number;
}

/** The page notes what it asks for itself: nothing comes between the deciding and the note. */
async function noteRequests(page: Page): Promise<void> {
  await page.addInitScript((orders) => {
    const ask = globalThis.fetch.bind(globalThis);
    const asked = { pages: {} as Record<string, number>, repeats: 0, starts: 0 };
    const note = (url: string) => {
      if (!url.includes(orders)) return;
      if (!url.includes("cursor=")) asked.starts += 1;
      else if (asked.pages[url] !== undefined) asked.repeats += 1;
      else asked.pages[url] = performance.now();
    };
    Object.assign(globalThis, {
      asked,
      scheduler: undefined,
      fetch: async (url: string, init?: RequestInit) => {
        note(url);
        return await ask(url, init);
      },
    });
  }, ORDERS);
}

const askedBy = async (page: Page): Promise<Asked> =>
  await page.evaluate(() => (globalThis as unknown as { asked: Asked }).asked);

const pagesOf = ({ pages }: Asked): number => Object.keys(pages).length;

test("section 9: thousands of bets: pages come near the end, 350 ms apart, days keep their heads, the page stays light", async () => {
  await writeHistory();
  try {
    const page = await open("/pages/order/list?tab=all", noteRequests);
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    expect(pagesOf(await askedBy(page))).toBe(0);
    const drawn: number[] = [];
    for (let reached = 0; reached < 30; reached += 1) {
      const before = pagesOf(await askedBy(page));
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect.poll(async () => pagesOf(await askedBy(page))).toBeGreaterThan(before);
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      drawn.push(await page.locator(".order").count());
    }
    const asked = await askedBy(page);
    const times = Object.values(asked.pages);
    expect(times.length).toBeGreaterThanOrEqual(30);
    // No page twice, unless the list was read anew: each goes on from the last bet of the one before.
    expect(asked.repeats).toBeLessThanOrEqual((asked.starts - 1) * times.length);
    expect(Math.max(...drawn)).toBeLessThan(220);
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(300);
    // What was left behind is there again, at its old place; the list never jumps on the way.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(await heightsOnTheWayUp(page)).toEqual([height]);
    await page.locator(".order").first().waitFor();
    await settle(page);
    expect(await titles(page)).not.toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    // A day's head stands once, wherever a page ended.
    const heads = await page.locator(".day-head h2").allInnerTexts();
    expect(new Set(heads).size).toBe(heads.length);
  } finally {
    await forgetHistory();
  }
});

/** Goes to the top at once; every height in px that the page has in the next second, or sixty frames. */
async function heightsOnTheWayUp(page: Page): Promise<readonly number[]> {
  return await page.evaluate(async () => {
    const seen = new Set<number>();
    const look = (): unknown => seen.add(document.documentElement.scrollHeight);
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["style"] });
    scrollTo(0, 0);
    for (let frame = 0; frame < 60; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      look();
    }
    watch.disconnect();
    return [...seen];
  });
}

test("section 2: the next page is asked for 50 px before the end, not before", async () => {
  await writeHistory();
  try {
    const page = await open("/pages/order/list?tab=all");
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    let asked = 0;
    page.on("request", (request) => (asked += request.url().includes("cursor=") ? 1 : 0));
    const scrollToEnd = async (short: number): Promise<void> =>
      await page.evaluate((by) => {
        const end = document.querySelector(".load-more")?.getBoundingClientRect().top ?? 0;
        scrollTo(0, scrollY + end - innerHeight - by);
      }, short);
    await scrollToEnd(70);
    await settle(page);
    await page.waitForTimeout(500);
    expect(asked).toBe(0);
    await scrollToEnd(40);
    await expect.poll(() => asked).toBe(1);
  } finally {
    await forgetHistory();
  }
});

/** A single on the home side. */
async function betOnSports(token: string): Promise<string> {
  const event = ok(await club.call("GET", `/api/sport/${day.eventId}`, { token }));
  const [market] = event.markets as { market_id: string; outcomes: Outcome[] }[];
  const [outcome] = market?.outcomes ?? [];
  const leg = {
    event_id: day.eventId,
    market_id: market?.market_id,
    outcome_id: outcome?.outcome_id,
    odds_milli: outcome?.odds_milli,
  };
  const body = { kind: "single", legs: [leg], unit_stake_cents: 500 };
  const headers = { "idempotency-key": randomUUID() };
  return ok(await club.call("POST", "/api/order/place-sport-order", { token, body, headers }))
    .order_id as string;
}

interface Outcome {
  readonly outcome_id: string;
  readonly odds_milli: number;
}

async function betOnRace(token: string, horse: number): Promise<void> {
  const body = { race_id: day.openRaceId, bet_type: 1, horse: [horse], betAmount: 2 };
  ok(await club.call("POST", "/api/order/place-order", { token, body }));
}

const kindChip = (page: Page, name: string) =>
  page.getByRole("group", { name: "Kind of bets" }).getByRole("button", { name, exact: true });

const LOOKS: readonly { readonly name: string; readonly options: WindowOptions }[] = [
  { name: "my-bets-light", options: {} },
  { name: "my-bets-dark", options: { theme: "dark" } },
  { name: "my-bets-chinese", options: { locale: "zh-TW" } },
  { name: "my-bets-tablet", options: { size: { width: 768, height: 1024 } } },
  { name: "my-bets-desk", options: { size: { width: 1440, height: 900 } } },
];

describe("both kinds of bets in one list", () => {
  let player: Awaited<ReturnType<typeof makePlayer>>;
  let sportId: string;

  beforeAll(async () => {
    player = await makePlayer(club, 50_000);
    sportId = await betOnSports(player.token);
    await betOnRace(player.token, 2);
    await betOnSports(player.token);
    await betOnRace(player.token, 3);
  });

  async function openMine(path: string, more: WindowOptions = {}): Promise<Window> {
    const window = await openWindow(club.url, {
      ...more,
      stored: { ...player.stored, ...more.stored },
    });
    windows.push(window);
    await openScreen(window.page, path);
    return window;
  }

  test("newest first, by kind, counted, each with its sheet; both addresses of old lead here", async () => {
    const { page } = await openMine("/pages/order/list");
    await expect
      .poll(async () => await titles(page))
      .toEqual(["Single Win", "Single", "Single Win", "Single"]);
    await page.locator(".tab-switch-count").getByText("4", { exact: true }).waitFor();
    await kindChip(page, "Sports").click();
    await expect.poll(async () => await titles(page)).toEqual(["Single", "Single"]);
    expect(page.url()).toContain("kind=sports");
    await page.locator(".tab-switch-count").getByText("2", { exact: true }).waitFor();
    await kindChip(page, "Racing").click();
    await expect.poll(async () => await titles(page)).toEqual(["Single Win", "Single Win"]);
    await page.goBack();
    await expect.poll(async () => await titles(page)).toEqual(["Single", "Single"]);

    await kindChip(page, "All kinds").click();
    await page.locator(".order").nth(3).click();
    expect(page.url()).toContain(`sports=${sportId}`);
    await sheet(page).locator(".sport-order-legs").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.locator(".order").first().click();
    await sheet(page).getByRole("button", { name: "To the race" }).waitFor();
    await page.keyboard.press("Escape");

    await openScreen(page, "/pages/order/sport_list");
    await expect.poll(async () => await titles(page)).toEqual(["Single", "Single"]);
    expect(await kindChip(page, "Sports").getAttribute("aria-pressed")).toBe("true");
    await openScreen(page, `/pages/order/sport_list?tab=open&order=${sportId}`);
    await sheet(page).locator(".sport-order-legs").waitFor();
  });

  test("one kind does not come: the other is there, what is missing is said and tried again", async () => {
    const { page, expectTrouble } = await openMine("/");
    expectTrouble(/500/);
    await page.route("**/api/order/sport-list?limit=20*", async (route) => {
      await route.fulfill({ status: 500, json: { status: 500, message: "boom" } });
    });
    await openScreen(page, "/pages/order/list");
    await page.getByText("Your sport bets did not load.").waitFor();
    expect(await titles(page)).toEqual(["Single Win", "Single Win"]);
    await keepScreen(page, "orders-one-kind");
    await page.unroute("**/api/order/sport-list?limit=20*");
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
    await expect
      .poll(async () => await titles(page))
      .toEqual(["Single Win", "Single", "Single Win", "Single"]);
    expect(await page.getByText("Your sport bets did not load.").count()).toBe(0);
  });

  test("nothing of a kind: each says what to do next", async () => {
    const { page } = await openMine("/pages/order/list?tab=settled&kind=sports");
    await page.getByText("Prices of the next matches are on the board.").waitFor();
    await kindChip(page, "Racing").click();
    await page.getByRole("link", { name: "See the runners" }).waitFor();
  });

  test.each(LOOKS)("$name is sound, and axe finds nothing", async ({ name, options }) => {
    const { page } = await openMine("/pages/order/list", {
      ...options,
      still: true,
      withoutPolicy: true,
    });
    await page.locator(".order").nth(3).waitFor();
    await keepScreen(page, name);
    expect([...(await faultsOf(page)), ...(await violationsOf(page))]).toEqual([]);
  });
});
