import { formatCount, formatMoney } from "@club/i18n";
import { DataTable, type DataColumn, column } from "@club/ui/console";
import type { ReactNode } from "react";
import type { TrialBalance } from "../../api/ledger.ts";
import { useT, type T } from "../../core/lang.ts";
import { trialRows, trialSums, type TrialRow } from "./trial-rows.ts";

/** Kinds with a single account for the whole club, whose entries can be listed by its name. */
const SINGLE: ReadonlySet<string> = new Set([
  "takeout",
  "breakage",
  "house_topup",
  "book_result",
  "sports_book",
  "bank_clearing",
  "shop_sales",
  "adjustments",
  "chargebacks",
  "payment_fees",
]);

/** Debit and credit of every kind of account, and that both sums match. */
export function TrialBalanceTable(props: {
  readonly balance: TrialBalance;
  readonly currency: string;
  readonly account: string;
  readonly onAccount: (key: string) => void;
}): ReactNode {
  const t = useT();
  const rows = trialRows(props.balance.list);
  const sums = trialSums(rows);
  const plain = (cents: bigint) => formatMoney(cents, props.currency, t.language, { plain: true });
  const isEven = sums.difference === 0n && props.balance.total_cents === 0;
  return (
    <>
      <DataTable
        label={t("ledger.trial")}
        isGrid
        rows={rows}
        rowId={(row) => row.kind}
        selectedId={props.account === "" ? undefined : props.account}
        onSelect={(kind) => SINGLE.has(kind) && props.onAccount(kind === props.account ? "" : kind)}
        empty={t("ledger.noEntries")}
        columns={trialColumns(t, plain)}
        foot={{
          account: t("ledger.sum"),
          debit: plain(sums.debit),
          credit: plain(sums.credit),
        }}
      />
      <p className="difference">
        <span>{t("ledger.difference")}</span>
        <b className={isEven ? "fig turf" : "fig loss"}>{plain(sums.difference)}</b>
      </p>
    </>
  );
}

function noteOf(t: T, row: TrialRow): string {
  if (row.pools.length > 0) {
    return row.pools.map((pool) => t.find(`pool.${pool}`) ?? pool).join(", ");
  }
  if (SINGLE.has(row.kind) || row.kind === "jackpot") return "";
  return t("ledger.accounts", { n: row.accounts, count: formatCount(row.accounts, t.language) });
}

function trialColumns(t: T, plain: (cents: bigint) => string): DataColumn<TrialRow>[] {
  return [
    column.text(
      "account",
      t("ledger.account"),
      (row) => (
        <>
          <b>{t(`account.${row.kind}`)}</b> <span className="mute">{noteOf(t, row)}</span>
        </>
      ),
      (row) => t(`account.${row.kind}`),
    ),
    column.figure(
      "debit",
      t("ledger.debit"),
      ({ balance }) => (balance < 0n ? plain(-balance) : ""),
      ({ balance }) => -balance,
    ),
    column.figure(
      "credit",
      t("ledger.credit"),
      ({ balance }) => (balance < 0n ? "" : plain(balance)),
      ({ balance }) => balance,
    ),
  ];
}
