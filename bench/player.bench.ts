import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { startTestServer } from "../apps/server/src/test/postgres.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../apps/server/src/test/club.ts";
import { place } from "../apps/server/src/test/db/race-day.ts";
import { makePlayer } from "../e2e/lib/people.ts";
import { openScreen, sheet } from "../e2e/lib/player-app.ts";
import { closeBrowser, openWindow } from "../e2e/lib/window.ts";
import { buildApps } from "../scripts/lib/build-apps.ts";
import { DemoClub } from "./lib/demo-club.ts";
import { type Row, round } from "./lib/figures.ts";
import { type LighthouseFigures, lookWithLighthouse } from "./lib/lighthouse.ts";
import { report } from "./lib/report.ts";

/**
 * What a player feels: Lighthouse on the running demo as a phone, the start without a connection, a
 * tap among 24 runners on a slow phone, a thousand orders scrolled, memory over half an hour of
 * live prices played fast.
 */
const LOOKS = Number(process.env["BENCH_LOOKS"] ?? 5);
/** The demo's own players all arrive at once, on the machine that also imitates the phone. */
const ARRIVAL_MS = 60_000;
const RUNNERS = 24;
const SLOWDOWN = 4;
const ORDERS = 1000;
/** Two changes a second for half an hour. */
const CHANGES = 3600;
const CHANGES_AT_ONCE = 20;
const LONG_MS = 50;

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const sentence = await buildApps();
  if (sentence !== undefined) throw new Error(sentence);
  const rows = await lighthouseRows();
  const postgres = await startTestServer({});
  const club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  try {
    const raceId = await openBigRace(club);
    const player = await makePlayer(club, 10_000_000);
    rows.push(await tapRow(club, raceId, player));
    rows.push(await memoryRow(club, raceId, player));
    rows.push(await scrollRow(club, raceId, player));
    rows.push(await offlineRow(club, player));
  } finally {
    await closeBrowser();
    await club.close();
    await postgres.stop();
  }
  return { name: "what a player feels", rows };
}

async function lighthouseRows(): Promise<Row[]> {
  const demo = await DemoClub.start();
  try {
    await sleep(ARRIVAL_MS);
    const looks: LighthouseFigures[] = [];
    for (let i = 0; i < LOOKS; i++) looks.push(await lookWithLighthouse(`${demo.url}/app/`));
    const median = (of: (look: LighthouseFigures) => number): number =>
      looks.map(of).toSorted((a, b) => a - b)[Math.floor(looks.length / 2)] ?? Number.NaN;
    return [
      {
        name: `Lighthouse, median of ${LOOKS}: performance / accessibility / best practices`,
        value: `${median((l) => l.performance)} / ${median((l) => l.accessibility)} / ${median((l) => l.bestPractices)}`,
        unit: "of 100",
      },
      { name: "Lighthouse: LCP (mark 2200)", value: median((l) => l.lcpMs), unit: "ms" },
      { name: "Lighthouse: TBT (mark 200)", value: median((l) => l.tbtMs), unit: "ms" },
      {
        name: "Lighthouse: CLS (mark 0.02)",
        value: round(
          median((l) => l.cls),
          3,
        ),
        unit: "",
      },
      { name: "Lighthouse: found wanting", value: looks[0]?.failed.join(", ") ?? "", unit: "" },
    ];
  } finally {
    await demo.stop();
  }
}

async function openBigRace(club: TestClub): Promise<string> {
  const { token } = await club.operator();
  const start = Date.now() + 45 * 60_000;
  const payload = {
    format_version: 1,
    meeting: {
      code: "BIG",
      name: "Wattle Ridge",
      country: "AU",
      date: new Date(start).toLocaleDateString("en-CA", { timeZone: "Australia/Sydney" }),
      timezone: "Australia/Sydney",
      currency: "AUD",
    },
    races: [
      {
        number: 1,
        name: "Paperbark Handicap",
        start_time: new Date(start).toISOString(),
        runners: Array.from({ length: RUNNERS }, (_, n) => ({
          number: n + 1,
          name: `Runner ${n + 1}`,
        })),
      },
    ],
  };
  const body = { format: "club", payload };
  ok(await club.call("POST", "/api/operator/cards/import", { token, body }));
  const [race] = await club.query("SELECT id FROM race");
  const raceId = String(race?.["id"]);
  ok(await club.call("POST", `/api/operator/races/${raceId}/open`, { token, body: {} }));
  return raceId;
}

type Player = TestPlayer & { readonly stored: Record<string, string> };

/** From the touch to the next frame, by the browser's own event timing. */
async function tapRow(club: TestClub, raceId: string, player: Player): Promise<Row> {
  const { page, context, close } = await openWindow(club.url, { stored: player.stored });
  await page.goto(`/app/#/pages/detail/detail?race=${raceId}`);
  await page.getByRole("button", { name: /^All \d+$/ }).click();
  await sheet(page).locator('.type-option[data-id="6"]').click();
  await sheet(page).locator('[data-at="23.0"]').waitFor();
  await slowDown(context, page);
  await page.evaluate(() => {
    const taps: number[] = [];
    Object.assign(globalThis, { taps });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === "click" || name === "pointerup") taps.push(duration);
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (let runner = 0; runner < RUNNERS; runner++) {
    await sheet(page)
      .locator(`[data-at="${runner}.${runner % 3}"]`)
      .click();
    await sleep(120);
  }
  const taps = await page.evaluate(() => (globalThis as unknown as { taps: number[] }).taps);
  await close();
  const sorted = taps.toSorted((a, b) => a - b);
  return {
    name: `tap among ${RUNNERS} runners at ${SLOWDOWN} x slowdown: median / worst (mark 100)`,
    value: `${sorted[Math.floor(sorted.length / 2)] ?? "under 16"} / ${sorted.at(-1) ?? "under 16"}`,
    unit: "ms",
  };
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

/** Changes prices on the screen again and again, through the real stream. */
async function memoryRow(club: TestClub, raceId: string, player: Player): Promise<Row> {
  const date = "";
  await place(club, player, { race_id: raceId, date, bet_type: 1, horse: [1], betAmount: 5 });
  const { page, context, close } = await openWindow(club.url, { stored: player.stored });
  await page.goto(`/app/#/pages/detail/detail?race=${raceId}`);
  await page.getByRole("button", { name: /^All \d+$/ }).waitFor();
  await sleep(3000);
  const session = await context.newCDPSession(page);
  const third = CHANGES / 3;
  const sizes: number[] = [];
  for (let part = 0; part < 3; part++) {
    await playPrices(club, raceId, third);
    sizes.push(await heapMb(session));
  }
  await close();
  return {
    name: `memory after each third of ${CHANGES} price changes`,
    value: sizes.map((size) => round(size)).join(" / "),
    unit: "MB",
  };
}

async function playPrices(club: TestClub, raceId: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += CHANGES_AT_ONCE) {
    await club.asAdmin(
      `INSERT INTO event (seq, topic, kind, payload, at)
       SELECT (SELECT max(seq) FROM event) + n, e.topic, e.kind,
         jsonb_set(e.payload, '{pools,0,gross_cents}', to_jsonb(500 + $2 + n)), now()
       FROM (SELECT * FROM event WHERE topic = 'race:' || $1 AND kind = 'odds' ORDER BY seq DESC LIMIT 1) e
       CROSS JOIN generate_series(1, $3) n`,
      [raceId, done, CHANGES_AT_ONCE],
    );
    await club.asAdmin("SELECT pg_notify('club_events', (SELECT max(seq) FROM event)::text)");
    await sleep(60);
  }
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 2 ** 20;
}

async function scrollRow(club: TestClub, raceId: string, player: Player): Promise<Row> {
  for (let i = 0; i < ORDERS; i += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const betAmount = 1 + ((i + n) % 40);
        await place(club, player, {
          race_id: raceId,
          date: "",
          bet_type: 1,
          horse: [1 + (n % RUNNERS)],
          betAmount,
        });
      }),
    );
  }
  const { page, close } = await openWindow(club.url, { stored: player.stored });
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask" });
  });
  await page.goto("/app/");
  await openScreen(page, "/pages/order/list");
  const rows = page.locator(".order-page .order");
  await rows.first().waitFor();
  await page.evaluate(() => void ((globalThis as unknown as { tasks: number[] }).tasks.length = 0));
  for (let turn = 0; turn < 400; turn++) {
    await page.mouse.wheel(0, 900);
    await sleep(40);
  }
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, -3000);
  const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);
  await close();
  const long = tasks.filter((ms) => ms > LONG_MS);
  return {
    name: `${ORDERS} orders scrolled (${height} px): tasks over ${LONG_MS} ms / the longest`,
    value: `${long.length} / ${round(Math.max(0, ...tasks))}`,
    unit: "ms",
  };
}

/** From opening the address to the card, with what the device has stored. */
async function offlineRow(club: TestClub, player: Player): Promise<Row> {
  const { page, context, close } = await openWindow(club.url, { stored: player.stored });
  await page.goto("/app/");
  await page.locator(".chip, .meeting").first().waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.locator(".chip, .meeting").first().waitFor();
  await sleep(1500);
  await context.setOffline(true);
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    await page.reload({ waitUntil: "commit" });
    await page.locator(".meeting").first().waitFor();
    times.push(await page.evaluate(() => performance.now()));
  }
  await close();
  const median = times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
  return {
    name: "start without a connection, to the card (mark 500)",
    value: round(median),
    unit: "ms",
  };
}

if (import.meta.main) report(import.meta.filename, await run());
