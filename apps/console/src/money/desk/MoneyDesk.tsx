import type { Sort, TogetherDone } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { ConsoleButton, type DataColumn, KeyCap, Panel, useKeys } from "@club/ui/console";
import type { UseQueryResult } from "@tanstack/react-query";
import { useReducer, type ComponentType, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import type { MoneySort, Waiting } from "../../api/money-queue.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { useOrder } from "../../core/table-order.ts";
import { useHeld } from "../../shell/AskDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { DoneTable, WaitingTable, type DeskRow } from "./DeskTables.tsx";
import { ApproveMarked, useMarks } from "./Marks.tsx";
import { currentOf, EMPTY_QUEUE, queueReducer, type QueueState } from "./queue-keys.ts";

export interface FactsProps<Row> {
  readonly row: Row;
  readonly currency: string;
  /** Does what the key does. */
  readonly onKey: (key: string) => void;
}

export interface DialogProps<Row, Act> {
  readonly asking: Act;
  readonly row: Row;
  readonly currency: string;
  readonly onDone: (hasLeft: boolean) => void;
  readonly onClose: () => void;
}

/** A queue of money at the desk: what differs between money in and money out. */
export interface DeskEntry<Row extends DeskRow, Act extends string> {
  readonly idOf: (row: Row) => string;
  readonly useWaiting: (sort: MoneySort) => UseQueryResult<Waiting<Row>>;
  readonly useDone: () => UseQueryResult<readonly Row[]>;
  /** How many of these are shown at first. */
  readonly doneShown: number;
  /** The text under an empty queue. */
  readonly noneText: (t: T) => string;
  readonly since: (row: Row) => string;
  readonly statusTag: (t: T, row: Row) => ReactNode;
  /** What to look at, before the flags. */
  readonly look?: (t: T, row: Row) => ReactNode;
  readonly doneAt: (row: Row) => string;
  readonly doneBy: (row: Row) => string | null;
  readonly doneTag: (t: T, row: Row) => ReactNode;
  readonly doneColumns?: (t: T, currency: string) => readonly DataColumn<Row>[];
  /** Whether it can be marked for approval with others. */
  readonly isMarkable: (row: Row) => boolean;
  readonly approveTogether: (
    ids: readonly string[],
    totalCents: number,
  ) => Promise<readonly TogetherDone[]>;
  /** The act that A, R or V asks for on a row. */
  readonly actOf: (key: string, row: Row) => Act | undefined;
  /** The label of A, and why it cannot be done yet. */
  readonly approval: (t: T, row: Row) => { readonly label: string; readonly notYet?: string };
  readonly Facts: ComponentType<FactsProps<Row>>;
  readonly Dialog: ComponentType<DialogProps<Row, Act>>;
}

interface MoneyDeskProps<Row extends DeskRow, Act extends string> {
  readonly entry: DeskEntry<Row, Act>;
  readonly switcher: ReactNode;
}

const QUEUE_SORTS = ["age", "amount"] as const;

/** What is older came earlier. */
const serverSort = (by: Sort<(typeof QUEUE_SORTS)[number]>): MoneySort =>
  by === "age" ? "-at" : by === "-age" ? "at" : by;

/** Waiting money, unless sorted the oldest first, with everything that the decision needs. */
export function MoneyDesk<Row extends DeskRow, Act extends string>({
  entry,
  switcher,
}: MoneyDeskProps<Row, Act>): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const order = useOrder(QUEUE_SORTS, "-age");
  const query = entry.useWaiting(serverSort(order.by));
  const { data } = query;
  const list = data?.list ?? [];
  const { current, asked, asking, send, onKey, reason, marks } = useDesk(entry, list);
  const { Facts, Dialog, idOf, approveTogether: approve } = entry;
  const marked = <ApproveMarked {...{ marks, currency, reason, approve }} rows={list} id={idOf} />;
  const selectedId = current && idOf(current);
  const onSelect = (id: string) => send({ kind: "select", id });
  return (
    <ConsoleFrame
      title={t("route.approvals")}
      meta={data === undefined ? undefined : waitingText(t, data, currency)}
      headEnd={switcher}
      act={current !== undefined && <Acts {...{ entry, currency, reason, onKey }} row={current} />}
    >
      <div className="columns-queue">
        <Panel title={t("approvals.queue")} meta={<MarkKey />} end={marked}>
          <Listing query={query} rows={6}>
            {() => (
              <WaitingTable {...{ entry, list, order, currency, marks, selectedId, onSelect }} />
            )}
          </Listing>
          <DoneTable {...{ entry, currency }} />
        </Panel>
        {current !== undefined && <Facts {...{ currency, onKey }} row={current} />}
      </div>
      {asked !== undefined && asking !== undefined && (
        <Dialog
          {...{ asking, currency }}
          row={asked}
          onDone={(hasLeft) => send(hasLeft ? { kind: "decided", id: idOf(asked) } : STOP)}
          onClose={() => send(STOP)}
        />
      )}
    </ConsoleFrame>
  );
}

function MarkKey(): ReactNode {
  const t = useT();
  return (
    <>
      <KeyCap>X</KeyCap> {t("queue.mark")}
    </>
  );
}

const STOP = { kind: "stop" } as const;

/** Where the desk is in the queue, and which act it is asking about. */
function useDesk<Row extends DeskRow, Act extends string>(
  entry: DeskEntry<Row, Act>,
  list: readonly Row[],
) {
  const ids = list.map(entry.idOf);
  const rowOf = (id: string | undefined) => list.find((row) => entry.idOf(row) === id);
  const actOf = (key: string, id: string) => {
    const row = rowOf(id);
    return row && entry.actOf(key, row);
  };
  const [state, send] = useReducer(
    (before: QueueState<Act>, event: Parameters<typeof queueReducer>[1]) =>
      queueReducer(before, event, { ids, actOf }),
    EMPTY_QUEUE,
  );
  const reason = useWhyNot(
    "cashier",
    "POST /api/operator/topups/:topup_id/approve",
    "POST /api/operator/topups/:topup_id/reject",
    "POST /api/operator/withdrawals/:withdrawal_id/approve",
    "POST /api/operator/withdrawals/:withdrawal_id/reject",
  );
  const onKey = (key: string) => reason === undefined && send({ kind: "key", key });
  useKeys({ a: () => onKey("a"), r: () => onKey("r"), v: () => onKey("v") });
  const current = rowOf(currentOf(state, ids));
  const marks = useMarks(list.filter(entry.isMarkable).map(entry.idOf), currentOf(state, ids));
  const asked = useHeld(state.asking !== undefined, current);
  return { current, asked, asking: state.asking, send, onKey, reason, marks };
}

function waitingText(t: T, queue: Waiting<DeskRow>, currency: string): string {
  const sum = sumCents(queue.list.map((row) => BigInt(row.amount_cents)));
  return `${t("approvals.waiting", { n: queue.waiting })} · ${formatMoney(sum, currency, t.language)}`;
}

function Acts<Row extends DeskRow, Act extends string>(props: {
  readonly entry: DeskEntry<Row, Act>;
  readonly row: Row;
  readonly currency: string;
  readonly reason: string | undefined;
  readonly onKey: (key: string) => void;
}): ReactNode {
  const t = useT();
  const { entry, row, reason, onKey } = props;
  const { label, notYet } = entry.approval(t, row);
  return (
    <>
      <span>
        <KeyCap>J</KeyCap> {t("keys.next")}
      </span>
      <span>
        <KeyCap>K</KeyCap> {t("keys.previous")}
      </span>
      <DecisionButtons
        {...{ label, reason, onKey }}
        notYet={notYet}
        money={formatMoney(row.amount_cents, props.currency, t.language)}
      />
    </>
  );
}

/** R rejects, A approves. */
export function DecisionButtons(props: {
  readonly label: string;
  readonly money?: string;
  readonly reason: string | undefined;
  /** Why it cannot be approved yet, though it can be rejected. */
  readonly notYet?: string | undefined;
  readonly onKey: (key: "a" | "r") => void;
}): ReactNode {
  const t = useT();
  const { reason, onKey } = props;
  return (
    <span className="c-act-end">
      <ConsoleButton
        size="large"
        kind="danger"
        keyCap="R"
        reason={reason}
        onPress={() => onKey("r")}
      >
        {t("approvals.reject")}
      </ConsoleButton>
      <ConsoleButton
        size="large"
        kind="primary"
        keyCap="A"
        money={props.money}
        reason={reason ?? props.notYet}
        onPress={() => onKey("a")}
      >
        {props.label}
      </ConsoleButton>
    </span>
  );
}
