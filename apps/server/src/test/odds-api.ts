import { inMinutes } from "./sport-desk.ts";

/* What the-odds-api sends, for tests. */

/** A bookmaker's decimal odds of home, draw and away, and of a total: its line, over, under. */
export const book = (
  key: string,
  prices: [number, number, number],
  total?: [number, number, number],
) => ({
  key,
  title: key,
  last_update: "2026-11-21T01:02:03Z",
  markets: [
    {
      key: "h2h",
      outcomes: [
        { name: "Northgate Rovers", price: prices[0] },
        { name: "Harbour Town", price: prices[2] },
        { name: "Draw", price: prices[1] },
      ],
    },
    ...(total === undefined
      ? []
      : [
          {
            key: "totals",
            outcomes: [
              { name: "Over", price: total[1], point: total[0] },
              { name: "Under", price: total[2], point: total[0] },
            ],
          },
        ]),
  ],
});
/** A match of the feed; `more` replaces or adds fields. */
export const oddsEvent = (
  id: string,
  bookmakers: unknown[],
  more: Record<string, unknown> = {},
) => ({
  id,
  sport_key: "soccer_epl",
  sport_title: "EPL",
  commence_time: inMinutes(90),
  home_team: "Northgate Rovers",
  away_team: "Harbour Town",
  bookmakers,
  ...more,
});
