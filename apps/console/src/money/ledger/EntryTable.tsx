import type { LedgerEntry } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { DataTable, type TableOrder } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { shortIds } from "../../shell/names.ts";
import { chainText, entryName } from "./entry-names.ts";

/** Entries. For one account: what it got; for all: what moved. */
export function EntryTable(props: {
  readonly list: readonly LedgerEntry[];
  readonly order: TableOrder;
  readonly currency: string;
  readonly account: string;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
}): ReactNode {
  const t = useT();
  const { account } = props;
  const amountOf = (entry: LedgerEntry) => {
    const own = entry.lines.filter((line) => line.account === account);
    const moved = entry.lines.filter((line) => line.amount_cents > 0);
    const lines = account === "" ? moved : own;
    const sum = sumCents(lines.map((line) => BigInt(line.amount_cents)));
    return formatMoney(sum, props.currency, t.language, {
      plain: true,
      sign: account === "" ? "auto" : "always",
    });
  };
  return (
    <DataTable
      label={t("ledger.entries")}
      rows={props.list}
      order={props.order}
      rowId={(entry) => entry.entry_id}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      globalKeys
      empty={t("ledger.noEntries")}
      columns={(column) => [
        column.mute("at", t("ledger.at"), (entry) => whenText(t, entry.at)),
        column.strong("kind", t("ledger.event"), (e) => entryName(t, e)),
        column.text("cause", t("ledger.cause"), (e) => shortIds(e.cause)),
        column.end("lines", t("ledger.lines"), (e) => e.lines.length),
        column.figure("amount", t("approvals.amount"), amountOf),
        column.mute("chain", t("ledger.chain"), (e) => chainText(t, e)),
      ]}
    />
  );
}
