import type { OperatorTopUp } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { showToast } from "@club/ui";
import { ConsoleButton, KeyCap, Panel, useKeys } from "@club/ui/console";
import { useReducer, type ReactNode } from "react";
import { useCurrency } from "../api/meetings.ts";
import { approve, reject, useWaitingTopUps, type TopUpQueue as TopUps } from "../api/top-ups.ts";
import { useAct } from "../api/use-act.ts";
import { useIsOnline } from "../connection.ts";
import { useT, type T } from "../lang.ts";
import { useMay } from "../session.ts";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";
import { Listing } from "../shell/Listing.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import {
  currentOf,
  EMPTY_QUEUE,
  queueReducer,
  type QueueEvent,
  type QueueState,
} from "./queue-keys.ts";
import { Decided, WaitingTable } from "./TopUpTables.tsx";
import { TopUpFacts } from "./TopUpFacts.tsx";
import { ReceiptPictures } from "../money/ReceiptPictures.tsx";

/** Top-ups that wait, the oldest first, with everything that the decision needs. */
export function TopUpQueue({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = useWaitingTopUps();
  const { data } = query;
  const { list, current, state, send, decide } = useQueue(data?.list ?? []);
  return (
    <ConsoleFrame
      title={t("route.approvals")}
      meta={data === undefined ? undefined : waitingText(t, data, currency)}
      headEnd={switcher}
      act={
        current === undefined ? undefined : (
          <QueueActs topUp={current} currency={currency} reason={decide.reason} send={send} />
        )
      }
    >
      <div className="columns-queue">
        <Panel title={t("approvals.queue")}>
          <Listing query={query} data={data} rows={6}>
            {() => (
              <WaitingTable
                list={list}
                currency={currency}
                selectedId={current?.topup_id}
                onSelect={(id) => send({ kind: "select", id })}
              />
            )}
          </Listing>
          <Decided currency={currency} />
        </Panel>
        {current !== undefined && (
          <div className="withdrawal-side">
            <ReceiptPictures key={current.topup_id} topUp={current} />
            <TopUpFacts topUp={current} currency={currency} />
          </div>
        )}
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

function useQueue(list: readonly OperatorTopUp[]) {
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
  return { list, current, state, send, decide };
}

function waitingText(t: T, queue: TopUps, currency: string): string {
  const sum = sumCents(queue.list.map((topUp) => BigInt(topUp.amount_cents)));
  const money = formatMoney(sum, currency, t.language);
  return `${t("approvals.waiting", { n: queue.waiting })} · ${money}`;
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
