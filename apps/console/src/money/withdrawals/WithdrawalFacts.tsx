import type { OperatorWithdrawal } from "@club/contract";
import { formatMoney } from "@club/i18n";
import {
  ConsoleButton,
  type Fact,
  FactList,
  Figure,
  Panel,
  PanelHead,
  PanelState,
  Tag,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import type { PlayerDetail } from "../../api/players.ts";
import { useWithdrawal, type WithdrawalDetail } from "../../api/withdrawals.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import type { FactsProps } from "../desk/MoneyDesk.tsx";
import { PlayerFacts } from "../desk/PlayerFacts.tsx";
import { SilentProvider } from "./SilentProvider.tsx";

/** One withdrawal with its player, its account, and what paying it posts. */
export function WithdrawalFacts(props: FactsProps<OperatorWithdrawal>): ReactNode {
  const t = useT();
  const { row: withdrawal, currency, onKey } = props;
  const money = (cents: number, sign?: "always") =>
    formatMoney(cents, currency, t.language, sign === undefined ? {} : { sign, plain: true });
  const isUnverified = withdrawal.waits_for.includes("verification");
  return (
    <Panel label={t("withdrawals.one")}>
      <div className="one-figure">
        <Figure label={t("withdrawals.kind")} value={money(withdrawal.amount_cents)} size="clock" />
        <Tag tone={withdrawal.status === "approved" ? "turf" : "brass"}>
          {t(`withdrawals.${withdrawal.status}`)}{" "}
          {whenText(t, withdrawal.approved_at ?? withdrawal.requested_at)}
        </Tag>
      </div>
      <FactList facts={accountFacts(t, withdrawal)} />
      <SilentProvider withdrawal={withdrawal} money={money(withdrawal.amount_cents)} />
      <Account key={withdrawal.withdrawal_id} withdrawal={withdrawal} />
      {isUnverified && (
        <div className="desk-act">
          <ConsoleButton keyCap="V" onPress={() => onKey("v")}>
            {t("withdrawals.verify")}
          </ConsoleButton>
        </div>
      )}
      <PlayerFacts
        playerId={withdrawal.player_id}
        rows={3}
        facts={(player) => playerFacts(t, player, money)}
      />
      <PanelHead title={t("approvals.posted")} meta={t("withdrawals.whenPaid")} />
      <FactList
        facts={[
          {
            label: `${t("account.held")}, ${withdrawal.user_name}`,
            value: money(-withdrawal.amount_cents, "always"),
          },
          {
            label: t("account.bank_clearing"),
            value: money(withdrawal.amount_cents, "always"),
          },
        ]}
      />
    </Panel>
  );
}

function accountFacts(t: T, withdrawal: OperatorWithdrawal): Fact[] {
  const { waits_for: waits, account_ready_at: readyAt } = withdrawal;
  const isVerified = !waits.includes("verification");
  const isOld = !waits.includes("new_account");
  return [
    { label: t("approvals.reference"), value: withdrawal.reference },
    {
      label: withdrawal.bank_name,
      value: withdrawal.account_number,
      check: isVerified ? "ok" : "differs",
      checkLabel: t(isVerified ? "withdrawals.verified" : "withdrawals.waits.verification"),
    },
    {
      label: t("withdrawals.readyAt"),
      value: readyAt === null ? "–" : whenText(t, readyAt),
      check: isOld ? "ok" : "differs",
      checkLabel: t("withdrawals.readyAt"),
    },
    {
      label: t("withdrawals.sharedLabel"),
      value: String(withdrawal.shared_with),
      check: withdrawal.shared_with === 0 ? "ok" : "differs",
      checkLabel: t("withdrawals.sharedLabel"),
    },
    ...providerFacts(t, withdrawal),
    ...(withdrawal.approved_by === null
      ? []
      : [{ label: t("withdrawals.approvedBy"), value: withdrawal.approved_by }]),
  ];
}

/** What is known of it at the provider that was asked to pay it. */
function providerFacts(t: T, { provider_payout: payout }: OperatorWithdrawal): Fact[] {
  if (payout === null) return [];
  const { state, failure, said } = payout;
  const why = failure === null ? "" : ` (${said === "" ? failure : said})`;
  return [
    {
      label: t("withdrawals.provider"),
      value: t(`withdrawals.provider.${state}`) + why,
      ...(failure !== null && { check: "differs" as const }),
    },
  ];
}

/** Shows the whole number only on request, since the audit log records who looked. */
function Account({ withdrawal }: { readonly withdrawal: OperatorWithdrawal }): ReactNode {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const query = useWithdrawal(withdrawal.withdrawal_id, isAsked);
  if (!isAsked) {
    return (
      <div className="desk-act">
        <ConsoleButton onPress={() => setAsked(true)}>{t("withdrawals.showAccount")}</ConsoleButton>
      </div>
    );
  }
  if (query.isError) {
    return (
      <PanelState
        state="failed"
        text={t("withdrawals.accountFailed")}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === undefined) return <PanelState state="loading" rows={4} />;
  return <FactList facts={wholeAccount(t, query.data)} />;
}

function wholeAccount(t: T, { account, full_name }: WithdrawalDetail): Fact[] {
  if (account === null) return [];
  const isSameName = sameName(account.account_name, full_name);
  return [
    {
      label: t("withdrawals.accountName"),
      value: account.account_name,
      check: isSameName ? "ok" : "differs",
      checkLabel: t("withdrawals.accountName"),
    },
    { label: t("withdrawals.branch"), value: account.branch_code || "–" },
    { label: t("withdrawals.number"), value: account.account_number },
    { label: t("withdrawals.bic"), value: account.swift_bic || "–" },
    { label: t("withdrawals.currency"), value: account.currency },
  ];
}

function sameName(one: string, other: string | null): boolean {
  const plain = (name: string) =>
    name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  return other !== null && plain(one) === plain(other);
}

function playerFacts(t: T, player: PlayerDetail, money: (cents: number) => string): Fact[] {
  return [
    {
      label: t("player.status"),
      value: t(`playerStatus.${player.status}`),
      ...(player.status !== "active" && { check: "differs" as const }),
    },
    { label: t("money.balance"), value: money(player.cash_cents) },
    { label: t("account.held"), value: money(player.held_cents) },
    { label: t("player.openStakes"), value: money(player.open_stakes_cents) },
  ];
}
