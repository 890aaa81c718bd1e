import { afterAll, beforeAll, expect, test } from "vitest";
import type { Route } from "playwright-core";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { openMeeting } from "./lib/card.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, keepScreen, openWindow, type Window } from "./lib/window.ts";

/* The console on a tablet and on a phone: the rail is folded or a sheet, and what is at the desk is there. */

/** The least a finger gets. */
const THUMB_PX = 44;

let club: TestClub;
let desk: Window;

beforeAll(async () => {
  club = await startClub();
  await openMeeting(club, { races: 3 });
  const owner = await club.newOperator("owner");
  desk = await openWindow(club.url, { size: { width: 1024, height: 768 }, withoutPolicy: true });
  await signInOperator(desk.page, owner.name);
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

/** Waits for what the page is about: a page that loads is whole too. */
const CONTENT: Readonly<Record<string, string>> = {
  "/": ".c-due-acts",
  "/races": 'td:has-text("Wattle Ridge R3")',
  "/approvals": "td",
  "/connections": "h2",
};

for (const [name, width, height] of [
  ["tablet", 1024, 768],
  ["phone", 390, 844],
] as const) {
  test(`${name}: the rail leaves the page its room, and each place is still named`, async () => {
    const { page } = desk;
    await page.setViewportSize({ width, height });
    for (const [path, content] of Object.entries(CONTENT)) {
      await openPage(page, path);
      await page.locator(`main ${content}`).first().waitFor();
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: "detached" });
      await settle(page);
      await keepScreen(page, `console-${name}${path.replace("/", "-")}`);
      // The rail of a page that is still loading gives way to that of the page.
      const rail = page.locator(".c-rail");
      const railWidth = async () => (await rail.boundingBox())?.width ?? 0;
      if (name === "tablet") {
        await rail.waitFor();
        await expect.poll(railWidth).toBeLessThan(64);
        const sizes = await rail.locator("a, button").evaluateAll((all) =>
          all.map((each) => {
            const { width, height } = each.getBoundingClientRect();
            return Math.round(Math.min(width, height));
          }),
        );
        expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(THUMB_PX);
      } else await expect.poll(railWidth).toBe(0);
      expect(await faultsOf(page), path).toEqual([]);
      expect(await violationsOf(page)).toEqual([]);
    }
    if (name === "phone") await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Players", exact: true }).click();
    await page.getByRole("heading", { name: "Players", level: 1 }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: /^Race, player, act|Search/ }).click();
    await page.getByRole("combobox").waitFor();
    await page.keyboard.press("Escape");
    expectNoTrouble(desk);
  });
}

test("head and board of the run sheet stand whole on a tablet, one beside the other", async () => {
  const { page } = desk;
  await page.setViewportSize({ width: 1024, height: 768 });
  await openPage(page, "/");
  await page.locator(".c-due-acts").waitFor();
  await page.getByRole("row").filter({ hasText: "Wattle Ridge R3" }).waitFor();
  await settle(page);
  const out = await page.locator(".c-head > *, .c-due > *, .c-due-acts > *").evaluateAll((all) =>
    all
      .filter((each) => each.checkVisibility())
      .map((each) => ({ each, box: each.getBoundingClientRect(), of: each.parentElement }))
      .filter(({ box, of }) => {
        const place = of?.getBoundingClientRect() ?? box;
        const isOut = box.right > place.right + 1 || box.bottom > place.bottom + 1;
        return box.width > 1 && (isOut || box.left < place.left - 1);
      })
      .map(({ each }) => each.textContent),
  );
  expect(out).toEqual([]);
  // One line each: the head is no higher than at a desk, the board's acts stand beside each other.
  const tops = await page
    .locator(".c-due-acts > *")
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
});

test("a page whose files were cut on their way comes by itself, the desk still signed in", async () => {
  const { page } = desk;
  desk.expectTrouble(/503|Failed to load|dynamically imported|page/);
  const cut = async (files: string): Promise<void> => {
    const refuse = async (route: Route): Promise<void> =>
      await route.fulfill({ status: 503, body: "" });
    await page.route(files, refuse, { times: 1 });
  };
  await cut("**/assets/JobsPage-*.js");
  await Promise.all([page.waitForEvent("load"), openPage(page, "/jobs")]);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("verify the books").first().waitFor();
  // Not over and over: within a minute it waits for a click.
  await cut("**/assets/AuditPage-*.js");
  await openPage(page, "/audit");
  const again = page.locator(".page-failed");
  await again.waitFor();
  await Promise.all([page.waitForEvent("load"), again.click()]);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await again.waitFor({ state: "detached" });
});
