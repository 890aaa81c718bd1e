import { formatMoney, readAmount } from "@club/i18n";
import { centsOfTyped, Keypad, pressKey, showToast, StakeChips, typedOfCents } from "@club/ui";
import type { ReactNode } from "react";
import { useLastStake } from "../slip-acts.ts";
import { useT } from "../../core/lang.ts";
import { Cost } from "./SportSlipFoot.tsx";
import { changeSlip } from "./slip-store.ts";
import type { SportBet } from "./use-sport-bet.ts";

const CHIPS_CENTS = [100n, 200n, 500n, 1000n, 5000n];
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
        <Chips bet={bet} typed={typed} />
        <Cost bet={bet} />
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

/** Usual stakes in one tap, the last one among them; none is chosen before the player chooses. */
function Chips(props: { readonly bet: SportBet; readonly typed: string }): ReactNode {
  const t = useT();
  const last = useLastStake();
  const { bet, typed } = props;
  const money = (cents: bigint) =>
    formatMoney(cents, bet.currency, t.language, { decimals: "whole" });
  const chips = CHIPS_CENTS.map((cents) => ({ id: typedOfCents(cents), label: money(cents) }));
  if (last !== null && !CHIPS_CENTS.includes(last)) {
    chips.push({ id: typedOfCents(last), label: t("slip.last", { amount: money(last) }) });
  }
  const cents = centsOfTyped(typed);
  return (
    <StakeChips
      label={t("bet.stake")}
      chips={chips}
      selectedId={cents === 0n ? undefined : typedOfCents(cents)}
      onSelect={(id) => changeSlip({ do: "stake", typed: id })}
    />
  );
}
