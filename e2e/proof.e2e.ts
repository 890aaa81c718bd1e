import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { watchBooks } from "../apps/server/src/run/jobs/club-metrics.ts";
import { verifyBooks } from "../apps/server/src/proofs/checks/verify-books.ts";
import { eventBets } from "../apps/server/src/proofs/freeze/freeze-event.ts";
import { freezeClosed } from "../apps/server/src/proofs/freeze/freeze.ts";
import { replayDay } from "../apps/server/src/proofs/days/replay-days.ts";
import { legOn, makeMatch, placeSport, settleMatch } from "../apps/server/src/test/sport-desk.ts";
import { buildCheckTool } from "../scripts/lib/build-check-tool.ts";
import { violationsOf } from "./lib/axe.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { fillPools, openMeeting, type OpenRace } from "./lib/card.ts";
import { makePlayer, ordersOf } from "./lib/people.ts";
import { openRace, openScreen, placeBet, sheet } from "./lib/player-app.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import {
  closeBrowser,
  DESK,
  keepScreen,
  openWindow,
  SMALL_PHONE,
  type Window,
} from "./lib/window.ts";

/*
 * Money that anyone can check: a bet is placed, sealed, paid, explained in two languages, checked on
 * the phone; then the same day on a machine that never heard of the club.
 */

let club: TestClub;
let race: OpenRace;
let player: Awaited<ReturnType<typeof makePlayer>>;
let phone: Window;
let folder: string;
let orderId = "";
let sport = { eventId: "", orderId: "" };

const WITHOUT_ED25519 = `{
  const known = SubtleCrypto.prototype.importKey;
  SubtleCrypto.prototype.importKey = async function (...given) {
    if (given[2] === "Ed25519") throw new DOMException("unknown", "NotSupportedError");
    return await known.apply(this, given);
  };
}`;

const SPORT_DAY = {
  markets: [
    {
      type: "1x2",
      outcomes: [
        { key: "home", odds_milli: 1850 },
        { key: "draw", odds_milli: 3600 },
        { key: "away", odds_milli: 4400 },
      ],
    },
    {
      type: "over_under",
      line: 2.5,
      outcomes: [
        { key: "over", odds_milli: 2400 },
        { key: "under", odds_milli: 1600 },
      ],
    },
  ],
};

beforeAll(async () => {
  club = await startClub({ env: { CLUB_PUBLIC_BOOKS: "1" } });
  const [first] = await openMeeting(club, { races: 1, runners: 10 });
  if (first === undefined) throw new Error("a race is open");
  race = first;
  await fillPools(club, race);
  const other = await makePlayer(club, 100_000);
  for (const horse2 of [[7], [9], [2, 8]]) {
    const body = { race_id: race.raceId, bet_type: 3, horse: [4], horse2, betAmount: 12 };
    ok(await club.call("POST", "/api/order/place-order", { token: other.token, body }));
  }
  player = await makePlayer(club, 50_000);
  phone = await openWindow(club.url, { stored: player.stored });
  folder = mkdtempSync(join(tmpdir(), "club-check-"));
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function act(name: string, body: object = {}): Promise<void> {
  const { token } = await club.operator();
  ok(await club.call("POST", `/api/operator/races/${race.raceId}/${name}`, { token, body }));
}

const openOrder = async (page: Page): Promise<void> =>
  await openScreen(page, `/pages/order/list?tab=all&order=${orderId}`);

test("a bet is placed; until the close nothing can be proven, and it says so", async () => {
  const { page } = phone;
  await openRace(page, race.raceId);
  await placeBet(page, { type: 3, columns: [[4], [7, 9]], stake: "5" });
  const [order] = await ordersOf(club, player);
  orderId = order!.order_id;
  await openOrder(page);
  await sheet(page).getByText("When betting closes, the club seals all bets.").waitFor();
});

test("betting closes: the bet is in the frozen pool, proven on the phone before there is a result", async () => {
  const { page } = phone;
  await act("close");
  await page.reload();
  await openOrder(page);
  const proof = sheet(page).getByText(/Your bet is in the frozen pool, as bet 24 of 24\./);
  await proof.waitFor();
  await sheet(page)
    .getByText(/The club signed the list of all bets at [\d:.]+, before the result/)
    .waitFor();
  await keepScreen(page, "proof-sealed");
});

test("the result comes: the amount is explained step by step, and adds up", async () => {
  const { page } = phone;
  await act("result", { placings: [[4], [7, 9], [2]], stage: "final" });
  await act("settle", { result_version: 1 });
  await page.reload();
  await openOrder(page);
  const why = sheet(page).getByRole("region", { name: "Why this amount" });
  await why.getByText("checked here").waitFor();
  const [order] = await ordersOf(club, player);
  const text = await why.innerText();
  for (const part of [
    "All money in the Quinella pool",
    "Club takeout 14.75%",
    "Dead heat: 2 winning",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toContain(`$${(order!.payout_cents / 100).toFixed(2)}`);
  expect(order!.status).toBe("won");
  await keepScreen(page, "proof-why");
});

test("in another language, in the dark, the same", async () => {
  const dark = await openWindow(club.url, {
    stored: player.stored,
    theme: "dark",
    locale: "zh-TW",
  });
  await openOrder(dark.page);
  const why = sheet(dark.page).getByRole("region", { name: "為何是這個金額" });
  await why.getByText("本機已核對").waitFor();
  expect(await why.innerText()).toContain("平頭：2 個中獎組合");
  await keepScreen(dark.page, "proof-why-zh");
  await sheet(dark.page).getByText("您的投注在已封存的彩池中").waitFor();
  expectNoTrouble(dark);
  await dark.close();
});

test("the dividends are computed again on the phone: equal to the cent, also without a connection", async () => {
  const { page } = phone;
  await openScreen(page, `/pages/detail/detail?race=${race.raceId}`);
  await page.getByText("Check these dividends").click();
  await sheet(page).getByText("Equal to the cent", { exact: true }).first().waitFor();
  await sheet(page)
    .getByText(/This phone computed \d+ figures again/)
    .waitFor();
  await sheet(page)
    .getByText(/^24 bets, signed at/)
    .waitFor();
  await keepScreen(page, "proof-check");
  await page.keyboard.press("Escape");
  await page.getByText("Recomputed on this phone, equal to the cent").waitFor();
  // What was loaded once is there when the club cannot be reached.
  phone.expectTrouble(/Failed to load resource|ERR_FAILED/);
  await page.route("**/check?*", async (route) => await route.abort());
  await page.reload();
  await page.getByText("Check these dividends").click();
  await sheet(page).getByText("Equal to the cent", { exact: true }).first().waitFor();
  await page.unroute("**/check?*");
});

test("a phone that knows no signatures says that not all was checked, and shows no green", async () => {
  const old = await openWindow(club.url, { stored: player.stored, withoutWorker: true });
  const { page } = old;
  await page.addInitScript(WITHOUT_ED25519);
  // What a page is given at its start its workers are not.
  await page.route("**/*.worker-*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${WITHOUT_ED25519}\n${await response.text()}` });
  });
  await openScreen(page, `/pages/detail/detail?race=${race.raceId}`);
  await page.getByText("Check these dividends").click();
  await sheet(page).getByText("Equal, but not all was checked here").waitFor();
  await sheet(page)
    .getByText(/This phone computed \d+ figures again/)
    .waitFor();
  expect(await sheet(page).getByText("Equal to the cent", { exact: true }).count()).toBe(0);
  await keepScreen(page, "proof-partly");
  await page.keyboard.press("Escape");
  expect(await page.getByText("Recomputed on this phone, equal to the cent").count()).toBe(0);
  expectNoTrouble(old);
  await old.close();
});

test("a dividend or a bet that was changed on the way is said in plain words", async () => {
  const liar = await openWindow(club.url, { stored: player.stored, withoutWorker: true });
  const { page } = liar;
  await page.route("**/check?*", async (route) => {
    const answer = await route.fetch();
    const file = await answer.json();
    const pool = file.pools.find(({ pool: code }: { pool: string }) => code === "WIN");
    pool.dividends_cents["4"] += 10;
    await route.fulfill({ response: answer, json: file });
  });
  await openScreen(page, `/pages/detail/detail?race=${race.raceId}`);
  await page.getByText("Check these dividends").click();
  await sheet(page).getByText("Not equal").first().waitFor();
  await sheet(page)
    .getByText(/the club says [\d.]+, this phone [\d.]+/)
    .first()
    .waitFor();
  await sheet(page).getByText("The file is not the one that the club signed.").waitFor();
  await keepScreen(page, "proof-differs");
  await page.route(`**/api/order/${orderId}`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.proof.index -= 1;
    await route.fulfill({ response: answer, json: body });
  });
  await openOrder(page);
  await sheet(page).getByText("This bet could not be proven").waitFor();
  await sheet(page).getByText("Your bet is not in the sealed list.").waitFor();
  await liar.close();
});

test("a bet on two matches: sealed in both, explained in two languages, the match checked on the phone", async () => {
  const { page } = phone;
  const { token } = await club.operator();
  const [first, second] = [await makeMatch(club, SPORT_DAY), await makeMatch(club)];
  const single = await placeSport(club, player, { legs: [legOn(first, "home")] });
  const legs = [legOn(first, "over", 1), legOn(second, "home")];
  const double = await placeSport(club, player, { legs, unit_stake_cents: 777 });
  sport = { eventId: first.event_id, orderId: double.order_id };
  const openBet = async (on: Page, id: string) =>
    await openScreen(on, `/pages/order/sport_list?tab=all&order=${id}`);
  await openBet(page, double.order_id);
  await sheet(page).getByText("When betting on a match closes, the club seals all bets").waitFor();
  for (const { event_id } of [first, second]) {
    const path = `/api/operator/sports/events/${event_id}/close`;
    ok(await club.call("POST", path, { token, body: {} }));
  }
  await freezeClosed(club.ctx, eventBets);
  await page.reload();
  await openBet(page, double.order_id);
  await sheet(page)
    .getByText(/Rovers .*: your bet is in the sealed list, as bet 2 of 2\./)
    .waitFor();
  await sheet(page)
    .getByText(/: your bet is in the sealed list, as bet 1 of 1\./)
    .waitFor();
  await keepScreen(page, "proof-sport-sealed");
  await page.keyboard.press("Escape");
  await openScreen(page, `/pages/sport/detail?event=${first.event_id}`);
  await page.getByRole("region", { name: "Sealed before the result" }).waitFor();
  for (const { event_id } of [first, second]) {
    await settleMatch(club, event_id, { score: { home: 2, away: 1 } });
  }
  await page.reload();
  await openBet(page, double.order_id);
  const why = sheet(page).getByRole("region", { name: "Why this amount" });
  await why.getByText("checked here").waitFor();
  // 2.40 x 1.85 of 7.77 is 34.4988, rounded down; the line is 2.5, three goals are over it.
  expect(await why.innerText()).toContain("$34.49");
  await keepScreen(page, "proof-sport-why");
  const dark = await openWindow(club.url, {
    stored: player.stored,
    theme: "dark",
    locale: "zh-TW",
  });
  await openBet(dark.page, double.order_id);
  const other = sheet(dark.page).getByRole("region", { name: "為何是這個金額" });
  await other.getByText("本機已核對").waitFor();
  expect(await other.innerText()).toContain("34.49");
  await keepScreen(dark.page, "proof-sport-why-zh");
  expectNoTrouble(dark);
  await dark.close();
  await openBet(page, single.order_id);
  await sheet(page).getByText("checked here").waitFor();
  await openScreen(page, `/pages/sport/detail?event=${first.event_id}`);
  await page.getByText("Check this match").click();
  await sheet(page).getByText("Equal to the cent", { exact: true }).first().waitFor();
  await sheet(page)
    .getByText(/^2 bets, signed at/)
    .waitFor();
  expect(await sheet(page).locator(".check-line[data-verdict=differs]").count()).toBe(0);
  expect(await sheet(page).locator(".check-pool").first().innerText()).toContain("$18.50");
  await keepScreen(page, "proof-sport-check");
  await page.keyboard.press("Escape");
  await page.getByText("Recomputed on this phone, equal to the cent").waitFor();
});

test("a match's file or a sport bet that was changed on the way is said in plain words", async () => {
  const liar = await openWindow(club.url, { stored: player.stored, withoutWorker: true });
  const { page } = liar;
  await page.route("**/check?*", async (route) => {
    const answer = await route.fetch();
    const file = await answer.json();
    file.markets[0].outcomes[0].paid_cents += 100;
    await route.fulfill({ response: answer, json: file });
  });
  await openScreen(page, `/pages/sport/detail?event=${sport.eventId}`);
  await page.getByText("Check this match").click();
  await sheet(page).getByText("Not equal").first().waitFor();
  await sheet(page).getByText("What was paid is not what the result makes of it.").waitFor();
  await page.route("**/api/order/sport/*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.proofs[0].leaf.unit_stake_cents += 1;
    await route.fulfill({ response: answer, json: body });
  });
  await openScreen(page, `/pages/order/sport_list?tab=all&order=${sport.orderId}`);
  await sheet(page).getByText("This bet could not be proven").waitFor();
  await sheet(page)
    .getByText("What the club shows of this bet is not what your receipt says.")
    .waitFor();
  await liar.close();
});

test("the same day in an empty folder elsewhere: club-check says equal, and what is not", async () => {
  const built = await buildCheckTool();
  copyFileSync(join(built, "club-check.js"), join(folder, "club-check.mjs"));
  const { token } = await club.operator();
  const rows = await club.query(
    "SELECT m.date FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1",
    [race.raceId],
  );
  const get = async (path: string): Promise<Buffer> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(new URL(path, club.url), { headers });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const day = rows[0]!["date"] as string;
  const archive = await get(`/api/operator/reports/day/export?date=${day}`);
  writeFileSync(join(folder, "day.json.gz"), archive);
  writeFileSync(join(folder, "race.json"), await get(`/api/events/race/${race.raceId}/check`));
  writeFileSync(join(folder, "keys.json"), await get("/.well-known/club-roots"));
  const save = phone.page.waitForEvent("download");
  await openOrder(phone.page);
  await sheet(phone.page).getByRole("button", { name: "Save the proof" }).click();
  await (await save).saveAs(join(folder, "receipt.json"));
  writeFileSync(join(folder, "event.json"), await get(`/api/sport/${sport.eventId}/check`));
  const saveSport = phone.page.waitForEvent("download");
  await openScreen(phone.page, `/pages/order/sport_list?tab=all&order=${sport.orderId}`);
  await sheet(phone.page).getByRole("button", { name: "Save the proof" }).click();
  await (await saveSport).saveAs(join(folder, "sport.json"));
  const sports = await club.query(
    `SELECT to_char(v.closed_at AT TIME ZONE c.time_zone, 'YYYY-MM-DD') AS day FROM sport_event v CROSS JOIN club c
     WHERE v.id = $1`,
    [sport.eventId],
  );
  const sportDay = sports[0]!["day"] as string;
  const second = await get(`/api/operator/reports/day/export?date=${sportDay}`);
  writeFileSync(join(folder, "sport-day.json.gz"), second);
  // The club of this test answers in this process: nothing may hold it up.
  const check = async (...argv: string[]) => {
    const program = spawn(process.execPath, ["club-check.mjs", ...argv], { cwd: folder });
    let text = "";
    program.stdout.on("data", (some: Buffer) => (text += some.toString()));
    const [status] = (await once(program, "close")) as [number];
    return { status, text };
  };
  const keys = ["--keys", "keys.json"];
  for (const argv of [
    ["day", "day.json.gz", ...keys],
    ["race", "race.json", ...keys],
    ["receipt", "receipt.json", ...keys, "--race", "race.json"],
    ["race", `${club.url}/api/events/race/${race.raceId}/check`],
    ["event", "event.json", ...keys],
    ["event", `${club.url}/api/sport/${sport.eventId}/check`],
    ["receipt", "sport.json", ...keys, "--event", "event.json"],
    ["day", "sport-day.json.gz", ...keys],
  ]) {
    expect(await check(...argv)).toMatchObject({
      status: 0,
      text: expect.stringMatching(/all equal\.$/m),
    });
  }
  const changed = JSON.parse((await get(`/api/events/race/${race.raceId}/check`)).toString());
  expect(changed.pools[0].pool).toBe("WIN");
  changed.pools[0].paid_cents += 1;
  writeFileSync(join(folder, "changed.json"), JSON.stringify(changed));
  expect(await check("race", "changed.json", ...keys)).toMatchObject({
    status: 1,
    text: expect.stringContaining("DIFFERS  paid out (WIN)"),
  });
  const match = JSON.parse((await get(`/api/sport/${sport.eventId}/check`)).toString());
  match.results[0].score.away = 2;
  writeFileSync(join(folder, "changed-event.json"), JSON.stringify(match));
  expect(await check("event", "changed-event.json", ...keys)).toMatchObject({
    status: 1,
    text: expect.stringContaining("DIFFERS  what became of an outcome, by the result (1x2"),
  });
});

test("the page that an auditor opens from disk", async () => {
  const { page } = await openWindow("file://", { withoutWorker: true });
  await page.goto(`file://${join(await buildCheckTool(), "club-check.html")}`);
  await page.locator("#file").setInputFiles(join(folder, "day.json.gz"));
  await page.getByText(/\d+ checks, all equal\./).waitFor();
  await page.locator("#keys").setInputFiles(join(folder, "keys.json"));
  await page.getByText(/\d+ checks, all equal\./).waitFor();
  await page.locator("#file").setInputFiles(join(folder, "changed.json"));
  await page.getByText(/\d+ checks, 2 differ\./).waitFor();
  await keepScreen(page, "proof-page");
});

test("the club's books, for everybody: they balance, and so does the last full check", async () => {
  const { page } = phone;
  await openScreen(page, `/pages/detail/detail?race=${race.raceId}`);
  await page.getByText("Check these dividends").click();
  await watchBooks(club.ctx);
  await verifyBooks(club.ctx);
  await sheet(page).getByText("The club’s books").click();
  await page.getByText("The books balance").waitFor();
  const rows = await page.locator(".value-row").allInnerTexts();
  expect(rows.find((row) => row.startsWith("Sum"))).toContain("$0.00");
  await page.getByText("The public log is signed and whole").waitFor();
  expect(await page.locator(".books-checks li.loss").count()).toBe(0);
  await keepScreen(page, "books");
  await openScreen(page, "/pages/about/about");
  await page.locator("#main").getByText("The club’s books").click();
  await page.getByText("The books balance").waitFor();
});

test("books that are wrong, and a club that does not show its own, say so", async () => {
  const other = await openWindow(club.url, { theme: "dark", locale: "zh-TW", withoutWorker: true });
  const { page } = other;
  await openScreen(page, "/pages/books/books");
  await page.getByText("帳目平衡").first().waitFor();
  await keepScreen(page, "books-zh");
  await page.route("**/api/events/books", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.added_up.balanced = false;
    body.data.verified.ok = false;
    body.data.verified.checks[3].ok = false;
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await page.getByText("帳目不平衡").waitFor();
  expect(await page.locator(".books-checks li.loss").innerText()).toBe("結餘與記帳一致");
  await page.unroute("**/api/events/books");
  other.expectTrouble(/Failed to load resource/);
  await page.route("**/api/events/books", async (route) => {
    const json = { status: 404, code: "not_found", message: "no", params: {} };
    await route.fulfill({ status: 404, json });
  });
  await page.reload();
  await page.getByText("本會不公開帳目").waitFor();
  expectNoTrouble(other);
  await other.close();
});

test.each(["light", "dark"] as const)(
  "on a small phone, %s: the proof, the steps, the check and the books have no fault that axe knows",
  async (theme) => {
    const small = await openWindow(club.url, {
      stored: player.stored,
      size: SMALL_PHONE,
      theme,
      still: true,
      withoutPolicy: true,
    });
    const { page } = small;
    const found: string[] = [];
    const look = async (name: string) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) found.push(`${name}: ${wide} px too wide`);
      found.push(...(await violationsOf(page)).map((each) => `${name}: ${each}`));
      await keepScreen(page, `${name}-320-${theme}`);
    };
    await openOrder(page);
    await sheet(page).getByText("checked here").waitFor();
    await sheet(page)
      .getByText(/Your bet is in the frozen pool/)
      .waitFor();
    await look("why");
    await openScreen(page, `/pages/detail/detail?race=${race.raceId}`);
    await page.getByText("Check these dividends").click();
    await sheet(page).getByText("Equal to the cent", { exact: true }).first().waitFor();
    await look("check");
    await openScreen(page, "/pages/books/books");
    await page.getByText("The books balance").waitFor();
    await look("books");
    await small.close();
    expect(found).toEqual([]);
  },
);

test("the console says how far a verification has come, and then what it found", async () => {
  const desk = await openWindow(club.url, { size: DESK, withoutWorker: true });
  const { page } = desk;
  await signInOperator(page, (await club.operator("auditor")).name);
  let goOn = (): void => undefined;
  const seen = new Promise<void>((resolve) => (goOn = resolve));
  // What takes minutes in a big club is over at once here: it is held back, and half of it is shown.
  await page.route("**/api/operator/ledger/verify", async (route) => {
    if (route.request().method() === "POST") {
      await seen;
      return await route.continue();
    }
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.running = { check: "log", done: 12, total: 13, rows: 1000 };
    await route.fulfill({ response: answer, json: body });
  });
  // What the night does by itself: the day again, from stored facts.
  const rows = await club.query(
    "SELECT m.date FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1",
    [race.raceId],
  );
  expect((await replayDay(club.ctx, rows[0]!["date"])).matches_live).toBe(true);
  await openPage(page, "/ledger");
  await page.getByRole("button", { name: "Verify now" }).click();
  await page.getByText("12 of 13 checks done, now: signed log is whole").waitFor();
  await keepScreen(page, "console-verifying");
  goOn();
  await page.getByText("The books verify.").first().waitFor();
  await page.getByRole("heading", { name: "Days made again" }).waitFor();
  await page.getByText(/: [\d,]+ comparisons, all equal/).waitFor();
  await keepScreen(page, "console-days");
  expectNoTrouble(desk);
  await desk.close();
});

test("nothing went wrong on the phone", () => expectNoTrouble(phone));
