import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { PICKER_TEXTS } from "../packages/i18n/src/picker.ts";
import { fullDay, walk } from "./lib/full-day.ts";
import { openScreen } from "./lib/player-app.ts";
import { closeSheet, outsideTour, settle, tourOf, type Stop } from "./lib/tour.ts";

/* For everybody: no text outside the catalogues. */

const full = fullDay();

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
  const rules = await full.club.call("GET", "/api/content/rules?lang=es");
  const help = await full.club.call("GET", "/api/content/help?lang=es");
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
  const page = await full.open({ still: true, locale: "es-ES", withoutWorker: true });
  await markCatalogue(page);
  const { body } = await full.club.call("GET", `/api/events/race/${full.day.openRaceId}`);
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
    full.day.player.name,
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
  const outside = await full.open(
    { still: true, locale: "es-ES", withoutWorker: true, stored: {} },
    full.named,
  );
  await markCatalogue(outside);
  const look = async (at: Page): Promise<string[]> =>
    (await unmarked(at)).filter((text) => !isData(text));
  expect([
    ...(await walk(page, [...moreStops(), ...tourOf(full.day)], async () => await look(page))),
    ...(await walk(outside, outsideTour(full.day.player), async () => await look(outside))),
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
    at("match", `/pages/sport/detail?event=${full.day.eventId}`, ".market-odds"),
    pressed("sport-picked", ".market-odds .odds:not([disabled])", ".sport-bar"),
    pressed("sport-slip", ".sport-bar", "dialog[open] .sport-slip-legs"),
    pressed("sport-keypad", "dialog[open] .sport-stake-field", "dialog[open] .keypad"),
    closed,
    at("books", "/pages/books/books", "#main .books, #main .empty, #main .error-state"),
    at("limits-log", "/pages/protection/protection?view=history", "#main .empty, #main li"),
    at("no-page", "/pages/nowhere", "#main h2, main h2"),
    at("race-check", `/pages/detail/detail?race=${full.day.settledRaceId}`, ".placing"),
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
