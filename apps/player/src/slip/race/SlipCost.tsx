import { isEachWayForm } from "./price-types.ts";
import { formatMoney, formatMoneyShort } from "@club/i18n";
import { CostBar, type CostCell } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import type { SlipFacts } from "./use-slip.ts";

/** Combinations, cost and estimate on one line above the button. */
export function SlipCost({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const { price, form, currency } = slip;
  const cells: CostCell[] = [
    ...unitsOf(t, slip),
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
  const unbacked = unbackedText(t, slip);
  return (
    <>
      <CostBar label={t("bet.cost")} cells={cells} />
      {unbacked !== null && <p className="mute slip-unbacked">{unbacked}</p>}
    </>
  );
}

/** How many of its combinations nobody has staked on yet: the estimate says nothing of them. */
function unbackedText(t: T, { quote }: SlipFacts): string | null {
  if (quote === undefined || quote.unbacked_combinations === 0) return null;
  const { unbacked_combinations: n, combinations: of } = quote;
  return n >= of ? t("pools.board.none") : t("slip.unbacked", { n, of });
}

/** How many combinations; one costs its stake, which is said already. Of an All Up its legs. */
function unitsOf(t: T, slip: SlipFacts): CostCell[] {
  const { price, form } = slip;
  if (form.allUp !== undefined) {
    return [{ label: t("slip.poolLegs"), value: String(form.allUp.length) }];
  }
  if (price.combinations === 1) return [];
  return [{ label: t("bet.combinations", { n: price.combinations }), value: unitsText(t, slip) }];
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

/** Longer ranges are said in thousands: "$22.3K–$320.9K". */
const MOST_LETTERS = 13;

/** The approximate return by the pools as they stand: from the least to the most. */
function estimateText(t: T, { quote, currency }: SlipFacts): string {
  const range = quote?.approximate_return_cents;
  if (range === null || range === undefined) return "–";
  const isLarge = range.max >= 100_000;
  const money = (cents: number) => {
    const shown = isLarge ? cents - (cents % 100) : cents;
    return formatMoney(shown, currency, t.language, { decimals: "whole" });
  };
  const text =
    range.min === range.max ? money(range.max) : `${money(range.min)}–${money(range.max)}`;
  if (text.length <= MOST_LETTERS) return text;
  const short = (cents: number) => formatMoneyShort(cents, currency, t.language);
  return range.min === range.max ? short(range.max) : `${short(range.min)}–${short(range.max)}`;
}
