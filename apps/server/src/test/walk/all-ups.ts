import { orderOfLeg } from "@club/domain";
import type { AllUp, AllUpLeg, Bet, Money } from "./facts.ts";
import { type Model, partsOfOrder } from "./model.ts";

/* Bets that go from race to race, in the model: what a leg gave is staked on the next one, once. */

/** The id of a bet that the club placed by itself, until it is asked for it. */
export const UNKNOWN = "00000000-0000-0000-0000-000000000000";

/** Why a leg takes no bet now. */
export function refusalOfLeg(model: Model, { race, code, numbers }: AllUpLeg): string | null {
  if (numbers.some((number) => race.scratched.has(number))) return "bet.runner_scratched";
  if (race.status !== "open") return "race.closed";
  const pool = model.poolOf(race, code);
  if (pool === undefined || pool.isClosed || pool.isGivenBack) return "pool.closed";
  return race.isPaused ? "betting.paused" : null;
}

/** A leg's bet as an ordinary one of its pool. */
export function partsOfLeg(model: Model, { race, code, numbers }: AllUpLeg, cents: bigint) {
  const pool = model.poolOf(race, code)!;
  const order = orderOfLeg({ raceId: race.id, pool: code, numbers }, cents);
  return partsOfOrder(order).map(({ bet }) => ({ pool, bet }));
}

/** Stakes what legs were given since, where the next leg takes bets. Call after the bets were paid. */
export function followAllUps(model: Model): void {
  for (const allUp of model.allUps) {
    const bet = allUp.bets.at(-1)!;
    if (allUp.isOver || model.statusOfBet(bet) === "accepted") continue;
    const next = allUp.legs[allUp.bets.length];
    const cost = bet.isVoid ? 0n : bet.got.payout + bet.got.refund;
    allUp.isOver = cost === 0n || next === undefined || refusalOfLeg(model, next) !== null;
    if (allUp.isOver || next === undefined) continue;
    const { player } = allUp;
    const got = { payout: 0n, refund: 0n };
    const parts = partsOfLeg(model, next, cost);
    const staked: Bet = { id: UNKNOWN, player, cost, parts, isVoid: false, got };
    model.players[player]!.cash -= cost;
    model.bets.push(staked);
    allUp.bets.push(staked);
  }
}

/** What the whole order was given, less what went on. */
export function dueOfOrder(model: Model, { bets }: AllUp): Money & { readonly status: string } {
  const statuses = bets.map((bet) => model.statusOfBet(bet));
  const last = statuses.at(-1)!;
  const isAllBack = statuses.every((one) => one === "refunded");
  let back = 0n;
  for (const [i, bet] of bets.entries()) {
    const { payout, refund } = model.dueOf(bet);
    back += payout + refund - (i === 0 ? 0n : bet.cost);
  }
  if (back < 0n) back = 0n;
  const decided = isAllBack ? "refunded" : back > 0n ? "won" : "lost";
  const status = statuses.includes("void") ? "void" : last === "accepted" ? last : decided;
  const isBack = status === "void" || status === "refunded";
  return { status, payout: isBack ? 0n : back, refund: isBack ? back : 0n };
}
