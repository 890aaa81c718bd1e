import { afterAll, beforeAll, expect, test } from "vitest";
import { act, placeOrder } from "../apps/server/src/test/card-desk.ts";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { settleLeg } from "../apps/server/src/test/multi-race.ts";
import { violationsOf } from "./lib/axe.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { closeRace, enterResult, openPage, settleRace, signInOperator } from "./lib/console-app.ts";
import { makePlayer } from "./lib/people.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/*
 * Pools of several races and boards at the desk: laid out by keys and by drag, leg by leg on the race's
 * page, what each winner would pay, the pool's own money by combination. Steps in order.
 */

let club: TestClub;
let desk: Window;
let who: Awaited<ReturnType<typeof makePlayer>>;
let races: readonly OpenRace[] = [];
let eventId = "";
let poolId = "";

const raceAt = (raceNo: number): string => races[raceNo - 1]?.raceId ?? "";

async function laidOut(): Promise<Record<string, unknown>[]> {
  const { token } = await club.operator();
  const path = `/api/operator/meetings/${eventId}/multi-pools`;
  return (await club.call("GET", path, { token })).body.list;
}

async function bet(form: Record<string, unknown>): Promise<void> {
  ok(await placeOrder(club, who, { confirm_same: true, ...form }));
}

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  who = await makePlayer(club, 100_000);
  races = await openMeeting(club, { races: 5, runners: 8, firstInMinutes: 40 });
  for (const race of races.slice(0, 2)) await fillPools(club, race);
  eventId = ok(await club.call("GET", `/api/events/race/${raceAt(1)}`)).event_id;
  desk = await openWindow(club.url, { size: DESK, still: true, withoutPolicy: true });
  await signInOperator(desk.page, (await club.newOperator("owner")).name);
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "wider-failed");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

test("a Treble is laid out by keys and by drag, with a guarantee; a fourth leg says why not", async () => {
  const { page } = desk;
  await openPage(page, "/races");
  await page.getByRole("button", { name: "Pools of several races" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("This meeting has none yet.").waitFor();
  await dialog.getByRole("button", { name: "Add Treble" }).click();
  const strip = dialog.getByRole("group", { name: "Races of Treble" });
  const race = (name: string) => strip.getByRole("button", { name, exact: true });
  // The last three to begin with.
  for (const name of ["R3 leg 1", "R4 leg 2", "R5 leg 3"]) await race(name).waitFor();
  // It says that it does nothing, and why when it is pressed.
  await race("R1, all legs are chosen").click({ force: true });
  await dialog.getByText("R1: all legs are chosen").waitFor();

  await race("R3 leg 1").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await race("R2 leg 1").waitFor();
  expect(await race("R2 leg 1").evaluate((at) => at === document.activeElement)).toBe(true);
  await race("R5 leg 3").dragTo(strip.getByRole("button", { name: /^R3/ }));
  for (const name of ["R2 leg 1", "R3 leg 2", "R4 leg 3"]) await race(name).waitFor();
  await dialog.getByLabel(/^Guarantee/).fill("500");
  await keepScreen(page, "console-lay-out");
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const [pool, ...others] = await laidOut();
  expect(others).toEqual([]);
  expect(pool).toMatchObject({
    code: "TREBLE",
    name: "Treble",
    races: [2, 3, 4],
    guarantee_cents: 50_000,
  });
  poolId = String(pool?.["multi_pool_id"]);
  expectNoTrouble(desk);
});

test("with a bet it stays as it is", async () => {
  const { page } = desk;
  const legs = [[1, 2], [1], [3, 4]];
  await bet({ bet_type: 30, race_id: raceAt(2), multi_pool_id: poolId, legs, betAmount: 5 });
  await openPage(page, "/run-sheet");
  await openPage(page, "/races");
  await page.getByRole("button", { name: "Pools of several races" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("has bets").waitFor();
  await dialog.getByRole("button", { name: /^R4 leg 3/ }).click({ force: true });
  await dialog.getByText("R4: the pool has bets and stays").waitFor();
  expect(await dialog.getByRole("button", { name: "Take away Treble" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("a board at the desk: the grid, the rows and the search", async () => {
  const { page } = desk;
  await bet({ race_id: raceAt(1), bet_type: 4, horse: [1, 2, 3], betAmount: 4 });
  await bet({ race_id: raceAt(1), bet_type: 20, horse: [1, 2, 3, 4], betAmount: 1 });
  await openPage(page, `/race/${raceAt(1)}`);
  const board = page.getByRole("region", { name: "Boards" });
  const cell = board.locator(".board-grid tbody tr").nth(0).locator("td").nth(1);
  await expect.poll(() => cell.innerText()).toContain("2.50");
  await bet({ race_id: raceAt(1), bet_type: 4, horse: [1, 3], betAmount: 4 });
  await expect.poll(() => cell.innerText()).toContain("3.40");
  await board.getByRole("radio", { name: "Trio", exact: true }).check();
  const rows = board.locator(".board-list li");
  await expect.poll(() => rows.count()).toBe(4);
  await board.getByLabel("Find a combination").fill("4");
  await expect.poll(() => rows.count()).toBe(3);
  await board.getByLabel("Find a combination").fill("7 5 1");
  await expect.poll(() => rows.count()).toBe(1);
  await keepScreen(page, "console-board");
  expect(await violationsOf(page)).toEqual([]);
  expectNoTrouble(desk);
});

test("leg by leg on the page of its last race, what each winner would pay, and what was paid", async () => {
  const { page } = desk;
  const last = raceAt(4);
  await openPage(page, `/race/${last}`);
  const pool = page.getByRole("region", { name: /^Treble/ });
  await pool.getByText("Guarantee $500.00").waitFor();
  for (const raceNo of [2, 3]) {
    ok(await act(club, raceAt(raceNo), "close"));
    await settleLeg(club, raceAt(raceNo), [[1], [2], [3]]);
  }
  const pays = pool.getByRole("table", { name: "Treble: What each winner would pay" });
  await pays.waitFor();
  // Of 20.00 four combinations were bet, two are alive: 500.00 over 5.00 on either.
  await pool.getByText("Still alive $10.00").waitFor();
  await expect.poll(() => pays.innerText()).toContain("100.00");
  await keepScreen(page, "console-will-pays");
  expect(await violationsOf(page)).toEqual([]);
  await closeRace(page);
  const dryRun = await enterResult(page, "3 1 2");
  for (const text of ["Treble", "500.00"]) expect(dryRun).toContain(text);
  await keepScreen(page, "console-dry-run-treble");
  await settleRace(page);
  await expect.poll(() => pool.innerText()).toContain("100.00");
  await expect.poll(() => pool.innerText()).toMatch(/paid/i);
  expectNoTrouble(desk);
});
