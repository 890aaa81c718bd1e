import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { makeClubDay, type ClubDay } from "./lib/club-day.ts";
import { PICKER_TEXTS } from "../packages/i18n/src/picker.ts";
import { faultsOf } from "./lib/look.ts";
import { chooseType, openRace, openScreen, sheet, tapCell } from "./lib/player-app.ts";
import { closeSheet, outsideTour, settle, stopsOf, tourOf, type Stop } from "./lib/tour.ts";
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
/** The club under a name: an address of numbers has no passkeys. */
let named: string;
let day: ClubDay;
const windows: Window[] = [];

beforeAll(async () => {
  club = await startClub();
  named = club.url.replace("127.0.0.1", "localhost");
  day = await makeClubDay(club);
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});
afterEach(async () => {
  for (const window of windows.splice(0)) await window.close();
});

async function open(options: WindowOptions = {}, url = club.url): Promise<Page> {
  const window = await openWindow(url, { stored: day.player.stored, ...options });
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

test("text twice as large: nothing is cut off; on every screen help is one tap away, and nothing is chosen for the player (G14, G15)", async () => {
  const size = { ...PHONE, height: 1200 };
  const inside = await open({ still: true, size });
  const outside = await open({ still: true, size, stored: {}, withoutWorker: true }, named);
  const look = async (page: Page, { name }: Stop): Promise<string[]> => {
    await page.waitForFunction(() => document.documentElement.dataset["room"] === "little");
    await settle(page);
    await keepScreen(page, `${name}-large`);
    const pressures = CHOSEN.has(name) ? [] : await pressuresOf(page);
    return [...(await faultsOf(page)), ...pressures];
  };
  // A reader whose default is 32 px, as the rule of the root size has it at this width.
  for (const page of [inside, outside]) {
    await page.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = "32px";
      });
    });
  }
  expect([
    ...(await walk(inside, tourOf(day), async (at) => await look(inside, at))),
    ...(await walk(outside, outsideTour(day.player), async (at) => await look(outside, at))),
  ]).toEqual([]);
});

/** The tour itself has chosen a stake there. */
const CHOSEN = new Set(["legs", "all-up", "slip", "keypad", "reality-check"]);

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
  await page.getByRole("button", { name: /^All \d+$/ }).click();
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
  await page.route(/assets\/es-[\w-]+\.js/, async (route) => {
    const answer = await route.fetch();
    const code = await answer.text();
    const marked = code.replaceAll(
      /(:\s*)(["'`])((?:\\.|(?!\2).)*)\2(?=\s*[,}])/g,
      (_, colon: string, quote: string, text: string) => `${colon}${quote}⟦${text}⟧${quote}`,
    );
    await route.fulfill({ response: answer, body: marked });
  });
}

/** Numbers of receipts, of top-ups and of withdrawals. */
const NUMBERS = /[0-9A-Z]{5}-[0-9A-Z]{5}|(HC|WD) \d{6} [A-Z]{2}\d?/g;

/** What the club wrote for its pages: their titles are not the app's. */
async function writtenTitles(): Promise<string[]> {
  const rules = await club.call("GET", "/api/content/rules?lang=es");
  const help = await club.call("GET", "/api/content/help?lang=es");
  type Page = { readonly title: string };
  return [...(rules.body.list as Page[]), help.body.data as Page].map(({ title }) => title);
}

/** Data, not words of the app: figures, money, times, names that the club gave. */
const DATA: readonly RegExp[] = [
  /^[\s\d.,:·$€%×=+\-–−…()/'’|<>#]*$/,
  /^R\d+$/,
  // The head over the price of a draw, and the code of an invitation.
  /^X$/,
  /^[0-9A-Z]{8}$/,
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
        parent.closest("svg, script, style, select, .markdown, [lang]:not(html)") !== null
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
    "Saltwick Athletic",
    "Thornwick",
    "Coastal Counties Premier Cup",
    "Ellerby Town",
    "Castle Moor",
    "Northern League",
    // The account, the reasons and the goods that the day was made with.
    "Harbour Mutual",
    "Noor Haldane",
    "Rail cap",
    "Green cotton, one size.",
    "Club Bank",
    "AUD",
    ...(await writtenTitles()),
    ...Object.values(PICKER_TEXTS.es),
    ...runners.flatMap(({ name, jockey, trainer, form }) => [name, jockey, trainer, form]),
    "Wattle Ridge",
    "Ferrow Downs",
    "Paperbark Handicap",
    "Lilly Pilly Plate",
    "Ironbark Stakes",
    "Banksia Cup",
    "Good 4",
    "Treble",
    // The same, its word from the catalogue.
    "Buena 4",
    "Horse Club",
    day.player.name,
  ].map(String);
  const isData = (text: string): boolean => {
    const left = [...names, ...(text.match(NUMBERS) ?? [])]
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
  const outside = await open(
    { still: true, locale: "es-ES", withoutWorker: true, stored: {} },
    named,
  );
  await markCatalogue(outside);
  const look = async (at: Page): Promise<string[]> =>
    (await unmarked(at)).filter((text) => !isData(text));
  expect([
    ...(await walk(page, [...moreStops(), ...tourOf(day)], async () => await look(page))),
    ...(await walk(outside, outsideTour(day.player), async () => await look(outside))),
  ]).toEqual([]);
});

/** Screens and sheets beside the tour: the match, its slip, the checks, what was written. */
function moreStops(): Stop[] {
  const at = (name: string, path: string, ready: string): Stop => ({
    name,
    go: async (page) => {
      await openScreen(page, path);
      await page.locator(ready).first().waitFor();
      await settle(page);
    },
  });
  const pressed = (name: string, button: string, ready: string): Stop => ({
    name,
    go: async (page) => {
      await page.locator(button).first().click();
      await page.locator(ready).first().waitFor();
      await settle(page);
    },
  });
  const closed: Stop = { name: "closed", go: closeSheet };
  return [
    at("match", `/pages/sport/detail?event=${day.eventId}`, ".market-odds"),
    pressed("sport-picked", ".market-odds .odds:not([disabled])", ".sport-bar"),
    pressed("sport-slip", ".sport-bar", "dialog[open] .sport-slip-legs"),
    pressed("sport-keypad", "dialog[open] .sport-stake-field", "dialog[open] .keypad"),
    closed,
    at("books", "/pages/books/books", "#main .books, #main .empty, #main .error-state"),
    at("limits-log", "/pages/protection/protection?view=history", "#main .empty, #main li"),
    at("no-page", "/pages/nowhere", "#main h2, main h2"),
    at("race-check", `/pages/detail/detail?race=${day.settledRaceId}`, ".placing"),
    pressed("race-checked", "#main button.list-row:has(.icon)", "dialog[open] .check-pool"),
  ];
}

/** Days and months in Spanish, with what stands between them. */
const DATE_WORDS = new Set(
  [
    "a m p de r lun mar mié jue vie sáb dom",
    "ene feb abr may jun jul ago sep sept oct nov dic",
    "lu ma mi ju vi sá do",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "lunes martes miércoles jueves viernes sábado domingo hoy ayer mañana",
  ]
    .join(" ")
    .split(" "),
);

test("Chinese lines: none runs over at 320 px either, in both scripts", async () => {
  const size = { width: 320, height: 812 };
  const locales = ["zh-CN", "zh-TW"] as const;
  for (const [at, locale] of locales.entries()) {
    const page = await open({ still: true, locale, size });
    expect(
      await walk(page, stopsOf(tourOf(day), at, locales.length), async () => await faultsOf(page)),
    ).toEqual([]);
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
