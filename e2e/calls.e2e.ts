import { expect, test } from "vitest";
import type { ConsoleMessage, Page, Request } from "playwright-core";
import { openDay } from "./lib/open-day.ts";
import { openHome, openScreen, sheet } from "./lib/player-app.ts";
import { hurryMinutes } from "./lib/hurry-minutes.ts";

/* What the product specification says of the app's calls: what is kept, what fails and how it is told. */

const day = openDay();

interface Failure {
  readonly kind?: string | undefined;
  readonly errCode?: number | undefined;
}

/** What the app logs of a call without an answer: its kind and the specification's code. */
async function failureOf(message: ConsoleMessage): Promise<Failure> {
  const error = message.args().at(-1);
  if (error === undefined) return {};
  return await error.evaluate((value: Failure | null) => ({
    kind: value?.kind,
    errCode: value?.errCode,
  }));
}

function nextFailure(page: Page, path: string): Promise<ConsoleMessage> {
  return page.waitForEvent("console", (message) => message.text().startsWith(`no answer ${path}`));
}

/** Counts the requests for a path from here on. */
function counted(page: Page, path: string): () => number {
  let count = 0;
  page.on("request", (request: Request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

/* ---------------------------------------------------------------- 7: calls */

test("section 7: lists are kept for a minute, the rate for five; a refresh passes them by", async () => {
  const { page } = await day.open({ stored: day.stored });
  // News of the meeting just opened may overtake the list, which then is asked for once more.
  await page.route("**/api/stream?*", () => undefined);
  const races = counted(page, "/api/events/races");
  const rate = counted(page, "/api/taxrate/tax-rate");
  await openHome(page);
  await page.locator(".next-price").first().click();
  await sheet(page).waitFor();
  await page.waitForFunction(
    () => Object.keys(localStorage).filter((key) => key.startsWith("c:")).length >= 3,
  );
  expect([races(), rate()]).toEqual([1, 1]);

  await page.reload();
  await page.locator(".next-price").first().click();
  await sheet(page).waitFor();
  expect([races(), rate()]).toEqual([1, 1]);

  // Both a minute and a half old: the list is asked for again, the rate is not.
  const age = async (ms: number): Promise<void> =>
    await page.evaluate((by) => {
      for (const key of Object.keys(localStorage).filter((name) => name.startsWith("c:"))) {
        const answer = JSON.parse(localStorage.getItem(key) ?? "{}") as { t: number };
        localStorage.setItem(key, JSON.stringify({ ...answer, t: answer.t - by }));
      }
    }, ms);
  await age(90_000);
  await page.reload();
  await page.locator(".next-price").first().click();
  await sheet(page).waitFor();
  await expect.poll(() => [races(), rate()]).toEqual([2, 1]);
  await age(300_000);
  await page.reload();
  await page.locator(".next-price").first().click();
  await expect.poll(() => [races(), rate()]).toEqual([3, 2]);

  // Asked for by the player: the cache is passed by.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(races).toBe(4);
});

test("section 7: two players of one device have caches of their own, and signing out wipes them", async () => {
  const { page } = await day.open({ stored: day.stored });
  await openHome(page);
  const keys = async (): Promise<string[]> =>
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("c:")));
  await expect.poll(async () => (await keys()).length).toBeGreaterThan(1);
  const mine = await keys();
  await page.evaluate(() => localStorage.setItem("user_id", "somebody-else"));
  await page.reload();
  await page.locator(".race-chip").first().waitFor();
  await expect.poll(async () => (await keys()).length).toBeGreaterThan(mine.length);
});

test("section 7: a full store loses its oldest tenth, at least one, and takes the new answer", async () => {
  const { page } = await day.open();
  await openHome(page);
  const left = await page.evaluate(() => {
    localStorage.clear();
    const body = "x".repeat(4000);
    for (let at = 0; at < 20; at += 1) {
      localStorage.setItem(`c:${String(at).padStart(2, "0")}`, JSON.stringify({ t: at, body }));
    }
    // The rest of the store belongs to others and stays.
    for (let piece = 1 << 22; piece >= 1; piece >>= 1) {
      for (let at = 0; ; at += 1) {
        try {
          localStorage.setItem(`other ${piece} ${at}`, "y".repeat(piece));
        } catch {
          break;
        }
      }
    }
    return Object.keys(localStorage).filter((key) => key.startsWith("c:")).length;
  });
  expect(left).toBe(20);
  await page.getByRole("button", { name: "Refresh" }).click();
  const kept = async (): Promise<string[]> =>
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("c:")));
  await expect.poll(async () => (await kept()).some((key) => key.length > 6)).toBe(true);
  const names = await kept();
  // Two of the twenty went first; each further answer takes its own tenth.
  expect(names).not.toContain("c:00");
  expect(names).not.toContain("c:01");
  expect(names).toContain("c:19");
});

/* ---------------------------------------------------------------- 8: errors */

test("section 8: a call without an answer for a minute is error 5", async () => {
  const { page } = await day.open({ stored: day.stored });
  await hurryMinutes(page);
  await page.route("**/api/user/heartbeat", () => undefined);
  const failure = nextFailure(page, "/api/user/heartbeat");
  await openHome(page);
  expect(await failureOf(await failure)).toEqual({ kind: "timeout", errCode: 5 });
  // Every call of the app asked for the same minute.
  const asked = await page.evaluate(() => (globalThis as unknown as { asked: number[] }).asked);
  expect(new Set(asked)).toEqual(new Set([60_000]));
});

test("section 8: a call that the app gives up is error 600003", async () => {
  const { page } = await day.open({ stored: day.stored });
  await openHome(page);
  await page.route("**/api/order/list*", () => undefined);
  const failure = nextFailure(page, "/api/order/list?limit=20");
  const asked = page.waitForRequest((request) => request.url().includes("list?limit=20"));
  await openScreen(page, "/pages/order/list?tab=all");
  await asked;
  await openScreen(page, "/");
  expect(await failureOf(await failure)).toEqual({ kind: "aborted", errCode: 600003 });
});

test("section 8: an upload that the network loses is error 602001, and can be sent again", async () => {
  const window = await day.open({ stored: day.stored });
  const { page } = window;
  window.expectTrouble(/net::ERR_/);
  await openScreen(page, "/pages/recharge/recharge");
  await page.getByRole("button", { name: "$50", exact: true }).click();
  await page.getByRole("button", { name: /^Top up/ }).click();
  const input = page.locator('input[type="file"]');
  await input.waitFor({ state: "attached" });
  const lost = "**/api/recharge/*/receipt";
  await page.route(lost, async (route) => await route.abort("connectionreset"));
  const failure = page.waitForEvent("console", (message) =>
    /^no answer \/api\/recharge\/[\w-]+\/receipt/.test(message.text()),
  );
  // One white point.
  const buffer = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
    "base64",
  );
  const picture = { name: "receipt.png", mimeType: "image/png", buffer };
  await input.setInputFiles(picture);
  expect(await failureOf(await failure)).toEqual({ kind: "network", errCode: 602001 });
  await page.getByRole("alert").waitFor();
  await page.unroute(lost);
  await input.setInputFiles(picture);
  await page.getByRole("img", { name: "Receipt 1" }).waitFor();
});

test("section 8: sign-in with HTTP 500 says Network connection error", async () => {
  const window = await day.open();
  const { page } = window;
  window.expectTrouble(/500/);
  await page.route("**/api/user/signin", async (route) => {
    await route.fulfill({ status: 500, json: { status: 500, message: "boom" } });
  });
  await openScreen(page, "/pages/login/login");
  await page.getByLabel("User name").fill("noor");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.locator("form").getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("Network connection error").waitFor();
});
