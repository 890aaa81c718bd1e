import type { Withdrawal } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Button, Section, TimeLine } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { CancelSheet } from "./CancelSheet.tsx";
import { stepsOf } from "./steps.ts";

/** A withdrawal with its steps. Cancelling is one of its acts, but nothing suggests it. */
export function OneWithdrawal({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const [isAsking, setAsking] = useState(false);
  const money = formatMoney(withdrawal.amount_cents, currency, t.language);
  return (
    <Section>
      <div className="withdraw-head">
        <div>
          <h2>{t("withdraw.onItsWay", { money })}</h2>
          <p className="mute">
            {withdrawal.reference} · {withdrawal.bank_name} {withdrawal.account_number}
          </p>
        </div>
        {withdrawal.may_cancel && (
          <Button kind="line" onPress={() => setAsking(true)}>
            {t("act.cancel")}
          </Button>
        )}
      </div>
      <TimeLine label={t("topUp.steps")} steps={stepsOf(t, withdrawal, currency)} />
      {isAsking && <CancelSheet withdrawal={withdrawal} onClose={() => setAsking(false)} />}
    </Section>
  );
}
