import { formatMoney } from "@club/i18n";
import { Button, Figure, ToteBoard } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { useBalance } from "../../shell/balance.ts";

/** What the player has, and the two ways to move it. */
export function MoneyBoard(): ReactNode {
  const t = useT();
  const { text, wallet } = useBalance();
  const held = wallet?.held_cents ?? 0;
  return (
    <ToteBoard label={t("money.balance")}>
      <div className="account-money">
        <Figure label={t("money.balance")} value={text ?? "–"} size="clock" />
        {held > 0 && wallet !== undefined && (
          <Figure
            label={t("account.held")}
            value={formatMoney(held, wallet.currency, t.language)}
            align="end"
          />
        )}
      </div>
      <div className="account-acts">
        <Button kind="primary" wide icon="add" href={hrefOf("topUp")}>
          {t("account.topUp")}
        </Button>
        <Button wide icon="bank" href={hrefOf("withdraw")}>
          {t("route.withdraw")}
        </Button>
      </div>
    </ToteBoard>
  );
}
