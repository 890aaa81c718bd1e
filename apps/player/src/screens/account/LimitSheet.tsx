import type { PlayerLimit } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Button, centsOfTyped, Keypad, Notice, pressKey, Sheet, StakeField } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useSetLimits } from "../../api/limits.ts";
import { useWallet } from "../../api/wallet.ts";
import { useT } from "../../lang.ts";
import { typedMoney } from "../../shell/typed-money.ts";
import { errorText } from "../../shell/error-text.ts";

/** Setting the daily stake limit: lower holds at once, higher waits a day. */
export function LimitSheet(props: {
  readonly limit: PlayerLimit | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { limit, onClose } = props;
  const currency = useWallet().data?.currency ?? "AUD";
  const [typed, setTyped] = useState("");
  const save = useSetLimits();
  const cents = Number(centsOfTyped(typed));
  const set = (amount_cents: number | null) =>
    save.mutate([{ kind: "stake", period: "day", amount_cents }], { onSuccess: onClose });
  const isSet = limit !== undefined && limit.amount_cents !== null;
  const whole = formatMoney(0, currency, t.language, { decimals: "whole" });
  const saveKey = {
    label: t("act.save"),
    money: typed === "" ? undefined : formatMoney(cents, currency, t.language),
    disabled: typed === "" || save.isPending,
    onPress: () => set(cents),
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("limits.title")}
      foot={
        <Keypad
          label={t("slip.keypad")}
          onKey={(key) => setTyped(pressKey(typed, key))}
          act={saveKey}
        />
      }
    >
      <div className="form">
        <p className="mute">{t("limits.how")}</p>
        <StakeField
          label={t("limits.day")}
          layout="side"
          active
          value={typedMoney(t, typed, currency)}
          placeholder={whole}
          onPress={() => undefined}
        />
        {save.isError && <Notice tone="loss" title={errorText(t, save.error, currency)} alert />}
        {isSet && <RemoveButton busy={save.isPending} onPress={() => set(null)} />}
      </div>
    </Sheet>
  );
}

function RemoveButton(props: { readonly busy: boolean; readonly onPress: () => void }): ReactNode {
  const t = useT();
  return (
    <Button kind="text" wide {...props}>
      {t("limits.remove")}
    </Button>
  );
}
