import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { shareOf } from "../apps/server/src/test/sample.ts";
import { COMPOSITIONS, PIECES } from "../packages/ui/gallery/pages.ts";
import { buildGallery, serveGallery } from "../scripts/lib/gallery.ts";
import { violationsOf } from "./lib/axe.ts";
import { faultsOf } from "./lib/look.ts";
import { settle } from "./lib/tour.ts";
import { closeBrowser, DESK, keepScreen, openWindow, PHONE, type Window } from "./lib/window.ts";

// Section 2 of the specification: the shared interface pieces, each with its states.

let url = "";
let server: Server;
const folder = mkdtempSync(join(tmpdir(), "club-gallery-"));

beforeAll(async () => {
  await buildGallery(folder);
  ({ url, server } = await serveGallery(folder));
});
afterAll(async () => {
  await closeBrowser();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const NARROW = { width: 320, height: 1200 };
const LOOKS = [
  { lang: "en", theme: "light", size: PHONE },
  { lang: "es", theme: "dark", size: NARROW },
  { lang: "fr", theme: "light", size: NARROW },
  { lang: "zh-Hans", theme: "dark", size: PHONE },
  { lang: "zh-Hant", theme: "light", size: NARROW },
] as const;
const THEMES = ["light", "dark"] as const;

async function show(window: Window, page: string, look: { lang: string; theme: string }) {
  await window.page.goto(`${url}/?page=${page}&lang=${look.lang}&theme=${look.theme}`);
  await window.page.locator("#root > *").first().waitFor();
  await settle(window.page);
}

test.each(LOOKS)(
  "every piece is drawn in $lang, $theme, $size.width px: nothing overflows, axe finds nothing",
  async (look) => {
    const window = await openWindow(url, { size: look.size, still: true, withoutPolicy: true });
    const found: string[] = [];
    for (const name of shareOf(PIECES, LOOKS.indexOf(look), LOOKS.length)) {
      await show(window, name, look);
      await keepScreen(
        window.page,
        `gallery-${name}-${look.lang}-${look.theme}-${look.size.width}`,
      );
      const faults = [...(await faultsOf(window.page)), ...(await violationsOf(window.page))];
      found.push(...faults.map((fault) => `${name}: ${fault}`));
    }
    expect(found).toEqual([]);
    expect(window.troubles).toEqual([]);
    await window.close();
  },
);

test("the whole pages are drawn, light and dark, without an error", async () => {
  const window = await openWindow(url, { still: true });
  for (const [at, theme] of THEMES.entries()) {
    for (const name of shareOf(COMPOSITIONS, at, THEMES.length)) {
      await show(window, name, { lang: "en", theme });
    }
  }
  expect(window.troubles).toEqual([]);
  await window.close();
});

test("code that comes between a part's drawing and its effects is drawn all the same", async () => {
  const window = await openWindow(url);
  await show(window, "late", { lang: "en", theme: "light" });
  await window.page.getByText("Here", { exact: true }).waitFor();
  await window.close();
});

test("a table that is wider than its place is scrolled by the keyboard; one that fits is no stop", async () => {
  const window = await openWindow(url, { size: { width: 800, height: 800 } });
  // After each change of the page, before anybody sees it.
  await window.page.addInitScript(() => {
    const late: string[] = [];
    const look = () => {
      for (const frame of document.querySelectorAll<HTMLElement>(".c-table-frame")) {
        const isLarger = frame.scrollWidth > frame.clientWidth;
        if (isLarger && frame.tabIndex !== 0) late.push(frame.innerText.slice(0, 40));
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
    Object.assign(globalThis, { late });
  });
  await show(window, "console", { lang: "en", theme: "light" });
  const frames = window.page.locator(".c-table-frame");
  const areStopsRight = async () =>
    await frames.evaluateAll((all) =>
      all.every((frame) => (frame.tabIndex === 0) === frame.scrollWidth > frame.clientWidth),
    );
  await expect.poll(areStopsRight).toBe(true);
  const late = await window.page.evaluate(() => (globalThis as unknown as { late: string[] }).late);
  expect(late).toEqual([]);
  const wide = window.page.locator('.c-table-frame[tabindex="0"]').first();
  await wide.focus();
  await window.page.keyboard.press("ArrowRight");
  await expect
    .poll(async () => await wide.evaluate((frame) => frame.scrollLeft))
    .toBeGreaterThan(0);
  await window.page.setViewportSize({ width: 2560, height: 800 });
  await expect
    .poll(async () => await window.page.locator('.c-table-frame[tabindex="0"]').count())
    .toBe(0);
  expect(await areStopsRight()).toBe(true);
  await window.close();
});

test("Chinese is drawn: every sign has a shape of its own", async () => {
  const window = await openWindow(url);
  await show(window, "late", { lang: "zh-Hant", theme: "light" });
  const shapes = await window.page.evaluate(() =>
    Array.from("馬賽投注彩池马赛獨贏位置", (sign) => {
      const canvas = document.createElement("canvas");
      const drawing = canvas.getContext("2d");
      if (drawing === null) return "";
      drawing.font = `24px ${getComputedStyle(document.body).fontFamily}`;
      drawing.fillText(sign, 0, 30);
      return canvas.toDataURL();
    }),
  );
  expect(new Set(shapes).size).toBe(shapes.length);
  await window.close();
});

async function picker(
  page: string,
  size: { readonly width: number; readonly height: number },
): Promise<Window> {
  const window = await openWindow(url, { size });
  await show(window, page, { lang: "en", theme: "light" });
  return window;
}

const widthOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).boundingBox())?.width ?? 0;

test("section 2: the date picker is a sheet up to 500 px, above that a popup of 301 px, of 653 px for a range", async () => {
  const phone = await openWindow(url, { still: true });
  for (const width of [320, 500]) {
    await phone.page.setViewportSize({ width, height: 900 });
    await show(phone, "picker-date", { lang: "en", theme: "light" });
    await phone.page.locator("dialog.sheet[open]").waitFor();
  }
  await phone.close();
  const desk = await openWindow(url, { size: DESK, still: true });
  for (const [name, size] of [
    ["picker-date", 301],
    ["picker-range", 653],
  ] as const) {
    for (const width of [701, 960, 1280]) {
      await desk.page.setViewportSize({ width, height: 900 });
      await show(desk, name, { lang: "en", theme: "light" });
      expect(await widthOf(desk.page, "dialog.popup[open]")).toBeCloseTo(size, 0);
    }
  }
  await desk.close();
});

test("section 2: a page has 42 cells; days beyond the limits cannot be chosen", async () => {
  const window = await picker("picker-date", PHONE);
  const { page } = window;
  expect(await page.getByRole("gridcell").count()).toBe(42);
  await page.getByRole("button", { name: "Sun 29 Nov 2026" }).click({ force: true });
  await page.getByRole("dialog").waitFor();
  await page.getByRole("button", { name: "Mon 9 Nov 2026" }).click();
  await page
    .locator("dialog[open]")
    .waitFor({ state: "detached" })
    .catch(() => undefined);
  await page.getByText("2026-11-09").waitFor();
  await window.close();
});

test("the keys walk the days, over the month's edge too, and Enter chooses", async () => {
  const window = await picker("picker-date", { width: 1000, height: 800 });
  const { page } = window;
  const focused = async () =>
    await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Sat 21 Nov 2026");
  const steps = [
    ["ArrowLeft", "Fri 20 Nov 2026"],
    ["ArrowUp", "Fri 13 Nov 2026"],
    ["Home", "Mon 9 Nov 2026"],
    ["PageUp", "Fri 9 Oct 2026"],
    ["ArrowUp", "Mon 5 Oct 2026"],
    ["ArrowLeft", "Mon 5 Oct 2026"],
    ["PageDown", "Thu 5 Nov 2026"],
  ] as const;
  for (const [key, name] of steps) {
    await page.keyboard.press(key);
    // The first of the limits is the 5th: the step up is held there.
    await expect.poll(focused, { message: key }).toBe(name);
  }
  await page.keyboard.press("Enter");
  await page.getByText("2026-11-05").waitFor();
  await window.close();
});

test("section 5: a reversed range is swapped, and the button says how many days it has", async () => {
  const window = await picker("picker-range", PHONE);
  const { page } = window;
  await page.getByRole("heading", { name: /5 Oct – 21 Nov 2026|5 Oct – 21 Nov/ }).waitFor();
  await page.getByRole("button", { name: "Show 48 days" }).waitFor();
  await page.getByRole("button", { name: /^Fri 20 Nov 2026/ }).click();
  await page.getByRole("button", { name: /^Wed 7 Oct 2026/ }).click();
  await page.getByRole("button", { name: "Show 45 days" }).click();
  await page.getByText("2026-10-07 to 2026-11-20").waitFor();
  await window.close();
});

test("section 2: years go from 1920 to 2120 and no further", async () => {
  const window = await picker("picker-year", PHONE);
  const { page } = window;
  const turn = async (name: string): Promise<void> => {
    const button = page.getByRole("button", { name });
    while ((await button.getAttribute("aria-disabled")) === null) await button.click();
  };
  await turn("Earlier years");
  await page.getByRole("button", { name: "1920", exact: true }).waitFor();
  await turn("Later years");
  await page.getByRole("button", { name: "2120", exact: true }).click();
  await page.getByText("2120", { exact: true }).first().waitFor();
  await window.close();
});

test("section 5: a time before the first is clamped to it", async () => {
  const window = await picker("picker-time", PHONE);
  const { page } = window;
  await page.getByRole("listbox", { name: "Hour" }).focus();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "OK" }).click();
  await page.getByText("09:35").or(page.getByText("09:30")).first().waitFor();
  await window.close();
});

test("section 9: a long press fires after 350 ms, not for a tap, nor for a finger that moves more than 10 px", async () => {
  const window = await picker("press", { width: 1000, height: 800 });
  const { page } = window;
  const box = await page.getByRole("button", { name: "Hold or tap" }).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 20];
  const said = async () => await page.locator("#pressed").textContent();
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
  const hold = async (ms: number, by: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y);
    await page.clock.runFor(ms);
  };
  await hold(340, 0);
  expect(await said()).toBe("nothing yet");
  await page.mouse.up();
  await expect.poll(said).toBe("a tap");
  await hold(400, 11);
  expect(await said()).toBe("a tap");
  await page.mouse.up();
  await hold(360, 9);
  await expect.poll(said).toBe("a long press");
  await page.mouse.up();
  expect(await said()).toBe("a long press");
  await window.close();
});

test("sections 2 and 9: transition 300 ms and toast 1500 ms, as the tokens have them", async () => {
  const window = await openWindow(url);
  const { page } = window;
  await show(window, "transition", { lang: "en", theme: "light" });
  const token = async (name: string) =>
    await page.evaluate(
      (each) => getComputedStyle(document.documentElement).getPropertyValue(each).trim(),
      name,
    );
  // The build may write 300ms as .3s.
  expect([300, 0.3]).toContain(Number.parseFloat(await token("--m-sheet")));
  expect([1500, 1.5]).toContain(Number.parseFloat(await token("--m-toast")));
  await page.getByRole("button", { name: "Go" }).click();
  await expect.poll(async () => await page.locator(".transition").count()).toBe(0);
  await page.getByRole("button", { name: "Come" }).click();
  expect(await page.locator(".transition").count()).toBe(6);
  await window.close();
});
