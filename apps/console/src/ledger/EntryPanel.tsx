import type { LedgerEntry } from "@club/contract";
import { formatMoney, formatTimeExact } from "@club/i18n";
import { DataTable, Panel, Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT, type T } from "../lang.ts";
import { deviceZone } from "../zone.ts";
import { chainText, entryName, shortCause } from "./EntryTable.tsx";
import { EntryFlow } from "./EntryFlow.tsx";

type Line = LedgerEntry["lines"][number];

/** One event with every line of it, and that they sum to zero. */
export function EntryPanel(props: {
  readonly entry: LedgerEntry;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { entry, currency } = props;
  const sum = entry.lines.reduce((all, line) => all + BigInt(line.amount_cents), 0n);
  const signed = (cents: bigint | number) =>
    formatMoney(cents, currency, t.language, { plain: true, sign: "always" });
  const plain = (cents: number) => formatMoney(cents, currency, t.language, { plain: true });
  return (
    <Panel
      title={t("ledger.one")}
      meta={`${entryName(t, entry)} · ${formatTimeExact(entry.at, deviceZone())} · ${shortCause(entry.cause)}`}
      end={
        <Tag tone={sum === 0n ? "turf" : "loss"} icon={sum === 0n ? "check" : "alert"}>
          {t("ledger.sumsTo", { sum: formatMoney(sum, currency, t.language, { plain: true }) })}
        </Tag>
      }
    >
      <EntryFlow entry={entry} currency={currency} />
      <DataTable
        label={t("ledger.lines")}
        rows={entry.lines}
        rowId={(line) => String(line.line)}
        columns={[
          { id: "line", label: t("ledger.line"), kind: "mute", cell: (line) => line.line },
          {
            id: "account",
            label: t("ledger.account"),
            cell: (line) => (
              <>
                <b>{accountName(t, line)}</b> <span className="mute">{line.label}</span>
              </>
            ),
          },
          {
            id: "amount",
            label: t("approvals.amount"),
            kind: "figure",
            cell: (line) => signed(line.amount_cents),
          },
          {
            id: "balance",
            label: t("ledger.after"),
            kind: "figure",
            cell: (line) => (line.balance_cents === null ? "" : plain(line.balance_cents)),
          },
          { id: "chain", label: t("ledger.chain"), kind: "mute", cell: () => chainText(t, entry) },
        ]}
      />
    </Panel>
  );
}

/** "cash:PLAYER" is "Player cash"; a jackpot says its pool. */
export function accountName(t: T, line: Pick<Line, "account">): string {
  const [kind = "", owner = ""] = line.account.split(":");
  const name = t.find(`account.${kind}`) ?? kind;
  const pool = kind === "jackpot" ? t.find(`pool.${owner}`) : undefined;
  return pool === undefined ? name : `${name} ${pool}`;
}
