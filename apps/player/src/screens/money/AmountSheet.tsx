import { formatMoney, readAmount } from "@club/i18n";
import {
  centsOfTyped,
  Keypad,
  pressKey,
  Sheet,
  showToast,
  StakeField,
  typedOfCents,
} from "@club/ui";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { typedMoney } from "../../core/texts.ts";

/** The most that is quoted of a pasted text that is no amount. */
const MOST_SAID = 24;

/** Any other amount, by the club's own keys, a keyboard, or pasted. */
export function AmountSheet(props: {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { typed, onType, onClose } = props;
  const currency = useCurrency();
  const cents = centsOfTyped(typed);
  const paste = (text: string) => {
    const amount = readAmount(text, t.language);
    if (amount === null) showToast(t("money.noAmount", { text: text.slice(0, MOST_SAID) }));
    else onType(typedOfCents(amount));
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("topUp.amount")}
      foot={
        <Keypad
          label={t("slip.keypad")}
          onKey={(key) => onType(pressKey(typed, key))}
          onPaste={paste}
          act={{
            label: t("act.done"),
            money: cents > 0n ? formatMoney(cents, currency, t.language) : undefined,
            onPress: onClose,
          }}
        />
      }
    >
      <div className="form">
        <StakeField
          label={t("topUp.amount")}
          layout="side"
          active
          value={typedMoney(t, typed, currency)}
          placeholder={formatMoney(0, currency, t.language, { decimals: "whole" })}
          onPress={() => undefined}
        />
      </div>
    </Sheet>
  );
}
