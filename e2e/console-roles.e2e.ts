import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub, type TestClub, type TestOperator } from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { openMeeting, type OpenRace } from "./lib/card.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, keepScreen, openWindow, type Window } from "./lib/window.ts";

/* A role of the club's own: made, given, at work, in use. In order. */

const DESK = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const ROLE = "Starter's gate";

let club: TestClub;
let desk: Window;
let gate: Window;
let helper: TestOperator;
let race: OpenRace;

beforeAll(async () => {
  club = await startClub();
  const races = await openMeeting(club, { races: 1 });
  race = races[0] as OpenRace;
  const owner = await club.newOperator("owner");
  helper = await club.newOperator("support");
  desk = await openWindow(club.url, { size: DESK, withoutPolicy: true });
  await signInOperator(desk.page, owner.name);
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "roles-failed");
  if (gate !== undefined) await keepScreen(gate.page, "roles-failed-gate");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

test("the owner makes a role from the list of permissions", async () => {
  const { page } = desk;
  await openPage(page, "/operators");
  await page.getByRole("link", { name: "Roles", exact: true }).click();
  await page.getByText("No roles of the club’s own").waitFor();
  await page.getByRole("button", { name: "New role" }).click();
  const form = page.getByRole("dialog", { name: "New role" });
  await form.getByLabel("Name", { exact: true }).fill(ROLE);
  await form.getByLabel("What it is for").fill("Closes betting at the gate.");
  await form.getByLabel("Begin with all of a built-in role").selectOption("auditor");
  await form.getByLabel("Begin with all of a built-in role").selectOption("");
  const count = form.getByText(/chosen, with the reads/);
  expect(await count.innerText()).not.toMatch(/^0 /);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "New role" }).click();
  await form.getByLabel("Name", { exact: true }).fill(ROLE);
  await form.getByLabel("What it is for").fill("Closes betting at the gate.");
  await form.getByLabel("Search permissions").fill("closes betting.");
  await form.getByRole("checkbox", { name: /^Closes betting\./ }).check();
  await form.getByLabel("Search permissions").fill("race");
  const brought = form.getByRole("checkbox", { name: /^One race, drafts too/ });
  expect([await brought.isChecked(), await brought.isDisabled()]).toEqual([true, true]);
  await form.getByRole("checkbox", { name: /^The meetings of a day/ }).check();
  expect(await count.innerText()).toMatch(/^3 /);
  await form.getByRole("textbox", { name: "Reason" }).fill("one person at the gate");
  await keepScreen(page, "console-role-form-1440");
  await page.setViewportSize(NARROW);
  await keepScreen(page, "console-role-form-390");
  expect(await violationsOf(page), "the form").toEqual([]);
  await page.setViewportSize(DESK);
  await form.getByRole("button", { name: /^Save/ }).click();
  await page.getByText(`${ROLE} is saved`).waitFor();
  await page.getByRole("row", { name: /Starter's gate/ }).click();
  await page.getByText("needs a second factor").waitFor();
});

test("an operator gets it in place of a built-in one", async () => {
  const { page } = desk;
  await openPage(page, "/operators");
  await page.getByRole("row", { name: new RegExp(helper.name) }).click();
  await page.getByRole("button", { name: "Change roles" }).click();
  const form = page.getByRole("dialog", { name: `Roles of ${helper.name}` });
  await form.getByRole("checkbox", { name: /^support/ }).uncheck();
  await form.getByRole("checkbox", { name: ROLE }).check();
  await form.getByRole("textbox", { name: "Reason" }).fill("helps at the gate");
  await form.getByRole("button", { name: /^Save/ }).click();
  await page.getByText(`Roles of ${helper.name} changed`).waitFor();
  const row = page.getByRole("row", { name: new RegExp(helper.name) });
  expect(await row.innerText()).toContain(ROLE);
});

test("pages and buttons are those of the role; a forbidden address says so", async () => {
  gate = await openWindow(club.url, { size: DESK, withoutPolicy: true });
  const { page } = gate;
  await signInOperator(page, helper.name);
  await page.getByRole("heading", { name: "Run sheet", level: 1 }).waitFor();
  const rail = page.getByRole("navigation").first();
  expect(await rail.getByRole("link").allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringContaining("Races")]),
  );
  for (const name of ["Players", "Cards", "Approvals", "Operators"]) {
    expect(await rail.getByRole("link", { name }).count(), name).toBe(0);
  }
  await openPage(page, "/players");
  await page.getByText("This page is not for your roles").waitFor();
  await page.getByText(`You have: ${ROLE}.`).waitFor();
  await openPage(page, `/race/${race.raceId}`);
  const close = page.getByRole("button", { name: /^Close now/ });
  await close.waitFor();
  for (const name of ["Abandon", "Delay", "Scratch several", "Pause betting"]) {
    expect(await page.getByRole("button", { name: new RegExp(`^${name}`) }).count(), name).toBe(0);
  }
  await keepScreen(page, "console-role-at-work-1440");
  await close.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Close now/ })
    .click();
  const statusOf = async () => {
    const [row] = await club.query("SELECT status FROM race WHERE id = $1", [race.raceId]);
    return row?.["status"];
  };
  await expect.poll(statusOf).toBe("closed");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.setViewportSize(NARROW);
  await keepScreen(page, "console-role-at-work-390");
  expectNoTrouble(gate);
});

test("a role that somebody has stays, and its page says who", async () => {
  const { page } = desk;
  await openPage(page, "/roles");
  const row = page.getByRole("row", { name: /Starter's gate/ });
  await row.click();
  expect(await row.innerText()).toContain(helper.name);
  await keepScreen(page, "console-roles-1440");
  expect(await violationsOf(page), "the page").toEqual([]);
  await page.setViewportSize(NARROW);
  await keepScreen(page, "console-roles-390");
  await page.setViewportSize(DESK);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const form = page.getByRole("dialog", { name: `Role ${ROLE}` });
  await form.getByText(/^3 chosen/).waitFor();
  await form.getByLabel("What it is for").fill("Closes betting by hand.");
  await form.getByRole("textbox", { name: "Reason" }).fill("said better");
  await form.getByRole("button", { name: /^Save/ }).click();
  await row.getByText("Closes betting by hand.").waitFor();
  const path = `/api/operator/operators/${helper.id}/roles`;
  const { token } = await club.operator();
  const body = { roles: ["support"], own_roles: [], reason: "the day is over" };
  expect((await club.call("POST", path, { token, body })).status).toBe(200);
  await page.reload();
  await row.click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const sure = page.getByRole("dialog", { name: `Delete the role ${ROLE}` });
  await sure.getByRole("button", { name: /^Delete/ }).click();
  await page.getByText(`${ROLE} is deleted`).waitFor();
  await page.getByText("No roles of the club’s own").waitFor();
  expectNoTrouble(desk);
});
