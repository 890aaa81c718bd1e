import type { BankTransfer, TopUp } from "@club/contract";
import { formatMoney, formatTime } from "@club/i18n";
import {
  Button,
  CopyBoard,
  CopyRow,
  Figure,
  Notice,
  Section,
  Tag,
  TimeLine,
  type TimeLineStep,
} from "@club/ui";
import type { ReactNode } from "react";
import { useTransferQr } from "../../api/money.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { copyText } from "../../core/texts.ts";
import { deviceZone } from "../../device/zone.ts";
import { methodName } from "./NewTopUp.tsx";
import { Receipts } from "./Receipts.tsx";
import { statusText } from "./TopUpRow.tsx";

interface Props {
  readonly topUp: TopUp;
  /** Null: a card. */
  readonly bank: BankTransfer | null;
}

const TONES: Readonly<Record<TopUp["status"], "brass" | "turf" | "plain">> = {
  created: "brass",
  submitted: "brass",
  approved: "turf",
  rejected: "plain",
  expired: "plain",
};
const ICONS: Readonly<Partial<Record<TopUp["status"], "clock" | "check">>> = {
  created: "clock",
  submitted: "clock",
  approved: "check",
};

/** An announced top-up: where to send it, the reference most prominent, and its progress. */
export function OneTopUp({ topUp, bank }: Props): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const isWaiting = topUp.status === "created" || topUp.status === "submitted";
  return (
    <>
      <Section>
        <div className="top-up-head">
          <Figure
            label={methodName(t, topUp.method)}
            value={formatMoney(topUp.amount_cents, currency, t.language)}
            size="clock"
          />
          <Tag tone={TONES[topUp.status]} icon={ICONS[topUp.status]}>
            {statusText(t, topUp)}
          </Tag>
        </div>
        {isWaiting && bank !== null && <p className="mute">{t("topUp.noFee")}</p>}
        {topUp.reason !== null && (
          <Notice tone="loss">
            <p>{t.find(`topUp.cardReason.${topUp.reason}`) ?? topUp.reason}</p>
          </Notice>
        )}
      </Section>
      {isWaiting && bank !== null && <SendTo topUp={topUp} bank={bank} />}
      <Section label={t("topUp.steps")}>
        <TimeLine label={t("topUp.steps")} steps={stepsOf(t, topUp)} />
      </Section>
      {topUp.status === "approved" && (
        <div className="pad">
          <Button wide icon="races" href={hrefOf("home")}>
            {t("coming.act")}
          </Button>
        </div>
      )}
    </>
  );
}

function SendTo({ topUp, bank }: { readonly topUp: TopUp; readonly bank: BankTransfer }) {
  const t = useT();
  const copy = (value: string) => () => void copyText(t, value);
  const rows = [
    [t("topUp.bank"), bank.bank_name],
    [t("topUp.accountName"), bank.account_name],
    [t("topUp.branch"), bank.branch_code],
    [t("topUp.account"), bank.account_number],
    ["IBAN", bank.iban],
    ["BIC", bank.bic],
  ] as const;
  return (
    <Section title={t("topUp.sendTo")}>
      {rows
        .filter(([, value]) => value !== "")
        .map(([label, value]) => (
          <CopyRow
            key={label}
            label={label}
            value={label === "IBAN" ? inFours(value) : value}
            copyLabel={t("topUp.copy", { what: label })}
            onCopy={copy(value)}
          />
        ))}
      <div className="bleed">
        <CopyBoard
          label={t("topUp.reference")}
          value={topUp.reference}
          copyLabel={t("act.copy")}
          onCopy={copy(topUp.reference)}
        />
      </div>
      <TransferQr topUpId={topUp.topup_id} hasIban={bank.iban !== ""} />
      <Receipts topUp={topUp} />
    </Section>
  );
}

/** As a bank prints an IBAN; what is copied has no blanks. */
function inFours(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, "$1 ");
}

/** The transfer as a code for the bank's app on another phone or computer. */
function TransferQr(props: { readonly topUpId: string; readonly hasIban: boolean }): ReactNode {
  const t = useT();
  const { data } = useTransferQr(props.topUpId, props.hasIban);
  if (data === undefined || data.qr_svg === null) return null;
  const picture = `data:image/svg+xml,${encodeURIComponent(data.qr_svg)}`;
  return (
    <figure className="top-up-qr">
      <img src={picture} alt={t("topUp.qr")} width="220" height="220" />
      <figcaption className="mute">{t("topUp.qrHow")}</figcaption>
    </figure>
  );
}

function stepsOf(t: T, topUp: TopUp): TimeLineStep[] {
  const time = (at: string | null) =>
    at === null ? undefined : formatTime(at, deviceZone(), t.language);
  const { status } = topUp;
  const isRefused = status === "rejected" || status === "expired";
  const isPaid = status === "approved";
  const isCard = topUp.method !== "bank_transfer";
  return [
    { id: "made", title: t("topUp.made"), time: time(topUp.created_at), state: "done" },
    {
      id: "send",
      title: t(isCard ? "topUp.youPay" : "topUp.youSend"),
      note: status === "created" && !isCard ? t("topUp.thenSay") : undefined,
      time: time(topUp.submitted_at),
      state: status === "created" ? "wait" : status === "expired" ? "failed" : "done",
    },
    {
      id: "check",
      title: isRefused ? t(`topUp.status.${status}`) : t("topUp.checked"),
      time: time(topUp.decided_at),
      state: isRefused ? "failed" : isPaid ? "done" : status === "submitted" ? "wait" : "next",
    },
    { id: "in", title: t("topUp.inBalance"), state: isPaid ? "done" : "next" },
  ];
}
