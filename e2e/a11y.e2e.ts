import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { makeClubDay, type ClubDay } from "./lib/club-day.ts";
import { faultsOf } from "./lib/look.ts";
import { chooseType, openRace, openScreen, sheet, tapCell } from "./lib/player-app.ts";
import { outsideTour, settle, tourOf, type Stop } from "./lib/tour.ts";
import {
  closeBrowser,
  keepScreen,
  openWindow,
  PHONE,
  type Window,
  type WindowOptions,
} from "./lib/window.ts";

/* For everybody: large text, no motion, forced colours, no text outside the catalogues. */

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
  for (const window of windows.splice(0)) await window.close();
});

async function open(options: WindowOptions = {}): Promise<Page> {
  const window = await openWindow(club.url, { stored: day.player.stored, ...options });
  windows.push(window);
  return window.page;
}

async function walk(
  page: Page,
  stops: readonly Stop[],
  look: (at: Stop) => Promise<readonly string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const stop of stops) {
    await stop.go(page);
    faults.push(...(await look(stop)).map((fault) => `${stop.name}: ${fault}`));
  }
  return faults;
}

test("text twice as large: nothing is cut off, lost or scrolls sideways", async () => {
  const page = await open({ still: true, size: { ...PHONE, height: 1200 } });
  // A reader whose default is 32 px, as the rule of the root size has it at this width.
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.fontSize = "32px";
    });
  });
  expect(
    await walk(page, tourOf(day), async ({ name }) => {
      await page.waitForFunction(() => document.documentElement.dataset["room"] === "little");
      await settle(page);
      await keepScreen(page, `${name}-large`);
      return await faultsOf(page);
    }),
  ).toEqual([]);
});

/** The tour itself has chosen a stake there. */
const CHOSEN = new Set(["slip", "keypad"]);

/** What a screen presses on the player, one line each: the checklist of promise G14. */
async function pressuresOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    const isOpen = document.querySelector("dialog[open]") !== null;
    const help = document.querySelector('a[href*="view=help"]');
    const isHelp = location.hash.includes("view=help");
    if (!isOpen && !isHelp && help?.checkVisibility() !== true) found.push("no way to help");
    const without = (selector: string, what: string): void => {
      for (const element of document.querySelectorAll(selector)) {
        if (element.checkVisibility()) found.push(`${what}: ${element.className}`);
      }
    };
    without('input[type="checkbox"]:checked', "ticked beforehand");
    without(".stake-value:not([data-empty])", "an amount beforehand");
    without('.stake-chips [aria-pressed="true"]', "an amount beforehand");
    without("audio[autoplay], video[autoplay]:not([muted])", "sound by itself");
    without("marquee, blink", "asks for attention");
    return found;
  });
}

test("on every screen help is one tap away, and nothing is chosen for the player (G14, G15)", async () => {
  const look = async (page: Page, { name }: Stop): Promise<string[]> =>
    CHOSEN.has(name) ? [] : await pressuresOf(page);
  const page = await open({ still: true });
  const outside = await open({ still: true, stored: {} });
  expect([
    ...(await walk(page, tourOf(day), async (at) => await look(page, at))),
    ...(await walk(outside, outsideTour(), async (at) => await look(outside, at))),
  ]).toEqual([]);
});

test("without motion nothing moves: no animation runs when a sheet opens or a page comes", async () => {
  const page = await open({ still: true });
  await openRace(page, day.openRaceId);
  await page.locator(".price:not([disabled])").first().click();
  await sheet(page).locator(".sheet-body").waitFor();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map(({ effect }) => effect?.getComputedTiming().duration)
      .filter((duration) => typeof duration === "number" && duration > 1),
  );
  expect(moving).toEqual([]);
});

test("forced colours: what is chosen is outlined, cloths keep the colours that name them", async () => {
  const page = await open({ still: true });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await openRace(page, day.openRaceId);
  await page.getByRole("button", { name: "All 15" }).click();
  await chooseType(page, 7);
  await tapCell(page, 2, 0);
  const outlineOf = async (selector: string): Promise<string> =>
    await sheet(page)
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  // The focus is elsewhere, or its ring would be what is seen.
  await sheet(page).locator(".sheet-panel").focus();
  expect(await outlineOf('.grid-cell[aria-pressed="true"]')).toBe("solid");
  expect(await outlineOf('.grid-cell[aria-pressed="false"]')).toBe("none");
  const cloth = await sheet(page)
    .locator(".cloth")
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(cloth).toBe("rgb(200, 16, 46)");
  await keepScreen(page, "forced-colours");
});

/** All that the app says in a language, with marks around it: what has none came from no catalogue. */
async function markCatalogue(page: Page): Promise<void> {
  await page.route(/assets\/player-es-[\w-]+\.js/, async (route) => {
    const answer = await route.fetch();
    const code = await answer.text();
    const marked = code.replaceAll(
      /(:\s*)(["'`])((?:\\.|(?!\2).)*)\2(?=\s*[,}])/g,
      (_, colon: string, quote: string, text: string) => `${colon}${quote}⟦${text}⟧${quote}`,
    );
    await route.fulfill({ response: answer, body: marked });
  });
}

/** Data, not words of the app: figures, money, times, names that the club gave. */
const DATA: readonly RegExp[] = [
  /^[\s\d.,:·$€%×=+\-–−…()/'’|<>#]*$/,
  /^R\d+$/,
  /^[0-9A-Z]{5}-[0-9A-Z]{5}$/,
  // A hash by its ends, with the moment before it.
  /^([\d:.]+ · )?[0-9a-f]{4} [0-9a-f]{4} … [0-9a-f]{4}$/,
];

async function unmarked(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const said: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const parent = walker.currentNode.parentElement;
      // Silks and plots draw figures; the language's own name is nobody's translation.
      if (
        parent === null ||
        parent.closest("svg, script, style, select, [lang]:not(html)") !== null
      )
        continue;
      if (!parent.checkVisibility()) continue;
      said.push(walker.currentNode.textContent?.trim() ?? "");
    }
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        said.push(element.getAttribute(name) ?? "");
      }
    }
    return said.filter((text) => text !== "" && !text.includes("⟦") && !text.includes("⟧"));
  });
}

test("no literal text: everything that is said stands in the catalogue", async () => {
  const page = await open({ still: true, locale: "es-ES", withoutWorker: true });
  await markCatalogue(page);
  const { body } = await club.call("GET", `/api/events/race/${day.openRaceId}`);
  const { runners } = body.data as { runners: Record<string, unknown>[] };
  const names = [
    ...runners.flatMap(({ name, jockey, trainer, form }) => [name, jockey, trainer, form]),
    "Wattle Ridge",
    "Ferrow Downs",
    "Paperbark Handicap",
    "Lilly Pilly Plate",
    "Ironbark Stakes",
    "Banksia Cup",
    "Good 4",
    "Horse Club",
    day.player.name,
  ].map(String);
  const isData = (text: string): boolean => {
    const left = names
      .toSorted((one, other) => other.length - one.length)
      .reduce((rest, name) => rest.replaceAll(name, ""), text.replaceAll("\u00a0", " "))
      .trim();
    // Dates as the platform writes them.
    const words = left.match(/\p{L}+/gu) ?? [];
    return (
      DATA.some((pattern) => pattern.test(left)) ||
      words.every((word) => DATE_WORDS.has(word.toLowerCase()))
    );
  };
  const own = tourOf(day).filter(({ name }) => RACING.has(name));
  expect(
    await walk(page, own, async () => (await unmarked(page)).filter((text) => !isData(text))),
  ).toEqual([]);
});

const RACING = new Set(
  "home race race-result runner orders orders-open orders-days order types slip keypad".split(" "),
);

/** Days and months in Spanish, with what stands between them. */
const DATE_WORDS = new Set(
  [
    "a m p de r lun mar mié jue vie sáb dom",
    "ene feb abr may jun jul ago sep sept oct nov dic",
    "lunes martes miércoles jueves viernes sábado domingo hoy ayer mañana",
  ]
    .join(" ")
    .split(" "),
);

test("Chinese lines: every text is there and none runs over, in both scripts", async () => {
  for (const locale of ["zh-CN", "zh-TW"] as const) {
    for (const width of [375, 320]) {
      const page = await open({ still: true, locale, size: { width, height: 812 } });
      expect(await walk(page, tourOf(day), async () => await faultsOf(page))).toEqual([]);
    }
  }
});

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing on the app's offers, calendars and offline bars, ${theme}`, async () => {
    const page = await open({
      theme,
      still: true,
      withoutPolicy: true,
      locale: "fr-FR",
      isNew: true,
    });
    await openScreen(page, "/");
    await page.locator(".home-offer").waitFor();
    await page.evaluate(() => {
      const event = new Event("beforeinstallprompt", { cancelable: true });
      Object.assign(event, { prompt: async () => undefined });
      dispatchEvent(event);
    });
    await page.reload();
    await page.locator(".race-chip").first().waitFor();
    const look = async (name: string): Promise<string[]> => {
      await settle(page);
      await page.setViewportSize({ ...PHONE, height: 2400 });
      const found = await violationsOf(page);
      await page.setViewportSize(PHONE);
      return found.map((fault) => `${name}: ${fault}`);
    };
    const faults = await look("home");
    await page.getByRole("button", { name: "Choose a day" }).click();
    await sheet(page).waitFor();
    faults.push(...(await look("calendar")));
    await page.keyboard.press("Escape");
    await page.evaluate(() => {
      Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true });
      dispatchEvent(new Event("offline"));
    });
    await page.getByRole("button", { name: "Betting needs a connection" }).waitFor();
    faults.push(...(await look("offline")));
    await openScreen(page, `/pages/order/list?tab=all`);
    await page.locator(".tab-switch").waitFor();
    faults.push(...(await look("orders offline")));
    expect(faults).toEqual([]);
  });
}

test("the first page of a stranger is sound too", async () => {
  const page = await open({ stored: {}, still: true });
  expect(await walk(page, outsideTour(), async () => await faultsOf(page))).toEqual([]);
});
