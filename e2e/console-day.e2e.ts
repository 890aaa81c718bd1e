import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clubCard, openRaces } from "../apps/server/src/test/card-desk.ts";
import { ok, startClub, type TestClub, type TestOperator } from "../apps/server/src/test/club.ts";
import { dayAt, VENUE_ZONE } from "../apps/server/src/test/zone.ts";
import { violationsOf } from "./lib/axe.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { makePlayer } from "./lib/people.ts";
import { fillSlip, openRace, openScreen, sheet } from "./lib/player-app.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/*
 * The race day at the desk: a race by keys alone, from the card to the last payment; inquiries; what is
 * done when something goes wrong, and how players hear of it. Steps in order, each needs those before.
 */

/** The folder that this club watches for cards. */
const CARDS = mkdtempSync(join(tmpdir(), "cards-"));
let club: TestClub;
let desk: Window;
let phone: Window;
let controller: TestOperator;
let races: readonly OpenRace[] = [];

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_CARDS_FOLDER: CARDS } });
  races = await openMeeting(club, { races: 3, runners: 8 });
  for (const race of races.slice(0, 2)) await fillPools(club, race);
  const player = await makePlayer(club, 50_000);
  desk = await openWindow(club.url, { size: DESK });
  phone = await openWindow(club.url, { stored: player.stored });
  controller = await club.newOperator("owner");
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "day-failed-desk");
  await keepScreen(phone.page, "day-failed-phone");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

/** Where the keys go: the name of what has the focus, or the head of its text. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const at = document.activeElement;
    const field = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined;
    return (field ?? at?.getAttribute("aria-label") ?? at?.textContent ?? "").trim();
  });
}

const MOST_TABS = 60;

/** Goes on by Tab until something of that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let n = 0; n < MOST_TABS; n += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${name}`);
}

/** Goes to a place or a race by the palette, as somebody without a mouse does. */
async function goBy(page: Page, words: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const field = page.locator('[role="combobox"]:focus');
  // A page that is just being drawn takes the place of the one that the key was pressed on.
  await expect
    .poll(async () => {
      if ((await page.getByRole("combobox").count()) === 0) await page.keyboard.press("/");
      return await field.waitFor({ timeout: 1500 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(words);
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
}

test("a whole race by keys alone: card, opening, close, result, dry run, settling", async () => {
  const { page } = desk;
  await page.addInitScript(() => {
    addEventListener("pointerdown", () => sessionStorage.setItem("pointer", "used"), true);
  });
  await signInOperator(page, controller.name);
  await page.evaluate(() => sessionStorage.removeItem("pointer"));

  const card = clubCard({ runners: [8], startsInMinutes: 45, meeting: { name: "Ferrow Downs" } });
  const file = join(mkdtempSync(join(tmpdir(), "card-")), "ferrow.json");
  writeFileSync(file, JSON.stringify(card));
  await goBy(page, "Cards");
  await page.getByText("Drop a race card here").waitFor();
  // A page that has just come takes the focus to its top, perhaps between the last Tab and Enter.
  const choose = async (): Promise<boolean> => {
    await tabTo(page, /^Drop a race card here/);
    const asked = page.waitForEvent("filechooser", { timeout: 3000 }).catch(() => null);
    await page.keyboard.press("Enter");
    const chooser = await asked;
    await chooser?.setFiles(file);
    return chooser !== null;
  };
  await expect.poll(choose, { timeout: 20_000 }).toBe(true);
  await page.getByText("What changes").first().waitFor();
  await tabTo(page, /^Import/);
  // Locked until it is known what this operator may do.
  await page.locator('button:focus:not([aria-disabled="true"])').waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("The card is in. Its new races are drafts").waitFor();
  await tabTo(page, /^Open all races/);
  await page.keyboard.press("Enter");
  await page.getByText("1 race is open for bets.").waitFor();

  await goBy(page, "Ferrow");
  await page.getByRole("button", { name: /^Close now/ }).waitFor();
  await page.keyboard.press("c");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Saddle numbers in order, = for a tie");
  await field.waitFor();
  await expect.poll(async () => await focused(page)).toMatch(/^Saddle numbers/);
  await page.keyboard.type("4 2=3 8 dq 5 dnf 6");
  await page.getByText("Disqualified", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await tabTo(page, /^Interim/);
  await page.keyboard.press("Enter");
  await page.getByText(/balanced to the cent in \d+ pools/).waitFor();

  // A protest holds the result up, with a clock, until it is decided.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("t");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("2 4");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2 hung out on the bend");
  await page.keyboard.press("Enter");
  await page.getByText("Protest · 2, 4").waitFor();
  await page.getByRole("timer").first().waitFor();
  await keepScreen(page, "day-protest");
  const final = page.getByRole("button", { name: /^Final/ });
  expect(await final.getAttribute("aria-disabled")).toBe("true");
  await tabTo(page, /^Decide/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("no interference was seen");
  await page.keyboard.press("Enter");
  await page.getByText("dismissed").waitFor();
  await expect.poll(async () => await final.getAttribute("aria-disabled")).not.toBe("true");
  await page.keyboard.press("f");
  await page.getByRole("button", { name: /^Settle · pay/ }).waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press("s");
      return await page.getByRole("heading", { name: "Settlement" }).count();
    })
    .toBe(1);
  await keepScreen(page, "day-settled");
  expect(await page.evaluate(() => sessionStorage.getItem("pointer"))).toBeNull();
});

test("a race is paused: players are told at once, the bet is refused, and then it goes on", async () => {
  const { page } = desk;
  const [race] = races as [OpenRace];
  await openRace(phone.page, race.raceId);
  await fillSlip(phone.page, { type: 1, columns: [[4]], stake: "2" });
  await openPage(page, `/race/${race.raceId}`);
  await page.getByRole("button", { name: /^Close now/ }).waitFor();
  await page.keyboard.press("p");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Players are told").selectOption("technical");
  await dialog.getByLabel("Reason").fill("The Win total jumps.");
  await keepScreen(page, "day-pause-dialog");
  await dialog.getByRole("button", { name: /^Pause betting/ }).click();
  // The bar over the desk; the race's own foot says the same.
  await page.getByText("Betting is paused: Wattle Ridge R1.").first().waitFor();
  await keepScreen(page, "day-paused");

  await phone.page.getByText("Wattle Ridge R1: betting is paused").waitFor();
  phone.expectTrouble(/409/);
  await sheet(phone.page)
    .getByRole("button", { name: /^Place bet/ })
    .last()
    .click();
  const refusal = phone.page.getByText("Betting is paused for now. Nothing was placed.").first();
  await refusal.waitFor({ state: "attached" });
  await keepScreen(phone.page, "day-phone-refused");
  await phone.page.keyboard.press("Escape");
  await phone.page.keyboard.press("Escape");
  await keepScreen(phone.page, "day-phone-paused");

  await openPage(page, "/incidents");
  await page.getByText("The Win total jumps.").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Add to the log" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Totals room called.");
  await page.keyboard.press("Enter");
  await page.getByText("Totals room called.").waitFor();
  await keepScreen(page, "day-incidents");
  await page.getByRole("button", { name: "Let betting go on" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("A slow display, nothing else.");
  await page.keyboard.press("Enter");
  await page.getByText(/^ended by/).waitFor();
  await phone.page.getByText("Wattle Ridge R1: betting is paused").waitFor({ state: "detached" });
});

test("all betting stops by one key, in the player's language, also for who comes later", async () => {
  const { page } = desk;
  await openPage(page, "/incidents");
  await page.getByRole("button", { name: /^Pause all betting/ }).waitFor();
  await page.keyboard.press("p");
  await page.getByRole("dialog").getByLabel("Reason").fill("Drill.");
  await page.keyboard.press("Enter");
  await page.getByText("Betting is paused: All betting.").waitFor();
  const late = await openWindow(club.url, { locale: "zh-TW", theme: "dark" });
  await late.page.goto("/app/");
  await late.page.getByText("全部投注暫停").waitFor();
  await keepScreen(late.page, "day-phone-zh");
  await page.getByRole("button", { name: "Let betting go on" }).first().click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Drill is over.");
  await page.keyboard.press("Enter");
  await late.page.getByText("全部投注暫停").waitFor({ state: "detached" });
  await late.close();
});

test("a race changes before its start: pools, a jockey, several scratchings; the phone sees it at once", async () => {
  const { page } = desk;
  const [first, , third] = races as [OpenRace, OpenRace, OpenRace];
  await openRace(phone.page, third.raceId);
  const types = phone.page.getByRole("group", { name: "Bet type" });
  await types.getByText("First 4", { exact: true }).waitFor();
  await openPage(page, `/race/${third.raceId}`);
  await page.getByRole("button", { name: "Pools offered" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "First 4" }).uncheck();
  await keepScreen(page, "day-pools-offered");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("Not offered: First 4.").waitFor();
  await types.getByText("First 4", { exact: true }).waitFor({ state: "detached" });

  const [name] = third.runners as [string];
  await page.getByRole("button", { name: `Change ${name}` }).click();
  await dialog.getByLabel("Jockey").fill("A. Apprentice");
  await keepScreen(page, "day-runner");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await phone.page.getByText("A. Apprentice").first().waitFor();

  await openPage(page, "/races");
  await page.getByRole("button", { name: "Scratch several" }).click();
  await dialog.getByLabel("Meeting").selectOption({ label: first.meetings });
  await dialog.getByLabel(/^R1 /).fill("8");
  await dialog.getByLabel(/^R3 /).fill("2, 5");
  await dialog.getByRole("button", { name: /^Show what goes back/ }).click();
  await dialog.getByText(/go back to players\. This is not undone\./).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await keepScreen(page, "day-scratch-many");
  await dialog.getByRole("button", { name: "Scratch 3 runners" }).click();
  await page.getByText(/^3 runners scratched: \d+ refunds/).waitFor();
  await expect.poll(async () => await phone.page.locator(".runner-scratched").count()).toBe(2);
  await keepScreen(phone.page, "day-phone-changed");
});

test("a walk-over is settled, a race that was started is no race, and players read which it was", async () => {
  const { page } = desk;
  const [alone, void_] = (await openRaces(club, { runners: [4, 6] })) as [string, string];
  await openPage(page, `/race/${alone}`);
  await page.getByRole("button", { name: /^Walk-over/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Came to the start").selectOption({ label: "3 Runner 3" });
  await dialog.getByLabel("Reason").fill("The others stayed in the stable.");
  await keepScreen(page, "day-walk-over");
  await dialog.getByRole("button", { name: /^Walk-over/ }).click();
  await page.getByText(/the walk-over is entered/).waitFor();
  await page.getByRole("button", { name: /^Settle · pay/ }).click();
  await page.getByRole("heading", { name: "Settlement" }).waitFor();
  await keepScreen(page, "day-walk-over-settled");
  await openScreen(phone.page, `/pages/detail/detail?race=${alone}`);
  await phone.page.getByText("Walk-over: one runner came to the start").waitFor();
  await keepScreen(phone.page, "day-phone-walk-over");

  ok(
    await club.call("POST", `/api/operator/races/${void_}/close`, {
      token: controller.token,
      body: {},
    }),
  );
  await openPage(page, `/race/${void_}`);
  await page.getByRole("button", { name: /^No race/ }).click();
  await dialog.getByLabel("Reason").fill("A gate did not open.");
  await dialog.getByRole("button", { name: /^No race/ }).click();
  await page.getByText(/is declared no race/).waitFor();
  await keepScreen(page, "day-no-race");
  await openScreen(phone.page, `/pages/detail/detail?race=${void_}`);
  await phone.page.getByText("No race: every stake goes back").waitFor();
});

test("a card in the watched folder waits at the desk until somebody looks and takes it", async () => {
  const { page } = desk;
  const card = clubCard({ runners: [8, 9], meeting: { name: "Corella Flat" } });
  writeFileSync(join(CARDS, "corella.json"), JSON.stringify(card));
  writeFileSync(join(CARDS, "half.json"), '{"format_version": 1, "meeting"');
  await openPage(page, "/cards");
  await page.getByText("2 wait", { exact: true }).waitFor();
  await page.getByText("cannot be read").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await keepScreen(page, "day-arrivals");
  await page.getByRole("button", { name: "Discard half.json" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Discard/ })
    .click();
  await page.getByText("The card is discarded.").waitFor();
  await page.getByRole("button", { name: "Look at Corella Flat" }).click();
  await page.getByText("What changes").first().waitFor();
  await page.getByRole("button", { name: /^Import/ }).click();
  await page.getByText("The card is in. Its new races are drafts").waitFor();
  const rows = await club.query(
    `SELECT DISTINCT r.status FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE m.name = 'Corella Flat'`,
  );
  expect(rows).toEqual([{ status: "draft" }]);

  await openPage(page, "/doors");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Turn on/ })
    .click();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "I have kept it" }).click();
  await page.getByText(/A program that knows the secret sends cards to/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await keepScreen(page, "day-card-hook");
});

/** Pastes a text into a cell of the form, as after copying it in a spreadsheet. */
async function pasteInto(page: Page, cell: string, copied: string): Promise<void> {
  await page.getByLabel(cell, { exact: true }).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const init = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent("paste", init));
  }, copied);
}

/** How far the page, or its part that scrolls, is wider than what is seen of it. */
async function excessOf(page: Page): Promise<number> {
  return await page.evaluate(() =>
    Math.max(
      ...[document.documentElement, document.querySelector(".c-page")].map((each) =>
        each === null ? 0 : each.scrollWidth - each.clientWidth,
      ),
    ),
  );
}

test("a card is written in a form: cells, rows from a spreadsheet, the same card as CSV", async () => {
  const { page } = desk;
  await openPage(page, "/cards");
  await page.getByRole("button", { name: "Write here" }).click();
  const meeting = page.getByRole("region", { name: "Meeting", exact: true });
  const race = page.getByRole("region", { name: "Race 1", exact: true });
  const cell = (runner: number, column: string) =>
    page.getByLabel(`Race 1, runner ${runner}, ${column}`, { exact: true });
  const first = Date.now() + 90 * 60_000;
  const clock = { timeZone: VENUE_ZONE, hour: "2-digit", minute: "2-digit" } as const;
  const start = new Date(first).toLocaleTimeString("en-GB", clock);
  await meeting.getByLabel("Name", { exact: true }).fill("Curlew Park");
  await meeting.getByLabel("Code", { exact: true }).fill("CP");
  await meeting.getByLabel("Time zone").fill(VENUE_ZONE);
  await meeting.getByLabel("Date").fill(dayAt(first, VENUE_ZONE));
  await race.getByLabel("Start, local time").fill(`${dayAt(first, VENUE_ZONE)}T${start}`);
  await cell(1, "Jockey").fill("A. Apprentice");
  await cell(1, "Comment").fill('Led, "kept on"');

  const rows = ["2\tQuiet Thunder\t4", "3\tSalt, of Earth\t1", "4\tPaper Lantern\t3"];
  await pasteInto(page, "Race 1, runner 2, No.", `${rows.join("\r\n")}\r\n`);
  await page.getByText("3 rows are filled.").waitFor();
  expect(await cell(4, "Name").inputValue()).toBe("Paper Lantern");
  // By keys alone: down the column, a row behind the last, and out again.
  await cell(3, "Jockey").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("B. Castell");
  await page.keyboard.press("Enter");
  await page.keyboard.type("C. Late");
  expect(await cell(5, "Jockey").inputValue()).toBe("C. Late");
  await page.getByRole("button", { name: "Take runner 5 out of race 1" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await cell(5, "Jockey").inputValue()).toBe("C. Late");
  await page.getByRole("button", { name: "Take runner 5 out of race 1" }).click();
  await page.getByRole("button", { name: "Add a race" }).click();
  const second = page.getByRole("region", { name: "Race 2", exact: true });
  await second.getByLabel("Number").fill("1");
  await page.keyboard.press("Tab");
  await page.getByText("There is a race 1 already.").waitFor();
  await second.getByRole("button", { name: "Take out race 2" }).click();
  await second.waitFor({ state: "detached" });

  await page.getByText("The same card as CSV").click();
  const lines = page.getByLabel("Lines of the card");
  const csv = await lines.inputValue();
  expect(csv).toContain(',3,"Salt, of Earth",1,');
  expect(csv).toContain(',A. Apprentice,T. Yard,59.5,1x21,no,"Led, ""kept on"""');
  await lines.fill(csv.replace("Quiet Thunder", '"Quiet Thunder'));
  await page.getByText("The same card as CSV · cannot be read").waitFor();
  await page.getByRole("alert").getByText("A quotation mark is opened").scrollIntoViewIfNeeded();
  expect(await cell(2, "Name").isDisabled()).toBe(true);
  await keepScreen(page, "day-card-unreadable");
  await lines.fill(csv.replace("Quiet Thunder", "Quiet Storm"));
  await expect.poll(async () => await cell(2, "Name").inputValue()).toBe("Quiet Storm");
  expect(await violationsOf(page)).toEqual([]);
  await lookAtForm(page);

  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByText("What changes").first().waitFor();
  // What is not right yet is written on.
  await page.getByRole("button", { name: /^Back to the form/ }).click();
  await cell(4, "Barrier").fill("7");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("button", { name: /^Import/ }).click();
  await page.getByText("The card is in. Its new races are drafts").waitFor();
  const runners = await club.query(
    `SELECT n.number, n.name, n.barrier, n.jockey FROM runner n JOIN race r ON r.id = n.race_id
       JOIN meeting m ON m.id = r.meeting_id WHERE m.name = 'Curlew Park' ORDER BY n.number`,
  );
  expect(runners.map((each) => Object.values(each))).toEqual([
    [1, "Northern Tide", 6, "A. Apprentice"],
    [2, "Quiet Storm", 4, "B. Castell"],
    [3, "Salt, of Earth", 1, null],
    [4, "Paper Lantern", 7, "B. Castell"],
  ]);
});

/** The form at a wide desk and on a phone, by day and by night; nothing but its rows runs over. */
async function lookAtForm(page: Page): Promise<void> {
  await page.getByText("The same card as CSV").click();
  for (const [name, width, height] of [
    ["desk", 1440, 900],
    ["phone", 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [part, place] of [
        ["", page.getByRole("heading", { name: "By hand" })],
        ["-rows", page.getByRole("button", { name: "Add a runner to race 1" })],
      ] as const) {
        await place.scrollIntoViewIfNeeded();
        expect(await excessOf(page)).toBeLessThanOrEqual(0);
        await keepScreen(page, `day-card-form-${name}-${colorScheme}${part}`);
      }
      expect(await violationsOf(page)).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(DESK);
}

test("one pool is given back, settling is stopped and goes on, the rest of the meeting is abandoned", async () => {
  const { page } = desk;
  const [, second] = races as [OpenRace, OpenRace];
  await openPage(page, `/race/${second.raceId}`);
  await page.getByRole("button", { name: "Refund Place" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("A wrong total was shown.");
  await page.keyboard.press("Enter");
  await page.getByText(/^8 bets, .* go back\.$/).waitFor();
  await page.getByText("Going back to players").waitFor();
  await keepScreen(page, "day-pool-refund");
  const act = async (name: string, body: object) =>
    ok(
      await club.call("POST", `/api/operator/races/${second.raceId}/${name}`, {
        token: controller.token,
        body,
      }),
    );
  await act("close", {});
  await act("result", { placings: [[1], [2], [3], [4]], stage: "final" });
  await act("settle/stop", { reason: "A look at the totals." });
  await page.getByText(/^stopped by/).waitFor();
  await keepScreen(page, "day-settling-stopped");
  await page.getByRole("button", { name: "Let settling go on" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("The totals are right.");
  await page.keyboard.press("Enter");
  await page.getByText(/^stopped by/).waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Settle · pay/ }).click();
  await page.getByRole("heading", { name: "Settlement" }).waitFor();

  await openPage(page, "/races");
  await page.getByRole("button", { name: "Abandon the meeting" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Meeting").selectOption({ label: "Wattle Ridge" });
  await dialog.getByText(/^2 races are abandoned .* R1, R3\./).waitFor();
  await keepScreen(page, "day-abandon-meeting");
  await dialog.getByLabel("Reason").fill("Water on the track.");
  await page.keyboard.press("Enter");
  await page.getByText(/^2 races abandoned/).waitFor();
  expectNoTrouble(desk, phone);
});
