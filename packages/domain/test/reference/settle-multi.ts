import { floor, fraction, halfUp } from "./fraction.ts";
import { type BetResult, type Rules, sum, ticketPayout } from "./settle.ts";

/** A pool of three races and more settled the slow way: every combination of every ticket, leg by leg. */
export type MultiLeg = {
  /** Withdrawn before leg 1 closed, and after it. */
  early: readonly number[];
  late: readonly number[];
  favourite: number | null;
  voided: "no" | "early" | "late";
  placings: readonly (readonly number[])[];
};
export type Multi = {
  rules: Rules;
  pool: "TREBLE" | "QUADDIE" | "PICK6";
  legs: readonly MultiLeg[];
  jackpotIn: bigint;
  guarantee: bigint;
};
export type Ticket = { legs: readonly (readonly number[])[]; unit: bigint };
export type MultiResult = {
  status: string;
  gross: bigint;
  takeout: bigint;
  net: bigint;
  major: bigint | null;
  minor: bigint | null;
  paid: bigint;
  breakage: bigint;
  topUp: bigint;
  jackpotOut: bigint;
};

const TAKEOUT: Record<Rules, Record<Multi["pool"], bigint>> = {
  AU_STD: { TREBLE: 2000n, QUADDIE: 2050n, PICK6: 2500n },
  HK: { TREBLE: 2300n, QUADDIE: 2500n, PICK6: 2500n },
  UK_TOTE: { TREBLE: 2500n, QUADDIE: 2600n, PICK6: 2800n },
};
const MINOR = 2500n;

type Fate = "back" | "right" | "wrong";

function fateOf(rules: Rules, leg: MultiLeg, runner: number): Fate {
  const isOut = leg.early.includes(runner) || leg.late.includes(runner);
  if (leg.early.includes(runner) && rules !== "HK") return "back";
  if (leg.voided !== "no") return "right";
  if (isOut && leg.favourite === null) return "back";
  const running = isOut ? leg.favourite : runner;
  return leg.placings[0]?.some((winner) => winner === running) ? "right" : "wrong";
}

/** Each combination of a ticket: how many of its legs are wrong, or null where its stake comes back. */
export function wrongOf({ rules, legs }: Multi, ticket: Ticket): (number | null)[] {
  let all: Fate[][] = [[]];
  for (const [i, runners] of ticket.legs.entries()) {
    const fates = runners.map((runner) => fateOf(rules, legs[i]!, runner));
    all = all.flatMap((start) => fates.map((fate) => [...start, fate]));
  }
  return all.map((fates) =>
    fates.includes("back") ? null : fates.filter((fate) => fate === "wrong").length,
  );
}

function isAllBack({ legs }: Multi): boolean {
  const gone = legs.filter(({ voided }) => voided !== "no");
  return gone.some(({ voided }) => voided === "early") || gone.length * 2 >= legs.length;
}

/** Down to 10 cents, at least 1.00; null where nobody has it. */
function dividendOf(money: bigint, stakes: bigint): bigint | null {
  if (stakes === 0n) return null;
  const dividend = floor(fraction(money * 100n, stakes * 10n)) * 10n;
  return dividend < 100n ? 100n : dividend;
}

/** @returns with `pool` null where everything goes back. */
export function settleMulti(multi: Multi, tickets: readonly Ticket[]) {
  const results: BetResult[] = tickets.map(() => ({ cost: 0n, refund: 0n, payout: 0n }));
  const lines = tickets.flatMap((ticket, bet) =>
    wrongOf(multi, ticket).map((wrong) => ({ bet, unit: ticket.unit, wrong })),
  );
  for (const { bet, unit } of lines) results[bet]!.cost += unit;
  const isBack = isAllBack(multi);
  for (const { bet, unit, wrong } of lines) {
    if (isBack || wrong === null) results[bet]!.refund += unit;
  }
  const stakesOn = (count?: number) =>
    sum(
      lines.flatMap(({ wrong, unit }) =>
        wrong !== null && (count === undefined || wrong === count) ? [unit] : [],
      ),
    );
  const gross = stakesOn();
  if (isBack || gross === 0n) return { pool: null, bets: results };

  const takeout = halfUp(fraction(gross * TAKEOUT[multi.rules][multi.pool], 10_000n));
  const fresh = gross - takeout;
  const net = fresh + multi.jackpotIn;
  const [six, five] = [stakesOn(0), multi.pool === "PICK6" ? stakesOn(1) : 0n];
  const hasMinor = multi.pool === "PICK6" && !(six > 0n && five === 0n);
  const minorMoney = hasMinor ? floor(fraction(fresh * MINOR, 10_000n)) : 0n;
  const majorMoney = net - minorMoney;
  const guaranteed = majorMoney < multi.guarantee ? multi.guarantee : majorMoney;
  const major = dividendOf(guaranteed, six);
  const minor = dividendOf(minorMoney, five);
  let paid = 0n;
  for (const { bet, unit, wrong } of lines) {
    const dividend = wrong === 0 ? major : wrong === 1 ? minor : null;
    const payout = ticketPayout(unit, dividend ?? 0n);
    results[bet]!.payout += payout;
    paid += payout;
  }
  const jackpotOut = six > 0n ? 0n : five > 0n ? majorMoney : net;
  const left = net - jackpotOut - paid;
  const pool: MultiResult = {
    status: six > 0n ? "PAID" : five > 0n ? "JACKPOT_MINOR_PAID" : "JACKPOT",
    gross,
    takeout,
    net,
    major,
    minor,
    paid,
    breakage: left > 0n ? left : 0n,
    topUp: left < 0n ? -left : 0n,
    jackpotOut,
  };
  return { pool, bets: results };
}
