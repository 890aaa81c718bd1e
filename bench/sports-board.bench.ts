import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { buildApps } from "../scripts/lib/build-apps.ts";
import { startBrowser } from "../scripts/lib/browser.ts";
import { type BenchClub, startBenchClub } from "./lib/bench-club.ts";
import { type Row, round } from "./lib/figures.ts";
import { report } from "./lib/report.ts";

/**
 * The board of sports on a slow phone: two thousand markets on one day, ten price changes a second,
 * the real app in a browser whose processor is four times slower. Counts what keeps the main thread
 * longer than 50 ms, while the page is looked at and while it is scrolled: by the clock, and by the
 * processor time of the thread, which other work on the machine does not lengthen.
 */
const EVENTS = Number(process.env["BENCH_EVENTS"] ?? 2000);
const CHANGES_PER_SECOND = 10;
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 70);
const SLOWDOWN = 4;
const LONG_MS = 50;
const PHONE = { width: 375, height: 812 };

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const sentence = await buildApps();
  if (sentence !== undefined) throw new Error(sentence);
  const club = await startBenchClub(0);
  const browser = await startBrowser();
  try {
    const markets = await fill(club);
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await watchPrices(page);
    const slow = await context.newCDPSession(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    const rows = await measure({ club, page, markets });
    return { name: `the board with ${EVENTS} markets on a phone ${SLOWDOWN} times slower`, rows };
  } finally {
    await browser.close();
    await club.stop();
  }
}

interface Market {
  readonly market_id: string;
  readonly outcomes: readonly { readonly outcome_id: string; readonly odds_milli: number }[];
}

const BATCH = 500;

/** Matches of one afternoon, each with its match result. */
async function fill(club: BenchClub): Promise<readonly Market[]> {
  const start = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const limits = { market_liability_cents: 100_000_000, event_liability_cents: 500_000_000 };
  await club.operator("POST", "/api/operator/sports/limits", limits);
  for (let from = 0; from < EVENTS; from += BATCH) {
    const payload = Array.from({ length: Math.min(BATCH, EVENTS - from) }, (_, i) =>
      fed(from + i, start),
    );
    const body = { format: "the-odds-api", payload, publish: true };
    await club.operator("POST", "/api/operator/sports/events/import", body);
  }
  const list = (await club.operator("GET", "/api/operator/sports/board")) as unknown;
  const markets = (list as { main_market: Market | null }[]).flatMap(({ main_market }) =>
    main_market === null ? [] : [main_market],
  );
  if (markets.length < EVENTS) throw new Error(`${markets.length} markets are on the board`);
  return markets;
}

const PER_COMPETITION = 20;

function fed(number: number, start: string): object {
  const [home, away] = [`Harbour Rovers ${number}`, `Castle Moor ${number}`];
  const prices: readonly (readonly [string, number])[] = [
    [home, 1.85],
    ["Draw", 3.6],
    [away, 4.4],
  ];
  return {
    id: `board-${number}`,
    sport_key: "soccer_board",
    sport_title: `League ${Math.floor(number / PER_COMPETITION)}`,
    commence_time: start,
    home_team: home,
    away_team: away,
    bookmakers: [
      {
        key: "one",
        title: "One",
        last_update: new Date().toISOString(),
        markets: [{ key: "h2h", outcomes: prices.map(([name, price]) => ({ name, price })) }],
      },
    ],
  };
}

/** Counts the price texts that change on the screen. */
async function watchPrices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { prices: 0 };
    Object.assign(globalThis, { seen });
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver((changes) => {
        seen.prices += changes.length;
      }).observe(document.body, { characterData: true, subtree: true });
    });
  });
}

const MICROSECONDS = 1000;

interface Task {
  /** Wall-clock and processor time. */
  readonly ms: number;
  readonly cpuMs: number;
}

/** What the page's main thread did during `doing`, task by task. */
async function tasksOf(page: Page, doing: () => Promise<void>): Promise<readonly Task[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page has a browser");
  await browser.startTracing(page, { categories: ["toplevel"] });
  await doing();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: {
      name: string;
      pid: number;
      tid: number;
      dur?: number;
      tdur?: number;
      args: { name?: string };
    }[];
  };
  const main = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return trace.traceEvents
    .filter(({ name, pid, tid }) => name.endsWith("RunTask") && main.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / MICROSECONDS, cpuMs: tdur / MICROSECONDS }));
}

interface Measured {
  readonly club: BenchClub;
  readonly page: Page;
  readonly markets: readonly Market[];
}

async function measure({ club, page, markets }: Measured): Promise<Row[]> {
  const stop = new AbortController();
  const sent = changePrices(club, markets, stop.signal);
  const opening = await tasksOf(page, async () => {
    await page.goto(`http://127.0.0.1:${club.port}/app/#/pages/sport/sport`);
    await page.locator(".match").first().waitFor({ timeout: 60_000 });
    // Leaves time for the stream and the service worker too.
    await sleep(10_000);
  });
  const looking = await tasksOf(page, async () => await sleep(SECONDS * 1000));
  const scrolling = await tasksOf(page, async () => await scroll(page));
  stop.abort();
  const changes = await sent;
  const prices = await page.evaluate(
    () => (globalThis as unknown as { seen: { prices: number } }).seen.prices,
  );
  return [
    { name: "price changes sent a second", value: round(changes.sent / changes.seconds), unit: "" },
    { name: "prices changed on the screen", value: prices, unit: "" },
    ...taskRows("opening", opening),
    ...taskRows(`looking on, ${SECONDS} s`, looking),
    ...taskRows("scrolling, 10 s", scrolling),
    { name: "rows drawn at the end", value: await page.locator(".match").count(), unit: "" },
  ];
}

function taskRows(name: string, tasks: readonly Task[]): Row[] {
  const rowOf = (by: string, lengths: readonly number[]): Row => ({
    name: `${name}: tasks over ${LONG_MS} ms / the longest, ${by}`,
    value: `${lengths.filter((ms) => ms > LONG_MS).length} / ${round(Math.max(0, ...lengths))}`,
    unit: "ms",
  });
  return [
    rowOf(
      "processor",
      tasks.map(({ cpuMs }) => cpuMs),
    ),
    rowOf(
      "clock",
      tasks.map(({ ms }) => ms),
    ),
  ];
}

const SCROLLS = 20;

/** Scrolls down the list as a thumb does. */
async function scroll(page: Page): Promise<void> {
  for (let at = 0; at < SCROLLS; at += 1) {
    await page.mouse.wheel(0, 500);
    await sleep(500);
  }
}

/** Ten a second, on matches in view and all others. Returns how many were sent. */
async function changePrices(
  club: BenchClub,
  markets: readonly Market[],
  signal: AbortSignal,
): Promise<{ readonly sent: number; readonly seconds: number }> {
  let sent = 0;
  const startedAt = Date.now();
  while (!signal.aborted) {
    const began = Date.now();
    // Every second change hits the first screen, the others take turns over all markets.
    const market = sent % 2 === 0 ? markets[(sent / 2) % 8] : markets[sent % markets.length];
    if (market === undefined) break;
    const step = 10 * (1 + (sent % 7));
    const outcomes = market.outcomes.map(({ outcome_id, odds_milli }, i) => ({
      outcome_id,
      odds_milli: odds_milli + (i === 0 ? step : -step),
    }));
    const path = `/api/operator/sports/markets/${market.market_id}/price`;
    await club.operator("POST", path, { outcomes });
    sent += 1;
    await sleep(Math.max(0, 1000 / CHANGES_PER_SECOND - (Date.now() - began)));
  }
  return { sent, seconds: (Date.now() - startedAt) / 1000 };
}

if (import.meta.main) report(import.meta.filename, await run());
