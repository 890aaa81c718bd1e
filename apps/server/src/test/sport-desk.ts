import { randomBytes } from "node:crypto";
import type { PlacedSportOrder, SportBetForm } from "@club/contract";
import { type Answer, type TestClub, type TestPlayer, ok } from "./club.ts";

export interface TestMarket {
  market_id: string;
  type: string;
  version: number;
  outcomes: { outcome_id: string; key: string; odds_milli: number }[];
}

export interface TestEvent {
  event_id: string;
  markets: TestMarket[];
}

const MINUTE_MS = 60_000;

/** The instant this many minutes from now, as it goes over the wire. */
export const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * MINUTE_MS).toISOString();

export const MATCH_ODDS = [
  { key: "home", odds_milli: 1850 },
  { key: "draw", odds_milli: 3600 },
  { key: "away", odds_milli: 4400 },
];

let teams = 0;

/** Makes an event that is open for bets, with the markets given or else a 1x2 market. */
export async function makeMatch(
  club: Pick<TestClub, "call" | "operator">,
  more: Record<string, unknown> = {},
): Promise<TestEvent> {
  const { token } = await club.operator();
  teams += 1;
  const body = {
    sport: "football",
    competition: "Northern League",
    home: `Rovers ${teams}`,
    away: `Town ${teams}`,
    start_time: inMinutes(60),
    markets: [{ type: "1x2", outcomes: MATCH_ODDS }],
    publish: true,
    ...more,
  };
  return ok(await club.call("POST", "/api/operator/sports/events", { token, body }));
}

/** A leg on an event's outcome, by its key, at the odds that the event was made with. */
export function legOn(event: TestEvent, key: string, market = 0): SportBetForm["legs"][number] {
  const { market_id, outcomes } = event.markets[market]!;
  const { outcome_id, odds_milli } = outcomes.find((outcome) => outcome.key === key)!;
  return { event_id: event.event_id, market_id, outcome_id, odds_milli };
}

export type BetInput = Partial<SportBetForm> & Pick<SportBetForm, "legs">;

/** Asks for a bet: a single of 10.00 unless said otherwise. */
export async function askSport(
  club: Pick<TestClub, "call">,
  player: Pick<TestPlayer, "token">,
  bet: BetInput & { key?: string },
): Promise<Answer> {
  const { key = randomBytes(8).toString("hex"), ...form } = bet;
  return await club.call("POST", "/api/order/place-sport-order", {
    token: player.token,
    headers: { "idempotency-key": key },
    body: {
      kind: form.legs.length === 1 ? "single" : "multiple",
      unit_stake_cents: 1000,
      price_policy: "better",
      ...form,
    },
  });
}

export async function placeSport(
  club: Pick<TestClub, "call">,
  player: Pick<TestPlayer, "token">,
  bet: BetInput & { key?: string },
): Promise<PlacedSportOrder> {
  return ok(await askSport(club, player, bet));
}

/** Sets odds by key. */
export async function setOdds(
  club: Pick<TestClub, "call" | "operator">,
  market: TestMarket,
  odds: Record<string, number>,
): Promise<Answer> {
  const { token } = await club.operator();
  const outcomes = market.outcomes
    .filter(({ key }) => odds[key] !== undefined)
    .map(({ outcome_id, key }) => ({ outcome_id, odds_milli: odds[key] }));
  const path = `/api/operator/sports/markets/${market.market_id}/price`;
  return await club.call("POST", path, { token, body: { outcomes } });
}

/** Enters a result and settles by it; returns the answer of the settlement. */
export async function settleMatch(
  club: Pick<TestClub, "call" | "operator">,
  eventId: string,
  result: Record<string, unknown>,
): Promise<Answer["body"]> {
  const { token } = await club.operator();
  const path = `/api/operator/sports/events/${eventId}`;
  const entered = ok(await club.call("POST", `${path}/result`, { token, body: result }));
  const body = { result_version: entered.result_version };
  return ok(await club.call("POST", `${path}/settle`, { token, body }));
}

export async function cashOf(
  club: Pick<TestClub, "call">,
  player: Pick<TestPlayer, "token">,
): Promise<number> {
  return ok(await club.call("GET", "/api/user/wallet", { token: player.token })).cash_cents;
}

export async function sportOrder(
  club: Pick<TestClub, "call">,
  player: Pick<TestPlayer, "token">,
  orderId: string,
): Promise<Answer["body"]> {
  return ok(await club.call("GET", `/api/order/sport/${orderId}`, { token: player.token }));
}
