import type { Withdrawal } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Button, Notice, Sheet } from "@club/ui";
import type { ReactNode } from "react";
import { useCancelWithdrawal } from "../../api/withdrawals.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";

/** What cancelling a withdrawal means, before it is done: the money waits for a day. */
export function CancelSheet(props: {
  readonly withdrawal: Withdrawal;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const { withdrawal, onClose } = props;
  const currency = useCurrency();
  const cancel = useCancelWithdrawal();
  const money = formatMoney(withdrawal.amount_cents, currency, t.language);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("withdraw.cancelTitle", { money })}
      foot={
        <div className="acts">
          <Button size="large" onPress={onClose}>
            {t("withdraw.keep")}
          </Button>
          <Button
            size="large"
            kind="danger"
            busy={cancel.isPending}
            busyText={t("state.sending")}
            reason={isOnline ? undefined : t("withdraw.offline")}
            onPress={() => cancel.mutate(withdrawal.withdrawal_id, { onSuccess: onClose })}
          >
            {t("withdraw.takeBack")}
          </Button>
        </div>
      }
    >
      <div className="pad stack">
        <p>{t("withdraw.cancelText")}</p>
        {cancel.isError && <Notice tone="loss" title={errorText(t, cancel.error)} alert />}
      </div>
    </Sheet>
  );
}
