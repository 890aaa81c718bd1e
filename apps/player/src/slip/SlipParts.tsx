import type { PlayerLimit } from "@club/contract";
import type { Cents } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { LimitLine, Notice, PrimaryButton, Sheet, showToast } from "@club/ui";
import { useEffect, type ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { Rich } from "../shell/Rich.tsx";
import { lockText, usedWith, type Obstacle } from "./obstacle.ts";

/* The shared parts of the race slip and the sport slip. */

/** What the player has, and how much of the stake limit is used, now and with this bet. */
export function Means(props: {
  readonly limit: PlayerLimit | undefined;
  /** undefined: not known, or nobody is signed in. */
  readonly cashCents: number | undefined;
  readonly costCents: Cents;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { cashCents, currency } = props;
  if (cashCents === undefined) return <StakeLimit {...props} />;
  const amount = formatMoney(cashCents, currency, t.language);
  return (
    <div className="slip-means">
      <StakeLimit {...props} />
      <p className="slip-note">{t("slip.balance", { amount })}</p>
    </div>
  );
}

/** While an amount is typed: that it is more than the player has or may stake. */
export function MoneyTrouble(props: {
  readonly lock: Obstacle | null;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { lock, currency } = props;
  if (lock?.code !== "form.funds" && lock?.code !== "limit.stake") return null;
  return (
    <p className="slip-note loss" role="status">
      {lockText(t, lock, currency)}
    </p>
  );
}

function StakeLimit(props: {
  readonly limit: PlayerLimit | undefined;
  readonly costCents: Cents;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { limit, costCents, currency } = props;
  if (limit === undefined || limit.amount_cents === null) return null;
  const after = usedWith(limit.used_cents, costCents);
  const money = (cents: number) => formatMoney(cents, currency, t.language, { decimals: "whole" });
  return (
    <LimitLine used={after / Math.max(1, limit.amount_cents)} over={after > limit.amount_cents}>
      <Rich
        text={t(`slip.limit.${limit.period}`, {
          used: "{used}",
          limit: money(limit.amount_cents),
          after: "{after}",
        })}
        parts={{ used: <b>{money(limit.used_cents)}</b>, after: <b>{money(after)}</b> }}
      />
    </LimitLine>
  );
}

/** A lost answer: the specification's toast, and a sheet that stays until the outcome is known. */
export function CheckingSheet(props: {
  readonly cents: number;
  readonly currency: string;
  readonly isOffline: boolean;
}): ReactNode {
  const t = useT();
  useEffect(() => showToast(t("error.form")), [t]);
  const amount = formatMoney(props.cents, props.currency, t.language);
  return (
    <Sheet open title={t("placed.checking")} ground="page">
      <div className="placement">
        <Notice tone="brass" title={t("placed.checkingTitle", { amount })} alert>
          <p>{t(props.isOffline ? "placed.checkingOffline" : "placed.checkingText")}</p>
        </Notice>
        <PrimaryButton busy busyText={t("placed.asking")}>
          {t("placed.asking")}
        </PrimaryButton>
      </div>
    </Sheet>
  );
}

/** The answer was lost and found: when the club had taken the bet. */
export function WasLost({ time }: { readonly time: string }): ReactNode {
  const t = useT();
  return (
    <Notice tone="turf" alert>
      <p>{t("placed.acceptedAt", { time })}</p>
    </Notice>
  );
}

/** The balance under the receipts. */
export function BalanceAfter(props: {
  readonly cents: number;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  return (
    <p className="placement-balance">
      <span className="mute">{t("placed.balance")}</span>
      <b className="fig">{formatMoney(props.cents, props.currency, t.language)}</b>
    </p>
  );
}
