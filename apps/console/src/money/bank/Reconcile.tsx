import { formatMoney } from "@club/i18n";
import {
  ConsoleButton,
  DataTable,
  type DataColumn,
  FactList,
  type Fact,
  Panel,
  PanelState,
  Verdict,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { noteEntry, useReconciliation, type Reconciliation } from "../../api/bank.ts";
import { useCurrency } from "../../api/currency.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";

type Entry = Reconciliation["list"][number];
type Money = (cents: number) => string;

/** Ledger against bank: both sums, and what makes them differ, explained or open. */
export function Reconcile({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = useReconciliation();
  const money: Money = (cents) =>
    formatMoney(cents, currency, t.language, { sign: "always", plain: true });
  return (
    <ConsoleFrame title={t("route.bank")} headEnd={switcher}>
      <Listing query={query} rows={10}>
        {(data) => (
          <>
            <Verdict
              {...verdictOf(t, data, money)}
              text={t("rec.text", {
                money: money(data.bank_cents - data.ledger_cents),
                at: data.last_import_at === null ? "–" : whenText(t, data.last_import_at),
              })}
              checks={[]}
              busy={query.isFetching}
            />
            <div className="columns-ledger">
              <Panel title={t("rec.sums")}>
                <FactList facts={sumFacts(t, data, money)} />
              </Panel>
              <Unseen data={data} money={money} />
            </div>
          </>
        )}
      </Listing>
    </ConsoleFrame>
  );
}

function verdictOf(t: T, data: Reconciliation, money: Money) {
  if (data.gap_cents !== 0) {
    return { tone: "loss", title: t("rec.gap", { money: money(data.gap_cents) }) } as const;
  }
  const open = data.open + data.unseen;
  if (open > 0) return { tone: "plain", title: t("rec.open", { n: open }) } as const;
  const isEven = data.bank_cents === data.ledger_cents;
  return { tone: "turf", title: t(isEven ? "rec.even" : "rec.explained") } as const;
}

function sumFacts(t: T, data: Reconciliation, money: Money): Fact[] {
  const even = (isEven: boolean) => ({ check: isEven ? ("ok" as const) : ("differs" as const) });
  return [
    { label: t("rec.bank"), value: money(data.bank_cents) },
    { label: t("rec.ledger"), value: money(data.ledger_cents) },
    { label: t("rec.difference"), value: money(data.bank_cents - data.ledger_cents) },
    { label: t("rec.joined", { n: data.joined }), value: money(data.joined_cents), ...even(true) },
    {
      label: t("rec.explainedLines", { n: data.explained }),
      value: money(data.explained_cents),
      ...even(true),
    },
    {
      label: t("rec.openLines", { n: data.open }),
      value: money(data.open_cents),
      ...even(data.open === 0),
    },
    { label: t("rec.noted", { n: data.noted }), value: money(data.noted_cents), ...even(true) },
    {
      label: t("rec.unseen", { n: data.unseen }),
      value: money(data.unseen_cents),
      ...even(data.unseen === 0),
    },
    ...(data.unequal_cents === 0
      ? []
      : [{ label: t("rec.unequal"), value: money(data.unequal_cents) }]),
    { label: t("rec.gapRow"), value: money(data.gap_cents), ...even(data.gap_cents === 0) },
    ...(data.closing_cents === null || data.closing_day === null
      ? []
      : [{ label: t("rec.closing", { day: data.closing_day }), value: money(data.closing_cents) }]),
  ];
}

function Unseen({
  data,
  money,
}: {
  readonly data: Reconciliation;
  readonly money: Money;
}): ReactNode {
  const t = useT();
  const reason = useWhyNot("cashier", "POST /api/operator/bank/entries/:entry_id/note");
  const [noting, setNoting] = useState<Entry | undefined>(undefined);
  return (
    <Panel title={t("rec.list")}>
      <DataTable
        label={t("rec.list")}
        rows={data.list}
        rowId={(entry) => entry.entry_id}
        empty={<PanelState state="empty" title={t("rec.none")} />}
        columns={[
          ...entryColumns(t, money),
          {
            id: "note",
            label: t("rec.note"),
            cell: (entry) =>
              entry.note ?? (
                <ConsoleButton kind="text" reason={reason} onPress={() => setNoting(entry)}>
                  {t("rec.addNote")}
                </ConsoleButton>
              ),
          },
        ]}
      />
      {noting !== undefined && (
        <NoteDialog entry={noting} money={money} onClose={() => setNoting(undefined)} />
      )}
    </Panel>
  );
}

function entryColumns(t: T, money: Money): DataColumn<Entry>[] {
  return [
    {
      id: "at",
      label: t("reportColumn.at"),
      kind: "mute",
      cell: (entry) => whenText(t, entry.at),
    },
    {
      id: "kind",
      label: t("reportColumn.entry"),
      kind: "strong",
      cell: (entry) => t.find(`entry.${entry.kind}`) ?? entry.kind,
    },
    {
      id: "player",
      label: t("reportColumn.player"),
      cell: (entry) => entry.user_name ?? "–",
    },
    {
      id: "reference",
      label: t("reportColumn.reference"),
      cell: (entry) => entry.reference ?? "–",
    },
    {
      id: "amount",
      label: t("reportColumn.amount"),
      kind: "figure",
      cell: (entry) => money(entry.bank_cents),
    },
  ];
}

function NoteDialog(props: {
  readonly entry: Entry;
  readonly money: Money;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const run = async (note: string) => {
    await noteEntry({ entry_id: props.entry.entry_id, note });
    return t("rec.noted.toast");
  };
  return (
    <AskDialog
      title={t("rec.noteTitle", { money: props.money(props.entry.bank_cents) })}
      label={t("rec.addNote")}
      reason="needed"
      reasonHint={t("rec.note")}
      run={run}
      onClose={props.onClose}
    />
  );
}
