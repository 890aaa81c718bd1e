import type { BankCard } from "@club/contract";
import { Button, ErrorState, Notice, Section, Skeleton, Tag, ToteBoard, ValueRow } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useMoneyNews } from "../../api/money-news.ts";
import { useBankCard } from "../../api/withdrawals.ts";
import { useT } from "../../core/lang.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { BankForm } from "./BankForm.tsx";
import "../../shell/pages.css";
import "../../shell/money.css";

/** The account that withdrawals go to, masked, and its change. Route: /pages/bankCard/bankCard */
export function BankCardScreen(): ReactNode {
  const t = useT();
  useMoneyNews();
  const query = useBankCard();
  const [isChanging, setChanging] = useState(false);
  const { data: card } = query;
  return (
    <Screen id="bankCard" updatedAt={query.dataUpdatedAt}>
      {query.isPending && <Skeleton kind="row" rows={5} />}
      {query.isError && card === undefined && (
        <ErrorState
          title={t("bank.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void query.refetch()}
          reference={reportOf(t, query.error)}
        />
      )}
      {card === null && (
        <>
          <Section>
            <p className="bank-why">{t("bank.none")}</p>
            <BankForm hasCard={false} onDone={() => undefined} />
          </Section>
        </>
      )}
      {card !== null && card !== undefined && (
        <Known card={card} isChanging={isChanging} onChange={setChanging} />
      )}
    </Screen>
  );
}

function Known(props: {
  readonly card: BankCard;
  readonly isChanging: boolean;
  readonly onChange: (isChanging: boolean) => void;
}): ReactNode {
  const t = useT();
  const { card, isChanging, onChange } = props;
  return (
    <>
      <Board card={card} />
      <Section>
        {!card.verified && (
          <Notice tone="brass" title={t("bank.notVerified")}>
            <p>{t("bank.notVerifiedText")}</p>
          </Notice>
        )}
        <ValueRow label={t("bank.account_name")} value={card.account_name} />
        {card.branch_code !== "" && (
          <ValueRow
            label={t(card.currency === "AUD" ? "bank.bsb" : "bank.branch_code")}
            value={card.branch_code}
          />
        )}
        {card.swift_bic !== "" && <ValueRow label={t("bank.swift_bic")} value={card.swift_bic} />}
        <ValueRow label={t("bank.currency")} value={card.currency} />
      </Section>
      {isChanging ? (
        <Section title={t("bank.change")}>
          <p className="bank-why mute">{t("bank.changeText")}</p>
          <BankForm hasCard onDone={() => onChange(false)} />
        </Section>
      ) : (
        <Section ground="page">
          <Button wide onPress={() => onChange(true)}>
            {t("bank.change")}
          </Button>
        </Section>
      )}
    </>
  );
}

function Board({ card }: { readonly card: BankCard }): ReactNode {
  const t = useT();
  return (
    <ToteBoard label={t("route.bankCard")}>
      <div className="bank-card">
        <span className="mute">{card.bank_name}</span>
        <b className="fig bank-card-number">{card.account_number}</b>
        <div className="bank-card-foot">
          <span>{card.account_name}</span>
          <Tag tone={card.verified ? "turf" : "brass"} icon={card.verified ? "check" : "clock"}>
            {t(card.verified ? "bank.verified" : "bank.waiting")}
          </Tag>
        </div>
      </div>
    </ToteBoard>
  );
}
