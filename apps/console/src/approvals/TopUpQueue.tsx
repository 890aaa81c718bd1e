import type { OperatorTopUp } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { showToast, useClock } from "@club/ui";
import {
  ConsoleButton,
  DataTable,
  type DataColumn,
  KeyCap,
  Panel,
  PanelHead,
  PanelState,
  Tag,
  useKeys,
} from "@club/ui/console";
import { useReducer, useState, type ReactNode } from "react";
import { useCurrency } from "../api/meetings.ts";
import { approve, reject, useDecidedTopUps, useWaitingTopUps } from "../api/top-ups.ts";
import { useAct } from "../api/use-act.ts";
import { useIsOnline } from "../connection.ts";
import { useT, type T } from "../lang.ts";
import { useMay } from "../session.ts";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";
import { Listing } from "../shell/Listing.tsx";
import { ageText, OLD_MS } from "./age.ts";
import { DecisionDialog } from "./DecisionDialog.tsx";
import {
  currentOf,
  EMPTY_QUEUE,
  queueReducer,
  type QueueEvent,
  type QueueState,
} from "./queue-keys.ts";
import { TopUpFacts } from "./TopUpFacts.tsx";
import { whenText } from "../when.ts";

const MINUTE_MS = 60_000;

/** Top-ups that wait, the oldest first, with everything that the decision needs. */
export function TopUpQueue({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = useWaitingTopUps();
  const { data } = query;
  const list = data?.list ?? [];
  const ids = list.map((topUp) => topUp.topup_id);
  const [state, send] = useReducer(
    (before: QueueState, event: QueueEvent) => queueReducer(before, event, ids),
    EMPTY_QUEUE,
  );
  const current = list.find((topUp) => topUp.topup_id === currentOf(state, ids));
  const decide = useDecide(send);
  useKeys({
    a: () => decide.reason === undefined && send({ kind: "key", key: "a" }),
    r: () => decide.reason === undefined && send({ kind: "key", key: "r" }),
  });
  const sum = list.reduce((all, topUp) => all + BigInt(topUp.amount_cents), 0n);
  return (
    <ConsoleFrame
      title={t("route.approvals")}
      meta={
        data === undefined
          ? undefined
          : `${t("approvals.waiting", { n: data.waiting })} · ${formatMoney(sum, currency, t.language)}`
      }
      headEnd={switcher}
      act={
        current !== undefined && (
          <QueueActs topUp={current} currency={currency} reason={decide.reason} send={send} />
        )
      }
    >
      <div className="columns-queue">
        <Panel
          title={t("approvals.queue")}
          end={
            <>
              <KeyCap>J</KeyCap> {t("keys.down")} <KeyCap>K</KeyCap> {t("keys.up")}
            </>
          }
        >
          <Listing query={query} data={data} rows={6}>
            {() =>
              list.length === 0 ? (
                <PanelState
                  state="empty"
                  title={t("approvals.none")}
                  text={t("approvals.noneText")}
                />
              ) : (
                <WaitingTable
                  list={list}
                  currency={currency}
                  selectedId={current?.topup_id}
                  onSelect={(id) => send({ kind: "select", id })}
                />
              )
            }
          </Listing>
          <Decided currency={currency} />
        </Panel>
        {current !== undefined && <TopUpFacts topUp={current} currency={currency} />}
      </div>
      {current !== undefined && state.asking !== undefined && (
        <DecisionDialog
          asking={state.asking}
          topUp={current}
          currency={currency}
          act={decide.act}
          onClose={() => send({ kind: "stop" })}
        />
      )}
    </ConsoleFrame>
  );
}

export type Decide = ReturnType<typeof useDecide>["act"];

function useDecide(send: (event: QueueEvent) => void) {
  const t = useT();
  const isOnline = useIsOnline();
  const may = useMay("cashier");
  const act = useAct(async (topUp: OperatorTopUp, reason: string | undefined) => {
    const id = topUp.topup_id;
    if (reason === undefined) await approve(id);
    else await reject(id, reason);
    send({ kind: "decided", id });
    showToast(t(reason === undefined ? "approvals.approved" : "approvals.rejected"));
  });
  const reasonNot = () => {
    if (!isOnline) return t("offline.bar");
    return may ? undefined : t("role.needed", { role: t("role.cashier") });
  };
  return { act, reason: reasonNot() };
}

function WaitingTable(props: {
  readonly list: readonly OperatorTopUp[];
  readonly currency: string;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
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
      columns={waitingColumns(t, props.currency, nowMs)}
    />
  );
}

const SHOWN_AT_FIRST = 6;

function Decided({ currency }: { readonly currency: string }): ReactNode {
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

function QueueActs(props: {
  readonly topUp: OperatorTopUp;
  readonly currency: string;
  readonly reason: string | undefined;
  readonly send: (event: QueueEvent) => void;
}): ReactNode {
  const t = useT();
  return (
    <>
      <span>
        <KeyCap>J</KeyCap> {t("keys.next")}
      </span>
      <span>
        <KeyCap>K</KeyCap> {t("keys.previous")}
      </span>
      <span className="c-act-end">
        <ConsoleButton
          size="large"
          kind="danger"
          keyCap="R"
          reason={props.reason}
          onPress={() => props.send({ kind: "key", key: "r" })}
        >
          {t("approvals.reject")}
        </ConsoleButton>
        <ConsoleButton
          size="large"
          kind="primary"
          keyCap="A"
          money={formatMoney(props.topUp.amount_cents, props.currency, t.language)}
          reason={props.reason}
          onPress={() => props.send({ kind: "key", key: "a" })}
        >
          {t("approvals.approve")}
        </ConsoleButton>
      </span>
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
