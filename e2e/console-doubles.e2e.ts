import { afterAll, beforeAll, expect, test } from "vitest";
import { act, placeOrder } from "../apps/server/src/test/card-desk.ts";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { openVectorRaces } from "../apps/server/src/test/vector-race.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { cashOf, makePlayer } from "./lib/people.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/*
 * Money that an operator moves by hand, at the desk: a bet is cancelled, official dividends are asked for,
 * doubles of an abandoned race are declared or given back, a result is corrected. Steps in order.
 */

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];
let club: TestClub;
let desk: Window;
let who: Awaited<ReturnType<typeof makePlayer>>;
/** Two legs 1, the race that both pairs end in, and one that falls. */
let one = "";
let two = "";
let three = "";
let fallen = "";

async function bet(raceId: string, form: Record<string, unknown>): Promise<string> {
  return ok(await placeOrder(club, who, { race_id: raceId, ...form })).order_id;
}

async function double(leg1: string, leg2: string, horse: number): Promise<string> {
  const legs = { race_id2: leg2, horse: [horse], horse2: [7] };
  return await bet(leg1, { bet_type: 10, betAmount: 10, ...legs });
}

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  who = await makePlayer(club, 100_00);
  const races = Array.from({ length: 4 }, () => ({ runners: EIGHT }));
  [one = "", two = "", three = "", fallen = ""] = await openVectorRaces(club, {
    races,
    dividends: "declared",
  });
  desk = await openWindow(club.url, { size: DESK, still: true, withoutPolicy: true });
  await signInOperator(desk.page, (await club.newOperator("owner")).name);
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "doubles-failed");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

test("a bet is cancelled from the player's page: a reason, what comes back, once", async () => {
  const { page } = desk;
  await bet(one, { bet_type: 1, horse: [2], betAmount: 15 });
  await openPage(page, `/player/${who.id}`);
  await page.getByRole("button", { name: /^Void bet / }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/\$15\.00 come back to/).waitFor();
  await dialog.getByLabel("Reason").fill("the wrong button at the counter");
  expect(await violationsOf(page)).toEqual([]);
  await keepScreen(page, "void-bet");
  await dialog.getByRole("button", { name: /^Void/ }).click();
  await page.getByText(/is cancelled, \$15\.00 came back/).waitFor();
  await page.getByRole("row", { name: /void/ }).waitFor();
  expect(await page.getByRole("button", { name: /^Void bet / }).count()).toBe(0);
  expect(await cashOf(club, who)).toBe(100_00);
});

test("what the dry run misses is asked for, each double by its pair", async () => {
  const { page } = desk;
  await double(one, three, 4);
  await double(one, three, 5);
  await double(two, three, 4);
  await double(one, fallen, 4);
  await double(two, fallen, 4);
  for (const id of [one, two]) {
    ok(await act(club, id, "close"));
    const placings = [[4], [1], [2], [3]];
    const { result_version } = ok(await act(club, id, "result", { placings, stage: "final" }));
    ok(await act(club, id, "settle", { result_version }));
  }
  ok(await act(club, three, "close"));
  await openPage(page, `/race/${three}`);
  await page.getByText("the dividends that it needs are then asked for here").waitFor();
  await page.getByLabel("Saddle numbers in order, = for a tie").fill("7 1 2 3");
  await page.getByRole("button", { name: /^Final/ }).click();
  const pairs = page.getByRole("group", { name: /^Double WIN · / });
  await pairs.nth(1).waitFor();
  expect(await pairs.count()).toBe(2);
  const settle = page.getByRole("button", { name: /^Settle/ });
  expect(await settle.isDisabled()).toBe(true);
  await page.getByRole("group", { name: "Double WIN · R1 + R3" }).getByLabel("4-7").fill("12");
  await page.getByRole("group", { name: "Double WIN · R2 + R3" }).getByLabel("4-7").fill("30,00");
  await keepScreen(page, "declared-form");
  await page.getByRole("button", { name: /^Final/ }).click();
  await expect.poll(async () => await settle.isEnabled()).toBe(true);
  // They are known to whoever opens the page next.
  await page.reload();
  const declared = page.getByRole("group", { name: "Double WIN · R2 + R3" }).getByLabel("4-7");
  await expect.poll(async () => await declared.inputValue()).toBe("30.00");
  await expect.poll(async () => await settle.isEnabled()).toBe(true);
  await settle.click();
  await page.getByRole("heading", { name: "Settlement" }).waitFor();
  expect(await cashOf(club, who)).toBe(50_00 + 120_00 + 300_00);
});

test("dividends alone are corrected: the same result, another figure", async () => {
  const { page } = desk;
  await openPage(page, `/race/${three}`);
  await page.getByRole("button", { name: "Correct the result" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Right result").fill("7 1 2 3");
  await dialog.getByLabel("Reason").fill("the tote was misread");
  const look = dialog.getByRole("button", { name: "Show who gets what" });
  expect(await look.isDisabled()).toBe(true);
  const dividend = dialog.getByRole("group", { name: "Double WIN · R1 + R3" }).getByLabel("4-7");
  expect(await dividend.inputValue()).toBe("12.00");
  await dividend.fill("13");
  await look.click();
  const table = dialog.getByRole("table", { name: "Players whose money changes" });
  await table.getByText("+$10.00").first().waitFor();
  await keepScreen(page, "correct-dividends-alone");
  await page.keyboard.press("Escape");
});

test("doubles of an abandoned race wait: one is declared, the other given back", async () => {
  const { page } = desk;
  ok(await act(club, fallen, "abandon", { reason: "fog" }));
  await openPage(page, "/");
  await page.getByRole("link", { name: /doubles wait for dividends/ }).click();
  const waiting = page.getByRole("region", { name: "Pools of several races that wait" });
  await expect.poll(async () => await waiting.getByRole("row").count()).toBe(3);
  await keepScreen(page, "doubles-wait");
  const dialog = page.getByRole("dialog");
  await waiting.getByRole("button", { name: "Declare: Double WIN · R1 + R4" }).click();
  await dialog.getByLabel("4-F").fill("1.5");
  await dialog.getByLabel("Reason").fill("the tote declared the field");
  expect(await violationsOf(page)).toEqual([]);
  await keepScreen(page, "doubles-declare");
  await dialog.getByRole("button", { name: /^Declare/ }).click();
  await page.getByText("The dividends are declared.").waitFor();
  await expect.poll(async () => await cashOf(club, who)).toBe(470_00 + 15_00);
  await waiting.getByRole("button", { name: "Refund: Double WIN · R2 + R4" }).click();
  await dialog.getByLabel("Reason").fill("nobody declares it");
  await dialog.getByRole("button", { name: /^Refund/ }).click();
  await expect.poll(async () => await cashOf(club, who)).toBe(470_00 + 15_00 + 10_00);
  await expect.poll(async () => await waiting.count()).toBe(0);
});

test("a correction asks for the dividends of its doubles before it shows who gets what", async () => {
  const { page } = desk;
  await openPage(page, `/race/${one}`);
  await page.getByRole("button", { name: "Correct the result" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Right result").fill("5 1 2 3");
  await dialog.getByLabel("Reason").fill("the judge looked again");
  await dialog.getByRole("button", { name: "Show who gets what" }).click();
  await dialog.getByRole("group", { name: "Double WIN · R1 + R3" }).getByLabel("5-7").fill("9");
  await keepScreen(page, "correct-dividends");
  await dialog.getByRole("button", { name: "Show who gets what" }).click();
  await dialog.getByRole("table", { name: "Players whose money changes" }).waitFor();
  await keepScreen(page, "correct-seen");
  await dialog.getByRole("button", { name: "Ask a second operator" }).click();
  await page.getByText("A second operator has to approve it.").waitFor();
  const { token } = await club.newOperator("results_clerk");
  const [item] = (await club.call("GET", "/api/operator/approvals", { token })).body.list;
  const path = `/api/operator/approvals/${item.approval_id}/approve`;
  ok(await club.call("POST", path, { token, body: {} }));
  // 120.00 for 4-7 and 15.00 for the field go, 90.00 for 5-7 come.
  await expect.poll(async () => await cashOf(club, who)).toBe(450_00);
});

test("with four eyes a cancelled bet waits, and the second operator reads what comes back", async () => {
  const env = { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" };
  const strict = await startClub({ database: club.database, env });
  const other = await openWindow(strict.url, { size: DESK, still: true });
  try {
    const { page } = other;
    const [raceId = ""] = await openVectorRaces(club, { races: [{ runners: EIGHT }] });
    await bet(raceId, { bet_type: 9, horse: [4, 5], betAmount: 10, betAmount2: 5 });
    await signInOperator(page, (await club.newOperator("risk")).name, `/player/${who.id}`);
    await page.getByRole("button", { name: /^Void bet / }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("a wrong button");
    await dialog.getByRole("button", { name: /^Void/ }).click();
    await page.getByText("Waits for a second operator.").waitFor();
    expect(await cashOf(club, who)).toBe(420_00);
    await openPage(desk.page, "/approvals?tab=second");
    const facts = desk.page.getByRole("region", { name: "Cancellation of a bet" });
    await facts.getByText("$30.00").first().waitFor();
    await facts.getByText("a wrong button").waitFor();
    await keepScreen(desk.page, "void-approval");
    await desk.page.getByRole("button", { name: /^Approve/ }).click();
    const last = desk.page.getByRole("dialog");
    await last.getByRole("button", { name: /^Approve/ }).click();
    await expect.poll(async () => await cashOf(club, who)).toBe(450_00);
    expectNoTrouble(other);
  } finally {
    await other.close();
    await strict.close();
  }
});

test("nothing went wrong on the way", () => expectNoTrouble(desk));
