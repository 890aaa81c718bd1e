import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  PASSWORD,
  startClub,
  type TestClub,
  type TestPlayer,
} from "../apps/server/src/test/club.ts";
import { openMeeting, type OpenRace } from "./lib/card.ts";
import { storedSession } from "./lib/people.ts";
import {
  fillSlip,
  openRace,
  openScreen,
  placeButton,
  sheet,
  typeAmount,
} from "./lib/player-app.ts";
import { holdHeartbeat } from "./lib/hold-heartbeat.ts";
import { settle } from "./lib/tour.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, keepScreen, openWindow, type Window } from "./lib/window.ts";
import { tick } from "./lib/tick.ts";

/* Player protection as a player meets it: promises G2, G5 to G11, G14 and G15, in a browser. */

const PATH = "/pages/protection/protection";
const LANGUAGES = ["en", "es", "fr", "zh-Hans", "zh-Hant"] as const;

let club: TestClub;
let race: OpenRace;
let windows: Window[] = [];

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  const [first] = await openMeeting(club, { races: 1, runners: 8 });
  if (first === undefined) throw new Error("a race is open");
  race = first;
});
afterEach(async () => {
  const open = windows;
  windows = [];
  for (const each of open) await each.close();
  expectNoTrouble(...open);
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

/** A player in a window of the phone; `cents` come by an operator's hand. */
async function playerOnPhone(cents = 0): Promise<{ player: TestPlayer; phone: Window }> {
  const player = await club.signUp();
  if (cents > 0) {
    const { token } = await club.operator();
    const body = { kind: "opening", amount_cents: cents, reason: "for a test" };
    await club.call("POST", `/api/operator/players/${player.id}/adjust`, { token, body });
  }
  const phone = await openPhone(storedSession(player));
  return { player, phone };
}

async function openPhone(stored: Readonly<Record<string, string>>): Promise<Window> {
  const phone = await openWindow(club.url, { stored });
  windows.push(phone);
  return phone;
}

test("a limit in a few taps; the club holds it, a looser one waits and asks again (G2, G5)", async () => {
  const { player, phone } = await playerOnPhone();
  const { page } = phone;
  await openScreen(page, PATH);
  await page.getByRole("button", { name: "Set a limit" }).click();
  const open = sheet(page);
  await open.getByRole("radio", { name: "Stakes" }).click();
  await typeAmount(page, "20");
  await open.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("$0 of $20").waitFor();
  await page.getByRole("button", { name: "Change" }).click();
  await sheet(page).getByRole("radio", { name: "Stakes" }).click();
  await typeAmount(page, "50");
  await sheet(page).getByRole("button", { name: /^Save/ }).click();
  await page.getByText(/Stakes a day: \$50 waits until/).waitFor();
  await page.getByText("$0 of $20").waitFor();
  await keepScreen(page, "protection-limits");
  await club.query(
    "UPDATE player_limit SET pending_from = club_now_ms() - interval '1 minute' WHERE player_id = $1",
    [player.id],
  );
  await page.reload();
  await page.getByRole("button", { name: "Yes, change it" }).click();
  await page.getByText("$0 of $50").waitFor();
});

test("a break: three taps, until when is said, then no bet is taken (G6)", async () => {
  const { player, phone } = await playerOnPhone(10_000);
  const { page } = phone;
  await openScreen(page, PATH);
  await page.getByRole("button", { name: "3 days" }).click();
  await page.getByRole("button", { name: /^Break until/ }).click();
  await sheet(page)
    .getByRole("button", { name: /^Break until/ })
    .click();
  await page.getByText(/^On a break until/).waitFor();
  await keepScreen(page, "protection-break");
  const [row] = await club.query("SELECT bar FROM player WHERE id = $1", [player.id]);
  expect(row).toEqual({ bar: "time_out" });
  await openRace(page, race.raceId);
  phone.expectTrouble(/409 .*place-order|409 \(Conflict\)/);
  await fillSlip(page, { type: 1, columns: [[1]], stake: "5" });
  await placeButton(page).click();
  await page.getByText("You are taking a time-out.").filter({ visible: true }).first().waitFor();
  const [bets] = await club.query("SELECT count(*)::int AS n FROM bet WHERE player_id = $1", [
    player.id,
  ]);
  expect(bets).toEqual({ n: 0 });
});

test("self-exclusion: honest words, one box, signed out; a new sign-in shows what stays open (G6, G7)", async () => {
  const { player, phone } = await playerOnPhone(10_000);
  const { page } = phone;
  await openScreen(page, PATH);
  await page.getByRole("button", { name: /^Self-exclusion/ }).click();
  const open = sheet(page);
  await open.getByText("Nobody can undo it: not you, not the club.").waitFor();
  const act = open.getByRole("button", { name: /^Exclude me/ });
  expect(await act.getAttribute("aria-disabled")).toBe("true");
  await open.getByRole("button", { name: "For good" }).click();
  await tick(open.getByRole("checkbox", { name: /^I understand/ }));
  await keepScreen(page, "protection-exclusion");
  await open.getByRole("button", { name: "Exclude me for good" }).click();
  await page.waitForURL("**/login/login**");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  const body = { user_name: player.name, password: PASSWORD };
  const { data } = (await club.call("POST", "/api/user/signin", { body })).body;
  const again = await openPhone({
    ...storedSession(player),
    token: data.access_token,
    refresh_token: data.refresh_token,
  });
  await openScreen(again.page, PATH);
  await again.page.getByText("Excluded for good").waitFor();
  await again.page.getByRole("link", { name: "Withdraw" }).waitFor();
  expect(await again.page.getByRole("button", { name: /^Break until/ }).count()).toBe(0);
  await keepScreen(again.page, "protection-excluded");
});

test("the reality check stands over the slip, with equal buttons, and the slip is kept (G9)", async () => {
  const { player, phone } = await playerOnPhone(10_000);
  const { page } = phone;
  await openRace(page, race.raceId);
  await fillSlip(page, { type: 1, columns: [[4]], stake: "7" });
  const comesLate = await holdHeartbeat(page);
  await club.ctx.sessions.flush();
  await club.query(
    "UPDATE session SET active_since = active_since - interval '61 minutes' WHERE player_id = $1",
    [player.id],
  );
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const check = page.getByRole("dialog", { name: "Reality check" });
  await check.waitFor();
  await check.getByText(/You have been here for 6\d minutes/).waitFor();
  await check.getByText("Net result").waitFor();
  // An answer that was under way since before does not take it away.
  await comesLate();
  await page.keyboard.press("Escape");
  expect(await check.isVisible()).toBe(true);
  // While the sheet slides up a box is a fraction of a pixel off.
  await settle(page);
  const sizes = await Promise.all(
    ["Take a break", "See history", "Go on"].map(
      async (name) => await check.getByRole("button", { name }).boundingBox(),
    ),
  );
  expect(new Set(sizes.map((size) => `${size?.width} ${size?.height}`)).size).toBe(1);
  await keepScreen(page, "reality-check");
  await check.getByRole("button", { name: "Go on" }).click();
  await check.waitFor({ state: "hidden" });
  await placeButton(page).click();
  await page.locator("article.receipt").waitFor();
  const { body } = await club.call("GET", "/api/user/protection/history", player);
  expect(body.list[0]).toMatchObject({ kind: "reality", detail: { answer: "go_on" } });
});

test.each(LANGUAGES)("session time and net result are one tap away: %s (G10)", async (language) => {
  const player = await club.signUp();
  const phone = await openPhone({ ...storedSession(player), language });
  const { page } = phone;
  await openRaceIn(page, race.raceId);
  await page.locator('a[href="#/pages/account/account"]').first().click();
  await page.locator(".account-figures .figure").first().waitFor();
  expect(await page.locator(".account-figures .figure").count()).toBeGreaterThanOrEqual(2);
});

async function openRaceIn(page: Window["page"], id: string): Promise<void> {
  await openScreen(page, `/pages/detail/detail?race=${id}`);
  await page.locator("main h1, header h1, .race-head").first().waitFor();
}

test("activity of the month, in figures and a plot (G11)", async () => {
  const { phone } = await playerOnPhone(10_000);
  const { page } = phone;
  await openRace(page, race.raceId);
  await fillSlip(page, { type: 1, columns: [[2]], stake: "9" });
  await placeButton(page).click();
  await page.locator("article.receipt").waitFor();
  await openScreen(page, `${PATH}?view=activity`);
  await page.getByRole("img", { name: /^Net result by day/ }).waitFor();
  await page.getByText("$9.00").first().waitFor();
  await page.getByText("−$9.00").first().waitFor();
  await keepScreen(page, "activity");
});

test("every choice is in the history (G12)", async () => {
  const { player, phone } = await playerOnPhone();
  const body = { limits: [{ kind: "loss", period: "week", amount_cents: 5000 }] };
  await club.call("PUT", "/api/user/limits", { token: player.token, body });
  await openScreen(phone.page, `${PATH}?view=history`);
  await phone.page.getByText("Net loss a week: $50.00").waitFor();
});

test.each(LANGUAGES)(
  "help is there before signing in, with numbers to call: %s (G15)",
  async (language) => {
    const phone = await openPhone({ language });
    const { page } = phone;
    await openScreen(page, `${PATH}?view=help`);
    const numbers = page.locator('a[href^="tel:"]');
    await numbers.first().waitFor();
    expect(await numbers.count()).toBeGreaterThan(1);
    const registers = await page
      .locator('.markdown a[href^="https:"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("rel")));
    expect(registers.length).toBeGreaterThan(0);
    expect(new Set(registers)).toEqual(new Set(["noopener noreferrer"]));
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThan(1);
    await keepScreen(page, `help-${language}`);
  },
);

test("the self-check answers on the screen alone (G15)", async () => {
  const phone = await openPhone({});
  const { page } = phone;
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.url());
  });
  await openScreen(page, `${PATH}?view=help`);
  const often = page.getByRole("button", { name: "Often" });
  await often.first().waitFor();
  for (let index = 0; index < 6; index++) await often.nth(index).click();
  await page.getByText("These answers point to harm.").waitFor();
  expect(sent).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(
    "often",
  );
});

test("defaults: no stake is set, no consent is given, no sound plays by itself (G14)", async () => {
  const { player, phone } = await playerOnPhone(10_000);
  const { page } = phone;
  await openScreen(page, PATH);
  const offers = page.getByRole("checkbox", { name: /^Offers from the club/ });
  await offers.waitFor({ state: "attached" });
  expect(await offers.isChecked()).toBe(false);
  await openRace(page, race.raceId);
  await page.getByRole("button", { name: /^All \d+$/ }).click();
  expect(await placeButton(page).count()).toBeLessThanOrEqual(1);
  expect(await page.locator("audio[autoplay], video[autoplay]:not([muted])").count()).toBe(0);
  await openScreen(page, PATH);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await offers.click();
  await expect.poll(async () => await marketingOf(player)).toBe(true);
  await offers.click();
  await expect.poll(async () => await marketingOf(player)).toBe(false);
});

async function marketingOf(player: TestPlayer): Promise<boolean> {
  return (await club.query("SELECT marketing FROM player WHERE id = $1", [player.id]))[0]?.[
    "marketing"
  ];
}

test("320 px wide and text twice as large: nothing is cut off", async () => {
  const { phone } = await playerOnPhone();
  const { page } = phone;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const view of ["", "?view=activity", "?view=history", "?view=help"]) {
    await openScreen(page, `${PATH}${view}`);
    await page.locator("main section, main .empty").first().waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      view,
    ).toBeLessThan(1);
  }
});
