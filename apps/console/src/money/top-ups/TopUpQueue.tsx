import type { OperatorTopUp } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { showToast } from "@club/ui";
import { ConsoleButton, KeyCap, useKeys } from "@club/ui/console";
import { useReducer, type ReactNode } from "react";
import { useCurrency } from "../../api/meetings.ts";
import {
  approve,
  approveTogether,
  reject,
  useWaitingTopUps,
  type TopUpQueue as TopUps,
} from "../../api/top-ups.ts";
import { meanwhileText } from "../../api/error-text.ts";
import { useAct } from "../../api/use-act.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay, useSession } from "../../core/session.ts";
import { Listing } from "../../shell/Listing.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import {
  currentOf,
  EMPTY_QUEUE,
  queueReducer,
  type QueueEvent,
  type QueueState,
} from "../queue/queue-keys.ts";
import { ApproveMarked, type Marks, useMarks } from "../queue/Marks.tsx";
import { Decided, WaitingTable } from "./TopUpTables.tsx";
import { QueueFrame } from "../queue/QueueFrame.tsx";
import { TopUpFacts } from "./TopUpFacts.tsx";
import { useHeld } from "../../shell/use-held.ts";
import { ReceiptPictures } from "./ReceiptPictures.tsx";

/** Top-ups that wait, the oldest first, with everything that the decision needs. */
export function TopUpQueue({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = useWaitingTopUps();
  const { data } = query;
  const { list, current, asked, state, send, decide, marks } = useQueue(data?.list ?? []);
  const rows = <Rows {...{ query, list, currency, marks, current, send }} />;
  const meta = data === undefined ? undefined : waitingText(t, data, currency);
  const marked = (
    <ApproveMarked
      {...{ marks, currency }}
      rows={list}
      id={(topUp) => topUp.topup_id}
      reason={decide.reason}
      approve={approveTogether}
    />
  );
  const dialog = asked !== undefined && state.asking !== undefined && (
    <DecisionDialog
      asking={state.asking}
      topUp={asked}
      currency={currency}
      act={decide.act}
      onClose={() => send({ kind: "stop" })}
    />
  );
  return (
    <QueueFrame
      {...{ meta, switcher, rows, marked, dialog }}
      act={
        current !== undefined && (
          <QueueActs topUp={current} currency={currency} reason={decide.reason} send={send} />
        )
      }
      side={
        current !== undefined && (
          <div className="rows">
            <ReceiptPictures key={current.topup_id} topUp={current} />
            <TopUpFacts topUp={current} currency={currency} />
          </div>
        )
      }
    />
  );
}

function Rows(props: {
  readonly query: ReturnType<typeof useWaitingTopUps>;
  readonly list: readonly OperatorTopUp[];
  readonly currency: string;
  readonly marks: Marks;
  readonly current: OperatorTopUp | undefined;
  readonly send: (event: QueueEvent) => void;
}): ReactNode {
  const { query, list, currency, marks, current, send } = props;
  return (
    <>
      <Listing query={query} data={query.data} rows={6}>
        {() => (
          <WaitingTable
            {...{ list, currency, marks }}
            selectedId={current?.topup_id}
            onSelect={(id) => send({ kind: "select", id })}
          />
        )}
      </Listing>
      <Decided currency={currency} />
    </>
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
  const marks = useMarks(ids, current?.topup_id);
  const asked = useHeld(state.asking !== undefined, current);
  return { list, current, asked, state, send, decide, marks };
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
  const me = useSession()?.name;
  const act = useAct(async (topUp: OperatorTopUp, reason: string | undefined) => {
    const id = topUp.topup_id;
    const done = reason === undefined ? await approve(id) : await reject(id, reason);
    send({ kind: "decided", id });
    const { decided_by: by, decided_at: at, status } = done;
    // Another operator did the same a moment before.
    const isOthers = by !== null && at !== null && by !== me;
    const said = t(reason === undefined ? "approvals.approved" : "approvals.rejected");
    showToast(isOthers ? meanwhileText(t, { by, at, status }) : said);
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
