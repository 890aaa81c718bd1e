import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { faultsOf } from "./lib/look.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, PHONE, type Window } from "./lib/window.ts";

/* The owner gives the club its name, its help and its colours; players see them at once. In order. */

let club: TestClub;
let desk: Window;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  const owner = await club.newOperator("owner");
  desk = await openWindow(club.url, { size: DESK, withoutPolicy: true });
  await signInOperator(desk.page, owner.name);
  await openPage(desk.page, "/club-settings");
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "club-settings-failed");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

const panel = (name: string) => desk.page.getByRole("region", { name, exact: true });
const keep = async (name: string) =>
  await panel(name).getByRole("button", { name: /^Keep/ }).click();

test("a name is kept, with its history, and the head of the console has it", async () => {
  const group = panel("The club and its help");
  await group.getByLabel("Name of the club").fill("Saltwater Turf Club");
  await group.getByLabel("Helpline: number").fill("1800 858 858");
  await keep("The club and its help");
  await desk.page.locator(".c-brand", { hasText: "Saltwater Turf Club" }).waitFor();
  await group.getByRole("button", { name: "Changes" }).click();
  await group.getByText("Name of the club: – → Saltwater Turf Club").waitFor();
});

test("a colour that nobody could read is refused beside its field's group", async () => {
  const group = panel("Colours and logo");
  desk.expectTrouble(/422.*club-settings\/look/);
  await group.getByRole("textbox", { name: "Colour on light" }).first().fill("#ffe08a");
  await keep("Colours and logo");
  await group.getByText("Text needs a contrast of 4.5 to 1").waitFor();
  await group.getByRole("textbox", { name: "Colour on light" }).first().fill("#7a1f4d");
  await group.getByRole("textbox", { name: "Colour on dark" }).first().fill("#ff9ecb");
  await group.getByRole("textbox", { name: "Colour of the header" }).first().fill("#4a1030");
  await keep("Colours and logo");
  await expect
    .poll(async () => await desk.page.evaluate(() => document.documentElement.style.cssText))
    .toContain("#7a1f4d");
});

test("the page is whole at a desk and on a phone, for every eye", async () => {
  await settle(desk.page);
  for (const size of [{ width: 1440, height: 900 }, DESK]) {
    await desk.page.setViewportSize(size);
    await settle(desk.page);
    expect(await faultsOf(desk.page)).toEqual([]);
  }
  await desk.page.setViewportSize({ width: 1440, height: 900 });
  await keepScreen(desk.page, "club-settings-1440");
  expect(await violationsOf(desk.page)).toEqual([]);
  await desk.page.setViewportSize({ width: 390, height: 844 });
  await keepScreen(desk.page, "club-settings-390");
  await desk.page.setViewportSize(DESK);
  expectNoTrouble(desk);
});

test("a player's app has the club's name, its colours and its helpline", async () => {
  const phone = await openWindow(club.url, { size: PHONE });
  await phone.page.goto(`${club.url}/app/`);
  await phone.page.getByRole("heading", { name: "Saltwater Turf Club" }).waitFor();
  await phone.page.getByText("1800 858 858").first().waitFor();
  const colour = async () =>
    await phone.page.evaluate(() => {
      const bar = document.querySelector(".top-bar-green");
      return bar === null ? "" : getComputedStyle(bar).backgroundColor;
    });
  await expect.poll(colour).toBe("rgb(74, 16, 48)");
  await keepScreen(phone.page, "club-settings-player-375");
  expectNoTrouble(phone);
});
