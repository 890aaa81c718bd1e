import type { OperatorWithdrawal } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { useClock } from "@club/ui";
import { DataTable, type DataColumn, PanelHead, PanelState, Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { useEndedWithdrawals } from "../../api/withdrawals.ts";
import { Flags } from "../queue/Flags.tsx";
import { markColumn, type Marks } from "../queue/Marks.tsx";
import { useT, type T } from "../../core/lang.ts";
import { ageText, OLD_MS, whenText } from "../../core/time.ts";

const MINUTE_MS = 60_000;

/** What waits, the oldest first. */
export function WaitingWithdrawals(props: {
  readonly list: readonly OperatorWithdrawal[];
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
      rowId={(each) => each.withdrawal_id}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      globalKeys
      empty={
        <PanelState state="empty" title={t("approvals.none")} text={t("withdrawals.noneText")} />
      }
      columns={[
        markColumn<OperatorWithdrawal>(t, props.marks, {
          id: (each) => each.withdrawal_id,
          name: (each) => each.reference,
        }),
        ...waitingColumns(t, props.currency, nowMs),
      ]}
    />
  );
}

/** The last ones that ended. */
export function EndedWithdrawals({ currency }: { readonly currency: string }): ReactNode {
  const t = useT();
  const { data = [] } = useEndedWithdrawals();
  if (data.length === 0) return null;
  return (
    <>
      <PanelHead title={t("approvals.done")} />
      <DataTable
        label={t("approvals.done")}
        rows={data}
        rowId={(each) => each.withdrawal_id}
        columns={endedColumns(t, currency)}
      />
    </>
  );
}

function amountColumn(t: T, currency: string): DataColumn<OperatorWithdrawal> {
  return {
    id: "amount",
    label: t("approvals.amount"),
    kind: "figure",
    cell: (each) => formatMoney(each.amount_cents, currency, t.language),
  };
}

function waitingColumns(t: T, currency: string, nowMs: number): DataColumn<OperatorWithdrawal>[] {
  return [
    {
      id: "age",
      label: t("approvals.age"),
      cell: (each) => {
        const since = Date.parse(each.requested_at);
        const isOld = nowMs - since > OLD_MS;
        return <span className={isOld ? "loss" : undefined}>{ageText(t, since, nowMs)}</span>;
      },
    },
    {
      id: "player",
      label: t("approvals.player"),
      cell: (each) => (
        <>
          <b>{each.full_name ?? each.user_name}</b>{" "}
          {each.full_name !== null && <span className="mute">{each.user_name}</span>}
        </>
      ),
    },
    amountColumn(t, currency),
    { id: "reference", label: t("approvals.reference"), cell: (each) => each.reference },
    {
      id: "status",
      label: t("race.status"),
      cell: (each) => (
        <Tag tone={each.status === "approved" ? "turf" : "brass"}>
          {t(`withdrawals.${each.status}`)}
        </Tag>
      ),
    },
    { id: "look", label: t("withdrawals.lookAt"), cell: (each) => <LookAt withdrawal={each} /> },
  ];
}

/** What a pair of eyes should rest on. */
function LookAt({ withdrawal }: { readonly withdrawal: OperatorWithdrawal }): ReactNode {
  const t = useT();
  return (
    <Flags flags={withdrawal.flags}>
      {withdrawal.approval_id !== null && <Tag tone="firm">{t("withdrawals.second")}</Tag>}
      {withdrawal.approval_id === null && withdrawal.needs_second && (
        <Tag tone="firm">{t("withdrawals.fourEyes")}</Tag>
      )}
      {withdrawal.waits_for.map((wait) => (
        <Tag key={wait} tone="brass">
          {t(`withdrawals.waits.${wait}`)}
        </Tag>
      ))}
      {withdrawal.payout !== null && <Tag tone="turf">{withdrawal.payout.name}</Tag>}
    </Flags>
  );
}

function endedColumns(t: T, currency: string): DataColumn<OperatorWithdrawal>[] {
  return [
    {
      id: "at",
      label: t("approvals.decidedAt"),
      kind: "mute",
      cell: (each) => whenText(t, each.ended_at ?? each.requested_at),
    },
    {
      id: "player",
      label: t("approvals.player"),
      kind: "strong",
      cell: (each) => each.full_name ?? each.user_name,
    },
    amountColumn(t, currency),
    {
      id: "status",
      label: t("race.status"),
      cell: (each) => (
        <Tag tone={each.status === "paid" ? "turf" : each.status === "rejected" ? "loss" : "plain"}>
          {t(`withdrawals.${each.status}`)}
          {each.reason !== null && `: ${each.reason}`}
        </Tag>
      ),
    },
    {
      id: "claimed",
      label: t("withdrawals.claimed"),
      kind: "figure",
      cell: (each) =>
        each.claimed_cents === 0 ? "–" : formatMoney(each.claimed_cents, currency, t.language),
    },
    { id: "by", label: t("approvals.by"), kind: "mute", cell: (each) => each.ended_by ?? "–" },
  ];
}
