import type { TopUp } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Notice, PrimaryButton } from "@club/ui";
import type { ReactNode } from "react";
import { useSubmitTopUp } from "../../api/money.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { DepositRoom } from "./DepositRoom.tsx";

/** "I have sent $200.00": from then on the club looks for it. */
export function SentAct({ topUp }: { readonly topUp: TopUp }): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const currency = useCurrency();
  const submit = useSubmitTopUp();
  return (
    <>
      <DepositRoom cents={0} />
      {submit.isError && <Notice tone="loss" title={errorText(t, submit.error)} alert />}
      <PrimaryButton
        busy={submit.isPending}
        busyText={t("state.sending")}
        reason={isOnline ? undefined : t("topUp.offline")}
        money={formatMoney(topUp.amount_cents, currency, t.language)}
        onPress={() => submit.mutate(topUp.topup_id)}
      >
        {t("topUp.sent")}
      </PrimaryButton>
    </>
  );
}
