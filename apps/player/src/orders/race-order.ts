import { fromWireSelections, type MoneyBack, type Order } from "@club/contract";
import { ALL_UP_INDEX, betTypeNamed, isBetTypeIndex, type BetTypeIndex } from "@club/domain";
import { formatMoney } from "@club/i18n";
import type { SelectionPart } from "@club/ui";
import { fromSlots } from "../slip/race/selection-columns.ts";
import { raceRange } from "../slip/race/multi-pools.ts";
import { raceNames } from "../slip/race/grid-rows.ts";
import { partsOfLegs, selectionParts } from "../slip/race/selection-parts.ts";
import type { T } from "../core/lang.ts";
import { paidAndBack, TAG, type OrderView } from "./order-view.ts";

/** An order's bet type; the contract's number is one of the table. */
export function betTypeOfOrder(order: Pick<Order, "bet_type">): BetTypeIndex {
  return isBetTypeIndex(order.bet_type) ? order.bet_type : betTypeNamed("single_win").index;
}

/** What an order covers, read back in cloths; those whose money came back are struck. */
export function selectionOfOrder(t: T, order: Order): SelectionPart[] {
  if (order.legs) return partsOfLegs(order.legs.map(({ combination }) => combination));
  const betType = betTypeOfOrder(order);
  const picks = fromSlots(betType, fromWireSelections(betType, order.selections));
  const back = order.money_back;
  const scratched = back === null ? [] : scratchedByLeg(back);
  return selectionParts(t, { betType, picks, isBoxed: false, scratched });
}

/** Saddle numbers whose combinations came back, by leg. */
export function scratchedByLeg(back: MoneyBack): readonly (readonly number[])[] {
  return back.scratched_by_leg ?? [back.scratched, back.scratched2];
}

/** Why money came back: "5 scratched: 18 of 24 void", "Race abandoned"; nothing where none did. */
export function whyBackOfOrder(
  t: T,
  order: Order,
  length: "short" | "long" = "short",
): string | undefined {
  const back = order.money_back;
  if (back === null) return undefined;
  if (back.reason !== "scratched") return t(`orders.why.${back.reason}`);
  const runners = scratchedByLeg(back)
    .flatMap((leg, at) => leg.map((n) => runnerOfLeg(t, String(n), at + 1)))
    .join(", ");
  if (back.void_combinations >= order.combinations) return t("orders.why.scratched", { runners });
  const key = length === "long" ? "orders.why.partLong" : "orders.why.part";
  return t(key, { runners, n: back.void_combinations, of: order.combinations });
}

/** "5", after the first leg "5 in leg 2". */
export function runnerOfLeg(t: T, n: string, leg: number): string {
  return leg > 1 ? t("orders.why.leg", { n, leg }) : n;
}

/** A bet on a race as the list, its sheet and its ticket show it. */
export function viewOfOrder(t: T, order: Order, currency: string): OrderView {
  return {
    title:
      order.multi_pool?.name ??
      t(order.legs ? `betType.${ALL_UP_INDEX}` : `betType.${betTypeOfOrder(order)}`),
    on: racesOfOrder(t, order),
    tags: tagsOfOrder(t, order),
    sum: sumOfOrder(t, order, currency),
    amounts: paidAndBack(t, order, currency),
  };
}

/** "Wattle Ridge R5", of a double both, "Wattle Ridge R5–R8". */
function racesOfOrder(t: T, order: Order): string {
  if (order.multi_pool) return `${order.meetings} ${raceRange(t, order.multi_pool.races)}`;
  if (order.legs) return raceNames(t, order.legs);
  const first = `${order.meetings} ${t("race.short", { n: order.raceNo })}`;
  if (order.meetings2 === null || order.raceNo2 === null) return first;
  return `${first} + ${order.meetings2} ${t("race.short", { n: order.raceNo2 })}`;
}

/** The outcome as tags: a loss with a part back says both. */
function tagsOfOrder(t: T, order: Order): OrderView["tags"] {
  const own = { text: t(`orderStatus.${order.status}`), ...TAG[order.status] };
  const isPart = order.refund_cents > 0 && order.status !== "refunded" && order.status !== "void";
  if (!isPart) return [own];
  return [{ text: t("orderStatus.partRefunded"), ...TAG.refunded }, own];
}

/** "24 × $1.00 = $24.00"; an Each Way "1 × $10.00 + 1 × $5.00 = $15.00". */
function sumOfOrder(t: T, order: Order, currency: string): string {
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const cost = money(order.cost_cents);
  const { combinations, unit_stake_cents: unit, unit_stake2_cents: unit2 } = order;
  if (unit2 === null || unit2 === unit) return `${combinations} × ${money(unit)} = ${cost}`;
  const each = combinations / 2;
  return `${each} × ${money(unit)} + ${each} × ${money(unit2)} = ${cost}`;
}
