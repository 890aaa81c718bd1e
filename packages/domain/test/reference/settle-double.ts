import { fraction, times } from "./fraction.ts";
import {
  type Bet,
  type BetResult,
  type DeadHeat,
  dividendsOf,
  groupsOf,
  type Line,
  linesOf,
  placesPaid,
  type PoolResult,
  type Rules,
  sum,
  takeoutOf,
  ticketPayout,
  type Winners,
} from "./settle.ts";

export type Leg = {
  runners: number[];
  /** Withdrawn before leg 1 started. */
  early: number[];
  /** Withdrawn after leg 1 started; of leg 1 the two are alike. */
  late: number[];
  handicap: boolean;
  voided: "no" | "early" | "late";
  placings: number[][];
  favourite: number;
};
export type Double = {
  rules: Rules;
  deadHeat: DeadHeat;
  pool: "DOUBLE_WIN" | "DOUBLE_PLACE";
  legs: [Leg, Leg];
};

const withdrawn = ({ early, late }: Leg) => [...early, ...late];

/** Whom each leg of a ticket counts for, or null where the ticket's stake comes back. */
function standsFor(double: Double, [a = 0, b = 0]: number[]): [number, number] | null {
  const [one, two] = double.legs;
  const out1 = withdrawn(one).includes(a);
  const out2 = withdrawn(two).includes(b);
  if (double.rules === "HK") return [out1 ? one.favourite : a, out2 ? two.favourite : b];
  if (out1 || two.early.includes(b)) return null;
  return [a, out2 ? two.favourite : b];
}

function allBack({ rules, legs: [one, two] }: Double): boolean {
  const void1 = one.voided !== "no";
  if (two.voided === "early" || (void1 && two.voided === "late")) return true;
  return void1 && rules !== "HK";
}

/** What fills a leg: its winners, or those in a paid place, with their shares of the win. Null: the field. */
function filled(double: Double, leg: Leg): Winners | null {
  if (leg.voided !== "no") return null;
  const first = leg.placings[0] ?? [];
  if (double.pool === "DOUBLE_WIN") {
    return first.map((runner) => ({ key: `${runner}`, share: fraction(1n, BigInt(first.length)) }));
  }
  const starters = leg.runners.length - withdrawn(leg).length;
  const places = Math.max(1, placesPaid(double.rules, starters, leg.handicap));
  return groupsOf(leg.placings)
    .filter((group) => group.first <= places)
    .flatMap(({ runners }) => runners.map((runner) => ({ key: `${runner}`, share: fraction(1n) })));
}

export function settleDouble(
  double: Double,
  bets: Bet[],
): { pool: PoolResult | null; bets: BetResult[] } {
  const { rules, deadHeat, pool } = double;
  const results: BetResult[] = bets.map(() => ({ cost: 0n, refund: 0n, payout: 0n }));
  const lines = linesOf(
    bets,
    double.legs.map(({ runners }) => runners),
  );
  for (const line of lines) results[line.bet]!.cost += line.unit;
  const back = (line: Line) => (results[line.bet]!.refund += line.unit);
  if (allBack(double)) {
    lines.forEach(back);
    return { pool: null, bets: results };
  }
  const [fill1, fill2] = double.legs.map((leg) => filled(double, leg));
  const live: (Line & { wins: string | null })[] = [];
  for (const line of lines) {
    const counts = standsFor(double, line.runners);
    if (!counts) {
      back(line);
      continue;
    }
    const keys = [fill1, fill2].map((fill, leg) => (fill ? `${counts[leg]}` : "F"));
    const wins = [fill1, fill2].every(
      (fill, leg) => !fill || fill.some(({ key }) => key === keys[leg]),
    );
    live.push({ ...line, wins: wins ? keys.join("-") : null });
  }
  const gross = sum(live.map(({ unit }) => unit));
  if (gross === 0n) return { pool: null, bets: results };
  const field: Winners = [{ key: "F", share: fraction(1n) }];
  const won = (fill1 ?? field).flatMap((a) =>
    (fill2 ?? field).map((b) => ({ key: `${a.key}-${b.key}`, share: times(a.share, b.share) })),
  );
  const backed = won
    .map((winner) => ({
      ...winner,
      stake: sum(live.filter(({ wins }) => wins === winner.key).map(({ unit }) => unit)),
    }))
    .filter(({ stake }) => stake > 0n);
  if (backed.length === 0) {
    live.forEach(back);
    return {
      pool: {
        status: "REFUND_NO_WINNER",
        gross,
        takeout: 0n,
        net: gross,
        dividends: {},
        paid: gross,
        breakage: 0n,
        topUp: 0n,
        jackpotOut: 0n,
      },
      bets: results,
    };
  }
  const takeout = takeoutOf(rules, pool, gross);
  const net = gross - takeout;
  const dividends = dividendsOf({ rules, deadHeat, pool, net }, backed);
  let paid = 0n;
  for (const line of live) {
    const payout = line.wins ? ticketPayout(line.unit, dividends[line.wins] ?? 0n) : 0n;
    results[line.bet]!.payout += payout;
    paid += payout;
  }
  const breakage = net > paid ? net - paid : 0n;
  const topUp = paid > net ? paid - net : 0n;
  return {
    pool: { status: "PAID", gross, takeout, net, dividends, paid, breakage, topUp, jackpotOut: 0n },
    bets: results,
  };
}
