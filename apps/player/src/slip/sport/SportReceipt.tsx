import type { PlacedSportOrder } from "@club/contract";
import { formatDate, formatMoney, formatTimeExact, outcomeName } from "@club/i18n";
import { Receipt, SportOrderLegs, type SportOrderLeg } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { useOddsText } from "../../core/odds-format.ts";
import { copyText, shortHash } from "../../core/texts.ts";
import { clubZone } from "../../core/club-zone.ts";
import { startText } from "./match-text.ts";
import { metaOf } from "./SlipLegs.tsx";
import type { SlipLeg } from "./slip-state.ts";

interface Props {
  readonly order: PlacedSportOrder;
  /** The selections as they were asked for: their names. */
  readonly legs: readonly SlipLeg[];
  readonly currency: string;
}

/** The ticket of a sport bet: number, time, selections with the prices that count, cost, hash. */
export function SportReceipt({ order, legs, currency }: Props): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const zone = clubZone();
  const lines = order.legs.flatMap(({ outcome_id, odds_milli }): SportOrderLeg[] => {
    const leg = legs.find(({ outcomeId }) => outcomeId === outcome_id);
    return leg === undefined ? [] : [legLine(t, leg, oddsText(odds_milli))];
  });
  return (
    <Receipt
      label={t("placed.receipt")}
      number={order.receipt_no}
      date={formatDate(order.accepted_at, zone, t.language)}
      time={formatTimeExact(order.accepted_at, zone)}
      title={t(`sport.kind.${order.kind}`)}
      meta={t("sport.slip.legsOf", { n: order.legs.length })}
      selection={<SportOrderLegs label={t("sport.slip.legs")} legs={lines} />}
      lines={linesOf(t, order, currency)}
      total={{
        label: t("bet.cost"),
        value: formatMoney(order.cost_cents, currency, t.language),
      }}
      hash={{
        label: t("placed.hash"),
        value: shortHash(order.receipt_hash),
        note: t("sport.placed.hashNote"),
        copyLabel: t("placed.copyHash"),
        onCopy: () => void copyText(t, order.receipt_hash),
      }}
    />
  );
}

function legLine(t: T, leg: SlipLeg, odds: string): SportOrderLeg {
  return {
    id: leg.outcomeId,
    name: outcomeName(t, leg.event, { market: leg, outcome: leg }),
    meta: metaOf(t, leg),
    odds,
    state: "open",
    stateText: startText(t, leg.event.start_time),
  };
}

function linesOf(t: T, order: PlacedSportOrder, currency: string) {
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const sum = {
    label: t("sport.slip.linesHead"),
    value: `${order.lines} × ${money(order.unit_stake_cents)}`,
  };
  const most = { label: t("sport.placed.most"), value: money(order.max_payout_cents) };
  return order.lines === 1 ? [most] : [sum, most];
}
