import { formatMoney } from "@club/i18n";
import { centsOfTyped, Keypad, pressKey, Sheet, StakeField } from "@club/ui";
import type { ReactNode } from "react";
import { useWallet } from "../../api/wallet.ts";
import { useT } from "../../lang.ts";
import { typedMoney } from "../../shell/typed-money.ts";

/** Any other amount, by the club's own keys. */
export function AmountSheet(props: {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { typed, onType, onClose } = props;
  const currency = useWallet().data?.currency ?? "AUD";
  const cents = centsOfTyped(typed);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("topUp.amount")}
      foot={
        <Keypad
          label={t("slip.keypad")}
          onKey={(key) => onType(pressKey(typed, key))}
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
