import { isEachWayForm } from "./price-types.ts";
import { betTypeOf, type Cents } from "@club/domain";
import { formatMoney, formatPercent } from "@club/i18n";
import { Segmented, SelectionLine } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { placeName } from "../../core/texts.ts";
import type { StakeMode } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import { partsOfForm } from "./selection-parts.ts";
import { MoneyTrouble } from "../SlipParts.tsx";
import { SlipCost } from "./SlipCost.tsx";
import { labelOf, OneStake, StakeFields } from "./StakeFields.tsx";
import type { SlipFacts } from "./use-slip.ts";

/** The slip while an amount is typed: the selection in short, the amount, its cost. */
export function SlipKeypad({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const { form } = slip;
  const isEachWay = isEachWayForm(form) && form.stakeMode === "unit";
  return (
    <>
      <SelectionLines slip={slip} />
      <div className="slip-pad">
        {form.allUp === undefined && (
          <div>
            <Segmented<StakeMode>
              label={t("slip.stakeMode")}
              value={form.stakeMode}
              onChange={(mode) => changeForm({ do: "stake mode", mode })}
              options={[
                { id: "unit", label: t("slip.perCombination") },
                { id: "total", label: t("slip.total") },
              ]}
            />
          </div>
        )}
        {isEachWay ? (
          <StakeFields slip={slip} />
        ) : (
          <OneStake slip={slip} field="amount" label={labelOf(t, form)} layout="side" />
        )}
        <SlipCost slip={slip} />
        <MoneyTrouble {...slip} />
        <Unspent slip={slip} />
      </div>
    </>
  );
}

/** Flexi: what share of a dividend each combination has, and why the cost is a little less. */
export function Unspent({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const { form, price, currency } = slip;
  if (form.stakeMode !== "total" || price.order === null) return null;
  const money = (cents: bigint) => formatMoney(cents, currency, t.language);
  return (
    <p className="slip-note">
      <b>{t("slip.flexiShare", { percent: shareText(t, price.unitCents) })}</b>{" "}
      {t("slip.unspent", {
        total: money(price.costCents + price.unspentCents),
        n: price.combinations,
        left: money(price.unspentCents),
      })}
    </p>
  );
}

/** A unit of 0.31 has 31% of each dividend, which is told per 1.00. */
export function shareText(t: T, unitCents: Cents | number): string {
  return formatPercent(Number(unitCents) / 100, t.language);
}

/** One line per position, or one for all. */
function SelectionLines({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const { form } = slip;
  const isByPosition =
    form.betType !== 0 && betTypeOf(form.betType).layout === "positions" && !form.isBoxed;
  if (!isByPosition) {
    return (
      <div className="slip-lines">
        <div>
          <SelectionLine parts={partsOfForm(t, form)} size="medium" />
        </div>
      </div>
    );
  }
  return (
    <div className="slip-lines">
      {form.picks.map((numbers, index) => (
        // Positions are fixed: their place is their identity.
        <div key={index}>
          <b>{placeName(t, index + 1)}</b>
          <SelectionLine parts={numbers.map((number) => ({ number }))} size="medium" />
        </div>
      ))}
    </div>
  );
}
