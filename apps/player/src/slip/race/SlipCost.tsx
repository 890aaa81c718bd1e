import { isEachWayForm } from "./price-types.ts";
import { formatMoney } from "@club/i18n";
import { CostBar, type CostCell } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import type { SlipFacts } from "./use-slip.ts";

/** Combinations, cost and estimate on one line above the button. */
export function SlipCost({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const { price, form, currency } = slip;
  const cells: CostCell[] = [
    { label: t("bet.combinations", { n: price.combinations }), value: unitsText(t, slip) },
    {
      label: t("bet.cost"),
      value: formatMoney(price.costCents, currency, t.language),
      tone: "amber",
    },
    {
      label: t(isEachWayForm(form) ? "slip.estimateRange" : "bet.estimate"),
      value: estimateText(t, slip),
    },
  ];
  return <CostBar label={t("bet.cost")} cells={cells} />;
}

/** "20 × $1", Each Way with two stakes "1 × $10 + $5". */
function unitsText(t: T, { price, currency }: SlipFacts): string {
  const money = (cents: bigint) => formatMoney(cents, currency, t.language, { decimals: "whole" });
  if (price.combinations === 0) return "–";
  const { unitCents, unit2Cents, combinations } = price;
  if (unitCents === 0n) return String(combinations);
  if (unit2Cents === null || unit2Cents === unitCents) {
    return `${combinations} × ${money(unitCents)}`;
  }
  return `${combinations / 2} × ${money(unitCents)} + ${money(unit2Cents)}`;
}

/** The approximate return by the pools as they stand: from the least to the most. */
function estimateText(t: T, { quote, currency }: SlipFacts): string {
  const range = quote?.approximate_return_cents;
  if (range === null || range === undefined) return "–";
  const isLarge = range.max >= 100_000;
  const money = (cents: number) => {
    const shown = isLarge ? cents - (cents % 100) : cents;
    return formatMoney(shown, currency, t.language, { decimals: "whole" });
  };
  return range.min === range.max ? money(range.max) : `${money(range.min)}–${money(range.max)}`;
}
