import type { BankCard, WithdrawalTerms } from "@club/contract";
import { formatDateTime, formatMoney } from "@club/i18n";
import {
  centsOfTyped,
  Notice,
  PrimaryButton,
  Section,
  StakeChips,
  StakeField,
  typedOfCents,
  ValueRow,
} from "@club/ui";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/wallet.ts";
import { useCreateWithdrawal } from "../../api/withdrawals.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { deviceZone } from "../../device/zone.ts";
import { AmountSheet } from "./AmountSheet.tsx";

const CHIPS_CENTS = [10_000n, 30_000n, 50_000n];
const ALL = "all";

interface Props {
  readonly terms: WithdrawalTerms;
  readonly card: BankCard;
}

/** How much; where it goes, what it costs and when it arrives are said before the act. */
export function NewWithdrawal({ terms, card }: Props): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const [typed, setTyped] = useState("");
  const create = useCreateWithdrawal();
  const cents = Number(centsOfTyped(typed));
  const money = (value: number) => formatMoney(value, currency, t.language);
  const reason = useReason(t, cents, { terms, money });
  const make = () => {
    if (!create.isPending) create.mutate(cents, { onSuccess: () => setTyped("") });
  };
  return (
    <Section>
      <div className="stack">
        <Amount terms={terms} typed={typed} onType={setTyped} />
        <Facts terms={terms} card={card} />
        {create.isError && (
          <Notice tone="loss" title={errorText(t, create.error, currency)} alert />
        )}
        <div>
          <PrimaryButton
            busy={create.isPending}
            busyText={t("state.sending")}
            reason={reason}
            money={cents > 0 ? money(cents) : undefined}
            onPress={make}
          >
            {t("withdraw.act")}
          </PrimaryButton>
        </div>
      </div>
    </Section>
  );
}

function Amount(props: {
  readonly terms: WithdrawalTerms;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}): ReactNode {
  const t = useT();
  const { terms, typed, onType } = props;
  const currency = useCurrency();
  const [isTyping, setTyping] = useState(false);
  const all = typedOfCents(BigInt(Math.min(terms.available_cents, terms.max_cents)));
  const money = (value: bigint) => formatMoney(value, currency, t.language);
  const whole = (value: bigint) => formatMoney(value, currency, t.language, { decimals: "whole" });
  const chips = [
    ...CHIPS_CENTS.map((value) => ({ id: typedOfCents(value), label: whole(value) })),
    { id: ALL, label: t("withdraw.all") },
  ];
  const chosen = typed !== "" && typed === all ? ALL : typed;
  return (
    <>
      <StakeField
        label={t("topUp.amount")}
        layout="side"
        value={typed === "" ? "" : money(centsOfTyped(typed))}
        placeholder={money(0n)}
        active={false}
        onPress={() => setTyping(true)}
      />
      <StakeChips
        label={t("topUp.amount")}
        chips={chips}
        selectedId={chosen === "" ? undefined : chosen}
        onSelect={(id) => onType(id === ALL ? all : id)}
      />
      {isTyping && <AmountSheet typed={typed} onType={onType} onClose={() => setTyping(false)} />}
    </>
  );
}

function Facts({ terms, card }: Props): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const arrives = formatDateTime(terms.arrives_by, deviceZone(), t.language);
  return (
    <>
      <div className="withdraw-facts">
        <ValueRow
          label={t(card.verified ? "withdraw.toVerified" : "withdraw.to")}
          value={`${card.bank_name} ${card.account_number}`}
        />
        <ValueRow label={t("withdraw.fee")} value={formatMoney(0, currency, t.language)} />
        <ValueRow label={t("withdraw.arrives")} value={t("withdraw.before", { time: arrives })} />
      </div>
      {terms.waits_for.length > 0 && (
        <Notice tone="brass" title={t("withdraw.waitsTitle")}>
          {terms.waits_for.map((wait) => (
            <p key={wait}>{t(`withdraw.waits.${wait}`)}</p>
          ))}
        </Notice>
      )}
    </>
  );
}

function useReason(
  t: T,
  cents: number,
  { terms, money }: { terms: WithdrawalTerms; money: (cents: number) => string },
): string | undefined {
  const isOnline = useIsOnline();
  if (!isOnline) return t("withdraw.offline");
  if (cents === 0) return t("topUp.needAmount");
  if (cents > terms.available_cents) {
    return t("withdraw.tooMuch", { most: money(terms.available_cents) });
  }
  if (cents > terms.max_cents) return t("topUp.tooMuch", { most: money(terms.max_cents) });
  return undefined;
}
