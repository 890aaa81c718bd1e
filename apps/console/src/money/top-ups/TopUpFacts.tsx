import type { OperatorTopUp } from "@club/contract";
import { formatDate, formatMoney } from "@club/i18n";
import { FactList, type Fact, Figure, Panel, PanelHead, Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import type { PlayerDetail } from "../../api/players.ts";
import { useT, type T } from "../../core/lang.ts";
import { clubZone, whenText } from "../../core/time.ts";
import type { FactsProps } from "../desk/MoneyDesk.tsx";
import { PlayerFacts } from "../desk/PlayerFacts.tsx";
import { ReceiptPictures } from "./ReceiptPictures.tsx";

/** One top-up with its receipt and its player, and what approving it posts. */
export function TopUpFacts({ row: topUp, currency }: FactsProps<OperatorTopUp>): ReactNode {
  return (
    <div className="rows">
      <ReceiptPictures key={topUp.topup_id} topUp={topUp} />
      <Facts topUp={topUp} currency={currency} />
    </div>
  );
}

function Facts({
  topUp,
  currency,
}: {
  readonly topUp: OperatorTopUp;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const money = (cents: number, sign?: "always") =>
    formatMoney(cents, currency, t.language, sign === undefined ? {} : { sign, plain: true });
  return (
    <Panel label={t("approvals.one")}>
      <div className="one-figure">
        <Figure
          label={t("approvals.method", {
            method: t.find(`method.${topUp.method}`) ?? topUp.method,
          })}
          value={money(topUp.amount_cents)}
          size="clock"
        />
        <Tag tone="brass">
          {t(`topUp.${topUp.status}`)} {whenText(t, topUp.created_at)}
        </Tag>
      </div>
      <FactList facts={[{ label: t("approvals.reference"), value: topUp.reference }]} />
      <PlayerFacts
        playerId={topUp.player_id}
        rows={4}
        facts={(player) => playerFacts(t, player, money)}
      />
      <PanelHead title={t("approvals.posted")} meta={t("approvals.postedMeta")} />
      <FactList
        facts={[
          { label: t("account.bank_clearing"), value: money(-topUp.amount_cents, "always") },
          {
            label: `${t("account.cash")}, ${topUp.user_name}`,
            value: money(topUp.amount_cents, "always"),
          },
        ]}
      />
    </Panel>
  );
}

function playerFacts(t: T, data: PlayerDetail, money: (cents: number) => string): Fact[] {
  const depositLimits = data.limits.filter(
    (limit) => limit.kind === "deposit" && limit.amount_cents !== null,
  );
  return [
    {
      label: t("player.since"),
      value: formatDate(data.created_at, clubZone(), t.language),
    },
    {
      label: t("player.status"),
      value: t(`playerStatus.${data.status}`),
      ...(data.status !== "active" && { check: "differs" as const }),
    },
    {
      label: t("player.adult"),
      value: t(data.is_adult ? "say.yes" : "say.no"),
      check: data.is_adult ? "ok" : "differs",
      checkLabel: t("player.adult"),
    },
    { label: t("money.balance"), value: money(data.cash_cents) },
    { label: t("player.openStakes"), value: money(data.open_stakes_cents) },
    ...depositLimits.map((limit) => ({
      label: `${t("approvals.depositLimit")} ${t(`period.${limit.period}`)}`,
      value: t("limits.of", {
        used: money(limit.used_cents),
        most: money(limit.amount_cents ?? 0),
      }),
      check: limit.used_cents <= (limit.amount_cents ?? 0) ? ("ok" as const) : ("differs" as const),
      checkLabel: t("approvals.depositLimit"),
    })),
  ];
}
