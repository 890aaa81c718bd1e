import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ok,
  startClub,
  type TestClub,
  type TestOperator,
  type TestPlayer,
} from "../apps/server/src/test/club.ts";
import { legOn, makeMatch, placeSport, settleMatch } from "../apps/server/src/test/sport-desk.ts";
import { shareOf } from "../apps/server/src/test/sample.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { type ClubDay, makeClubDay } from "./lib/club-day.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";

/* The desk's money: queues, payout files, the bank's statement, reconciliation, reports, the end of a month. In order. */

let club: TestClub;
let desk: Window;
let cashier: TestOperator;
let players: TestPlayer[];
let day: ClubDay;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_CURRENCY: "AUD" } });
  await fundInAnEarlierMonth();
  day = await makeClubDay(club);
  cashier = await club.newOperator("owner");
  players = [await club.signUp(), await club.signUp(), await club.signUp()];
  for (const [at, player] of players.entries()) {
    const names = ["Noor Haldane", "Kit Rowe", "Odile Brandt"];
    await club.query("UPDATE player SET full_name = $2 WHERE id = $1", [player.id, names[at]]);
  }
  desk = await openWindow(club.url, { size: DESK });
  await signInOperator(desk.page, cashier.name);
}, 120_000);
stepsInOrder(async () => {
  await keepScreen(desk.page, "console-money-failed");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

/** The club has moved money in a month that is over: there is one to close. */
async function fundInAnEarlierMonth(): Promise<void> {
  const clockAt = async (days: number) =>
    await club.asAdmin(
      `CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        $$ SELECT clock_timestamp() - interval '${days} days' $$`,
    );
  const early = await club.signUp();
  await clockAt(40);
  await club.fund(early, 4200);
  await clockAt(0);
}

const key = () => ({ "idempotency-key": randomBytes(8).toString("hex") });

async function announce(player: TestPlayer | undefined, cents: number): Promise<string> {
  const body = { method: "bank_transfer", amount_cents: cents };
  const token = player?.token;
  const data = ok(await club.call("POST", "/api/recharge/create", { token, body, headers: key() }));
  return data.reference;
}

/** Two matches with singles and a double on them, played and paid. */
async function playMatches(): Promise<void> {
  const matches = [await makeMatch(club), await makeMatch(club)];
  const [first, second] = matches.map((match) => legOn(match, "home"));
  const player = players[0];
  if (first === undefined || second === undefined || player === undefined) throw new Error("two");
  for (const legs of [[first], [second], [first, second]]) await placeSport(club, player, { legs });
  for (const [at, { event_id }] of matches.entries()) {
    await settleMatch(club, event_id, { score: { home: 1, away: at } });
  }
  const frozen = async () => (await club.query("SELECT FROM sport_root")).length;
  await expect.poll(frozen, { timeout: 20_000 }).toBe(matches.length);
}

async function cashOf(player: TestPlayer | undefined): Promise<number> {
  return ok(await club.call("GET", "/api/user/wallet", { token: player?.token })).cash_cents;
}

test("top-ups are marked by X and approved together with their sum; flags stand beside them", async () => {
  const { page } = desk;
  const references = [
    await announce(players[0], 50_000),
    await announce(players[1], 30_000),
    await announce(players[2], 12_500),
  ];
  await openPage(page, "/approvals?tab=topups");
  for (const reference of references)
    await page.getByRole("cell", { name: reference, exact: true }).waitFor();
  await page.getByText("new account").first().waitFor();
  const rows = page.getByRole("table", { name: "Queue" }).getByRole("row");
  await rows.filter({ hasText: references[0] ?? "" }).click();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await keepScreen(page, "console-queue-marked");
  await page.getByRole("button", { name: /^Approve 2/ }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 2 together, $800.00?" });
  await dialog.getByRole("button", { name: /^Approve 2/ }).click();
  await page.getByText("2 approved, 0 wait for a second operator, 0 refused.").waitFor();
  expect([await cashOf(players[0]), await cashOf(players[1])]).toEqual([50_000, 30_000]);
});

test("two operators decide the same top-up: the second is told who was faster", async () => {
  const { page } = desk;
  const reference = await announce(players[2], 700);
  const row = page.getByRole("row").filter({ hasText: reference });
  await row.click();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("no money came");
  const other = await club.newOperator("cashier");
  const { body } = await club.call("GET", "/api/operator/topups?status=waiting&limit=100", other);
  const { topup_id: id } = body.list.find(
    (each: { reference: string }) => each.reference === reference,
  );
  ok(
    await club.call("POST", `/api/operator/topups/${id}/approve`, { token: other.token, body: {} }),
  );
  desk.expectTrouble(/409/);
  await dialog.getByRole("button", { name: /^Reject/ }).click();
  await dialog.getByText(new RegExp(`^${other.name} decided this at .*: approved\\.$`)).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await cashOf(players[2])).toBe(700);
});

test("approved withdrawals leave in a file, the same whenever it is loaded", async () => {
  const { page } = desk;
  for (const player of players.slice(0, 2)) {
    const card = {
      bank_name: "Harbour Mutual",
      account_name: player === players[0] ? "Noor Haldane" : "Kit Rowe",
      account_number: "11844417",
      branch_code: "999-204",
      swift_bic: "",
      currency: "AUD",
    };
    ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body: card }));
    const verify = `/api/operator/players/${player.id}/bank-card/verify`;
    ok(await club.call("POST", verify, { token: cashier.token, body: {} }));
    const amount = { amount_cents: 20_000 };
    const options = { token: player.token, body: amount, headers: key() };
    ok(await club.call("POST", "/api/withdraw/create", options));
  }
  await club.query("UPDATE bank_card SET changed_at = changed_at - interval '25 hours'");
  await openPage(page, "/approvals?tab=withdrawals");
  await page.getByText("shared bank account").first().waitFor();
  for (const name of ["Noor Haldane", "Kit Rowe"]) {
    const row = page.getByRole("table", { name: "Queue" }).getByRole("row", { name });
    await row.getByRole("checkbox").check();
  }
  await page.getByRole("button", { name: /^Approve 2/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve 2/ })
    .click();
  await page.getByText("2 approved, 0 wait").waitFor();
  await keepScreen(page, "console-queue-withdrawals");

  await openPage(page, "/bank?tab=payouts");
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Account name").fill("Horse Club Trust");
  await dialog.getByLabel("Account number or IBAN").fill("1234 5678");
  await dialog.getByLabel("BSB or branch").fill("062-000");
  await dialog.getByLabel("ABA: bank, three letters").fill("CBA");
  await dialog.getByLabel("ABA: user number, six digits").fill("301500");
  await dialog.getByRole("button", { name: /^Keep/ }).click();
  await page.getByRole("button", { name: /^Make file, \d+ payments/ }).click();
  await dialog.getByRole("button", { name: /^Make file/ }).click();
  await page.getByText("HC-PAY-1 is made.").waitFor();
  const loads: string[] = [];
  for (const _ of [1, 2]) {
    const load = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const stream = await (await load).createReadStream();
    loads.push(Buffer.concat(await stream.toArray()).toString());
  }
  expect(loads[0]).toBe(loads[1]);
  expect(new Set(loads[0]?.split("\r\n").map((record) => record.length))).toEqual(
    new Set([120, 0]),
  );
  expect(loads[0]?.match(/^1999-204 11844417 500000020000/gm)).toHaveLength(2);
  await page.getByRole("button", { name: "It is at the bank" }).click();
  await dialog.getByRole("button", { name: /^It is at the bank/ }).click();
  await page.getByText(/0 of \d+ paid/).waitFor();
  await keepScreen(page, "console-payouts");
});

test("a statement is read in, its sure movements are joined at once, a fee is explained, the rest is open", async () => {
  const { page } = desk;
  const reference = await announce(players[0], 4400);
  const [topUp] = await club.query(
    "SELECT reference FROM top_up WHERE player_id = $1 ORDER BY id LIMIT 1",
    [players[0]?.id],
  );
  const [payout] = await club.query("SELECT total_cents FROM payout_file");
  const paid = (Number(payout?.["total_cents"]) / 100).toFixed(2);
  const rows = [
    "Date,Amount,Reference,Name,Details",
    `2026-11-20,500.00,${topUp?.["reference"]},N HALDANE,transfer`,
    `2026-11-20,44.00,,NOOR HALDANE,${reference.replaceAll(" ", "")}`,
    `2026-11-20,-${paid},HC-PAY-1,HORSE CLUB,payments`,
    "2026-11-20,-2.50,,,monthly account fee",
    "2026-11-20,9.00,,Somebody,thanks",
    "2026-11-20,12.00,,N H,for the races",
  ];
  await openPage(page, "/bank");
  const file = { name: "bank.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  const input = page.locator('input[type="file"]');
  await input.setInputFiles(file);
  await page.getByText("6 of 6 movements are new.").waitFor();
  await input.setInputFiles(file);
  await page.getByText("This file was read before: nothing was added.").waitFor();
  await page.getByRole("button", { name: "Join 3 certain" }).waitFor();
  await keepScreen(page, "console-bank");
  await page.getByRole("button", { name: "Join 3 certain" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Join and book/ }).click();
  await page.getByRole("button", { name: "Join 3 certain" }).waitFor({ state: "detached" });
  expect(await cashOf(players[0])).toBe(50_000 - 20_000 + 4400);
  await page.getByRole("row", { name: /monthly account fee/ }).click();
  await page.keyboard.press("e");
  await dialog.getByLabel("Reason").fill("account fee of November");
  await dialog.getByRole("button", { name: /^Explain/ }).click();
  await page.getByRole("row", { name: /monthly account fee/ }).waitFor({ state: "detached" });
  await dialog.waitFor({ state: "hidden" });
  // Nobody said whose it is: it is found by its amount, and given to a player.
  await page.getByLabel("Find", { exact: true }).fill("12,00");
  await page.getByRole("row", { name: /monthly|Somebody/ }).waitFor({ state: "detached" });
  await page.getByRole("row", { name: /for the races/ }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Give to a player" }).click();
  await dialog.getByLabel("To which player").fill(players[0]?.name ?? "");
  await dialog.getByLabel("Player", { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel("Reason").fill("she rang");
  await keepScreen(page, "console-bank-give");
  await dialog.getByRole("button", { name: /^Give to a player/ }).click();
  await page.getByText("Booked for the player.").waitFor();
  expect(await cashOf(players[0])).toBe(50_000 - 20_000 + 4400 + 1200);

  await openPage(page, "/bank?tab=reconcile");
  await page.getByText(/items of the difference are open\.$/).waitFor();
  const sums = await page.getByRole("region", { name: "Ledger against bank" }).innerText();
  expect(sums.replaceAll(/\s+/g, " ")).toMatch(/Open movements \(1\) \+9\.00/);
  expect(sums.replaceAll(/\s+/g, " ")).toMatch(/Left over 0\.00/);
  await page.getByRole("button", { name: "Add a note" }).first().click();
  await dialog.getByLabel("Reason").fill("paid at the counter");
  await dialog.getByRole("button", { name: /^Add a note/ }).click();
  await page.getByRole("cell", { name: "paid at the counter" }).waitFor();
  await keepScreen(page, "console-reconcile");
});

test("a bank with columns of its own: named once, read with them", async () => {
  const { page } = desk;
  await openPage(page, "/bank");
  await page.getByRole("button", { name: "Columns of our bank" }).click();
  const dialog = page.getByRole("dialog");
  const own = {
    "Name of the profile": "Harbour export",
    Date: "Booked",
    "or: money in": "Credit",
    "and money out": "Debit",
    Reference: "Ref",
    Name: "Payer",
    Details: "Text",
  };
  await dialog.getByLabel("Separator").selectOption("semicolon");
  await dialog.getByLabel("Decimal sign").selectOption("comma");
  for (const [label, text] of Object.entries(own)) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  await keepScreen(page, "console-bank-own");
  await dialog.getByRole("button", { name: /^Keep/ }).click();
  await dialog.waitFor({ state: "detached" });
  const profile = page.getByLabel("Columns of the CSV");
  expect(await profile.inputValue()).toBe("Harbour export");
  const rows = [
    "Booked;Credit;Debit;Ref;Payer;Text",
    "2026-11-21;7,40;;;Ada Lind;found on the lawn",
  ];
  const buffer = Buffer.from(rows.join("\n"));
  const file = { name: "harbour.csv", mimeType: "text/csv", buffer };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByText("1 of 1 movements are new.").waitFor();
  await page
    .getByRole("row", { name: /Ada Lind/ })
    .getByText("7.40")
    .first()
    .waitFor();
});

test("reports: a table with totals and its files; the day made again equals the live one", async () => {
  const { page } = desk;
  await playMatches();
  await openPage(page, "/reports");
  await page.getByText("Rebuilt from postings alone, equal to the live tables.").waitFor();
  const events = page.getByRole("table", { name: "By event" });
  expect(await events.getByRole("row").count()).toBe(3);
  const markets = page.getByRole("table", { name: "By market" });
  await markets.getByRole("row", { name: /^Multiples 1 10\.00/ }).waitFor();
  await keepScreen(page, "console-day");
  await page.getByRole("link", { name: "Sales by pool and race" }).click();
  const table = page.getByRole("table", { name: "Sales by pool and race" });
  await table.getByText("Total").waitFor();
  await keepScreen(page, "console-report");
  for (const [name, start] of [
    ["CSV", "\uFEFFDay,Meeting"],
    ["XLSX", "PK"],
    ["PDF", "%PDF-"],
  ] as const) {
    const load = page.waitForEvent("download");
    await page.getByRole("button", { name, exact: true }).click();
    const bytes = Buffer.concat(await (await (await load).createReadStream()).toArray());
    expect(bytes.toString("utf8").startsWith(start), name).toBe(true);
  }
});

test("a bet that was refused stands in its report", async () => {
  const { page } = desk;
  const body = { bet_type: 1, horse: [1], betAmount: 9000, race_id: day.open.raceId };
  const options = { token: players[0]?.token, body, headers: key() };
  const { status } = await club.call("POST", "/api/order/place-order", options);
  expect(status).toBeGreaterThanOrEqual(400);
  const kept = async () => (await club.query("SELECT 1 FROM refused_bet")).length;
  await expect.poll(kept, { timeout: 20_000 }).toBe(1);
  await openPage(page, "/reports?report=refused_bets");
  const table = page.getByRole("table", { name: "Refused bets" });
  await table.getByRole("cell", { name: players[0]?.name ?? "", exact: true }).waitFor();
  await table.getByRole("cell", { name: /^Wattle Ridge R\d$/ }).waitFor();
  await keepScreen(page, "console-refused-bets");
});

test("a rule set: a draft, what it would have paid for past races, stopped and done, a version", async () => {
  const { page } = desk;
  await openPage(page, "/rules");
  await page.getByRole("region", { name: "AU_STD 1", exact: true }).waitFor();
  await page.getByRole("button", { name: "New rule set" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("club 2027");
  await dialog.getByRole("button", { name: /^Begin draft/ }).click();
  await page.getByRole("button", { name: "Edit draft" }).click();
  await page.getByLabel("Win: Takeout %", { exact: true }).fill("36");
  await page.getByRole("status").filter({ hasText: "Figures out of their bounds: 1" }).waitFor();
  await keepScreen(page, "console-rules-fault");
  await page.getByLabel("Win: Takeout %", { exact: true }).fill("5");
  await page.getByLabel("Trifecta: Dividends are rounded", { exact: true }).selectOption("down 1");
  await page.getByRole("button", { name: "Save draft" }).click();
  const what = page.getByRole("region", { name: "What if" });
  await what.getByRole("button", { name: "Settle by the draft" }).click();
  const pools = what.getByRole("table", { name: "Per pool type" });
  await what.getByText(/^Races: (\d+) of \1$/).waitFor();
  // Less is taken from WIN: players have more of it, the club less.
  const win = await pools.getByRole("row", { name: /^Win/ }).innerText();
  expect(win.split("\t").at(-1)).toMatch(/^[-−]/);
  await keepScreen(page, "console-rules");
  await what.scrollIntoViewIfNeeded();
  await keepScreen(page, "console-rules-what-if");
  expect(await violationsOf(page)).toEqual([]);

  // Stopped in the middle, what is done stands.
  const stopped = Promise.withResolvers<void>();
  await page.route("**/api/operator/what-if?*", async (route) => {
    await stopped.promise;
    await route.continue().catch(() => undefined);
  });
  await what.getByRole("button", { name: "Settle by the draft" }).click();
  await what.getByRole("button", { name: "Stop" }).click();
  await what.getByRole("button", { name: "Settle by the draft" }).waitFor();
  stopped.resolve();
  await page.unroute("**/api/operator/what-if?*");

  await page.getByRole("button", { name: "Activate version 1" }).click();
  await dialog.getByLabel("Reason").fill("a cheaper win pool");
  await dialog.getByRole("button", { name: /^Activate version 1/ }).click();
  await page.getByRole("region", { name: "CLUB_2027 1", exact: true }).waitFor();
  await page.getByRole("cell", { name: "a cheaper win pool" }).waitFor();
  await page.locator(".toast").waitFor({ state: "detached" });
  await page.emulateMedia({ colorScheme: "dark" });
  await keepScreen(page, "console-rules-dark");
  await page.emulateMedia({ colorScheme: "light" });
});

test("the ledger keeps its verifications, and its months", async () => {
  const { page } = desk;
  await openPage(page, "/ledger");
  await page.getByRole("button", { name: /^Verify now/ }).click();
  await page.getByRole("region", { name: "Verifications" }).getByText("all checks hold").waitFor();
  const months = page.getByRole("region", { name: "Months" });
  await months.getByText("No month is closed yet.").waitFor();
  const close = months.getByRole("button", { name: /^Close \d{4}-\d{2}$/ });
  const month = (await close.innerText()).replace("Close ", "");
  await close.click();
  const dialog = page.getByRole("dialog", { name: `Close ${month}?` });
  await keepScreen(page, "console-month-asked");
  await dialog.getByRole("button", { name: `Close ${month}` }).click();
  await months.getByRole("row", { name: new RegExp(`^${month}`) }).waitFor();
  const [kept] = await club.query(
    "SELECT to_char(month, 'YYYY-MM') AS month, ends_at < now() AS is_over FROM month_close",
  );
  expect(kept).toEqual({ month, is_over: true });
  await page.locator(".toast").waitFor({ state: "detached" });
  await months.scrollIntoViewIfNeeded();
  await keepScreen(page, "console-ledger-months");
  // Nothing is dated into it any more.
  const late = `INSERT INTO entry (id, kind, cause, at) VALUES (gen_random_uuid(), 'adjustment', 'late',
    (SELECT ends_at - interval '1 day' FROM month_close))`;
  await expect(club.asAdmin(late)).rejects.toThrow(/the month is closed/);
});

test("between accounts of the house: one asks, another sees what for, and books; a pool's refund has its facts", async () => {
  const { page } = desk;
  await openPage(page, "/ledger");
  await page.getByRole("button", { name: "Move between accounts" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount").fill("12.50");
  await dialog.getByLabel("Reason").fill("breakage was booked to adjustments");
  await keepScreen(page, "console-house-adjust");
  await dialog.getByRole("button", { name: /^Ask for it/ }).click();
  await dialog.waitFor({ state: "detached" });
  const [pool] = await club.query("SELECT id FROM pool WHERE race_id = $1 AND code = 'WIN'", [
    day.open.raceId,
  ]);
  Object.assign(club.ctx.settings, { fourEyes: true });
  const refund = `/api/operator/pools/${pool?.["id"]}/refund`;
  const body = { reason: "the totals were shown wrong" };
  ok(await club.call("POST", refund, { token: cashier.token, body }));
  Object.assign(club.ctx.settings, { fourEyes: false });

  const other = await openWindow(club.url, { size: DESK });
  await signInOperator(other.page, (await club.newOperator("owner")).name);
  await openPage(other.page, "/approvals?tab=second");
  await other.page.getByRole("row", { name: /Refund of a pool/ }).click();
  const facts = other.page.getByRole("region", { name: "Refund of a pool" });
  await facts.getByText("Bets in it").waitFor();
  const told = (await facts.innerText()).replaceAll(/\s+/g, " ");
  expect(told).toMatch(/Pool Win · Open/);
  expect(told).toMatch(/Bets in it [1-9]\d* Players [1-9]\d* Goes back, as it stands now \$\d/);
  expect(told).toContain("the totals were shown wrong");
  await keepScreen(other.page, "console-second-refund");
  await other.page.getByRole("row", { name: /Movement between house accounts/ }).click();
  const move = other.page.getByRole("region", { name: "Movement between house accounts" });
  await move.getByText("breakage was booked to adjustments").waitFor();
  await move.getByText("Adjustments → Breakage").waitFor();
  expect(await violationsOf(other.page)).toEqual([]);
  await keepScreen(other.page, "console-second-move");
  await other.page.keyboard.press("a");
  const asking = other.page.getByRole("dialog");
  await asking.getByRole("button", { name: /^Approve/ }).click();
  await move.waitFor({ state: "detached" });
  expectNoTrouble(other);

  await openPage(page, "/ledger?account=breakage");
  const entry = page.getByRole("region", { name: "One event" });
  await entry.getByText(/^Between house accounts/).waitFor();
  await page.locator(".toast").waitFor({ state: "detached" });
  await keepScreen(page, "console-ledger-house");
});

test("the new pages have no faults of accessibility, light, dark and wide", async () => {
  const { page } = desk;
  const places = [
    "/bank",
    "/bank?tab=reconcile",
    "/bank?tab=payouts",
    "/reports",
    "/reports?report=refused_bets",
    "/rules",
    "/approvals?tab=topups",
  ];
  const themes = ["light", "dark"] as const;
  for (const [at, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme });
    for (const place of shareOf(places, at, themes.length)) {
      await openPage(page, place);
      await page.getByRole("table").first().waitFor();
      expect(await violationsOf(page), `${place} ${theme}`).toEqual([]);
      const name = place.replaceAll(/\W+/g, "-");
      await keepScreen(page, `console-money${name}-${theme}`);
    }
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const place of places) {
    await openPage(page, place);
    await page.getByRole("table").first().waitFor();
    await keepScreen(page, `console-money${place.replaceAll(/\W+/g, "-")}-wide`);
  }
  expectNoTrouble(desk);
});
