import type { DayReport } from "@club/contract";
import type { DayFile, DaySportBet, SportDay } from "@club/domain";

/** What the ledger says of the bets on the day's events; a multiple counts once. */
export function sportsOf(sports: DayFile["sports"]): DayReport["sports"] {
  const { staked_cents, returned_cents } = sports?.books ?? { staked_cents: 0, returned_cents: 0 };
  return { staked_cents, returned_cents };
}

/** Each event by its singles. A multiple spans several, so only its stakes appear, at each. */
export function byEvent(sports: DayFile["sports"]): DayReport["by_event"] {
  if (sports === undefined) return [];
  return sports.events.map(({ event }) => {
    const { event_id, sport, competition, home, away, status, start_time } = event;
    const own = sports.bets.filter(({ leaf }) =>
      leaf.legs.some((leg) => leg.event_id === event_id),
    );
    const multiples = own.filter(isMultiple);
    const names = { event_id, sport, competition, home, away, status, start_time };
    return {
      ...names,
      ...moneyOf(own.filter((bet) => !isMultiple(bet))),
      multiples: multiples.length,
      multiples_cents: multiples.reduce((sum, { leaf }) => sum + leaf.cost_cents, 0),
    };
  });
}

/** Every bet of the day's events once: singles by market type, multiples together. */
export function byMarket(sports: DayFile["sports"]): DayReport["by_market"] {
  if (sports === undefined) return [];
  const types = typesOf(sports);
  const byType = Map.groupBy(sports.bets, (bet) => {
    const [leg] = bet.leaf.legs;
    return isMultiple(bet) || leg === undefined ? null : (types.get(leg.market_id) ?? null);
  });
  return [...byType].map(([type, bets]) => ({ type, ...moneyOf(bets) }));
}

function isMultiple({ leaf }: DaySportBet): boolean {
  return leaf.kind !== "single";
}

function typesOf({ events }: SportDay): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap(({ markets }) => markets.map(({ market_id, type }) => [market_id, type])),
  );
}

function moneyOf(bets: readonly DaySportBet[]) {
  const sum = (amount: (bet: DaySportBet) => number): number =>
    bets.reduce((total, bet) => total + amount(bet), 0);
  const [staked, paid, refunded] = [
    sum(({ leaf }) => leaf.cost_cents),
    sum((bet) => bet.payout_cents),
    sum((bet) => bet.refund_cents),
  ];
  return {
    bets: bets.length,
    staked_cents: staked,
    paid_cents: paid,
    refunded_cents: refunded,
    result_cents: staked - paid - refunded,
  };
}
