import { expect, test, vi } from "vitest";
import { answer, stubBrowser } from "../test/browser.ts";

test("the club's own maximum payout comes with a quote of no bet", async () => {
  stubBrowser();
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    asked.push([url, JSON.parse(init.body as string)]);
    return Promise.resolve(answer(200, { data: { club_max_payout_cents: 2_500_000 } }));
  });
  const { askMostPayout } = await import("./most-payout.ts");
  const leg = { eventId: "e1", marketId: "m1", outcomeId: "o1", oddsMilli: 1850 };
  expect(await askMostPayout(leg)).toBe(2_500_000n);
  const wire = { event_id: "e1", market_id: "m1", outcome_id: "o1", odds_milli: 1850 };
  expect(asked).toEqual([
    [expect.stringContaining("/api/order/quote-sport"), { legs: [wire], bets: [] }],
  ]);
});
