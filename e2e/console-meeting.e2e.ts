import { dayAt, ZONE } from "../apps/server/src/test/zone.ts";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clubCard } from "../apps/server/src/test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../apps/server/src/test/club.ts";
import { place } from "../apps/server/src/test/db/race-day.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { cashOf, makePlayer } from "./lib/people.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/*
 * A club of three runs a meeting of ten races with the console alone, four eyes on: money in by the
 * bank's statement, a late scratching, a dead heat, an abandoned race that is a leg of a double, every
 * result entered twice, a correction after payment, the bank against the ledger, the day made again.
 * The players bet by the calls. Steps in order, each needs those before.
 */

const RACES = 10;
const RUNNERS = 8;
const TOP_UP = 100_000;
/** By race: what both clerks type. */
const RESULTS: Readonly<Record<number, string>> = {
  1: "3 1 5 8",
  2: "4 2=7 1",
  3: "6 2 1 7",
  4: "1 3 2 4",
  5: "abandoned",
  6: "2 4 6 8",
  7: "5 1 2 3",
  8: "8 7 6 5",
  9: "1 2 3 4",
  10: "7 3 1 2",
};
const ABANDONED = 5;
/** Nobody's: each player has the winner of the leg that was run. */
const LOST_DOUBLES = 0;
const SCRATCHED = { race: 3, runner: 5 };
const CORRECTED = { race: 7, to: "1 5 2 3" };

let club: TestClub;
/** Ada loads cards, opens, closes and enters results; Ben enters results and has the cash; Cleo owns. */
let ada: Window;
let ben: Window;
let cleo: Window;
let players: TestPlayer[] = [];
let raceIds: string[] = [];

beforeAll(async () => {
  club = await startClub({ env: { CLUB_FOUR_EYES: "on", CLUB_RATE_FACTOR: "0" } });
  players = await Promise.all([1, 2, 3].map(async () => await makePlayer(club, 0)));
  const people = [
    await club.newOperator("card_clerk", "pool_controller", "results_clerk"),
    await club.newOperator("results_clerk", "cashier"),
    await club.newOperator("owner"),
  ];
  const windows: Window[] = [];
  for (const { name } of people) {
    const window = await openWindow(club.url, { size: DESK, still: true });
    await signInOperator(window.page, name);
    windows.push(window);
  }
  [ada, ben, cleo] = windows as [Window, Window, Window];
});
stepsInOrder(async () => {
  for (const [name, { page }] of Object.entries({ ada, ben, cleo })) {
    await keepScreen(page, `meeting-failed-${name}`);
  }
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

/** The button of an act, and the same in the dialog that asks again. */
async function actAndConfirm(page: Page, name: RegExp, reason?: string): Promise<void> {
  await page.getByRole("button", { name }).first().click();
  const dialog = page.getByRole("dialog");
  if (reason !== undefined) await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name }).click();
  await dialog.waitFor({ state: "detached" });
}

test("Ada brings in the card of ten races and opens them", async () => {
  const { page } = ada;
  const card = clubCard({ runners: Array.from({ length: RACES }, () => RUNNERS) });
  const first = Date.now() + 40 * 60_000;
  card.meeting["timezone"] = ZONE;
  card.meeting["date"] = dayAt(first);
  for (const [i, race] of card.races.entries()) {
    race.start_time = new Date(first + i * 5 * 60_000).toISOString();
  }
  await openPage(page, "/cards");
  await page.locator('input[type="file"]').setInputFiles({
    name: "testfield.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(card)),
  });
  await page.getByText("What changes").first().waitFor();
  await page.getByRole("button", { name: /^Import/ }).click();
  await page.getByText("The card is in. Its new races are drafts").waitFor();
  await page.getByRole("button", { name: /^Open all races/ }).click();
  await page.getByText("10 races are open for bets.").waitFor();
  const rows = await club.query("SELECT id FROM race ORDER BY number");
  raceIds = rows.map((row) => String(row["id"]));
});

test("Ben reads the bank's statement: three top-ups are joined, and the same file adds nothing", async () => {
  const lines = ["Date,Amount,Reference,Name,Details"];
  const today = dayAt();
  for (const player of players) {
    const made = ok(
      await club.call("POST", "/api/recharge/create", {
        token: player.token,
        body: { method: "bank_transfer", amount_cents: TOP_UP },
        headers: { "idempotency-key": `top-up-${player.id}` },
      }),
    );
    lines.push(`${today},1000.00,${made.reference},${player.name},transfer`);
  }
  const { page } = ben;
  await openPage(page, "/bank");
  const statement = {
    name: "bank.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\n")),
  };
  await page.locator('input[type="file"]').first().setInputFiles(statement);
  await page.getByText("3 of 3 movements are new.").waitFor();
  await page.getByRole("button", { name: /^Join 3 certain/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Join/ }).click();
  await page.getByText("Nothing open").waitFor();
  for (const player of players) expect(await cashOf(club, player)).toBe(TOP_UP);
  await page.locator('input[type="file"]').first().setInputFiles(statement);
  await page.getByText("This file was read before: nothing was added.").waitFor();
  await keepScreen(page, "meeting-bank");
});

test("players bet on every race, one on a double over the race that will not be run", async () => {
  for (const [i, race_id] of raceIds.entries()) {
    for (const [n, player] of players.entries()) {
      for (const bet of [
        {
          bet_type: 1,
          horse: [1 + ((i + n) % RUNNERS), 1 + ((i + n + 3) % RUNNERS)],
          betAmount: 10,
        },
        { bet_type: 2, horse: [1 + ((i + n + 1) % RUNNERS)], betAmount: 5 },
        { bet_type: 4, horse: [1, 2, 3, 4, 7], betAmount: 1 },
        { bet_type: 7, horse: [1, 2, 3, 5], betAmount: 0.5 },
      ]) {
        ok(await place(club, player, { race_id, date: "", ...bet }));
      }
    }
  }
  const double = { bet_type: 10, horse: [1, 2], horse2: [1, 2, 3], betAmount: 3 };
  const legs = { race_id: raceIds[3] ?? "", race_id2: raceIds[4] ?? "", date: "" };
  for (const player of players) ok(await place(club, player, { ...legs, ...double }));
});

test("Ada scratches a runner late, of a race that takes bets", async () => {
  const { page } = ada;
  await openPage(page, `/race/${raceIds[SCRATCHED.race - 1]}`);
  await page
    .getByRole("button", { name: `Scratch Runner ${SCRATCHED.runner}`, exact: true })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Reason/).fill("lame at the start");
  await dialog.getByRole("button", { name: /^Scratch/ }).click();
  await page.getByText(/is scratched: \d+ bets/).waitFor();
});

const RESULT_FIELD = "Saddle numbers in order, = for a tie";

/** Abandoned after the first leg of the double has been run: every runner of it counts as a winner. */
async function abandon(): Promise<void> {
  const { page } = ada;
  await openPage(page, `/race/${raceIds[ABANDONED - 1]}`);
  await page.getByRole("button", { name: /^Abandon/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Reason/).fill("the track is under water");
  await dialog.getByRole("button", { name: /^Abandon/ }).click();
  await page.getByText("Going back to players").waitFor();
  await expect
    .poll(
      async () =>
        await club.query(
          `SELECT count(*)::integer AS left FROM bet b WHERE $1 IN (b.race_id, b.race_id2)
             AND NOT EXISTS (SELECT FROM bet_credit c WHERE c.bet_id = b.id)`,
          [raceIds[ABANDONED - 1]],
        ),
      { timeout: 20_000 },
    )
    .toEqual([{ left: LOST_DOUBLES }]);
}

test.each(Object.entries(RESULTS))(
  "race %s, %s: Ada closes and enters the result, Ben enters the same and settles",
  async (number, result) => {
    if (Number(number) === ABANDONED) return await abandon();
    const path = `/race/${raceIds[Number(number) - 1]}`;
    await openPage(ada.page, path);
    await actAndConfirm(ada.page, /^Close now/);
    await ada.page.getByLabel(RESULT_FIELD).fill(result);
    await ada.page.getByRole("button", { name: /^Final/ }).click();
    await ada.page.getByText("Your entry waits").waitFor();
    // Her page asks for the dry run of what Ben makes final, and may come behind his settling.
    ada.expectTrouble(/409/);

    const { page } = ben;
    await openPage(page, path);
    await page.getByText(/entered first\. Type what you saw/).waitFor();
    await page.getByLabel(/^Saddle numbers in order/).fill(result);
    await page.getByRole("button", { name: /^Final/ }).click();
    await page.getByText(/balanced to the cent in \d+ pools/).waitFor();
    await page.getByRole("button", { name: /^Settle · pay/ }).click();
    await page.getByRole("heading", { name: "Settlement" }).waitFor();
    if (number === "2") await keepScreen(page, "meeting-dead-heat");
  },
);

test("Ada finds a wrong order in a race that is paid; Ben looks at the money and approves", async () => {
  const before = await Promise.all(players.map(async (player) => await cashOf(club, player)));
  const { page } = ada;
  await openPage(page, `/race/${raceIds[CORRECTED.race - 1]}`);
  await page.getByRole("button", { name: /^Correct the result/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Right result").fill(CORRECTED.to);
  await dialog.getByLabel("Reason").fill("the judge misread the photo");
  await dialog.getByRole("button", { name: "Show who gets what" }).click();
  await dialog.getByText(/players\. More:/).waitFor();
  await keepScreen(page, "meeting-correction");
  await dialog.getByRole("button", { name: "Ask a second operator" }).click();
  await dialog.waitFor({ state: "detached" });

  await openPage(ben.page, "/approvals?tab=second");
  await ben.page.getByRole("cell", { name: "Correction of a result" }).first().waitFor();
  await actAndConfirm(ben.page, /^Approve/);
  await expect
    .poll(
      async () => await Promise.all(players.map(async (player) => await cashOf(club, player))),
      { timeout: 20_000 },
    )
    .not.toEqual(before);
  await openPage(page, `/race/${raceIds[0]}`);
});

test("the double paid on its other leg, the books verify, the bank and the ledger are even", async () => {
  const doubles = await club.query(
    `SELECT c.kind, c.amount_cents::integer AS cents FROM bet b JOIN bet_credit c ON c.bet_id = b.id
     WHERE b.race_id2 IS NOT NULL`,
  );
  // Each has 3.00 on the winner with three partners, of 18.00: 54.00 less 17 % over 27.00 of winning stakes is 1.66, so 1.60.
  expect(doubles).toEqual(players.map(() => ({ kind: "payout", cents: 1440 })));

  await openPage(ben.page, "/bank?tab=reconcile");
  await ben.page.getByText("The bank and the ledger say the same.").waitFor();
  await keepScreen(ben.page, "meeting-reconciled");

  const { page } = cleo;
  await openPage(page, "/ledger");
  await page.getByRole("button", { name: /^Verify now/ }).click();
  await page.getByText("The books verify.").waitFor({ timeout: 30_000 });
});

test("Cleo reads the day: rebuilt from postings alone it equals the live tables", async () => {
  const { page } = cleo;
  await openPage(page, "/reports");
  await page
    .getByText("Rebuilt from postings alone, equal to the live tables.")
    .waitFor({ timeout: 30_000 });
  await keepScreen(page, "meeting-day");
  for (const { page: each } of [ada, ben, cleo]) expect(each.url()).toContain("/console/");
  for (const window of [ada, ben, cleo]) expectNoTrouble(window);
});
