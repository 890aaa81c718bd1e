import { formatMoney, readAmount } from "@club/i18n";
import { Keypad, pressKey, showToast, typedOfCents } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { MoneyTrouble } from "../SlipParts.tsx";
import { Cost, SportChips } from "./SportSlipFoot.tsx";
import { changeSlip } from "./slip-store.ts";
import type { SportBet } from "./use-sport-bet.ts";

/** The most that is quoted of a pasted text that is no amount. */
const MOST_SAID = 24;

/** While a stake is typed: usual stakes, what it all comes to, the club's own keys. */
export function SportSlipKeys({ bet }: { readonly bet: SportBet }): ReactNode {
  const t = useT();
  const { slip, lock, price, currency } = bet;
  const typed = slip.field === null ? "" : (slip.stakes[slip.field] ?? "");
  const money = formatMoney(price.costCents, currency, t.language);
  return (
    <>
      <div className="slip-foot">
        <SportChips bet={bet} />
        <Cost bet={bet} />
        <MoneyTrouble {...bet} />
      </div>
      <Keypad
        label={t("slip.keypad")}
        onKey={(key) => changeSlip({ do: "stake", typed: pressKey(typed, key) })}
        onPaste={(text) => {
          const cents = readAmount(text, t.language);
          if (cents === null) showToast(t("slip.noAmount", { text: text.slice(0, MOST_SAID) }));
          else changeSlip({ do: "stake", typed: typedOfCents(cents) });
        }}
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
