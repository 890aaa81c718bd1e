import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { DEMO_LOGIN } from "../apps/server/src/run/demo/demo-people.ts";
import { readSettings } from "../apps/server/src/core/settings/settings.ts";
import { fillSlip, openScreen, placeButton, readReceipt, sheet } from "../e2e/lib/player-app.ts";
import { settle } from "../e2e/lib/tour.ts";
import { closeBrowser, openWindow } from "../e2e/lib/window.ts";
import { Club } from "./lib/club.ts";
import { digestOf, DRAWN_FROM, PICTURES, PICTURES_FOLDER as FOLDER } from "./lib/pictures.ts";
import { ROOT } from "./lib/steps.ts";

/**
 * `npm run pictures`: takes the pictures of the README from a running demo. Starts a club in a
 * folder of its own, bets as the demo player, waits until a race has been paid, and takes them.
 */

/** The screenshots that the app's manifest shows before installation. */
const SCREENS = join(ROOT, "apps/player/public/screens");
const PASSWORD = "pictures of the day";
const CONSOLE = { width: 1440, height: 900 };
const CONSOLE_PHONE = { width: 390, height: 844 };
const PACE_MINUTES = "4";
const MINUTE_MS = 60_000;
const PATIENCE_MS = 15 * MINUTE_MS;
const LOOK_EVERY_MS = 1500;

interface Listed {
  readonly race_id: string;
  readonly start_time: string;
  readonly status: string;
}
interface Runner {
  readonly horse_id: number;
  readonly scratched: boolean;
  readonly win_approx: number | null;
}
interface Envelope {
  readonly status: number;
  readonly message: string;
  /** What the answers of a sign-in and of a race hold, as far as it is needed here. */
  readonly data: {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly user_name: string;
    readonly user_id: string;
    readonly status: string;
    readonly runners: readonly Runner[];
  };
  readonly list: readonly Listed[];
}
type Ask = (method: string, path: string, body?: object) => Promise<Envelope>;

const folder = mkdtempSync(join(tmpdir(), "club-pictures-"));
let address = "";
// The server reads the same environment in its own process.
Object.assign(process.env, {
  PORT: "0",
  CLUB_DATA_DIR: folder,
  CLUB_DEMO: "1",
  CLUB_DEMO_PACE: PACE_MINUTES,
  CLUB_OWNER_PASSWORD: PASSWORD,
  CLUB_LOG_LEVEL: "fatal",
});
const club = new Club(readSettings(process.env), (text) => {
  address = /http:\/\/[\d.:]+/.exec(text)?.[0] ?? address;
});

process.once("SIGINT", () => void club.stop().then(() => process.exit(1)));
try {
  await mkdir(FOLDER, { recursive: true });
  await club.start((sentence) => console.error(sentence));
  await until("the club is ready", () => Promise.resolve(address !== ""));
  await takePictures();
  writeTags();
  const drawn = Object.fromEntries(PICTURES.map((picture) => [picture.name, digestOf(picture)]));
  writeFileSync(DRAWN_FROM, `${JSON.stringify(drawn, null, 2)}\n`);
} finally {
  await closeBrowser();
  await club.stop();
  await rm(folder, { recursive: true, force: true });
}

async function takePictures(): Promise<void> {
  const { userName, password } = DEMO_LOGIN;
  const anonymous = asking();
  const { data } = await anonymous("POST", "/api/user/signin", { user_name: userName, password });
  const ask = asking(data.access_token);
  const stored = {
    token: data.access_token,
    refresh_token: data.refresh_token,
    name: data.user_name,
    user_id: data.user_id,
  };
  // The console's plots start collecting when it is opened.
  const desk = await openConsole();
  const raceId = await betOnNextRace(ask);
  await until("a race with bets is paid", async () => {
    const race = await anonymous("GET", `/api/events/race/${raceId}`);
    return race.data.status === "settled";
  });
  const next = await nextRaceWithTime(anonymous);
  await takePhone(stored, { next, paid: raceId });
  await mkdir(SCREENS, { recursive: true });
  for (const [name, as] of [
    ["home-light", "home"],
    ["race-light", "race"],
    ["slip", "slip"],
  ] as const) {
    copyFileSync(join(FOLDER, `${name}.png`), join(SCREENS, `${as}.png`));
  }
  await takeConsole(desk, raceId);
}

function asking(token?: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        "idempotency-key": randomBytes(8).toString("hex"),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as Envelope;
    if (envelope.status !== 200) throw new Error(`${path}: ${envelope.message}`);
    return envelope;
  };
}

/** Bets on the next race, with bets whose cards look different from each other. */
async function betOnNextRace(ask: Ask): Promise<string> {
  await until("a race takes bets", async () => (await openRaces(ask)).length > 0);
  const [race] = await openRaces(ask);
  if (race === undefined) throw new Error("a race takes bets");
  const runners = await runnersOf(ask, race.race_id);
  const [a = 1, b = 2, c = 3, d = 4, e = 5] = runners;
  const bets = [
    { bet_type: 15, horse1st: [a], horse: [b, c, d, e], betAmount: 0.5 },
    { bet_type: 7, horse: [a, b, c, d], betAmount: 1 },
    { bet_type: 3, horse: [a], horse2: [b, c], betAmount: 5 },
    { bet_type: 2, horse: [a, b], betAmount: 10 },
    { bet_type: 9, horse: [a, b, c], betAmount: 5 },
  ];
  for (const bet of bets)
    await ask("POST", "/api/order/place-order", { race_id: race.race_id, ...bet });
  return race.race_id;
}

/** Saddle numbers, the shortest prices first. */
async function runnersOf(ask: Ask, raceId: string): Promise<number[]> {
  const { data } = await ask("GET", `/api/events/race/${raceId}`);
  return data.runners
    .filter(({ scratched }) => !scratched)
    .toSorted((one, other) => (one.win_approx ?? Infinity) - (other.win_approx ?? Infinity))
    .map(({ horse_id }) => horse_id);
}

async function openRaces(ask: Ask): Promise<Listed[]> {
  const { list } = await ask("GET", "/api/events/races");
  return list.filter(({ status }) => status === "open");
}

/** The next race of gallopers with enough time left for all its pictures. */
async function nextRaceWithTime(ask: Ask): Promise<string> {
  let found = "";
  await until("a race has its pools and time left", async () => {
    const [race] = await openRaces(ask);
    const left = Date.parse(race?.start_time ?? "") - Date.now();
    if (race !== undefined && left > 2.2 * MINUTE_MS) found = race.race_id;
    return found !== "";
  });
  return found;
}

type Stored = Readonly<Record<string, string>>;

async function takePhone(stored: Stored, races: { next: string; paid: string }): Promise<void> {
  const { next: raceId } = races;
  const light = await openWindow(address, { stored, scale: 2 });
  const dark = await openWindow(address, { stored, scale: 2, theme: "dark" });
  for (const { page, theme } of [
    { page: light.page, theme: "light" },
    { page: dark.page, theme: "dark" },
  ]) {
    await openScreen(page, "/");
    await page.locator(".race-chip").first().waitFor();
    await take(page, `home-${theme}`);
  }
  const { page } = light;
  await openScreen(page, `/pages/detail/detail?race=${raceId}`);
  await page.locator(".type-bar").waitFor();
  await take(page, "race-light");
  await page.locator(".runner .runner-text").first().click();
  await page.locator(".past-runs").scrollIntoViewIfNeeded();
  await take(page, "form");
  await page.keyboard.press("Escape");
  const [a = 1, b = 2, c = 3, d = 4] = await runnersOf(asking(), raceId);
  await fillSlip(page, {
    type: 15,
    columns: [
      [a, b],
      [c, d],
    ],
    stake: "2",
  });
  await page.getByRole("group", { name: "Amount keypad" }).waitFor();
  // The keypad closes, and the grid has the bet as it stands.
  await page.getByRole("button", { name: "Stake per combination" }).press("Escape");
  await page.locator("dialog[open] .grid").waitFor();
  await take(page, "slip");
  await placeButton(page).click();
  await readReceipt(page);
  await take(page, "receipt");
  await page.keyboard.press("Escape");
  await openScreen(page, "/pages/order/list?tab=settled");
  await page.locator(".order").first().waitFor();
  await take(page, "orders");
  await openScreen(page, `/pages/detail/detail?race=${races.paid}`);
  await page.getByText("Check these dividends").click();
  await sheet(page).getByText("Equal to the cent", { exact: true }).first().waitFor();
  await take(page, "check");
  await page.keyboard.press("Escape");
  await openScreen(page, "/pages/sport/sport");
  await page.locator(".match").first().waitFor();
  await take(page, "sports");
}

async function openConsole(): Promise<Page> {
  const { page } = await openWindow(address, { size: CONSOLE });
  await page.goto("/console/");
  await page.getByLabel("User name").fill("owner");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").first().waitFor();
  return page;
}

async function takeConsole(page: Page, raceId: string): Promise<void> {
  await take(page, "console-run-sheet");
  await page.evaluate((to) => void (location.hash = to), `/race/${raceId}`);
  await page.getByText("Settlement", { exact: true }).waitFor();
  await take(page, "console-result");
  await page.evaluate(() => void (location.hash = "/club"));
  await page.getByText("Owed now", { exact: true }).waitFor();
  await take(page, "console-club");
  await page.setViewportSize(CONSOLE_PHONE);
  await page.evaluate(() => void (location.hash = "/"));
  await page.getByText("Due next", { exact: true }).waitFor();
  await take(page, "console-phone");
}

async function take(page: Page, name: string): Promise<void> {
  await settle(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  console.log(`docs/pictures/${name}.png`);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Puts the pictures into their section of the README. */
function writeTags(): void {
  const readme = join(ROOT, "README.md");
  const before = readFileSync(readme, "utf8");
  const begin = '<!-- pictures: made by "npm run pictures" -->';
  const end = "<!-- end of pictures -->";
  const [head, rest] = before.split(begin);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined) {
    throw new Error(`README.md needs the lines "${begin}" and "${end}".`);
  }
  const tags = (on: "phone" | "desk", width: number): string[] =>
    PICTURES.filter((picture) => picture.on === on).map(
      ({ name, text }) => `  <img src="docs/pictures/${name}.png" alt="${text}" width="${width}">`,
    );
  const section = [
    '<p align="center">',
    ...tags("phone", 260),
    "</p>",
    '<p align="center">',
    ...tags("desk", 800),
    "</p>",
  ];
  writeFileSync(readme, `${head}${begin}\n\n${section.join("\n")}\n\n${end}${tail}`);
}
