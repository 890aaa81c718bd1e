import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import {
  type Answer,
  ok,
  startClub,
  type TestClub,
  type TestPlayer,
} from "../apps/server/src/test/club.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { cashOf, makePlayer } from "./lib/people.ts";
import { openMatch, type SportMatch } from "./lib/sport-day.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";
import { tick } from "./lib/tick.ts";

/* The sports desk: an event by hand, a feed, the margin, and a result that was wrong. In order. */

const CASH = 10_000;

let club: TestClub;
let desk: Window;
let other: Window;
let match: SportMatch;
let player: TestPlayer;
let token = "";
let bets = 0;

beforeAll(async () => {
  club = await startClub();
  const first = await club.newOperator("owner");
  const second = await club.newOperator("owner");
  player = await makePlayer(club, CASH);
  token = first.token;
  match = await openMatch(club, token, {
    home: "Pier Hawks",
    away: "Dock City",
    odds: [2000, 3200, 3500],
  });
  desk = await openWindow(club.url, { size: DESK });
  other = await openWindow(club.url, { size: DESK });
  await signInOperator(desk.page, first.name);
  await signInOperator(other.page, second.name);
});
stepsInOrder(async () => {
  await keepScreen(desk.page, "desk-failed");
  await keepScreen(other.page, "desk-failed-other");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

test("an event is made by hand, priced and published", async () => {
  const { page } = desk;
  await openPage(page, "/sports");
  await page.getByText("Pier Hawks v Dock City").first().waitFor();
  await page.keyboard.press("n");
  await page.getByLabel("Competition").fill("Quay Open");
  await page.getByLabel("Home side, or the title").fill("Ada Wren");
  await page.getByLabel("Away side").fill("Sol Ibarra");
  await page.getByLabel("Sport").selectOption("tennis");
  await page.getByLabel("Type").selectOption("two_way");
  await page.getByLabel("Home", { exact: true }).fill("1.55");
  await page.getByLabel("Away", { exact: true }).fill("2.50");
  await page.getByText("Margin 4.52%").waitFor();
  await keepScreen(page, "console-sport-new");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("heading", { name: "Ada Wren v Sol Ibarra" }).waitFor();
  await page.getByText("Takes bets until it starts.").waitFor();
});

test("the margin tool prices the same chances anew; nothing goes out before it is saved", async () => {
  const { page } = desk;
  await page.getByLabel("Margin in %").fill("8");
  await page.getByRole("button", { name: "Price with it" }).click();
  await page.getByText(/margin 8.0\d?%|margin 8%/).waitFor();
  const listed = async (): Promise<readonly number[]> => {
    const { body } = await club.call("GET", "/api/sport/list?q=Ada");
    type Outcome = { readonly odds_milli: number };
    const [event] = body.list as { main_market: { outcomes: Outcome[] } }[];
    return (event?.main_market.outcomes ?? []).map(({ odds_milli }) => odds_milli);
  };
  expect(await listed()).toEqual([1550, 2500]);
  await page.getByRole("button", { name: /^Save odds/ }).click();
  await expect.poll(async () => (await listed())[0]).toBeLessThan(1550);
});

const FEED = [
  {
    id: "f1",
    sport_key: "soccer_epl",
    sport_title: "EPL",
    commence_time: new Date(Date.now() + 3 * 3_600_000).toISOString(),
    home_team: "Northgate Rovers",
    away_team: "Harbour Town",
    bookmakers: [
      {
        key: "book_a",
        title: "Book A",
        last_update: new Date().toISOString(),
        markets: [
          {
            key: "h2h",
            last_update: new Date().toISOString(),
            outcomes: [
              { name: "Northgate Rovers", price: 2.1 },
              { name: "Harbour Town", price: 3.6 },
              { name: "Draw", price: 3.4 },
            ],
          },
        ],
      },
    ],
  },
];

test("a feed shows what it would change before it changes it", async () => {
  const { page } = desk;
  const path = join(tmpdir(), `feed-${process.pid}.json`);
  writeFileSync(path, JSON.stringify(FEED));
  await openPage(page, "/sports/import");
  await page.locator("input[type=file]").setInputFiles(path);
  await page.getByText("New event").first().waitFor();
  await keepScreen(page, "console-sport-import");
  const before = await club.call("GET", "/api/sport/list?q=Northgate");
  expect(before.body.list).toEqual([]);
  await page.getByRole("button", { name: "Import and publish" }).click();
  await page.getByText("The file is in").first().waitFor();
  const after = await club.call("GET", "/api/sport/list?q=Northgate");
  expect(after.body.list).toHaveLength(1);
});

async function betOn(match: SportMatch, unitCents: number, on: string): Promise<Answer> {
  const event = ok(await club.call("GET", `/api/sport/${match.eventId}`));
  const [market] = event.markets as {
    market_id: string;
    outcomes: { outcome_id: string; key: string; odds_milli: number }[];
  }[];
  const outcome = market?.outcomes.find((each) => each.key === on);
  return await club.call("POST", "/api/order/place-sport-order", {
    token: player.token,
    headers: { "idempotency-key": `desk-${(bets += 1)}` },
    body: {
      kind: "single",
      unit_stake_cents: unitCents,
      price_policy: "better",
      legs: [
        {
          event_id: match.eventId,
          market_id: market?.market_id,
          outcome_id: outcome?.outcome_id,
          odds_milli: outcome?.odds_milli,
        },
      ],
    },
  });
}

test("one key suspends all of sports and the same key takes it up, each after a question", async () => {
  const { page } = desk;
  await openPage(page, "/sports");
  await page.getByRole("row", { name: /Pier Hawks v Dock City/ }).waitFor();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Suspend or resume all of sports").waitFor();
  await keepScreen(page, "console-sport-keys");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });

  await page.keyboard.press("x");
  await dialog.getByLabel("Reason (may be empty)").fill("The feed is wrong");
  await dialog.getByRole("button", { name: /^Suspend all/ }).click();
  await page.getByText(/^All sports are suspended since/).waitFor();
  await page.getByText("The feed is wrong", { exact: false }).first().waitFor();
  await keepScreen(page, "console-sport-held");
  expect((await betOn(match, 100, "home")).body.code).toBe("market.closed");

  await page.keyboard.press("x");
  await dialog.getByRole("button", { name: /^Resume all/ }).click();
  await page.getByText(/^All sports are suspended since/).waitFor({ state: "detached" });
  expect((await club.call("GET", `/api/sport/${match.eventId}`)).body.data.status).toBe("open");
});

async function settle(page: Page, home: string, away: string): Promise<void> {
  await openPage(page, `/sport/${match.eventId}`);
  await page.getByRole("button", { name: /^Close betting/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Close betting/ })
    .click();
  await page.getByText("Betting is over. Next: the result.").waitFor();
  await page.getByLabel(match.home, { exact: true }).first().fill(home);
  await page.getByLabel(match.away, { exact: true }).first().fill(away);
  await page.getByRole("button", { name: "Dry run" }).click();
  await page.getByRole("button", { name: /^Settle · pay/ }).click();
  await page.getByText(/^Settled: /).waitFor();
}

test("a wrong result is corrected: another operator approves, and the money is right", async () => {
  ok(await betOn(match, 1000, "home"));
  const { page } = desk;
  await settle(page, "1", "2");
  expect(await cashOf(club, player)).toBe(CASH - 1000);
  await page.getByLabel(match.home, { exact: true }).first().fill("2");
  await page.getByLabel(match.away, { exact: true }).first().fill("1");
  await page.getByLabel("Reason").fill("The sides were swapped");
  await page.getByRole("button", { name: "Dry run" }).click();
  await page.getByRole("table", { name: "Who gains and loses" }).getByText("+20.00").waitFor();
  await keepScreen(page, "console-sport-correct");
  await page.getByRole("button", { name: "Ask for the correction" }).click();
  await page.getByText("Waits for a second operator.").first().waitFor();
  expect(await cashOf(club, player)).toBe(CASH - 1000);

  await openPage(other.page, "/approvals?tab=second");
  await other.page
    .getByRole("button", { name: /^Approve/ })
    .first()
    .click();
  await other.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect.poll(async () => await cashOf(club, player)).toBe(CASH - 1000 + 2000);
  expectNoTrouble(desk, other);
});

test("the report has what the book took, paid and kept, by every grouping, and as a file", async () => {
  const { page } = desk;
  await openPage(page, "/sports");
  await page.getByText("Pier Hawks v Dock City").first().waitFor();
  await page.keyboard.press("t");
  const table = page.getByRole("table", { name: "Report of the days" });
  // One single of 10.00 at 2.00, won after the correction.
  const row = (name: string) => table.getByRole("row", { name: new RegExp(`^${name} 1 10\\.00 `) });
  await row("Football").waitFor();
  for (const [group, name] of [
    ["Market", "Match result"],
    ["Kind of bet", "Single"],
    ["Player", player.name],
    ["Competition", "Northern League"],
  ] as const) {
    await tick(page.getByRole("radio", { name: group }));
    await row(name).waitFor();
    expect(await row(name).innerText()).toMatch(/20\.00\s+0\.00\s+[−-]10\.00\s+[−-]100/);
  }
  await keepScreen(page, "console-sport-report");
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV file" }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^sports-competition-.*\.csv$/);
  const text = readFileSync(await file.path(), "utf8");
  expect(text).toContain(",1,10.00,20.00,0.00,0.00,0.00,-10.00");
  // Days in the wrong order are said, and nothing is asked.
  await page.getByLabel("From", { exact: true }).fill("2099-01-01");
  await page.getByText("The first day is after the last").first().waitFor();
  expectNoTrouble(desk);
});

test("the desk shows the last hour of a market, and what a limit cut", async () => {
  const { page } = desk;
  const cup = await openMatch(club, token, {
    home: "Marrow Bay",
    away: "Kestrel Heath",
    odds: [2000, 3200, 3500],
  });
  const bet = async (cents: number, key: string) => await betOn(cup, cents, key);
  await openPage(page, `/sport/${cup.eventId}`);
  await page.getByRole("region", { name: "Event limit" }).getByLabel("Most to lose").fill("50");
  await page
    .getByRole("region", { name: "Event limit" })
    .getByRole("button", { name: "Save" })
    .click();
  await page.getByText(/At worst .* of .*50\.00/).waitFor();
  const cut = await bet(9000, "home");
  expect(cut.body).toMatchObject({ code: "sport.over_liability", params: { scope: "event" } });
  ok(await bet(500, "away"));
  ok(await bet(300, "draw"));

  await openPage(page, "/sports");
  await page.getByRole("row", { name: /Marrow Bay v Kestrel Heath/ }).click();
  const offers = page.getByRole("region", { name: "Offered less" });
  await offers.getByText("not taken").waitFor();
  await offers.getByText("Marrow Bay · event limit").waitFor();
  await offers.getByText(/^90\.00 → \d+\.\d\d$/).waitFor();
  // The book of each outcome: 5.00 at 3.50 on the away side, 3.00 at 3.20 on the draw.
  await page.getByRole("img", { name: /^Book, Match result, .*\+8 Marrow Bay/ }).waitFor();
  await keepScreen(page, "console-sport-book");
  await tick(page.getByRole("radio", { name: "Odds" }));
  await page.getByRole("img", { name: /^Odds, Match result, .*2\.00 Marrow Bay/ }).waitFor();
  await keepScreen(page, "console-sport-odds");

  await page.getByRole("button", { name: /^Limits/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Most that a player wins on an event").fill("7000");
  await keepScreen(page, "console-sport-limits");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("Limits saved").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.press("l");
  await dialog.getByPlaceholder("7,000.00").waitFor();
  await page.keyboard.press("Escape");
});

test.each(["light", "dark"] as const)("nothing that axe finds at the desk, %s", async (theme) => {
  const stored = await desk.page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage) as [string, string][]),
  );
  const seen = await openWindow(club.url, {
    theme,
    stored,
    size: DESK,
    withoutPolicy: true,
    still: true,
  });
  const { page } = seen;
  await page.goto("/console/");
  const faults: string[] = [];
  const stops = [
    ["/sports", "Ada Wren v Sol Ibarra"],
    [`/sport/${match.eventId}`, "Match result"],
    ["/sports/new", "Market 1"],
    ["/sports/import", "Feeds"],
    ["/sports/report", "Report of the days"],
  ] as const;
  for (const [path, text] of stops) {
    await openPage(page, path);
    await page.getByText(text).first().waitFor();
    faults.push(...(await violationsOf(page)).map((fault) => `${path}: ${fault}`));
    await keepScreen(page, `axe-console${path.replaceAll("/", "-").slice(0, 16)}-${theme}`);
  }
  await seen.close();
  expect(faults).toEqual([]);
});
