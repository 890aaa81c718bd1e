import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FETCHED_BUDGET, LANGUAGE_BUDGET, REQUESTS_BUDGET } from "../apps/player/budget.ts";
import { startClub, type TestClub } from "../apps/server/src/test/club.ts";
import { fillPools, openMeeting } from "./lib/card.ts";
import { makePlayer } from "./lib/people.ts";
import { expectNoTrouble } from "./lib/trouble.ts";
import { closeBrowser, openWindow, type WindowOptions } from "./lib/window.ts";

/*
 * What home weighs: every script that a browser really fetched for it, by the page or by its
 * service worker, as it came over the wire.
 */

/** Part of what is measured: nothing that is not needed may follow the board at once. */
const AFTER_BOARD_MS = 3000;

const ONE_PACKET = 1200;

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
  const [race] = await openMeeting(club, { races: 3 });
  if (race === undefined) throw new Error("a meeting has races");
  await fillPools(club, race);
});
afterAll(async () => {
  await closeBrowser();
  await club?.close();
});

interface Fetched {
  readonly path: string;
  readonly bytes: number;
}

async function openingOf(options: WindowOptions): Promise<readonly Fetched[]> {
  const window = await openWindow(club.url, options);
  const requests = watchRequests(window.context);
  await window.page.goto("/app/");
  await window.page.locator(".race-chip").first().waitFor();
  await window.page.locator(".next-price").first().waitFor();
  await sleep(AFTER_BOARD_MS);
  const fetched = await Promise.all(requests.map(weigh));
  await window.close();
  expectNoTrouble(window);
  return fetched;
}

function watchRequests(context: BrowserContext): Request[] {
  const requests: Request[] = [];
  context.on("request", (request) => requests.push(request));
  return requests;
}

async function weigh(request: Request): Promise<Fetched> {
  const { pathname, search } = new URL(request.url());
  if (!pathname.endsWith(".js")) return { path: pathname + search, bytes: 0 };
  const response = await request.response();
  const { responseBodySize } = await request.sizes();
  // The server sends what fits into one packet as it is.
  const encoding = await response?.headerValue("content-encoding");
  if (responseBodySize > ONE_PACKET) expect(encoding, pathname).toBe("br");
  return { path: pathname, bytes: responseBodySize };
}

const scriptsOf = (fetched: readonly Fetched[]) =>
  fetched.filter(({ path }) => path.endsWith(".js"));

function expectWithinBudget(fetched: readonly Fetched[], budget = FETCHED_BUDGET): void {
  const scripts = scriptsOf(fetched);
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  const list = scripts.map((script) => `${script.path} ${script.bytes}`).join("\n");
  console.info(`home: ${bytes} bytes of script in ${scripts.length} requests\n${list}`);
  expect(
    scripts.every((script) => script.bytes > 0),
    list,
  ).toBe(true);
  expect(bytes, list).toBeLessThanOrEqual(budget);
  expect(scripts.length, list).toBeLessThanOrEqual(REQUESTS_BUDGET);
}

test("home keeps to its budget, and asks for the day's table once before it stands", async () => {
  const fetched = await openingOf({});
  expectWithinBudget(fetched);
  // Once to draw it, and once more when the stream begins: news in between is never repeated.
  for (const list of ["/api/events/day_table", "/api/events/races"]) {
    const asked = fetched.filter(({ path }) => path.split("?")[0] === list);
    expect(asked.length, list).toBeLessThanOrEqual(2);
  }
});

test("so it does for a player who has signed in", async () => {
  const { stored } = await makePlayer(club, 50_000);
  expectWithinBudget(await openingOf({ stored }));
});

test("so it does in another language, whose first texts come beside the English ones", async () => {
  expectWithinBudget(await openingOf({ locale: "fr-FR" }), FETCHED_BUDGET + LANGUAGE_BUDGET);
});
