import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { makePlayer } from "./lib/people.ts";
import { openScreen } from "./lib/player-app.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  keepScreen,
  openWindow,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";

/* The app on the home screen: what it is made of, and how one gets it there. */

let club: TestClub;
let race: OpenRace;
let player: Awaited<ReturnType<typeof makePlayer>>;
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub();
  const [first] = await openMeeting(club, { races: 3 });
  if (first === undefined) throw new Error("a race is open");
  race = first;
  await fillPools(club, race);
  player = await makePlayer(club, 50_000);
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
  const window = await openWindow(club.url, { stored: player.stored, ...options });
  windows.push(window);
  return window;
}

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}
interface Manifest {
  readonly id: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly Picture[];
  readonly screenshots: readonly (Picture & { readonly label: string })[];
  readonly shortcuts: readonly { readonly url: string; readonly icons: readonly Picture[] }[];
}

test("the manifest: every picture is there in its size, every shortcut leads to a screen", async () => {
  const { page } = await open();
  await openScreen(page, "/");
  const link = await page.locator('link[rel="manifest"]').getAttribute("href");
  const address = new URL(link ?? "", `${club.url}/app/`);
  const manifest = (await (await fetch(address)).json()) as Manifest;
  expect(manifest).toMatchObject({
    id: "/app/",
    start_url: "/app/",
    scope: "/app/",
    display: "standalone",
  });
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ].filter(({ sizes }) => sizes !== "any");
  const drawn = await page.evaluate(
    async (sources) =>
      await Promise.all(
        sources.map(async (src) => {
          const picture = new Image();
          picture.src = new URL(src, new URL("/app/", location.href)).href;
          await picture.decode();
          return `${picture.naturalWidth}x${picture.naturalHeight}`;
        }),
      ),
    pictures.map(({ src }) => src),
  );
  expect(drawn).toEqual(pictures.map(({ sizes }) => sizes));
  expect(manifest.icons.filter(({ purpose }) => purpose === "maskable")).toHaveLength(2);
  expect(manifest.screenshots.every(({ label }) => label.length > 10)).toBe(true);
  for (const { url } of manifest.shortcuts) {
    await page.goto(url);
    await page.locator(".runner, .tab-switch, .stake-chips").first().waitFor();
  }
});

test("on a phone of Apple: how to put the club on the home screen, drawn, and not again once put off", async () => {
  const window = await open();
  const { page } = window;
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "userAgent", {
      get: () => "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15",
    });
  });
  await openScreen(page, "/");
  await page.locator(".race-chip").first().waitFor();
  // Not on the first visit.
  expect(await page.locator(".install").count()).toBe(0);
  await page.reload();
  const steps = page.locator(".install .ios-steps li");
  await steps.first().waitFor();
  expect(await steps.allInnerTexts()).toEqual([
    "Tap Share in the browser’s bar",
    "Choose Add to Home Screen",
    "Tap Add",
  ]);
  await keepScreen(page, "install-ios");
  await page.locator(".install").getByRole("button", { name: "Not now" }).click();
  await page.reload();
  await page.locator(".race-chip").first().waitFor();
  expect(await page.locator(".install").count()).toBe(0);
});

test("in a browser that installs: the card asks, and its button opens the browser's own question", async () => {
  const { page } = await open();
  await openScreen(page, "/");
  await page.reload();
  await page.locator(".race-chip").first().waitFor();
  await page.evaluate(() => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    Object.assign(event, { prompt: async () => void Object.assign(globalThis, { asked: true }) });
    dispatchEvent(event);
  });
  await page.locator(".install").getByRole("button", { name: "Install" }).click();
  expect(await page.evaluate(() => "asked" in globalThis)).toBe(true);
  expect(await page.locator(".install").count()).toBe(0);
});
