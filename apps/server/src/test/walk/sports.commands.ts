import { type SportBetKind, countLines, kindsForLegs, settleSportBet } from "@club/domain";
import { type Command, approve, newKey, pick } from "./command.ts";
import type { SportEvent } from "./facts.ts";

export const EVENTS = "/api/operator/sports/events";
const OUTCOMES = ["home", "draw", "away"] as const;
const ODDS: Readonly<Record<string, number>> = { home: 1850, draw: 3600, away: 4400 };
/** By event: the ids of its market and outcomes. */
const markets = new Map<string, { market: string; outcomes: Record<string, string> }>();

function decide(home: number, away: number): Map<string, "won" | "lost" | "void"> {
  const winner = home > away ? "home" : home < away ? "away" : "draw";
  return new Map(OUTCOMES.map((key) => [key, key === winner ? "won" : "lost"]));
}

export interface EventResult {
  readonly isVoid: boolean;
  readonly score: { readonly home: number; readonly away: number };
}

export const drawResult = (b: number, c: number): EventResult => ({
  isVoid: b % 7 === 0,
  score: { home: b % 3, away: c % 3 },
});

export function setResult(event: SportEvent, { isVoid, score }: EventResult): void {
  event.status = isVoid ? "void" : "settled";
  event.results = isVoid
    ? new Map(OUTCOMES.map((key) => [key, "void"]))
    : decide(score.home, score.away);
}

/** Events, bets on them, and their results. */
export const SPORTS: readonly Command[] = [
  {
    name: "event",
    weight: 2,
    plan: (model) => {
      if (model.events.length >= 3) return null;
      const key = `E${model.events.length + 1}`;
      return {
        told: `make ${key}`,
        act: async ({ club }) =>
          await club.call("POST", EVENTS, club.clerk.token, {
            sport: "football",
            competition: "League",
            home: `Rovers ${newKey()}`,
            away: `Town ${newKey()}`,
            start_time: new Date(Date.now() + 7_200_000).toISOString(),
            markets: [
              {
                type: "1x2",
                outcomes: OUTCOMES.map((one) => ({ key: one, odds_milli: ODDS[one] })),
              },
            ],
            publish: true,
          }),
        then: (now, { body }) => {
          const [market] = body.data.markets;
          const outcomes = Object.fromEntries(
            market.outcomes.map((one: { key: string; outcome_id: string }) => [
              one.key,
              one.outcome_id,
            ]),
          );
          markets.set(body.data.event_id, { market: market.market_id, outcomes });
          now.events.push({ key, id: body.data.event_id, status: "open", results: null });
        },
      };
    },
  },
  {
    name: "sport bet",
    weight: 6,
    plan: (model, [a, b, c, d]) => {
      const open = model.events.filter(({ status }) => status === "open");
      const legs = open
        .slice(a % 2 === 0 ? 0 : open.length > 1 ? 1 : 0, (a % 3) + 1 || 1)
        .map((event, i) => ({ event, outcome: pick(OUTCOMES, b + i * c)! }));
      if (legs.length === 0) return null;
      const player = d % model.players.length;
      const unit = BigInt(200 + (c % 9) * 117);
      const kind: SportBetKind = pick(kindsForLegs(legs.length), a >> 3)!;
      const cost = unit * BigInt(countLines(kind, legs.length));
      const refused = model.players[player]!.cash < cost ? "funds.insufficient" : undefined;
      return {
        told: `player ${player} bets ${cost} by a ${kind} on ${legs.map(({ event, outcome }) => `${event.key} ${outcome}`).join(", ")}`,
        ...(refused === undefined ? {} : { refused }),
        act: async ({ club }) => {
          const body = {
            kind,
            unit_stake_cents: Number(unit),
            price_policy: "any",
            legs: legs.map(({ event, outcome }) => ({
              event_id: event.id,
              market_id: markets.get(event.id)!.market,
              outcome_id: markets.get(event.id)!.outcomes[outcome],
              odds_milli: ODDS[outcome],
            })),
          };
          return await club.call(
            "POST",
            "/api/order/place-sport-order",
            club.players[player]!.token,
            body,
            newKey(),
          );
        },
        then: (now, { body }) => {
          now.players[player]!.cash -= cost;
          now.sportBets.push({
            id: body.data.order_id,
            player,
            cost,
            legs,
            settle: (results) =>
              settleSportBet({
                kind,
                unitCents: unit,
                costCents: cost,
                maxPayoutCents: 100_000_000n,
                legs: legs.map(({ outcome }, i) => ({
                  oddsMilli: ODDS[outcome]!,
                  result: { status: results[i]! },
                })),
              }),
            isVoid: false,
            got: { payout: 0n, refund: 0n },
          });
        },
      };
    },
  },
  {
    name: "settle event",
    weight: 6,
    isLong: true,
    plan: (model, [a, b, c]) => {
      const event = pick(
        model.events.filter(({ status }) => status === "open"),
        a,
      );
      if (event === undefined) return null;
      const isVoid = b % 6 === 0;
      const [home, away] = [b % 3, c % 3];
      const form = isVoid ? { void: true, reason: "not played" } : { score: { home, away } };
      return {
        told: `settle ${event.key} by ${JSON.stringify(form)}`,
        act: async ({ club }) => {
          const { token } = club.clerk;
          await club.call("POST", `${EVENTS}/${event.id}/close`, token, {});
          const entered = await club.call("POST", `${EVENTS}/${event.id}/result`, token, form);
          if (entered.status !== 200) return entered;
          return await club.call("POST", `${EVENTS}/${event.id}/settle`, token, {
            result_version: entered.body.data.result_version,
          });
        },
        then: () => setResult(event, { isVoid, score: { home, away } }),
      };
    },
  },
  {
    name: "correct event",
    weight: 7,
    isLong: true,
    plan: (model, [a, b, c]) => {
      const event = pick(
        model.events.filter(({ status }) => status === "settled" || status === "void"),
        a,
      );
      if (event === undefined) return null;
      const result = drawResult(b, c);
      const form = result.isVoid ? { void: true } : { score: result.score };
      return {
        told: `correct ${event.key} to ${JSON.stringify(form)}`,
        act: async ({ club }) => {
          const asked = await club.call("POST", `${EVENTS}/${event.id}/correct`, club.clerk.token, {
            ...form,
            reason: "a goal",
          });
          if (asked.status !== 200) return asked;
          return await approve(club, asked.body.data.approval_id);
        },
        then: () => setResult(event, result),
      };
    },
  },
  {
    name: "cancel sport bet",
    weight: 2,
    plan: (model, [a]) => {
      const bet = pick(model.sportBets, a);
      if (bet === undefined) return null;
      const { status } = model.sportDueOf(bet);
      return {
        told: `cancel sport bet ${model.sportBets.indexOf(bet)}`,
        ...(status === "accepted" || status === "void" ? {} : { refused: "sport.order_settled" }),
        act: async ({ club }) =>
          await club.call("POST", `/api/operator/orders/${bet.id}/void`, club.clerk.token, {
            reason: "wrong",
          }),
        then: () => {
          bet.isVoid = true;
        },
      };
    },
  },
];
