import type { MoneyFlag } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { useClock } from "@club/ui";
import {
  ConsoleButton,
  DataTable,
  type DataColumn,
  PanelHead,
  PanelState,
  type TableOrder,
  Tag,
  column,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { ageText, OLD_MS, whenText } from "../../core/time.ts";
import { markColumn, type Marks } from "./Marks.tsx";
import type { DeskEntry } from "./MoneyDesk.tsx";
import "./desk.css";

const MINUTE_MS = 60_000;

/** What money in and money out have in common. */
export interface DeskRow {
  readonly amount_cents: number;
  readonly full_name: string | null;
  readonly user_name: string;
  readonly reference: string;
  readonly reason: string | null;
  readonly flags: readonly MoneyFlag[];
}

/** What waits. */
export function WaitingTable<Row extends DeskRow, Act extends string>(props: {
  readonly entry: DeskEntry<Row, Act>;
  readonly list: readonly Row[];
  readonly order: TableOrder;
  readonly currency: string;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly marks: Marks;
}): ReactNode {
  const t = useT();
  const { entry } = props;
  const nowMs = useClock((now) => Math.floor(now / MINUTE_MS) * MINUTE_MS);
  return (
    <DataTable
      label={t("approvals.queue")}
      cardTitle="player"
      rows={props.list}
      rowId={entry.idOf}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      globalKeys
      order={props.order}
      empty={<PanelState state="empty" title={t("approvals.none")} text={entry.noneText(t)} />}
      columns={[
        markColumn<Row>(t, props.marks, { id: entry.idOf, name: (row) => row.reference }),
        ...waitingColumns(entry, t, { currency: props.currency, nowMs }),
      ]}
    />
  );
}

function waitingColumns<Row extends DeskRow, Act extends string>(
  entry: DeskEntry<Row, Act>,
  t: T,
  { currency, nowMs }: { readonly currency: string; readonly nowMs: number },
): DataColumn<Row>[] {
  return [
    column.text("age", t("approvals.age"), (row) => {
      const since = Date.parse(entry.since(row));
      const isOld = nowMs - since > OLD_MS;
      return <span className={isOld ? "loss" : undefined}>{ageText(t, since, nowMs)}</span>;
    }),
    column.text("player", t("approvals.player"), (row) => (
      <>
        <b>{row.full_name ?? row.user_name}</b>{" "}
        {row.full_name !== null && <span className="mute">{row.user_name}</span>}
      </>
    )),
    amountColumn(t, currency),
    column.text("reference", t("approvals.reference"), (row) => row.reference),
    column.text("status", t("race.status"), (row) => entry.statusTag(t, row)),
    column.text("look", t("withdrawals.lookAt"), (row) => (
      <Flags flags={row.flags}>{entry.look?.(t, row)}</Flags>
    )),
  ];
}

/** The latest that were decided, or that ended. */
export function DoneTable<Row extends DeskRow, Act extends string>(props: {
  readonly entry: DeskEntry<Row, Act>;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { entry, currency } = props;
  const { data = [] } = entry.useDone();
  const [isAll, setIsAll] = useState(false);
  if (data.length === 0) return null;
  return (
    <>
      <PanelHead
        title={t("approvals.done")}
        end={
          data.length > entry.doneShown &&
          !isAll && (
            <ConsoleButton kind="text" onPress={() => setIsAll(true)}>
              {t("act.showAll")}
            </ConsoleButton>
          )
        }
      />
      <DataTable
        label={t("approvals.done")}
        rows={isAll ? data : data.slice(0, entry.doneShown)}
        rowId={entry.idOf}
        columns={doneColumns(entry, t, currency)}
      />
    </>
  );
}

function doneColumns<Row extends DeskRow, Act extends string>(
  entry: DeskEntry<Row, Act>,
  t: T,
  currency: string,
): DataColumn<Row>[] {
  return [
    column.mute("at", t("approvals.decidedAt"), (row) => whenText(t, entry.doneAt(row))),
    column.strong("player", t("approvals.player"), (row) => row.full_name ?? row.user_name),
    amountColumn(t, currency),
    column.text("status", t("race.status"), (row) => entry.doneTag(t, row)),
    ...(entry.doneColumns?.(t, currency) ?? []),
    column.mute("by", t("approvals.by"), (row) => entry.doneBy(row) ?? "–"),
  ];
}

function amountColumn<Row extends DeskRow>(t: T, currency: string): DataColumn<Row> {
  return column.figure("amount", t("approvals.amount"), (row) =>
    formatMoney(row.amount_cents, currency, t.language),
  );
}

const GRAVE: ReadonlySet<MoneyFlag> = new Set(["shared_account", "shared_device"]);

/** What to look at before money moves. */
function Flags(props: {
  readonly flags: readonly MoneyFlag[];
  readonly children?: ReactNode;
}): ReactNode {
  const t = useT();
  return (
    <span className="desk-look">
      {props.children}
      {props.flags.map((flag) => (
        <Tag key={flag} tone={GRAVE.has(flag) ? "loss" : "brass"}>
          {t(`flag.${flag}`)}
        </Tag>
      ))}
    </span>
  );
}
