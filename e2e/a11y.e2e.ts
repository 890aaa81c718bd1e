import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { violationsOf } from "./lib/axe.ts";
import { fullDay, walk } from "./lib/full-day.ts";
import { faultsOf } from "./lib/look.ts";
import { chooseType, openRace, openScreen, sheet, tapCell } from "./lib/player-app.ts";
import { outsideTour, settle, stopsOf, tourOf, type Stop } from "./lib/tour.ts";
import { keepScreen, PHONE } from "./lib/window.ts";

/* For everybody: large text, no motion, forced colours, narrow lines, what lies over the screens. */

const full = fullDay();

test("text twice as large: nothing is cut off; on every screen help is one tap away, and nothing is chosen for the player (G14, G15)", async () => {
  const size = { ...PHONE, height: 1200 };
  const inside = await full.open({ still: true, size });
  const outside = await full.open(
    { still: true, size, stored: {}, withoutWorker: true },
    full.named,
  );
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
    ...(await walk(inside, tourOf(full.day), async (at) => await look(inside, at))),
    ...(await walk(outside, outsideTour(full.day.player), async (at) => await look(outside, at))),
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
  const page = await full.open({ still: true });
  await openRace(page, full.day.openRaceId);
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
  const page = await full.open({ still: true });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await openRace(page, full.day.openRaceId);
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

test("Chinese lines: none runs over at 320 px either, in both scripts", async () => {
  const size = { width: 320, height: 812 };
  const locales = ["zh-CN", "zh-TW"] as const;
  for (const [at, locale] of locales.entries()) {
    const page = await full.open({ still: true, locale, size });
    expect(
      await walk(
        page,
        stopsOf(tourOf(full.day), at, locales.length),
        async () => await faultsOf(page),
      ),
    ).toEqual([]);
  }
});

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing on the app's offers, calendars and offline bars, ${theme}`, async () => {
    const page = await full.open({
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
  const page = await full.open({ stored: {}, still: true });
  expect(await walk(page, outsideTour(), async () => await faultsOf(page))).toEqual([]);
});

test("the keyboard leaves nothing that it reaches beneath a bar (WCAG 2.4.11)", async () => {
  const page = await full.open({ still: true, size: { ...PHONE, height: 560 } });
  const { openRaceId } = full.day;
  const covered = new Set<string>();
  for (const [path, ready] of [
    ["/", ".race-chip"],
    ["/pages/order/list?tab=all", ".order"],
    ["/pages/account/account", ".list-group"],
    [`/pages/detail/detail?race=${openRaceId}`, ".type-bar"],
  ] as const) {
    await openScreen(page, path);
    await page.locator(ready).first().waitFor();
    await settle(page);
    for (const key of ["Tab", "Shift+Tab"]) {
      let reached = 0;
      for (let i = 0; i < STOPS; i++) {
        await page.keyboard.press(key);
        const seen = await focusOf(page);
        if (seen === undefined) continue;
        reached += 1;
        if (seen.hidden > 1) covered.add(`${path} ${key} ${seen.name}: ${seen.hidden} px`);
      }
      expect(reached, `${path} ${key}`).toBeGreaterThan(STOPS / 2);
    }
  }
  expect([...covered]).toEqual([]);
});

const STOPS = 40;

/** What has the focus between head and foot, and how much of it they cover, in CSS pixels. */
async function focusOf(page: Page): Promise<{ name: string; hidden: number } | undefined> {
  return await page.evaluate(() => {
    const element = document.activeElement;
    const head = document.querySelector(".top-bar")?.getBoundingClientRect().bottom ?? 0;
    const foot = document.querySelector(".shell-foot")?.getBoundingClientRect().top ?? innerHeight;
    if (!(element instanceof HTMLElement) || element.closest("#main") === null) return undefined;
    const { top, bottom, height } = element.getBoundingClientRect();
    const seen = Math.max(0, Math.min(bottom, foot) - Math.max(top, head));
    return {
      name: element.getAttribute("aria-label") ?? element.innerText.slice(0, 30),
      hidden: Math.round(Math.min(height, foot - head) - seen),
    };
  });
}
