import { formatMoney } from "@club/i18n";
import { LimitLine, TextLink } from "@club/ui";
import type { ReactNode } from "react";
import { useLimits } from "../../api/limits.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";

/** The tightest deposit limit: its use now and with this top-up. Without one, it is offered. */
export function DepositRoom({ cents }: { readonly cents: number }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const limits = useLimits().data;
  const [tightest] = (limits ?? [])
    .filter((each) => each.kind === "deposit" && each.amount_cents !== null)
    .toSorted((a, b) => roomOf(a) - roomOf(b));
  if (limits === undefined) return null;
  if (tightest === undefined) {
    return (
      <TextLink icon="limits" href={hrefOf("protection")} opens>
        {t("protection.set")}
      </TextLink>
    );
  }
  const money = (value: number) => formatMoney(value, currency, t.language, { decimals: "whole" });
  const limit = tightest.amount_cents ?? 0;
  const used = tightest.used_cents;
  const text = t(`topUp.room.${tightest.period}`, { used: money(used), limit: money(limit) });
  return (
    <LimitLine used={limit === 0 ? 1 : (used + cents) / limit} over={used + cents > limit}>
      {text}
      {cents > 0 && ` → ${t("topUp.withThis", { sum: money(used + cents) })}`}
    </LimitLine>
  );
}

function roomOf(limit: { amount_cents: number | null; used_cents: number }): number {
  return (limit.amount_cents ?? 0) - limit.used_cents;
}
