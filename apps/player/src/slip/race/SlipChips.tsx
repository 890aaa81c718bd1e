import { formatMoney } from "@club/i18n";
import { centsOfTyped, Icon, StakeChips, typedOfCents } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import { useLastStake } from "../slip-acts.ts";
import type { SlipFacts } from "./use-slip.ts";

const CHIPS_CENTS = [100n, 200n, 500n, 1000n, 5000n];
const CHIPS_BESIDE_MODE = 4;

/** Usual stakes in one tap; none is chosen before the player chooses. */
export function SlipChips(props: {
  readonly slip: SlipFacts;
  /** Shows before them how the stake is meant: per combination or in total. */
  readonly hasMode: boolean;
}): ReactNode {
  const t = useT();
  const { slip, hasMode } = props;
  const { form, currency } = slip;
  const last = useLastStake();
  const money = (cents: bigint) => formatMoney(cents, currency, t.language, { decimals: "whole" });
  const usual = CHIPS_CENTS.slice(0, hasMode ? CHIPS_BESIDE_MODE : undefined);
  const typed = centsOfTyped(form.amount);
  const isOther = typed > 0n && !usual.includes(typed);
  const extra = isOther && hasMode ? typed : last;
  const chips = usual.map((cents) => ({ id: typedOfCents(cents), label: money(cents) }));
  if (extra !== null && !usual.includes(extra)) {
    const isLast = extra !== typed || !hasMode;
    const label = isLast ? t("slip.last", { amount: money(extra) }) : money(extra);
    if (hasMode) chips.pop();
    chips.push({ id: typedOfCents(extra), label });
  }
  return (
    <StakeChips
      label={t("bet.stake")}
      chips={chips}
      selectedId={typed === 0n ? undefined : typedOfCents(typed)}
      onSelect={(id) => changeForm({ do: "stake", typed: id, field: "amount" })}
      start={
        hasMode && (
          <button
            type="button"
            className="choice"
            onClick={() => changeForm({ do: "keypad", field: "amount" })}
          >
            {modeText(t, form)}
            <Icon name="chevron-down" />
          </button>
        )
      }
    />
  );
}

/** What the stake is of: an All Up has one. */
function modeText(t: T, { stakeMode, allUp }: BetFormState): string {
  if (allUp !== undefined) return t("bet.stake");
  return t(stakeMode === "total" ? "slip.total" : "slip.perCombination");
}
