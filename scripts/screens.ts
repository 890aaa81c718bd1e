import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { PATHS as CONSOLE_PATHS } from "../apps/console/src/core/paths.ts";
import { ROUTES } from "../apps/player/src/core/routes.ts";
import { DEMO_LOGIN } from "../apps/server/src/run/demo/demo-people.ts";
import { readSettings } from "../apps/server/src/core/settings/settings.ts";
import { settle } from "../e2e/lib/tour.ts";
import { closeBrowser, DESK, openWindow, PHONE } from "../e2e/lib/window.ts";
import { Club } from "./lib/club.ts";
import { ROOT } from "./lib/steps.ts";

/**
 * `npm run screens`: takes every screen of the running demo into screens/all, the phone's in light,
 * dark and traditional Chinese, the console's at 1280 x 800, and one page that shows them all.
 */

const FOLDER = join(ROOT, "screens/all");
const PASSWORD = "screens of the day";
const PATIENCE_MS = 300_000;
const LOOK_EVERY_MS = 1000;
/** Time for what loads after the page itself: prices, pictures. */
const COME_TO_REST_MS = 900;
const SHEET_WIDTH = 1900;

/** Screens seen without a session. */
const OUTSIDE: readonly string[] = ["login", "register", "forgot"];

const LOOKS = [
  { name: "light", theme: "light", locale: "en-AU" },
  { name: "dark", theme: "dark", locale: "en-AU" },
  { name: "zh-hant", theme: "light", locale: "zh-TW" },
] as const;

const folder = mkdtempSync(join(tmpdir(), "club-screens-"));
let address = "";
// The server reads the same environment in its own process.
Object.assign(process.env, {
  PORT: "0",
  CLUB_DATA_DIR: folder,
  CLUB_DEMO: "1",
  CLUB_OWNER_PASSWORD: PASSWORD,
  CLUB_LOG_LEVEL: "fatal",
});
const club = new Club(readSettings(process.env), (text) => {
  address = /http:\/\/[\d.:]+/.exec(text)?.[0] ?? address;
});

process.once("SIGINT", () => void club.stop().then(() => process.exit(1)));
try {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await club.start((sentence) => console.error(sentence));
  await until("the club is ready", () => Promise.resolve(address !== ""));
  await until("a race takes bets", async () => (await firstRace()) !== undefined);
  await takePhone();
  await takeConsole();
  await writeSheet();
} finally {
  await closeBrowser();
  await club.stop();
  await rm(folder, { recursive: true, force: true });
}

async function firstRace(): Promise<string | undefined> {
  const answer = await fetch(`${address}/api/events/races`);
  const { list } = (await answer.json()) as { list?: { race_id: string; status: string }[] };
  return list?.find(({ status }) => status === "open")?.race_id;
}

async function firstEvent(): Promise<string> {
  const answer = await fetch(`${address}/api/sport/list`);
  const { list } = (await answer.json()) as { list?: { event_id: string }[] };
  return list?.[0]?.event_id ?? "";
}

/** Each look has its own session: refreshing a shared token would end the other's session. */
async function demoSession(): Promise<Record<string, string>> {
  const { userName, password } = DEMO_LOGIN;
  const answer = await fetch(`${address}/api/user/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user_name: userName, password }),
  });
  const { data } = (await answer.json()) as { data: Record<string, string> };
  const { access_token: token = "", refresh_token: refresh = "" } = data;
  const { user_name: name = "", user_id: id = "" } = data;
  return { token, refresh_token: refresh, name, user_id: id };
}

async function takePhone(): Promise<void> {
  const about: Readonly<Record<string, string | undefined>> = {
    sportDetail: `?event=${await firstEvent()}`,
  };
  for (const { name, theme, locale } of LOOKS) {
    const shared = { size: PHONE, theme, locale, still: true, scale: 1 };
    const inside = await openWindow(address, { ...shared, stored: await demoSession() });
    const outside = await openWindow(address, shared);
    for (const route of ROUTES) {
      const { page } = OUTSIDE.includes(route.id) ? outside : inside;
      await page.goto(`/app/#${route.path}${about[route.id] ?? ""}`);
      await page.reload();
      await take(page, `player-${route.id}-${name}`);
    }
    await inside.close();
    await outside.close();
  }
}

async function takeConsole(): Promise<void> {
  const window = await openWindow(address, { size: DESK, still: true });
  const { page } = window;
  await page.goto("/console/");
  await page.getByLabel("User name").fill("owner");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").first().waitFor();
  const ids: Readonly<Record<string, string | undefined>> = { race: await firstRace() };
  for (const [id, path] of Object.entries(CONSOLE_PATHS)) {
    const own = ids[id];
    if (path.includes(":id") && own === undefined) continue;
    await page.evaluate((to) => void (location.hash = to), path.replace(":id", own ?? ""));
    await take(page, `console-${id}`);
  }
  await window.close();
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("domcontentloaded");
  await page.locator("main, #main").first().waitFor();
  await sleep(COME_TO_REST_MS);
  await settle(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: "disabled" });
  console.log(`screens/all/${name}.png`);
}

/** Writes one page of all the screens, and a picture of it. */
async function writeSheet(): Promise<void> {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".png"));
  const figure = (name: string, source: string): string =>
    `<figure><img src="${source}" alt=""><figcaption>${basename(name, ".png")}</figcaption></figure>`;
  const html = (sourceOf: (name: string) => string): string =>
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body{margin:16px;display:flex;flex-wrap:wrap;gap:16px;background:#5c6b64;font:13px sans-serif;color:#fff}
figure{margin:0}img{display:block;height:480px}</style>${names.map((name) => figure(name, sourceOf(name))).join("\n")}`;
  writeFileSync(
    join(FOLDER, "index.html"),
    html((name) => name),
  );
  const sheet = await openWindow(address, { size: { width: SHEET_WIDTH, height: 1000 } });
  const inline = (name: string): string =>
    `data:image/png;base64,${readFileSync(join(FOLDER, name)).toString("base64")}`;
  await sheet.page.setContent(html(inline));
  await sheet.page.screenshot({
    path: join(FOLDER, "contact-sheet.jpg"),
    fullPage: true,
    quality: 80,
    type: "jpeg",
  });
  await sheet.close();
  console.log(`${names.length} screens: screens/all/index.html and contact-sheet.jpg`);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await sleep(LOOK_EVERY_MS);
  }
}
