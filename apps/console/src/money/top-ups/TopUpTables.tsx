import type { OperatorTopUp } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { useClock } from "@club/ui";
import {
  ConsoleButton,
  DataTable,
  type DataColumn,
  PanelHead,
  PanelState,
  Tag,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useDecidedTopUps } from "../../api/top-ups.ts";
import { useT, type T } from "../../core/lang.ts";
import { Flags } from "../queue/Flags.tsx";
import { markColumn, type Marks } from "../queue/Marks.tsx";
import { whenText, ageText, OLD_MS } from "../../core/time.ts";

const MINUTE_MS = 60_000;

/** What waits, the oldest first. */
export function WaitingTable(props: {
  readonly list: readonly OperatorTopUp[];
  readonly currency: string;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly marks: Marks;
}): ReactNode {
  const t = useT();
  const nowMs = useClock((now) => Math.floor(now / MINUTE_MS) * MINUTE_MS);
  return (
    <DataTable
      label={t("approvals.queue")}
      rows={props.list}
      rowId={(topUp) => topUp.topup_id}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      globalKeys
      empty={
        <PanelState state="empty" title={t("approvals.none")} text={t("approvals.noneText")} />
      }
      columns={[
        markColumn<OperatorTopUp>(t, props.marks, {
          id: (topUp) => topUp.topup_id,
          name: (topUp) => topUp.reference,
        }),
        ...waitingColumns(t, props.currency, nowMs),
      ]}
    />
  );
}

const SHOWN_AT_FIRST = 6;

/** The last decisions. */
export function Decided({ currency }: { readonly currency: string }): ReactNode {
  const t = useT();
  const { data = [] } = useDecidedTopUps();
  const [isAll, setIsAll] = useState(false);
  if (data.length === 0) return null;
  return (
    <>
      <PanelHead
        title={t("approvals.done")}
        end={
          data.length > SHOWN_AT_FIRST &&
          !isAll && (
            <ConsoleButton kind="text" onPress={() => setIsAll(true)}>
              {t("act.showAll")}
            </ConsoleButton>
          )
        }
      />
      <DataTable
        label={t("approvals.done")}
        rows={isAll ? data : data.slice(0, SHOWN_AT_FIRST)}
        rowId={(topUp) => topUp.topup_id}
        columns={decidedColumns(t, currency)}
      />
    </>
  );
}

function waitingColumns(t: T, currency: string, nowMs: number): DataColumn<OperatorTopUp>[] {
  return [
    {
      id: "age",
      label: t("approvals.age"),
      cell: (topUp) => {
        const since = Date.parse(topUp.created_at);
        const isOld = nowMs - since > OLD_MS;
        return <span className={isOld ? "loss" : undefined}>{ageText(t, since, nowMs)}</span>;
      },
    },
    {
      id: "player",
      label: t("approvals.player"),
      cell: (topUp) => (
        <>
          <b>{topUp.full_name ?? topUp.user_name}</b>{" "}
          {topUp.full_name !== null && <span className="mute">{topUp.user_name}</span>}
        </>
      ),
    },
    {
      id: "amount",
      label: t("approvals.amount"),
      kind: "figure",
      cell: (topUp) => formatMoney(topUp.amount_cents, currency, t.language),
    },
    { id: "reference", label: t("approvals.reference"), cell: (topUp) => topUp.reference },
    {
      id: "status",
      label: t("race.status"),
      cell: (topUp) => (
        <Tag tone={topUp.status === "submitted" ? "brass" : "plain"}>
          {t(`topUp.${topUp.status}`)}
        </Tag>
      ),
    },
    {
      id: "look",
      label: t("withdrawals.lookAt"),
      cell: (topUp) => <Flags flags={topUp.flags} />,
    },
  ];
}

function decidedColumns(t: T, currency: string): DataColumn<OperatorTopUp>[] {
  return [
    {
      id: "at",
      label: t("approvals.decidedAt"),
      kind: "mute",
      cell: (topUp) => whenText(t, topUp.decided_at ?? topUp.created_at),
    },
    {
      id: "player",
      label: t("approvals.player"),
      kind: "strong",
      cell: (topUp) => topUp.full_name ?? topUp.user_name,
    },
    {
      id: "amount",
      label: t("approvals.amount"),
      kind: "figure",
      cell: (topUp) => formatMoney(topUp.amount_cents, currency, t.language),
    },
    {
      id: "status",
      label: t("race.status"),
      cell: (topUp) => (
        <Tag tone={topUp.status === "approved" ? "turf" : "loss"}>
          {t(`topUp.${topUp.status}`)}
          {topUp.reason !== null && `: ${topUp.reason}`}
        </Tag>
      ),
    },
    { id: "by", label: t("approvals.by"), kind: "mute", cell: (u) => u.decided_by ?? "–" },
  ];
}
