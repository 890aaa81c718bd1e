import { isEachWayForm } from "./price-types.ts";
import { formatMoney } from "@club/i18n";
import { StakeField, Toggle, centsOfTyped } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { typedMoney } from "../../core/texts.ts";
import type { BetFormState, StakeField as FieldName } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import type { SlipFacts } from "./use-slip.ts";

/** The stake of a bet, for Each Way one for each part, tied by a switch. */
export function StakeFields({ slip }: { readonly slip: SlipFacts }): ReactNode {
  const t = useT();
  const { form } = slip;
  const isEachWay = isEachWayForm(form) && form.stakeMode === "unit";
  return (
    <>
      <div className="side-by-side">
        <OneStake slip={slip} field="amount" label={labelOf(t, form)} />
        {isEachWay && <OneStake slip={slip} field="amount2" label={t("slip.placeStake")} />}
      </div>
      {isEachWay && (
        <Toggle
          label={t("slip.sameStake")}
          checked={form.isSameStake}
          onChange={(on) => changeForm({ do: "same stake", on })}
        />
      )}
    </>
  );
}

export function labelOf(t: T, form: BetFormState): string {
  if (form.allUp !== undefined) return t("bet.stake");
  if (form.stakeMode === "total") return t("slip.totalStake");
  return t(isEachWayForm(form) ? "slip.winStake" : "slip.unitStake");
}

export function OneStake(props: {
  readonly slip: SlipFacts;
  readonly field: FieldName;
  readonly label: string;
  readonly layout?: "stacked" | "side";
}): ReactNode {
  const t = useT();
  const { slip, field, label, layout } = props;
  const { form, currency } = slip;
  const typed = field === "amount2" ? form.amount2 : form.amount;
  const isActive = form.field === field;
  return (
    <StakeField
      label={label}
      layout={layout}
      value={isActive ? typedMoney(t, typed, currency) : settledText(t, typed, currency)}
      placeholder={formatMoney(0, currency, t.language)}
      active={isActive}
      onPress={() => {
        if (field === "amount2" && form.isSameStake) changeForm({ do: "same stake", on: false });
        changeForm({ do: "keypad", field });
      }}
    />
  );
}

function settledText(t: T, typed: string, currency: string): string {
  return typed === "" ? "" : formatMoney(centsOfTyped(typed), currency, t.language);
}
