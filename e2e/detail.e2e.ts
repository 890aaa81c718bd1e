import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { seedChannels } from "../apps/server/src/tell/channels/keep-channels.ts";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { makePlayer } from "./lib/people.ts";
import { openRace, openScreen, sheet } from "./lib/player-app.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, keepScreen, openWindow, type Window } from "./lib/window.ts";

/* The page of a race: how prices got where they are, who runs, what was paid. */

let club: TestClub;
let races: OpenRace[];
let player: Awaited<ReturnType<typeof makePlayer>>;
const windows: Window[] = [];
/** A page that the stream tells to read anew does so within this time. */
const READ_LATER_MS = 4000;

beforeAll(async () => {
  club = await startClub();
  races = await openMeeting(club, { races: 4, runners: 8, scratched: 6 });
  for (const race of races) await fillPools(club, race);
  player = await makePlayer(club, 100_000);
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

const raceAt = (at: number): OpenRace => races[at] as OpenRace;

async function open(raceId: string): Promise<Page> {
  const window = await openWindow(club.url, { stored: player.stored });
  windows.push(window);
  await openRace(window.page, raceId);
  return window.page;
}

/** Prices of runner 1 as the club kept them over the last hours. */
async function writePrices(race: OpenRace, prices: readonly number[]): Promise<void> {
  await club.asAdmin("DELETE FROM price_point WHERE race_id = $1", [race.raceId]);
  await club.asAdmin(
    `INSERT INTO price_point SELECT $1, club_now() - (($3 - n) || ' minutes')::interval,
       jsonb_build_object('1', ($2::integer[])[n]) FROM generate_series(1, $3) n`,
    [race.raceId, prices, prices.length],
  );
}

// First: later ones settle races, and a channel shows the race that is next.
test("live pictures of the race play on its page, and a price is tapped beside them", async () => {
  await seedChannels(club.ctx, { code: "WR", name: "Wattle Ridge" });
  const { body } = await club.call("GET", "/api/live/channels");
  const shown = (body.list as { race: { race_id: string } | null }[])[0]?.race?.race_id ?? "";
  const page = await open(shown);
  await page.getByRole("button", { name: /^Watch Wattle Ridge/ }).click();
  const played = async (): Promise<number> =>
    await page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(played, { timeout: 20_000 }).toBeGreaterThan(0.2);
  await keepScreen(page, "race-live");
  await page.locator(".price:not([disabled])").first().click();
  await sheet(page).locator(".slip-runner").waitFor();
  expect(await page.locator("video").count()).toBe(1);

  // Another race of the meeting has none.
  await page.keyboard.press("Escape");
  await page.locator(".slip-runner").waitFor({ state: "hidden" });
  await openRace(page, raceAt(3).raceId);
  expect(await page.getByRole("button", { name: /^Watch/ }).count()).toBe(0);
});

test("past runs stand in the runner's row in short, in its sheet whole, sorted by a tap", async () => {
  const [race, past] = [raceAt(2), raceAt(3)];
  const page = await open(race.raceId);
  const record = (starts: number) => ({ starts, firsts: 1, seconds: 1, thirds: 0 });
  const run = (at: number, rest: object) => ({
    race_id: `${past.raceId}${at}`,
    meetings: "Wattle Ridge",
    raceNo: at,
    going: "Soft 5",
    runners: 8,
    barrier: 3,
    weight_kg: 57.5,
    jockey: "T. Okafor",
    margin: null,
    time_ms: null,
    positions: [],
    comment: null,
    ...rest,
  });
  const list = [
    {
      horse_id: 1,
      days_since: 14,
      career: record(12),
      track: record(3),
      distance: record(5),
      wet: record(2),
      comment: null,
      comment_by: null,
      runs: [
        run(1, { date: "2026-11-02", distance_m: 1400, place: 4, win_approx: 640 }),
        run(2, { date: "2026-10-05", distance_m: 1200, place: 1, win_approx: 1250 }),
        run(3, { date: "2026-09-01", distance_m: 1600, place: null, win_approx: null }),
      ],
    },
  ];
  await page.route("**/form", async (route) => {
    await route.fulfill({ json: { status: 200, message: "OK", list } });
  });
  await page.reload();
  const row = page.locator(".runner").first();
  await row.getByText("12: 1-1-0").waitFor();
  await keepScreen(page, "race-form-row");
  await row.locator(".runner-text").click();
  await sheet(page).getByText("Last run 14 days ago").waitFor();
  const places = async (): Promise<string[]> =>
    await sheet(page).locator(".past-runs tbody tr td:first-child").allInnerTexts();
  expect(await places()).toEqual(["4/8", "1/8", "–/8"]);
  await sheet(page).getByRole("button", { name: "Place", exact: true }).first().click();
  expect(await places()).toEqual(["1/8", "4/8", "–/8"]);
  await sheet(page).getByRole("button", { name: "Distance" }).click();
  expect(await places()).toEqual(["1/8", "4/8", "–/8"]);
  await sheet(page).getByRole("button", { name: "Distance" }).click();
  expect(await places()).toEqual(["–/8", "4/8", "1/8"]);
  await sheet(page).locator(".past-runs").scrollIntoViewIfNeeded();
  await keepScreen(page, "race-form");
});

test("the line of a runner's price is what the club kept; its sheet says first, lowest, highest, now", async () => {
  const race = raceAt(2);
  await writePrices(race, [900, 860, 700, 300, 520, 640]);
  const page = await open(race.raceId);
  const row = page.locator(".runner").first();
  await row.locator(".spark polyline").waitFor();
  const points = (await row.locator(".spark polyline").getAttribute("points")) ?? "";
  expect(points.split(" ")).toHaveLength(7);
  expect(await row.locator(".price-was").first().innerText()).toContain("9.00");

  await row.locator(".runner-text").click();
  const runner = sheet(page).locator(".runner-sheet");
  await runner.waitFor();
  const figures = await runner.locator(".runner-figures").innerText();
  expect(figures.replaceAll(/\s+/g, " ")).toMatch(
    /First 9\.00 Lowest 3\.00 Highest 9\.00 Now \d+\.\d\d/,
  );
  const plot = runner.getByRole("img", { name: /From 9\.00 to .*; lowest 3\.00, highest 9\.00/ });
  await plot.waitFor();
  const facts = (await runner.innerText()).replaceAll(/\s+/g, " ");
  expect(facts).toContain("Jockey T. Okafor");
  expect(facts).toContain("Trainer B. Whitlock");
  expect(facts).toContain("Weight 60.0 kg");
  expect(await runner.locator(".form-runs span").allInnerTexts()).toEqual(["1", "2", "1", "4"]);
  await settle(page);
  await keepScreen(page, "runner-sheet");

  // From the sheet into the bet.
  await sheet(page)
    .getByRole("button", { name: /^Place \d/ })
    .click();
  await sheet(page).locator(".slip-runner").getByText("Northern Tide", { exact: true }).waitFor();
  expect(await sheet(page).locator(".sheet-head h2").innerText()).toContain("Single Place");
});

test("a board shows the pool's own money: a grid of two runners, rows and a search, live", async () => {
  const race = raceAt(1);
  const { token } = player;
  const bet = async (form: object): Promise<void> => {
    const body = { race_id: race.raceId, betAmount: 4, confirm_same: true, ...form };
    ok(await club.call("POST", "/api/order/place-order", { token, body }));
  };
  await bet({ bet_type: 4, horse: [1, 2, 3] });
  const page = await open(race.raceId);
  await page.getByRole("button", { name: /^What each combination would pay/ }).click();
  const board = sheet(page);
  const cell = board.locator(".board-grid tbody tr").nth(0).locator("td").nth(1);
  // 12.00 less 14.75 %, all of it for the 4.00 on 1-2.
  await expect.poll(() => cell.innerText(), { timeout: 20_000 }).toBe("2.50");
  expect(await board.locator(".board-grid thead th").count()).toBe(7);
  await settle(page);
  await keepScreen(page, "race-board-grid");
  await bet({ bet_type: 4, horse: [1, 3] });
  await expect.poll(() => cell.innerText(), { timeout: 20_000 }).toBe("3.40");

  await board.getByRole("button", { name: "Trio", exact: true }).click();
  await board.getByText("No money on it yet").waitFor();
  await bet({ bet_type: 20, horse: [1, 2, 3, 4] });
  const rows = board.locator(".board-list li");
  await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(4);
  const field = board.getByLabel("Find a combination");
  await field.fill("4");
  await expect.poll(() => rows.count()).toBe(3);
  await field.fill("7 5 1");
  await expect
    .poll(async () => (await rows.allInnerTexts()).join().replaceAll(/\s+/g, " "))
    .toBe("1 5 7 $0.00 –");
  await settle(page);
  await keepScreen(page, "race-board-rows");
});

test("a price that moves while the page is open is drawn without asking again", async () => {
  const race = raceAt(2);
  const window = await openWindow(club.url, { stored: player.stored });
  windows.push(window);
  const { page } = window;
  const of = (url: string): number => (url.includes("/api/events/race/") ? 1 : 0);
  let asked = 0;
  let answered = 0;
  page.on("request", (request) => (asked += of(request.url())));
  page.on("requestfinished", (request) => (answered += of(request.url())));
  await openRace(page, race.raceId);
  await expect.poll(() => answered).toBeGreaterThan(0);
  // It may be read once more when the stream has begun; from then on there is news.
  await page.waitForTimeout(READ_LATER_MS);
  asked = 0;
  const price = page.locator(".runner").first().locator(".price-now").first();
  const before = await price.innerText();
  const bettor = await makePlayer(club, 500_000);
  const body = { race_id: race.raceId, bet_type: 1, horse: [1], betAmount: 900 };
  ok(await club.call("POST", "/api/order/place-order", { token: bettor.token, body }));
  await expect.poll(async () => await price.innerText()).not.toBe(before);
  expect(asked).toBe(0);
});

test("a scratched runner's sheet offers no bet", async () => {
  const page = await open(raceAt(2).raceId);
  await page.locator(".runner-scratched .runner-text").click();
  await sheet(page).locator(".runner-sheet").waitFor();
  expect(await sheet(page).locator(".sheet-foot").count()).toBe(0);
});

test("a race is shared by its link: by the device's sheet, else it is copied", async () => {
  const page = await open(raceAt(2).raceId);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => Object.assign(navigator, { share: undefined }));
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("Link copied").waitFor();
  const link = await page.evaluate(async () => await navigator.clipboard.readText());
  expect(link).toBe(`${club.url}/app/#/pages/detail/detail?race=${raceAt(2).raceId}`);

  await page.evaluate(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => void Object.assign(globalThis, { shared: data }),
    });
  });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const shared = await page.evaluate(() => (globalThis as unknown as { shared: ShareData }).shared);
  expect(shared.url).toBe(link);
  expect(shared.title).toBe("Wattle Ridge R3");
  expect(shared.text).toMatch(/Wattle Ridge R3 Ironbark Stakes · \d\d:\d\d/);
});

test("the results of two doubles stand each with its races, a word between them, and the pools in their sum", async () => {
  const [first, second, third] = [raceAt(0), raceAt(1), raceAt(2)];
  for (const [leg1, leg2, horse, horse2] of [
    [first, second, 4, 7],
    [second, third, 7, 2],
  ] as const) {
    const legs = { race_id: leg1.raceId, race_id2: leg2.raceId };
    const body = { ...legs, bet_type: 10, horse: [horse], horse2: [horse2], betAmount: 10 };
    ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }));
  }
  const operator = await club.newOperator("owner");
  const act = async (race: OpenRace, name: string, body: object = {}): Promise<unknown> =>
    ok(
      await club.call("POST", `/api/operator/races/${race.raceId}/${name}`, {
        token: operator.token,
        body,
      }),
    );
  for (const [race, placings] of [
    [first, [[4], [7], [2], [1]]],
    [second, [[7], [4], [2], [1]]],
    [third, [[2], [4], [7], [1]]],
  ] as const) {
    await act(race, "close");
    await act(race, "result", { placings, stage: "final" });
    await act(race, "settle", { result_version: 1 });
  }
  // What the club answers may be a second old.
  const told = async (): Promise<string> =>
    JSON.stringify(ok(await club.call("GET", `/api/events/race/${second.raceId}`)).dividends);
  await expect.poll(told).toContain('"7-2"');
  const window = await openWindow(club.url, { stored: player.stored });
  windows.push(window);
  const { page } = window;
  await openScreen(page, `/pages/detail/detail?race=${second.raceId}`);
  const linesOf = async (legs: string): Promise<string> => {
    const double = page.locator(".dividend-pool", { hasText: `${legs} · $10` });
    await double.waitFor();
    return (await double.locator(".dividend-line").allInnerTexts())
      .join("; ")
      .replaceAll(/\s+/g, " ");
  };

  // News from before may come after what was read, and is read over.
  await expect.poll(async () => await linesOf("R1 → R2")).toMatch(/^4 and then 7 \d+\.\d\d$/);
  await expect.poll(async () => await linesOf("R2 → R3")).toMatch(/^7 and then 2 \d+\.\d\d$/);
  expect(await page.locator(".column-head-hint").first().innerText()).toMatch(
    /^Pool \$[\d,]+\.\d\d$/,
  );
  await settle(page);
  await keepScreen(page, "result-double");
});

test("a server that fails: what is safe, a way on, a reference that can be read out", async () => {
  const window = await openWindow(club.url, { stored: player.stored });
  windows.push(window);
  const { page } = window;
  window.expectTrouble(/500|Failed to load/);
  const request_id = "7f3a19c2-0d4e-4b6f-9a51-2c8e7d6f5b40";
  await page.route("**/api/events/race/*", async (route) => {
    const json = { status: 500, message: "boom", params: { request_id } };
    await route.fulfill({ status: 500, json });
  });
  await openScreen(page, `/pages/detail/detail?race=${raceAt(3).raceId}`);
  await page.getByText("The race did not load.").waitFor();
  // Its reference is two pieces that each stay whole.
  const pieces = page.locator(".error-reference span");
  expect(await pieces.first().innerText()).toContain(request_id);
  expect(await pieces.count()).toBe(2);
  for (const piece of await pieces.all()) {
    const box = await piece.boundingBox();
    expect(box?.height).toBeLessThan(30);
  }
  await keepScreen(page, "race-failed");
  await page.unroute("**/api/events/race/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: /^All \d+$/ }).waitFor();
});

test("a race that does not exist says that it did not load", async () => {
  const window = await openWindow(club.url, { stored: player.stored });
  windows.push(window);
  const { page } = window;
  window.expectTrouble(/404/);
  await openScreen(page, "/pages/detail/detail?race=00000000-0000-7000-8000-000000000000");
  await page.getByText("The race did not load.").waitFor();
});
