import type { LedgerEntry } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney, formatTimeExact } from "@club/i18n";
import { DataTable, type DataColumn, Panel, Tag, column } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { shortIds } from "../../shell/names.ts";
import { accountName, chainText, entryName } from "./entry-names.ts";
import { EntryFlow } from "./EntryFlow.tsx";

/** One event with all of its lines, and that they sum to zero. */
export function EntryPanel(props: {
  readonly entry: LedgerEntry;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { entry, currency } = props;
  const sum = sumCents(entry.lines.map((line) => BigInt(line.amount_cents)));
  return (
    <Panel
      title={t("ledger.one")}
      meta={`${entryName(t, entry)} · ${formatTimeExact(entry.at, clubZone())} · ${shortIds(entry.cause)}`}
      end={
        <Tag tone={sum === 0n ? "turf" : "loss"} icon={sum === 0n ? "check" : "alert"}>
          {t("ledger.sumsTo", { sum: formatMoney(sum, currency, t.language, { plain: true }) })}
        </Tag>
      }
    >
      <EntryFlow entry={entry} currency={currency} />
      <DataTable
        label={t("ledger.lines")}
        cardTitle="account"
        rows={entry.lines}
        rowId={(line) => String(line.line)}
        columns={lineColumns(t, entry, currency)}
      />
    </Panel>
  );
}

function lineColumns(
  t: T,
  entry: LedgerEntry,
  currency: string,
): DataColumn<LedgerEntry["lines"][number]>[] {
  const signed = (cents: number) =>
    formatMoney(cents, currency, t.language, { plain: true, sign: "always" });
  const plain = (cents: number) => formatMoney(cents, currency, t.language, { plain: true });
  return [
    column.mute("line", t("ledger.line"), (line) => line.line),
    column.text("account", t("ledger.account"), (line) => (
      <>
        <b>{accountName(t, line)}</b> <span className="mute">{line.label}</span>
      </>
    )),
    column.figure("amount", t("approvals.amount"), (line) => signed(line.amount_cents)),
    column.figure("balance", t("ledger.after"), (line) =>
      line.balance_cents === null ? "" : plain(line.balance_cents),
    ),
    column.mute("chain", t("ledger.chain"), () => chainText(t, entry)),
  ];
}
