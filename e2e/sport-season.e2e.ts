import { ZONE } from "../apps/server/src/test/zone.ts";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ok, startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { openPage, signInOperator } from "./lib/console-app.ts";
import { cashOf, makePlayer } from "./lib/people.ts";
import { openScreen, sheet, typeAmount } from "./lib/player-app.ts";
import {
  factorOf,
  matchOf,
  MATCHES,
  returnOf,
  seasonFile,
  vectorOf,
  type Choice,
  type Verdict,
} from "./lib/season.ts";
import { stepsInOrder } from "./lib/steps-in-order.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, DESK, keepScreen, openWindow, type Window } from "./lib/window.ts";
import { tick } from "./lib/tick.ts";

/*
 * Fifty real matches from the file to the payout: imported and priced at the desk, bet on with every
 * kind of bet on every kind of market through the slip on a phone, played, settled, one of them
 * voided, one abandoned, one corrected. Every payout is worked out a second time from the rules.
 */

const CASH = 500_000;
const CORRECTED = 13;

let club: TestClub;
let phone: Window;
let desk: Window;
let second: Window;
let token = "";
/** By the number of the match, or the name of an event made by hand. */
const events = new Map<EventName, { readonly id: string; readonly name: string }>();

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  const [first, other] = [await club.newOperator("owner"), await club.newOperator("owner")];
  const player = await makePlayer(club, CASH, "season-noor");
  token = player.token;
  phone = await openWindow(club.url, { stored: player.stored, still: true });
  desk = await openWindow(club.url, { size: DESK });
  second = await openWindow(club.url, { size: DESK });
  await signInOperator(desk.page, first.name);
  await signInOperator(second.page, other.name);
});
stepsInOrder(async () => {
  await keepScreen(phone.page, "season-failed-phone");
  await keepScreen(desk.page, "season-failed-desk");
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

type EventName = number | "tennis" | "golf";
interface Leg extends Choice {
  readonly event: EventName;
}

/** A leg on a match of the season: its odds and lines are those of the file. */
function leg(event: number, market: "1x2" | "over_under" | "asian_handicap", key: string): Leg {
  const { "1X2": three, "OU2.5": total, AH } = matchOf(event).markets;
  const letters: Readonly<Record<string, string>> = { home: "1", draw: "X", away: "2" };
  const said = { "1x2": three.odds, over_under: total.odds, asian_handicap: AH.odds }[market];
  const odds = said[market === "1x2" ? letters[key]! : key]!;
  const quarters = market === "over_under" ? 10 : 4 * AH.home_line;
  return { event, market, key, oddsMilli: Math.round(odds * 1000), quarters };
}

const SCORES = [
  ["2-1", 8500],
  ["1-0", 7000],
  ["0-0", 9000],
  ["other", 1400],
] as const;
const DOUBLE = [
  ["home_draw", 1300],
  ["home_away", 1250],
  ["draw_away", 1600],
] as const;
const listed = SCORES.map(([key]) => key);

const MIXED: readonly Leg[] = [
  { event: 20, market: "double_chance", key: "draw_away", oddsMilli: 1600 },
  { event: 22, market: "correct_score", key: "other", oddsMilli: 1400, listed },
  { event: "tennis", market: "two_way", key: "away", oddsMilli: 2450 },
  { event: "golf", market: "outright", key: "ada", oddsMilli: 6000 },
];

/** A slip: its selections, and the stake of each bet that is made of them at once. */
interface Slip {
  readonly legs: readonly Leg[];
  readonly stakes: readonly (readonly [bet: string, typed: string])[];
  /** The amounts are for all lines together. */
  readonly isTotal?: true;
  /** Stays in the slip after the bet: the next slip goes on from it. */
  readonly goesOn?: true;
  /** The published settlement of one of its bets. */
  readonly vector?: readonly [bet: string, id: string];
}

const FOUR = [
  leg(24, "asian_handicap", "home"),
  leg(19, "1x2", "away"),
  leg(5, "1x2", "home"),
  leg(47, "1x2", "home"),
];
/** Each is added to the four before it: multiples of five to twelve. */
const MORE = [
  leg(16, "asian_handicap", "home"),
  leg(1, "1x2", "home"),
  leg(12, "over_under", "over"),
  leg(6, "1x2", "home"),
  leg(
    CORRECTED,
    "1x2",
    matchOf(CORRECTED).result.ft[0] > matchOf(CORRECTED).result.ft[1] ? "home" : "away",
  ),
  leg(48, "over_under", "under"),
  leg(10, "1x2", "draw"),
  leg(28, "over_under", "under"),
];

const SLIPS: readonly Slip[] = [
  {
    legs: [leg(16, "asian_handicap", "home")],
    stakes: [["Single", "1"]],
    vector: ["single", "sport-5-23"],
  },
  { legs: [leg(12, "1x2", "home")], stakes: [["Single", "4"]] },
  {
    legs: [leg(48, "over_under", "under"), leg(39, "1x2", "draw")],
    stakes: [
      ["Multiple", "2.5"],
      ["Under 2.5", "1.11"],
    ],
    vector: ["multiple", "sport-5-04"],
  },
  {
    legs: [leg(44, "1x2", "draw"), leg(21, "1x2", "draw"), leg(19, "asian_handicap", "home")],
    stakes: [
      ["Patent", "35"],
      ["Trixie", "10"],
      ["Multiple", "3"],
    ],
    isTotal: true,
    vector: ["patent", "sport-5-27"],
  },
  {
    legs: [
      leg(27, "1x2", "away"),
      leg(24, "1x2", "away"),
      leg(38, "asian_handicap", "away"),
      leg(2, "1x2", "away"),
      leg(44, "over_under", "over"),
    ],
    stakes: [
      ["Lucky 31", "1"],
      ["Canadian", "1.07"],
      ["Multiple", "2"],
    ],
    vector: ["lucky31", "sport-5-32"],
  },
  {
    legs: [
      leg(7, "asian_handicap", "away"),
      leg(11, "1x2", "draw"),
      leg(28, "over_under", "under"),
      leg(24, "1x2", "draw"),
      leg(10, "1x2", "draw"),
      leg(4, "1x2", "away"),
    ],
    stakes: [
      ["Lucky 63", "5"],
      ["Heinz", "0.33"],
      ["Multiple", "1"],
    ],
    vector: ["lucky63", "sport-5-05"],
  },
  {
    legs: MIXED,
    stakes: [
      ["Yankee", "1"],
      ["Ada Wren", "0.75"],
      ["Any other score", "1"],
    ],
  },
  {
    legs: FOUR,
    stakes: [
      ["Multiple", "5"],
      ["Yankee", "1"],
      ["Lucky 15", "0.99"],
    ],
    vector: ["multiple", "sport-5-22"],
    goesOn: true,
  },
  ...MORE.map((_, at) => ({
    legs: [...FOUR, ...MORE.slice(0, at + 1)],
    stakes: [["Multiple", "5"]] as const,
    ...(at < MORE.length - 1 && { goesOn: true as const }),
  })),
];

const LINES: Readonly<Record<string, number>> = { patent: 7, trixie: 4 };
const kindOf = (bet: string): string => bet.toLowerCase().replace(" ", "");
const KINDS = [
  "single",
  "multiple",
  "trixie",
  "patent",
  "yankee",
  "lucky15",
  "canadian",
  "lucky31",
  "heinz",
  "lucky63",
];

interface Bet {
  readonly kind: string;
  readonly unitCents: number;
  readonly legs: readonly Leg[];
  readonly vector?: string | undefined;
}

/** The bets that a slip makes. */
function betsOf(slip: Slip): Bet[] {
  return slip.stakes.map(([bet, typed]) => {
    const cents = Math.round(Number(typed) * 100);
    const kind = KINDS.includes(kindOf(bet)) ? kindOf(bet) : "single";
    const lines = slip.isTotal === true ? (LINES[kind] ?? 1) : 1;
    const legs = slip.legs.filter(
      (each) => kind !== "single" || slip.legs.length === 1 || nameOf(each) === bet,
    );
    const vector = slip.vector?.[0] === kind ? slip.vector[1] : undefined;
    return { kind, unitCents: Math.floor(cents / lines), legs, vector };
  });
}

const GOLFERS: Readonly<Record<string, string>> = {
  ada: "Ada Wren",
  sol: "Sol Ibarra",
  kit: "Kit Marlow",
};

const BETS: readonly Bet[] = SLIPS.flatMap(betsOf);

/** What the app calls a selection. */
function nameOf({ event, market, key, quarters = 0 }: Leg): string {
  if (market === "over_under") return key === "over" ? "Over 2.5" : "Under 2.5";
  if (market === "outright") return GOLFERS[key]!;
  if (market === "two_way") return key === "home" ? "Ada Wren" : "Sol Ibarra";
  if (key === "draw") return "Draw";
  if (key === "other") return "Any other score";
  const { home, away } = matchOf(Number(event));
  if (market === "double_chance") {
    return { home_draw: `${home} or draw`, draw_away: `${away} or draw` }[key] ?? key;
  }
  const team = key === "home" ? home : away;
  if (market !== "asian_handicap") return team;
  const line = (key === "home" ? quarters : -quarters) / 4;
  const sign = line > 0 ? "+" : line < 0 ? "−" : "";
  return `${team} ${sign}${Math.abs(line)}`;
}

const MARKET_NAMES: Readonly<Record<Choice["market"], string>> = {
  "1x2": "Match result",
  two_way: "Winner",
  over_under: "Goals over / under 2.5",
  asian_handicap: "Asian handicap",
  double_chance: "Double chance",
  correct_score: "Correct score",
  outright: "Outright winner",
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
const dollars = (cents: number): string =>
  (cents / 100).toLocaleString("en-AU", { style: "currency", currency: "AUD" });

test("the season comes in through the desk, moved to a day that is to come", async () => {
  const { page } = desk;
  const path = join(tmpdir(), `season-${process.pid}.csv`);
  writeFileSync(path, seasonFile());
  await openPage(page, "/sports/import");
  await page.locator("input[type=file]").setInputFiles(path);
  await page.getByText("New event").first().waitFor();
  const start = new Date(Date.now() + 3 * 3_600_000);
  const local = start.toLocaleString("sv-SE", { timeZone: ZONE });
  await page.getByLabel("First event starts").fill(local.slice(0, 16).replace(" ", "T"));
  await page.getByRole("button", { name: "Compare again" }).click();
  await page.getByText("50 new").waitFor();
  await keepScreen(page, "season-import");
  await page.getByRole("button", { name: "Import and publish" }).click();
  await page.getByText("The file is in").first().waitFor();

  const { body } = await club.call("GET", "/api/sport/list?sport=football");
  type Row = { readonly event_id: string; readonly home: string; readonly away: string };
  for (const row of body.list as Row[]) {
    const at = MATCHES.findIndex(({ home, away }) => home === row.home && away === row.away);
    events.set(at + 1, { id: row.event_id, name: `${row.home} v ${row.away}` });
  }
  expect(events.size).toBe(50);
  expect(events.has(0)).toBe(false);
});

test("markets that the file does not have are added by hand, and events beside it", async () => {
  const { page } = desk;
  await openPage(page, `/sport/${events.get(20)!.id}`);
  const form = page.getByRole("region", { name: "Add market" });
  await form.getByLabel("Type").selectOption("double_chance");
  for (const [label, [, odds]] of [
    ["Home or draw", DOUBLE[0]],
    ["Home or away", DOUBLE[1]],
    ["Draw or away", DOUBLE[2]],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(String(odds / 1000));
  }
  await form.getByRole("button", { name: "Add market" }).click();
  await page.getByRole("heading", { name: "Double chance" }).waitFor();

  await openPage(page, `/sport/${events.get(22)!.id}`);
  await form.getByLabel("Type").selectOption("correct_score");
  const typed = SCORES.map(([key, odds]) => `${key} ${odds / 1000}`).join("\n");
  await form.getByLabel("Outcomes, one a line, the odds last").fill(typed);
  await form.getByRole("button", { name: "Add market" }).click();
  await page.getByRole("heading", { name: "Correct score" }).waitFor();
  await keepScreen(page, "season-markets");

  await byHand("tennis", {
    home: "Ada Wren",
    away: "Sol Ibarra",
    market: { type: "two_way", outcomes: prices({ home: 1550, away: 2450 }) },
  });
  const golfers = prices({ ada: 6000, sol: 4500, kit: 9000 }).map((each) => ({
    ...each,
    name: GOLFERS[each.key],
  }));
  await byHand("golf", {
    home: "Quay Open",
    away: "",
    market: { type: "outright", outcomes: golfers },
  });
});

const prices = (odds: Readonly<Record<string, number>>) =>
  Object.entries(odds).map(([key, odds_milli]) => ({ key, odds_milli }));

async function byHand(
  name: "tennis" | "golf",
  facts: { readonly home: string; readonly away: string; readonly market: object },
): Promise<void> {
  const { home, away, market } = facts;
  const start_time = new Date(Date.now() + 5 * 3_600_000).toISOString();
  const event = ok(
    await club.call("POST", "/api/operator/sports/events", {
      token: (await club.operator()).token,
      body: {
        sport: name,
        competition: "Quay Open",
        home,
        away,
        start_time,
        markets: [market],
        publish: true,
      },
    }),
  );
  events.set(name, { id: event.event_id, name: away === "" ? home : `${home} v ${away}` });
}

/** Taps the price of a selection on the page of its match. */
async function pick(page: Page, each: Leg): Promise<void> {
  const event = events.get(each.event)!;
  await openScreen(page, `/pages/sport/detail?event=${event.id}`);
  await page.locator(".match-board").getByText(event.name, { exact: true }).waitFor();
  const market = MARKET_NAMES[each.market];
  const name = new RegExp(
    `^${escaped(nameOf(each))}, ${escaped(market)}, ${(each.oddsMilli / 1000).toFixed(2)}`,
  );
  const button = page.locator(".market").getByRole("button", { name });
  await button.click();
  await page.locator('.market [aria-pressed="true"]').first().waitFor();
}

test("every kind of bet on every kind of market is placed through the slip", async () => {
  const { page } = phone;
  let held = 0;
  for (const slip of SLIPS) {
    for (const each of slip.legs.slice(held)) await pick(page, each);
    await page.getByRole("button", { name: /Open slip/ }).click();
    await sheet(page).getByText(`Slip · ${slip.legs.length}`).waitFor();
    // How an amount is meant is asked where a bet has several lines, and kept for the next slip.
    if (slip.legs.length >= 3 && slip.legs.length <= 6) {
      const name = slip.isTotal === true ? "In total" : "Per line";
      await tick(sheet(page).getByRole("radio", { name }));
    }
    for (const [bet, typed] of held > 0 ? [] : slip.stakes) await stake(page, bet, typed);
    await expectPriced(page, slip);
    await sheet(page)
      .getByRole("button", { name: /^Place (bet|\d+ bets)/ })
      .click();
    await page
      .locator("article.receipt")
      .nth(slip.stakes.length - 1)
      .waitFor();
    const isLast = slip.goesOn !== true;
    await sheet(page)
      .getByRole("button", { name: isLast ? "Back to the matches" : "Same again" })
      .click();
    // The slip is as it was: it is closed, and grows.
    if (!isLast) {
      await sheet(page).getByText(`Slip · ${slip.legs.length}`).waitFor();
      await page.keyboard.press("Escape");
    }
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    held = isLast ? 0 : slip.legs.length;
  }
  const cost = BETS.reduce((sum, bet) => sum + costOf(bet), 0);
  expect(await cashOf(club, { token })).toBe(CASH - cost);
  expect(new Set(BETS.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  const sizes = BETS.filter(({ kind }) => kind === "multiple").map(({ legs }) => legs.length);
  expect(new Set(sizes)).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
});

async function stake(page: Page, bet: string, typed: string): Promise<void> {
  const name = new RegExp(`^Stake: ${escaped(bet)}( |$)`);
  await sheet(page).getByRole("button", { name }).click();
  await typeAmount(page, typed);
}

/** The slip prints what all of its bets return if everything wins: to the cent what would be paid. */
async function expectPriced(page: Page, slip: Slip): Promise<void> {
  const most = betsOf(slip).reduce((sum, bet) => sum + mostOf(bet), 0);
  await sheet(page).locator(".cost").getByText(dollars(most), { exact: true }).waitFor();
}

const WON: Verdict = { by: "word", word: "won" };
const mostOf = ({ kind, unitCents, legs }: Bet): number =>
  returnOf(
    kind,
    unitCents,
    legs.map((each) => factorOf(each, WON)),
  );
/** As many lines as a unit of one returns with every leg void. */
const costOf = ({ kind, unitCents, legs }: Bet): number =>
  returnOf(
    kind,
    unitCents,
    legs.map((): readonly [bigint, bigint] => [1n, 1n]),
  );

const [H, A] = matchOf(CORRECTED).result.ft;

/** What became of a selection, before and after the correction. */
function verdictOf({ event, market, key }: Leg, isCorrected: boolean): Verdict {
  if (event === "tennis") return { by: "score", home: 1, away: 2 };
  if (event === "golf") {
    return { by: "word", word: key === "kit" ? "lost" : "dead heat of two" };
  }
  if (event === 6 || (event === 27 && market === "1x2")) return { by: "word", word: "void" };
  if (event === 12) return { by: "abandoned", home: 2, away: 1 };
  if (event === CORRECTED && !isCorrected) return { by: "score", home: A, away: H };
  const [home, away] = matchOf(event).result.ft;
  return { by: "score", home, away };
}

const payoutOf = (bet: Bet, isCorrected: boolean): number =>
  returnOf(
    bet.kind,
    bet.unitCents,
    bet.legs.map((each) => factorOf(each, verdictOf(each, isCorrected))),
  );

/** Closes betting on an event that is open in the console. */
async function closeEvent(page: Page, name: EventName): Promise<void> {
  await openPage(page, `/sport/${events.get(name)!.id}`);
  await page
    .getByRole("heading", { name: events.get(name)!.name })
    .first()
    .waitFor();
  await page.getByRole("button", { name: /^Close betting/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Close betting/ }).click();
  await page.getByText("Betting is over. Next: the result.").waitFor();
}

async function say(page: Page, kind: string): Promise<void> {
  await tick(page.getByRole("radio", { name: kind, exact: true }));
}

async function drySettle(page: Page, picture: string): Promise<void> {
  await page.getByRole("button", { name: "Dry run" }).click();
  await page.getByRole("button", { name: /^Settle · pay/ }).waitFor();
  await keepScreen(page, picture);
  await page.getByRole("button", { name: /^Settle · pay/ }).click();
  await page.getByText(/^Settled: /).waitFor();
}

async function typeScore(page: Page, number: number, score: readonly [number, number]) {
  const { home, away } = matchOf(number);
  await page.getByLabel(home, { exact: true }).first().fill(String(score[0]));
  await page.getByLabel(away, { exact: true }).first().fill(String(score[1]));
}

const asWord = (choice: Choice, home: number, away: number): string => {
  const [top, bottom] = factorOf(choice, { by: "score", home, away });
  return top === 0n ? "lost" : top === bottom ? "void" : "won";
};

test("the desk settles by score, by market, as void, as abandoned, and one by a wrong score", async () => {
  const { page } = desk;
  await closeEvent(page, CORRECTED);
  await typeScore(page, CORRECTED, [A, H]);
  await drySettle(page, "season-by-score");

  await closeEvent(page, 6);
  await say(page, "Void");
  await page.getByLabel("Why it is void").fill("The ground was under water");
  await drySettle(page, "season-void");

  await closeEvent(page, 12);
  await say(page, "Abandoned");
  await typeScore(page, 12, [2, 1]);
  await page.getByLabel("Why it was abandoned").fill("The floodlights failed");
  await drySettle(page, "season-abandoned");

  // The match result is void by word, the other markets are said as the score has them.
  await closeEvent(page, 27);
  await say(page, "Markets");
  const [home, away] = matchOf(27).result.ft;
  const others = (["over", "under"] as const)
    .map((key) => leg(27, "over_under", key))
    .concat((["home", "away"] as const).map((key) => leg(27, "asian_handicap", key)));
  for (const each of others) await sayOutcome(page, each, asWord(each, home, away));
  for (const key of ["home", "draw", "away"]) await sayOutcome(page, leg(27, "1x2", key), "void");
  await drySettle(page, "season-by-market");

  await closeEvent(page, "golf");
  for (const [key, word] of [
    ["ada", "dead_heat"],
    ["sol", "dead_heat"],
    ["kit", "lost"],
  ] as const) {
    await sayOutcome(page, { event: "golf", market: "outright", key, oddsMilli: 0 }, word);
  }
  await drySettle(page, "season-dead-heat");
});

async function sayOutcome(page: Page, each: Leg, word: string): Promise<void> {
  await page.getByLabel(`Outcome: ${nameOf(each)}`, { exact: true }).selectOption(word);
}

test("the others are settled by their scores; every bet pays what the rules say", async () => {
  const { token: operator } = await club.operator();
  const done: EventName[] = [CORRECTED, 6, 12, 27, "golf"];
  const left = [...events.keys()].filter((name) => !done.includes(name));
  const play = async (name: EventName): Promise<void> => {
    const path = `/api/operator/sports/events/${events.get(name)!.id}`;
    const [home, away] = typeof name === "number" ? matchOf(name).result.ft : [1, 2];
    const body = { score: { home, away } };
    const entered = ok(await club.call("POST", `${path}/result`, { token: operator, body }));
    const { result_version } = entered;
    ok(await club.call("POST", `${path}/settle`, { token: operator, body: { result_version } }));
  };
  // A few operators at once, each with his own matches.
  const queues = [0, 1, 2, 3].map((hand) => left.filter((_, at) => at % 4 === hand));
  await Promise.all(
    queues.map(async (names) => {
      for (const name of names) await play(name);
    }),
  );
  await expectPaid(false);
});

interface Order {
  readonly order_id: string;
  readonly kind: string;
  readonly unit_stake_cents: number;
  readonly cost_cents: number;
  readonly payout_cents: number;
  readonly refund_cents: number;
  readonly max_payout_cents: number;
  readonly status: string;
  readonly legs: readonly {
    readonly event_id: string;
    readonly key: string;
    readonly type: string;
  }[];
}

async function ordersNow(): Promise<readonly Order[]> {
  const answer = await club.call("GET", "/api/order/sport-list?limit=100", { token });
  return answer.body.list;
}

const faceOfBet = ({ kind, unitCents, legs }: Bet): string =>
  [
    kind,
    unitCents,
    ...legs.map(({ event, market, key }) => `${events.get(event)!.id} ${market} ${key}`).sort(),
  ].join();
const faceOfOrder = ({ kind, unit_stake_cents, legs }: Order): string =>
  [
    kind,
    unit_stake_cents,
    ...legs.map(({ event_id, type, key }) => `${event_id} ${type} ${key}`).sort(),
  ].join();

/** Every bet of the slips is there once, and returned what the rules and the vectors say. */
async function expectPaid(isCorrected: boolean): Promise<void> {
  const orders = await ordersNow();
  expect(orders.length).toBe(BETS.length);
  let cash = CASH;
  const said = BETS.map((bet) => {
    const order = orders.find((each) => faceOfOrder(each) === faceOfBet(bet));
    const back = payoutOf(bet, isCorrected);
    cash += back - costOf(bet);
    const face = { bet: faceOfBet(bet), cost: costOf(bet), most: mostOf(bet), back };
    if (isCorrected && bet.vector !== undefined) {
      expect(back, bet.vector).toBe(vectorOf(bet.vector).return_cents);
    }
    return { order, face };
  });
  expect(
    said.map(({ order, face }) => ({
      bet: face.bet,
      cost: order?.cost_cents,
      most: order?.max_payout_cents,
      back: (order?.payout_cents ?? 0) + (order?.refund_cents ?? 0),
    })),
  ).toEqual(said.map(({ face }) => face));
  expect(await cashOf(club, { token })).toBe(cash);
}

test("the wrong score is corrected by two operators, and every bet pays what the right one says", async () => {
  const before = payoutOf(BETS.at(-1)!, false);
  const after = payoutOf(BETS.at(-1)!, true);
  expect([before, after > 500_000]).toEqual([0, true]);
  const { page } = desk;
  await openPage(page, `/sport/${events.get(CORRECTED)!.id}`);
  await page.getByRole("heading", { name: "Correction" }).waitFor();
  await typeScore(page, CORRECTED, [H, A]);
  await page.getByLabel("Reason").fill("The sides were swapped");
  await page.getByRole("button", { name: "Dry run" }).click();
  await page.getByRole("table", { name: "Who gains and loses" }).getByText("season-noor").waitFor();
  await keepScreen(page, "season-correction");
  await page.getByRole("button", { name: "Ask for the correction" }).click();
  await page.getByText("Waits for a second operator.").first().waitFor();
  await expectPaid(false);

  await openPage(second.page, "/approvals?tab=second");
  await second.page
    .getByRole("button", { name: /^Approve/ })
    .first()
    .click();
  await second.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect
    .poll(
      async () => {
        const orders = await ordersNow();
        return orders.find((each) => faceOfOrder(each) === faceOfBet(BETS.at(-1)!))?.payout_cents;
      },
      { timeout: 10_000 },
    )
    .toBe(after);
  await expectPaid(true);
});

test("the player's lists and statement say the same, and the books verify", async () => {
  const { page } = phone;
  const cash = dollars(await cashOf(club, { token }));
  await openScreen(page, "/pages/order/sport_list?tab=settled");
  const best = page.locator(".order", { hasText: dollars(payoutOf(BETS.at(-1)!, true)) });
  await best.waitFor();
  await best.getByText("12 of 12 in").waitFor();
  await keepScreen(page, "season-orders");
  await best.click();
  await sheet(page).getByText("checked here").waitFor();
  await keepScreen(page, "season-order");
  await page.keyboard.press("Escape");
  await openScreen(page, "/pages/statement/statement");
  await page.locator(".statement-row").first().getByText(cash.slice(1)).waitFor();
  await keepScreen(page, "season-statement");

  await openPage(desk.page, "/ledger");
  await desk.page
    .getByRole("button", { name: /^Verify/ })
    .first()
    .click();
  await desk.page.getByText("The books verify.").waitFor();
  expectNoTrouble(phone, desk, second);
});
