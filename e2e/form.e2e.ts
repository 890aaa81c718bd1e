import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { openMeeting, type OpenRace } from "./lib/card.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { openScreen, sheet } from "./lib/player-app.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  DESK,
  keepScreen,
  openWindow,
  SMALL_PHONE,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";

/* The form guide: what a card says of past runs, the speed map, and the replay of a race. */

let club: TestClub;
let races: OpenRace[];
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub();
  races = await openMeeting(club, { races: 2, runners: 8, withForm: true });
  await runRace(raceAt(1).raceId);
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

/** With places at three calls: runner 3 leads, runner 5 comes from behind. */
async function runRace(raceId: string): Promise<void> {
  const { token } = await club.newOperator("owner");
  const act = async (name: string, body: object = {}) =>
    ok(await club.call("POST", `/api/operator/races/${raceId}/${name}`, { token, body }));
  await act("close");
  const finish = [5, 3, 1, 2, 4, 6, 7, 8];
  const [first, second] = [
    [3, 1, 2, 4, 6, 7, 8, 5],
    [3, 1, 4, 2, 5, 6, 8, 7],
  ];
  const runs = finish.map((number, at) => ({
    number,
    positions: [first.indexOf(number) + 1, second.indexOf(number) + 1, at + 1],
    margin: at * 1.25,
    time_ms: 70_450 + at * 210,
  }));
  const placings = finish.slice(0, 4).map((number) => [number]);
  const { result_version } = await act("result", { placings, stage: "final", runs });
  await act("settle", { result_version });
}

async function open(at: number, options: WindowOptions = {}): Promise<Page> {
  const window = await openWindow(club.url, options);
  windows.push(window);
  await openScreen(window.page, `/pages/detail/detail?race=${raceAt(at).raceId}`);
  await window.page.locator(".runner").first().waitFor();
  return window.page;
}

const openRunner = async (page: Page, at: number): Promise<void> => {
  await page.locator(".runner .runner-text").nth(at).click();
  await page.locator(".past-runs").waitFor();
};

test("the sheet has the card's runs, sorted by any column either way, with large heads", async () => {
  const page = await open(0, { still: true });
  const row = page.locator(".runner").first();
  await row.getByText("3: 1-1-0").waitFor();
  await openRunner(page, 0);
  const runner = sheet(page);
  const text = (await runner.innerText()).replaceAll(/\s+/g, " ");
  expect(text).toMatch(/Career 3: 1-1-0/i);
  expect(text).toMatch(/Wet 1: 1-0-0/i);
  expect(text).toContain("Last run 20 days ago");
  expect(text).toContain("Likes to lead");
  expect(text).toContain("From the card, as it came");
  const places = async (): Promise<string[]> =>
    await runner.locator(".past-runs tbody tr:not(.past-said) td:first-child").allInnerTexts();
  const sortOf = async (name: string) =>
    await runner.getByRole("columnheader", { name }).getAttribute("aria-sort");
  expect(await places()).toEqual(["2/9", "1/8", "–/11"]);
  expect(await sortOf("Date")).toBe("descending");
  const head = (name: string) => runner.getByRole("button", { name, exact: true });
  for (const [name, up, down] of [
    ["Place", ["1/8", "2/9", "–/11"], ["2/9", "1/8", "–/11"]],
    ["Margin", ["1/8", "2/9", "–/11"], ["2/9", "1/8", "–/11"]],
    ["Price", ["2/9", "–/11", "1/8"], ["1/8", "–/11", "2/9"]],
    ["Weight", ["1/8", "2/9", "–/11"], ["–/11", "2/9", "1/8"]],
    ["Distance", ["–/11", "2/9", "1/8"], ["1/8", "2/9", "–/11"]],
  ] as const) {
    await head(name).click();
    expect([name, await places(), await sortOf(name)]).toEqual([name, up, "ascending"]);
    await head(name).click();
    expect([name, await places(), await sortOf(name)]).toEqual([name, down, "descending"]);
    const box = await head(name).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
  }
  expect(await runner.locator("[aria-sort]").count()).toBe(1);
});

test("the speed map says who leads, in a drawing and in words, and comes when it is asked for", async () => {
  const page = await open(0, { still: true });
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.getByRole("button", { name: /^Speed map/ }).click();
  const map = sheet(page);
  await map.getByRole("img", { name: "Expected early, from the front: 1, 2, 3, 4" }).waitFor();
  expect(scripts.some((url) => url.includes("SpeedMapSheet"))).toBe(true);
  const words = (await map.locator(".draw-groups").innerText()).replaceAll(/\s+/g, " ");
  expect(words).toMatch(
    /In front 1 Northern Tide .*At the back 3 Meridian 4 Paper Lantern Not known 5 /i,
  );
  const xOf = async (at: number) =>
    (await map.locator(".draw-cloth").nth(at).boundingBox())?.x ?? 0;
  // By barriers: runner 1 has 1, runner 2 has 8.
  expect(await xOf(0)).toBeGreaterThan((await xOf(3)) + 40);
  const tip = page.locator(".race-tips");
  expect((await tip.innerText()).replaceAll(/\s+/g, " ")).toContain("The Rail 1 4 Fit and well");
});

test("the replay plays to the finish, stops, and goes by the keys; the table says the same", async () => {
  const page = await open(1);
  await page.getByRole("button", { name: /^How it was run/ }).click();
  const replay = sheet(page);
  await replay.getByRole("img", { name: /^Start, from the front/ }).waitFor();
  await replay.getByRole("button", { name: "Play", exact: true }).click();
  await replay.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await replay
    .getByRole("img", { name: "Finish, from the front: 5, 3, 1, 2, 4, 6, 7, 8" })
    .waitFor();
  await replay.getByRole("button", { name: "Play", exact: true }).waitFor();
  const range = replay.getByRole("slider", { name: "Moment of the race" });
  expect(await range.getAttribute("aria-valuetext")).toBe("Finish");
  await range.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await replay
    .getByRole("img", { name: "Call 1 of 3, from the front: 3, 1, 2, 4, 6, 7, 8, 5" })
    .waitFor();
  await settle(page);
  await keepScreen(page, "race-replay");
  const rows = await replay.locator("tbody tr").allInnerTexts();
  expect(rows.map((row) => row.replaceAll(/\s+/g, " ").trim()).slice(0, 2)).toEqual([
    "1 5 Brass Compass 8 5 1 – 1:10.45",
    "2 3 Meridian 1 1 2 1.25 L 1:10.66",
  ]);
});

test("where motion is not wanted the replay goes from call to call", async () => {
  const page = await open(1, { still: true });
  await page.getByRole("button", { name: /^How it was run/ }).click();
  const replay = sheet(page);
  await replay.getByRole("img", { name: /^Start/ }).waitFor();
  const seen = await page.evaluate(() => {
    const places = new Set<string>();
    const note = () => {
      const cloth = document.querySelector(".race-draw svg g g");
      places.add(cloth?.getAttribute("transform") ?? "");
      requestAnimationFrame(note);
    };
    note();
    Object.assign(globalThis, { places });
    return places.size;
  });
  expect(seen).toBe(1);
  await replay.getByRole("button", { name: "Play", exact: true }).click();
  await replay.getByRole("img", { name: /^Finish/ }).waitFor();
  const all = await page.evaluate(
    () => (globalThis as unknown as { places: Set<string> }).places.size,
  );
  // The line, and at most one place for each of the three calls.
  expect(all).toBeLessThanOrEqual(4);
});

const LOOKS: readonly { readonly name: string; readonly options: WindowOptions }[] = [
  { name: "375", options: {} },
  { name: "375-dark", options: { theme: "dark" } },
  { name: "375-zh", options: { locale: "zh-TW" } },
  { name: "320-fr", options: { size: SMALL_PHONE, locale: "fr-FR" } },
  { name: "320-es", options: { size: SMALL_PHONE, locale: "es-ES", theme: "dark" } },
  { name: "768", options: { size: { width: 768, height: 1024 } } },
  { name: "1440", options: { size: { width: 1440, height: 900 }, locale: "zh-CN" } },
];

const MAP = /^(Speed map|走位圖|走位图|Carte des allures|Mapa de ritmo)/;
const REPLAY = /^(How it was run|賽事重溫|赛事重温|Le déroulement|Cómo se corrió)/;

test.each(LOOKS)("sheet, map and replay are sound at $name", async ({ name, options }) => {
  const look = { ...options, still: true, withoutPolicy: true };
  const page = await open(0, look);
  await page.locator(".runner .fig", { hasText: "3: 1-1-0" }).first().waitFor();
  const sound = async (what: string): Promise<void> => {
    await settle(page);
    await keepScreen(page, `form-${what}-${name}`);
    expect(await faultsOf(page)).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
  };
  // The form stands in one line, whatever it says.
  const lines = await page
    .locator(".runner-form")
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).getBoundingClientRect().height));
  expect(Math.max(...lines)).toBeLessThan(32);
  await keepScreen(page, `form-row-${name}`);
  await openRunner(page, 0);
  await page.locator(".past-runs").scrollIntoViewIfNeeded();
  await sound("sheet");
  await page.keyboard.press("Escape");
  await page.locator(".race-tips").scrollIntoViewIfNeeded();
  await keepScreen(page, `form-tips-${name}`);
  await page.getByRole("button", { name: MAP }).click();
  await page.locator(".draw-groups").waitFor();
  await sound("map");
  await page.keyboard.press("Escape");
  await openScreen(page, `/pages/detail/detail?race=${raceAt(1).raceId}`);
  await page.getByRole("button", { name: REPLAY }).click();
  await page.locator(".race-draw tbody tr").first().waitFor();
  await page.locator(".replay-acts input").fill("2");
  await sound("replay");
});

test("the desk writes a comment, and how a race was run; players see whose word it is", async () => {
  const window = await openWindow(club.url, { size: DESK, withoutPolicy: true });
  windows.push(window);
  const { page } = window;
  window.expectTrouble(/422/);
  await signInOperator(page, (await club.newOperator("owner")).name);
  const dialog = page.getByRole("dialog");
  await openPage(page, `/race/${raceAt(1).raceId}`);
  await page.getByRole("button", { name: "Margins, times, places" }).click();
  const lines = dialog.getByLabel(/^Number; places at the calls/);
  expect((await lines.inputValue()).split("\n")[0]).toBe("5; 8 5 1; 0; 1:10.45");
  await lines.fill("5; 8 5 1; neck");
  await dialog.getByText("This line cannot be read: 5; 8 5 1; neck").first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await keepScreen(page, "form-desk-runs");
  // Another finish than the result's is refused in words.
  await lines.fill("5; 8 5 2; 0; 1:10.45");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await dialog.getByText("The placings do not fit this race.").waitFor();
  await lines.fill("5; 8 5 1; 0; 1:10.45\n3; 1 1 2; 0,3; 1:10.50");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("2 runners are noted.").waitFor();

  await openPage(page, `/race/${raceAt(0).raceId}`);
  await page.getByRole("button", { name: "Change Quiet Thunder" }).click();
  await dialog.getByLabel("Comment").fill("Shoes off for the first time.");
  await keepScreen(page, "form-desk-comment");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("Quiet Thunder is changed.").waitFor();

  const phone = await open(0, { still: true });
  await openRunner(phone, 1);
  await sheet(phone).getByText("Shoes off for the first time.").waitFor();
  await sheet(phone).getByText("From the club’s desk").waitFor();
  await openScreen(phone, `/pages/detail/detail?race=${raceAt(1).raceId}`);
  await phone.getByRole("button", { name: REPLAY }).click();
  await phone.locator(".race-draw").getByText("0.3 L").waitFor();
});
