import { formatMoney } from "@club/i18n";
import { Keypad, pressKey, StakeChips, typedOfCents } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../lang.ts";
import { Cost } from "./SportSlipFoot.tsx";
import { changeSlip } from "./slip-store.ts";
import type { SportBet } from "./use-sport-bet.ts";

const CHIPS_CENTS = [100n, 200n, 500n, 1000n, 5000n];

/** While a stake is typed: usual stakes, what it all comes to, the club's own keys. */
export function SportSlipKeys({ bet }: { readonly bet: SportBet }): ReactNode {
  const t = useT();
  const { slip, lock, price, currency } = bet;
  const typed = slip.field === null ? "" : (slip.stakes[slip.field] ?? "");
  const money = formatMoney(price.costCents, currency, t.language);
  const whole = (cents: bigint) => formatMoney(cents, currency, t.language, { decimals: "whole" });
  return (
    <>
      <div className="slip-foot">
        <StakeChips
          label={t("bet.stake")}
          chips={CHIPS_CENTS.map((cents) => ({ id: typedOfCents(cents), label: whole(cents) }))}
          selectedId={typed}
          onSelect={(id) => changeSlip({ do: "stake", typed: id })}
        />
        <Cost bet={bet} />
      </div>
      <Keypad
        label={t("slip.keypad")}
        onKey={(key) => changeSlip({ do: "stake", typed: pressKey(typed, key) })}
        act={
          lock === null && !bet.isSending
            ? {
                label: t("sport.slip.place", { n: price.staked.length }),
                money,
                onPress: () => {
                  changeSlip({ do: "keypad", field: null });
                  bet.press();
                },
              }
            : { label: t("act.done"), onPress: () => changeSlip({ do: "keypad", field: null }) }
        }
      />
    </>
  );
}
