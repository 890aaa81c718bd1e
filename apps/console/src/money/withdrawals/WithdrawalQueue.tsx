import type { OperatorWithdrawal } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { ConsoleButton, KeyCap, useKeys } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/meetings.ts";
import {
  approveTogether,
  useWaitingWithdrawals,
  type WithdrawalQueue as Queue,
} from "../../api/withdrawals.ts";
import { ApproveMarked, type Marks, useMarks } from "../queue/Marks.tsx";
import { useHeld } from "../../shell/use-held.ts";
import { QueueFrame } from "../queue/QueueFrame.tsx";
import { currentOf } from "../queue/queue-keys.ts";
import { useIsOnline } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { Listing } from "../../shell/Listing.tsx";
import { WithdrawalDialog, type WithdrawalAct } from "./WithdrawalDialogs.tsx";
import { WithdrawalFacts } from "./WithdrawalFacts.tsx";
import { EndedWithdrawals, WaitingWithdrawals } from "./WithdrawalTables.tsx";
import "../queue/queue.css";

/** Withdrawals that wait, the oldest first, with everything that the decision needs. */
export function WithdrawalQueue({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = useWaitingWithdrawals();
  const data = query.data;
  const desk = useDesk(data?.list ?? []);
  const { list, current, asked, asking, ask, reason, select, stop, done, marks } = desk;
  const rows = <Rows {...{ query, list, currency, marks, current, select }} />;
  const meta = data === undefined ? undefined : waitingText(t, data, currency);
  const marked = (
    <ApproveMarked
      {...{ marks, currency, reason }}
      rows={list}
      id={(each) => each.withdrawal_id}
      approve={approveTogether}
    />
  );
  const dialog = asked !== undefined && asking !== undefined && (
    <WithdrawalDialog {...{ asking, currency }} withdrawal={asked} onDone={done} onClose={stop} />
  );
  return (
    <QueueFrame
      {...{ meta, switcher, rows, marked, dialog }}
      act={
        current !== undefined && (
          <Acts withdrawal={current} currency={currency} reason={reason} onAsk={ask} />
        )
      }
      side={
        current !== undefined && (
          <WithdrawalFacts
            withdrawal={current}
            currency={currency}
            onVerify={() => ask("verify")}
          />
        )
      }
    />
  );
}

function Rows(props: {
  readonly query: ReturnType<typeof useWaitingWithdrawals>;
  readonly list: readonly OperatorWithdrawal[];
  readonly currency: string;
  readonly marks: Marks;
  readonly current: OperatorWithdrawal | undefined;
  readonly select: (id: string) => void;
}): ReactNode {
  const { query, list, currency, marks, current, select } = props;
  return (
    <>
      <Listing query={query} data={query.data} rows={6}>
        {() => (
          <WaitingWithdrawals
            {...{ list, currency, marks }}
            selectedId={current?.withdrawal_id}
            onSelect={select}
          />
        )}
      </Listing>
      <EndedWithdrawals currency={currency} />
    </>
  );
}

/** Where the desk is in the queue, and what it is about to do. */
function useDesk(list: readonly OperatorWithdrawal[]) {
  const [selectedId, select] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState<WithdrawalAct | undefined>(undefined);
  const ids = list.map((each) => each.withdrawal_id);
  const currentId = currentOf({ selectedId, asking: undefined }, ids);
  const current = list.find((each) => each.withdrawal_id === currentId);
  const reason = useReason();
  const ask = useAsk({ current, asking, reason, setAsking });
  const stop = () => setAsking(undefined);
  const done = () => {
    // What was paid or rejected has left; what was approved stays, to be paid.
    if (asking !== "approve") select(ids[ids.indexOf(currentId ?? "") + 1]);
    stop();
  };
  const waiting = list.filter((each) => each.status === "requested");
  const marks = useMarks(
    waiting.map((each) => each.withdrawal_id),
    currentId,
  );
  const asked = useHeld(asking !== undefined, current);
  return { list, current, asked, asking, ask, reason, select, stop, done, marks };
}

/** A approves, or says paid once it is approved; R rejects, V verifies the account. */
function useAsk(desk: {
  readonly current: OperatorWithdrawal | undefined;
  readonly asking: WithdrawalAct | undefined;
  readonly reason: string | undefined;
  readonly setAsking: (act: WithdrawalAct) => void;
}): (act: WithdrawalAct) => void {
  const { current, asking, reason, setAsking } = desk;
  const ask = (act: WithdrawalAct): void => {
    if (current !== undefined && asking === undefined && reason === undefined) setAsking(act);
  };
  useKeys({
    a: () => ask(current?.status === "approved" ? "paid" : "approve"),
    r: () => ask("reject"),
    v: () => current?.waits_for.includes("verification") === true && ask("verify"),
  });
  return ask;
}

function useReason(): string | undefined {
  const t = useT();
  const isOnline = useIsOnline();
  const may = useMay("cashier");
  if (!isOnline) return t("offline.bar");
  return may ? undefined : t("role.needed", { role: t("role.cashier") });
}

function waitingText(t: T, queue: Queue, currency: string): string {
  const sum = sumCents(queue.list.map((each) => BigInt(each.amount_cents)));
  return `${t("approvals.waiting", { n: queue.waiting })} · ${formatMoney(sum, currency, t.language)}`;
}

function Acts(props: {
  readonly withdrawal: OperatorWithdrawal;
  readonly currency: string;
  readonly reason: string | undefined;
  readonly onAsk: (act: WithdrawalAct) => void;
}): ReactNode {
  const t = useT();
  const { withdrawal, reason, onAsk } = props;
  const isApproved = withdrawal.status === "approved";
  const waits = withdrawal.waits_for.map((wait) => t(`withdrawals.waits.${wait}`)).join(", ");
  const second = withdrawal.approval_id === null ? undefined : t("withdrawals.second");
  const isReset = withdrawal.waits_for.includes("password_reset");
  const reset = isReset ? t("withdrawals.waits.password_reset") : undefined;
  const notYet = isApproved ? waits || undefined : (second ?? reset);
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
          reason={reason}
          onPress={() => onAsk("reject")}
        >
          {t("approvals.reject")}
        </ConsoleButton>
        <ConsoleButton
          size="large"
          kind="primary"
          keyCap="A"
          money={formatMoney(withdrawal.amount_cents, props.currency, t.language)}
          reason={reason ?? notYet}
          onPress={() => onAsk(isApproved ? "paid" : "approve")}
        >
          {t(isApproved ? "withdrawals.act.paid" : "approvals.approve")}
        </ConsoleButton>
      </span>
    </>
  );
}
