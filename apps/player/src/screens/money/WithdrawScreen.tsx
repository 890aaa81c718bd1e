import { formatMoney } from "@club/i18n";
import { Button, EmptyState, ErrorState, Figure, Skeleton, ToteBoard } from "@club/ui";
import type { WithdrawalTerms } from "@club/contract";
import type { ReactNode } from "react";
import { useMoneyNews } from "../../api/money-news.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useBankCard, useWithdrawals } from "../../api/withdrawals.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { NewWithdrawal } from "./NewWithdrawal.tsx";
import { OneWithdrawal } from "./OneWithdrawal.tsx";
import { isOpen } from "./steps.ts";
import "../../shell/pages.css";
import "../../shell/money.css";

/** Money out, to the player's own account, and what is on its way. Route: /pages/withdraw/withdraw */
export function WithdrawScreen(): ReactNode {
  const t = useT();
  useMoneyNews();
  const query = useWithdrawals();
  const card = useBankCard();
  const terms = query.data?.pages[0]?.data.terms;
  const all = query.data?.pages.flatMap((page) => page.list) ?? [];
  const error = query.error ?? card.error;
  const isReady = terms !== undefined && card.data !== undefined;
  return (
    <Screen
      id="withdraw"
      updatedAt={query.dataUpdatedAt}
      end={
        <Button kind="text" href={hrefOf("withdrawals")}>
          {t("withdraw.records")}
        </Button>
      }
    >
      {!isReady && error === null && <Skeleton kind="row" rows={5} />}
      {!isReady && error !== null && (
        <ErrorState
          title={t("withdraw.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void Promise.all([query.refetch(), card.refetch()])}
          reference={reportOf(t, error)}
        />
      )}
      {isReady && (
        <>
          <Board terms={terms} />
          {card.data === null ? (
            <EmptyState
              title={t("withdraw.noCard")}
              text={t("withdraw.noCardText")}
              act={{ label: t("withdraw.addCard"), href: hrefOf("bankCard") }}
            />
          ) : (
            <NewWithdrawal terms={terms} card={card.data} />
          )}
          {all.filter(isOpen).map((each) => (
            <OneWithdrawal key={each.withdrawal_id} withdrawal={each} />
          ))}
        </>
      )}
    </Screen>
  );
}

function Board({ terms }: { readonly terms: WithdrawalTerms }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  return (
    <ToteBoard label={t("withdraw.available")}>
      <div className="withdraw-board">
        <Figure label={t("withdraw.available")} value={money(terms.available_cents)} size="clock" />
        {terms.held_cents > 0 && (
          <Figure
            label={t("withdraw.held")}
            value={money(terms.held_cents)}
            size="board"
            align="end"
          />
        )}
      </div>
    </ToteBoard>
  );
}
