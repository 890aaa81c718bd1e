import type { ListItemOf, listVerifications, MonthClose } from "@club/contract";
import { formatCount } from "@club/i18n";
import { ConsoleButton, DataTable, Panel, PanelState, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { closeMonth, useMonths, useVerifications } from "../../api/ledger.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";
import "./books.css";

const SECOND_MS = 1000;

/** Closed and signed months, and what earlier verifications found. */
export function BooksHistory(): ReactNode {
  return (
    <div className="columns-books">
      <Months />
      <Verifications />
    </div>
  );
}

function Months(): ReactNode {
  const t = useT();
  const query = useMonths();
  const [isAsking, setIsAsking] = useState(false);
  const whyNot = useWhyNot("owner", "POST /api/operator/ledger/months");
  const { data } = query;
  const next = data?.next ?? null;
  const waits = data?.waits_for ?? null;
  const reason = whyNot ?? (waits === null ? undefined : t(`months.waits.${waits}`));
  return (
    <Panel
      title={t("months.title")}
      meta={next === null ? undefined : t("months.next", { month: next })}
      end={
        next !== null && (
          <ConsoleButton reason={reason} onPress={() => setIsAsking(true)}>
            {t("months.close", { month: next })}
          </ConsoleButton>
        )
      }
    >
      <Listing query={query} rows={3}>
        {({ list }) => <MonthTable list={list} />}
      </Listing>
      {isAsking && next !== null && <CloseDialog month={next} onClose={() => setIsAsking(false)} />}
    </Panel>
  );
}

function MonthTable({ list }: { readonly list: readonly MonthClose[] }): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("months.title")}
      rows={list}
      rowId={(each) => each.month}
      empty={<PanelState state="empty" title={t("months.none")} />}
      columns={(column) => [
        column.strong(
          "month",
          t("months.month"),
          ({ month }) => month,
          ({ month }) => month,
        ),
        column.figure(
          "entries",
          t("months.entries"),
          ({ entries }) => formatCount(entries, t.language),
          ({ entries }) => entries,
        ),
        column.mute(
          "at",
          t("months.at"),
          (each) => `${whenText(t, each.closed_at)}, ${each.closed_by}`,
        ),
        column.text("signature", t("months.signature"), (each) => (
          <span className="mute" title={each.signature}>
            {each.signature.slice(0, 10)} …
          </span>
        )),
      ]}
    />
  );
}

function CloseDialog(props: { readonly month: string; readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { month } = props;
  const run = async () => {
    await closeMonth({ month });
    return t("months.closed", { month });
  };
  return (
    <AskDialog
      title={t("months.closeTitle", { month })}
      text={t("months.closeText")}
      label={t("months.close", { month })}
      reason="none"
      run={run}
      onClose={props.onClose}
    />
  );
}

type Verified = ListItemOf<typeof listVerifications>;

function Verifications(): ReactNode {
  const t = useT();
  const query = useVerifications();
  const resultOf = (each: Verified): ReactNode =>
    each.ok ? (
      <Tag tone="turf" icon="check">
        {t("verified.ok")}
      </Tag>
    ) : (
      <Tag tone="loss" icon="alert">
        {each.broken.map((name) => t.find(`check.${name}`) ?? name).join(", ")}
      </Tag>
    );
  return (
    <Panel title={t("verified.title")}>
      <Listing query={query} rows={3}>
        {(list) => (
          <DataTable
            label={t("verified.title")}
            rows={list}
            rowId={(each) => each.at}
            empty={<PanelState state="empty" title={t("verified.none")} />}
            columns={(column) => [
              column.mute(
                "at",
                t("reportColumn.at"),
                (each) => whenText(t, each.at),
                (each) => each.at,
              ),
              column.text("ok", t("reportColumn.result"), resultOf),
              column.end("rows", t("reportColumn.detail"), (each) =>
                t("verified.rows", {
                  n: each.rows,
                  seconds: (each.duration_ms / SECOND_MS).toFixed(1),
                }),
              ),
            ]}
          />
        )}
      </Listing>
    </Panel>
  );
}
