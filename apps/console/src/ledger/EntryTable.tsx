import type { LedgerEntry } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { DataTable } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT, type T } from "../lang.ts";
import { whenText } from "../when.ts";

/** Entries, newest first. Of one account: what it got; of all: what moved. */
export function EntryTable(props: {
  readonly list: readonly LedgerEntry[];
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
    const sum = lines.reduce((all, line) => all + BigInt(line.amount_cents), 0n);
    return formatMoney(sum, props.currency, t.language, {
      plain: true,
      sign: account === "" ? "auto" : "always",
    });
  };
  return (
    <DataTable
      label={t("ledger.entries")}
      rows={props.list}
      rowId={(entry) => entry.entry_id}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      globalKeys
      empty={t("ledger.noEntries")}
      columns={[
        {
          id: "at",
          label: t("ledger.at"),
          kind: "mute",
          cell: (entry) => whenText(t, entry.at),
        },
        { id: "kind", label: t("ledger.event"), kind: "strong", cell: (e) => entryName(t, e) },
        { id: "cause", label: t("ledger.cause"), cell: (e) => shortCause(e.cause) },
        { id: "lines", label: t("ledger.lines"), kind: "end", cell: (e) => e.lines.length },
        { id: "amount", label: t("approvals.amount"), kind: "figure", cell: amountOf },
        { id: "chain", label: t("ledger.chain"), kind: "mute", cell: (e) => chainText(t, e) },
      ]}
    />
  );
}

export function entryName(t: T, entry: LedgerEntry): string {
  return t.find(`entry.${entry.kind}`) ?? entry.kind;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{8}([0-9a-f]{4})/g;

/** Ids in a cause are long and alike at their beginning: their last four digits tell them apart. */
export function shortCause(cause: string): string {
  return cause.replace(UUID, "…$1");
}

export function chainText(t: T, entry: LedgerEntry): string {
  if (entry.chain_hash === null) return t("ledger.notChained");
  return `${entry.chain_hash.slice(0, 4)} … ${entry.chain_hash.slice(-2)}`;
}
